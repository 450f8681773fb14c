// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace quadcl::icd {

/// A size that remembers whether a sum or product overflowed.
class CheckedSize {
 public:
  CheckedSize(std::size_t value) : value_(value) {}

  CheckedSize operator+(const CheckedSize& other) const {
    CheckedSize sum(0);
    sum.overflow_ = __builtin_add_overflow(value_, other.value_, &sum.value_) || overflow_ || other.overflow_;
    return sum;
  }
  CheckedSize operator*(const CheckedSize& other) const {
    CheckedSize product(0);
    product.overflow_ =
        __builtin_mul_overflow(value_, other.value_, &product.value_) || overflow_ || other.overflow_;
    return product;
  }

  bool overflow() const { return overflow_; }
  std::size_t value() const { return value_; }

 private:
  std::size_t value_;
  bool overflow_ = false;
};

}  // namespace quadcl::icd
