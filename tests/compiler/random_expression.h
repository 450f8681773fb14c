// SPDX-License-Identifier: Apache-2.0
// Expressions of the random kernels: text in OpenCL C, and its value for a work-item.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "kernel_language.h"

namespace quadcl::test {

struct Expression {
  std::string text;
  std::function<std::uint32_t(const Item&, const Group&)> value;
};

/// One of the work-item's places. In half of the cases only a parameter selects it.
struct Place {
  std::string text;
  bool shifted;
  unsigned first, count;

  unsigned index(const Group& group) const { return shifted ? (group.parameter + first) % count : first; }
};

class ExpressionGenerator {
 public:
  explicit ExpressionGenerator(unsigned seed) : random_(seed), places_(1 + pick(kMostPlaces)) {}

  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  /// The number of places in memory of each work-item.
  unsigned places() const { return places_; }
  /// With operators nested up to `depth`.
  Expression expression(unsigned depth);
  Place any_place();

 protected:
  bool indexes_array_ = true;  ///< which forces it into memory

  std::mt19937 random_;
  const unsigned places_;

 private:
  Expression leaf();
  Expression narrow_comparison(unsigned depth);
};

}  // namespace quadcl::test
