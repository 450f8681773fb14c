// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "compiler/recognise/values/expressions.h"

namespace quadcl::compiler::recognise {

/// The path to a place in the kernel: the conditions on which it is reached, and the loops around it.
struct Path {
  std::vector<Condition> conditions;
  std::vector<Symbol> loops;  ///< counters, outermost first
  unsigned segment = 0;       ///< barriers passed
};

/// Whether y starts with x. What happened under x has then also happened under y.
template <typename T>
bool is_prefix(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() <= y.size() && std::equal(x.begin(), x.end(), y.begin());
}

}  // namespace quadcl::compiler::recognise
