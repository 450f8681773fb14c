// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "compiler/recognise/memory/objects.h"
#include "compiler/recognise/memory/tile_index.h"

namespace quadcl::compiler::recognise {

/// Why accesses are rejected that may be in any order.
inline constexpr const char* kNoBarrier =
    "it is not known that accesses to a tile with no barrier between them go to different elements";

/// A store to a tile.
struct Write {
  Polynomial address;
  std::uint32_t size = 0;
  Node value = 0;
  Path path;
};

Write substituted(const Write& write, Substituter& substituter);

/// Turns `value`, stored in `path`, into what is at its place after a later store to the same place. False
/// if the paths do not tell which store counts.
bool overwrite(Node& value, Path& path, Node later, const Path& later_path, Expressions& expressions);

/// An array in local or private memory whose elements are found by index arithmetic. Work-items write it
/// between two barriers and read it between two others; an element is known by the work-item that wrote it.
class Tile {
 public:
  void write(Write write, Expressions& expressions);
  /// Rejects if another work-item may have written the same element since the last barrier. Writes before a
  /// loop and in it must go to the same elements.
  void require_no_race(const Write& write) const;
  /// What is at `address`. Rejects if that is not certain.
  Node read(const Object& object, const Polynomial& address, std::uint32_t size, const Path& path,
            Symbols& symbols, Expressions& expressions);

  bool empty() const { return writes_.empty(); }
  const std::vector<Write>& writes() const { return writes_; }
  std::size_t count() const { return writes_.size(); }
  /// From here on, an earlier iteration may have left other contents.
  void begin_loop() { marks_.push_back({writes_.size(), false}); }
  void end_loop() { marks_.pop_back(); }
  /// Whether the innermost loop reads older contents and writes after that.
  bool is_carried() const { return marks_.back().passed && writes_.size() > marks_.back().position; }

 private:
  struct Mark {
    std::size_t position;  ///< number of writes before the loop
    bool passed = false;   ///< a read found what was written before the loop
  };
  /// Writes as one write, with its index taken apart for readers in `reader_loops`.
  struct Contents {
    Write write;
    std::vector<Symbol> reader_loops;
    std::vector<Symbol> indices;  ///< replace the counters of loops strided by ids
    bool is_local = false;
    std::vector<Symbol> limited = {};  ///< replace ids if only the first work-items write
    std::optional<TileIndex> index;
    /// What reads under `read_conditions` found, by address.
    std::unordered_map<Polynomial, Node, Polynomial::Hash> reads;
    std::vector<Condition> read_conditions;

    /// Whether the symbol differs between writers: between work-items or between iterations.
    bool differs_between_writers(Symbol symbol, const Symbols& symbols) const;
    void require_decided(const Polynomial& polynomial, const Substitution& writer, Symbols& symbols) const;
    void require_conditions(const Substitution& writer, const Path& reader, Symbols& symbols,
                            Expressions& expressions) const;
  };

  std::size_t begin_of_last_group() const;
  std::vector<Contents>& contents(const Object& object, const Path& reader, Symbols& symbols,
                                  Expressions& expressions);
  static Contents& part_at(const Polynomial& address, std::vector<Contents>& parts, Symbols& symbols);

  std::vector<Write> writes_;
  std::vector<Contents> contents_;  ///< of the last group, for the loops that read it last
  std::vector<Mark> marks_;
};

// The writers of a tile: the stores of a work-item as one store, and which work-items take part.

/// Makes one store with digits of many; one for each kind of data. Rejects if they follow no rule.
std::vector<Write> merge_writes(const std::vector<Write>& group, Symbols& symbols, Expressions& expressions);

/// Removes conditions that the guard demands anyway.
void drop_given_conditions(std::vector<Condition>& conditions, Symbols& symbols,
                           const Expressions& expressions);

/// for (i = local id; i < n; i += local size): an index replaces id and counter. Returns these indices.
std::vector<Symbol> fold_strided_loops(Write& write, const Path& reader, Symbols& symbols,
                                       Expressions& expressions);

/// if (local id < n): an index with fewer values replaces the id. Returns these indices. Where only the first
/// work-item writes, its ids are 0.
std::vector<Symbol> limit_writers(Write& write, Symbols& symbols, Expressions& expressions);

}  // namespace quadcl::compiler::recognise
