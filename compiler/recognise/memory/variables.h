// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "compiler/recognise/memory/tile.h"
#include "compiler/recognise/values/value.h"

namespace quadcl::compiler::recognise {

/// Private memory at constant places: variables and arrays that clean-up did not turn into values.
class Variables {
 public:
  using Place = std::pair<std::uint32_t, std::int64_t>;  ///< an object, and bytes from its start
  struct Cell {
    Value value;
    std::uint64_t written = 0;  ///< `now()` at the write
  };
  using Cells = std::map<Place, Cell>;

  Variables(const Path& path, Expressions& expressions) : path_(path), expressions_(expressions) {}

  Value read(const Place& place);
  void write(const Place& place, Value value) { cells_[place] = {std::move(value), ++clock_}; }
  /// Whether any place of the object was written.
  bool hold(std::uint32_t object) const;
  /// An array in these, for reads at variable places.
  Tile as_tile(std::uint32_t object, std::uint32_t size) const;

  const Cells& cells() const { return cells_; }
  Cells& cells() { return cells_; }
  /// Where two paths meet: `left` on the condition, else what is held now.
  void merge(Condition condition, const Cells& left);

  /// Counts writes.
  std::uint64_t now() const { return clock_; }
  /// Whether an integer was read here that was written no later than `time`.
  bool was_read(const Place& place, std::uint64_t time) const;

 private:
  Cell unwritten() const;

  const Path& path_;
  Expressions& expressions_;
  Cells cells_;
  std::uint64_t clock_ = 0;
  std::vector<std::pair<Place, std::uint64_t>> integer_reads_;  ///< and when each had been written
};

}  // namespace quadcl::compiler::recognise
