// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl::qpu::assembly {

/// Gives a variable another value until the scope ends.
template <typename T>
class Restore {
 public:
  Restore(T& variable, T value) : variable_(variable), saved_(variable) { variable = value; }
  ~Restore() { variable_ = saved_; }
  Restore(const Restore&) = delete;

 private:
  T& variable_;
  T saved_;
};

}  // namespace quadcl::qpu::assembly
