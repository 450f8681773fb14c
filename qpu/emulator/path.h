// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "qpu/emulator/operation.h"

namespace quadcl::qpu::emulator {

/// Instructions that a QPU has executed one after the other: stretches of code, each from where a branch has
/// led to the last delay slot of the next branch that was taken, or to the end.
class Path {
 public:
  /// Of what a QPU may execute before a Scheduler has come to it.
  static constexpr unsigned kMostInstructions = 256, kMostStretches = 32;

  struct Stretch {
    const Operation* first = nullptr;
    unsigned count = 0;
  };

  bool empty() const { return size_ == 0; }
  unsigned size() const { return size_; }
  const Stretch& operator[](unsigned index) const { return stretches_[index]; }

  void clear() { size_ = 0; }
  /// Whether there is room for instructions from this one on.
  bool takes(const Operation* first) const { return size_ < kMostStretches || follows(first); }
  void add(const Operation* first, unsigned count) {
    if (follows(first)) {
      stretches_[size_ - 1].count += count;
    } else {
      stretches_[size_++] = {first, count};
    }
  }

 private:
  /// Whether it comes behind the last one in the code.
  bool follows(const Operation* next) const {
    return size_ > 0 && stretches_[size_ - 1].first + stretches_[size_ - 1].count == next;
  }

  std::array<Stretch, kMostStretches> stretches_;
  unsigned size_ = 0;
};

}  // namespace quadcl::qpu::emulator
