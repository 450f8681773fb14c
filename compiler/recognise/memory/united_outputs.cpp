// SPDX-License-Identifier: Apache-2.0
// A loop that fills a row of the output and a later one that adds to it are one store.
#include <algorithm>

#include "compiler/recognise/memory/outputs.h"

namespace quadcl::compiler::recognise {

/// Maps the counters of the loops of x to those of y, if both loops have the same numbers of iterations.
std::optional<Substitution> Outputs::same_loops(const Path& x, const Path& y) const {
  if (x.loops.size() != y.loops.size()) return {};
  Substitution result;
  for (std::size_t i = 0; i < x.loops.size(); ++i) {
    if (x.loops[i] == y.loops[i]) continue;
    if (!(symbols_[x.loops[i]].count == symbols_[y.loops[i]].count)) return {};
    result[x.loops[i]] = Polynomial::symbol(y.loops[i]);
  }
  return result;
}

/// Inserts what the earlier store left into the later one. False unless both go to the same places, in equal
/// loops and on equal conditions, and the later one reads nothing else of that buffer.
bool Outputs::unite(const Output& earlier, Output& later) {
  if (earlier.object != later.object || earlier.size != later.size) return false;
  const auto renamed = same_loops(earlier.path, later.path);
  if (!renamed) return false;
  Substituter substituter(*renamed, symbols_, expressions_);
  if (!(substituter.polynomial(earlier.address) == later.address)) return false;
  std::vector<Condition> conditions;
  for (const Condition condition : earlier.path.conditions)
    conditions.push_back(substituter.condition(condition));
  if (conditions != later.path.conditions) return false;
  const bool reads_elsewhere = expressions_.contains(later.value, [&](const NodeRow& row) {
    return row.kind == NodeKind::load && row.index == later.object && !(row.address == later.address);
  });
  if (reads_elsewhere) return false;
  NodeMap stored;
  stored[expressions_.load(later.object, later.address, later.size)] = substituter.node(earlier.value);
  later.value = expressions_.replace(later.value, stored);
  return true;
}

void Outputs::unite_all() {
  auto& outputs = state_.outputs;
  for (std::size_t later = 1; later < outputs.size(); ++later) {
    for (std::size_t earlier = later; earlier-- > 0;) {
      if (outputs[earlier].address == outputs[later].address || !unite(outputs[earlier], outputs[later]))
        continue;
      outputs.erase(outputs.begin() + static_cast<std::ptrdiff_t>(earlier));
      --later;
    }
  }
}

}  // namespace quadcl::compiler::recognise
