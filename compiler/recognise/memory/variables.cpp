// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/variables.h"

#include <llvm/ADT/STLExtras.h>

namespace quadcl::compiler::recognise {

Value Variables::read(const Place& place) {
  const auto found = cells_.find(place);
  if (found == cells_.end()) return unwritten().value;
  const auto& [value, written] = found->second;
  if (!value.is_data()) integer_reads_.push_back({place, written});
  return value;
}

bool Variables::hold(std::uint32_t object) const {
  const auto first = cells_.lower_bound({object, INT64_MIN});
  return first != cells_.end() && first->first.first == object;
}

Tile Variables::as_tile(std::uint32_t object, std::uint32_t size) const {
  Tile tile;
  for (auto cell = cells_.lower_bound({object, INT64_MIN});
       cell != cells_.end() && cell->first.first == object; ++cell) {
    const Value& value = cell->second.value;
    if (!value.is_data()) reject("an array holds no data");
    tile.write({Polynomial(cell->first.second), size, value.row, {}}, expressions_);
  }
  return tile;
}

/// In a loop, an earlier iteration may have written it.
Variables::Cell Variables::unwritten() const {
  return {Value::of_data(path_.loops.empty()
                             ? expressions_.undefined()
                             : expressions_.opaque("a loop reads a variable before it writes it"))};
}

void Variables::merge(Condition condition, const Cells& left) {
  const auto merge_into = [&](Cell& result, const Cell& x, const Cell& y) {
    result = {choose(condition, x.value, y.value, expressions_), std::min(x.written, y.written)};
  };
  for (auto& [place, right] : cells_)
    if (!left.contains(place)) merge_into(right, unwritten(), right);
  for (const auto& [place, cell] : left) {
    Cell& right = cells_.try_emplace(place, unwritten()).first->second;
    merge_into(right, cell, right);
  }
}

bool Variables::was_read(const Place& place, std::uint64_t time) const {
  return llvm::any_of(integer_reads_,
                      [&](const auto& read) { return read.first == place && read.second <= time; });
}

}  // namespace quadcl::compiler::recognise
