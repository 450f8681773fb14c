// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "compiler/recognise/expressions.h"

namespace quadcl::compiler::recognise {

/// The conditions under which something happens, and the loops in which it does.
struct Context {
  std::vector<Condition> conditions;
  std::vector<Symbol> loops;  ///< counters, outermost first
};

/// Whether y starts with x. What happened under x has then also happened under y.
template <typename T>
bool is_prefix(const std::vector<T>& x, const std::vector<T>& y) {
  return x.size() <= y.size() && std::equal(x.begin(), x.end(), y.begin());
}

}  // namespace quadcl::compiler::recognise
