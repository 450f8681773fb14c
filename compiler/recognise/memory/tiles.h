// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>

#include "compiler/recognise/memory/double_buffer.h"

namespace quadcl::compiler::recognise {

/// The arrays whose elements are found by index arithmetic, in local and private memory, and the barriers
/// between their accesses.
class Tiles {
 public:
  Tiles(Path& path, Objects& objects, Symbols& symbols, Expressions& expressions)
      : path_(path), objects_(objects), symbols_(symbols), expressions_(expressions) {}

  Node read(std::uint32_t object, const Polynomial& offset, std::uint32_t size);
  void write(std::uint32_t object, const Polynomial& offset, std::uint32_t size, Node value);
  bool is_empty(std::uint32_t object) { return state_.tiles[object].empty(); }
  /// Reads of a tile that is not among these.
  Node read_apart(Tile& tile, std::uint32_t object, const Polynomial& offset, std::uint32_t size);
  void barrier();

  /// What was there at the start of a loop that is followed through one iteration.
  struct LoopStart {
    std::size_t first_access = 0;
    unsigned first_segment = 0;
    std::set<std::uint32_t> tiles;
    std::size_t first_access_around = 0;
  };
  LoopStart enter_loop();
  void end_iteration(const LoopStart& loop) { first_access_of_loop_ = loop.first_access_around; }
  /// Whether the loop reads a local tile before it writes it. If so, notes that; its iteration must then be
  /// followed again.
  bool note_carried(const LoopStart& loop, Symbol counter);
  /// Rejects if no barrier parts an access from one of the next iteration.
  void check_next_iteration(const LoopStart& loop) const;
  /// What was read from tiles that earlier iterations filled, by the carry that stands for it.
  NodeMap close_double_buffers(const LoopStart& loop, Symbol counter);
  void leave_loop(const LoopStart& loop);

  struct Access {
    std::uint32_t object;
    unsigned segment;
    bool is_write;
  };
  /// The part that is restored when the walk goes back to an earlier point.
  struct State {
    std::map<std::uint32_t, Tile> tiles;
    std::map<std::uint32_t, DoubleBuffer> double_buffers;
    std::vector<Access> accesses;
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

 private:
  std::optional<HalfAddress> half_of(std::uint32_t object, const Polynomial& offset);
  void note_access(std::uint32_t object, bool is_write);
  void require_halves_alone(std::uint32_t object, const LoopStart& loop) const;

  Path& path_;
  Objects& objects_;
  Symbols& symbols_;
  Expressions& expressions_;
  State state_;
  std::map<std::uint32_t, Symbol> carried_;  ///< tiles filled for the next iteration, with the counter
  std::size_t first_access_of_loop_ = 0;     ///< of the innermost loop that is followed through one iteration
};

}  // namespace quadcl::compiler::recognise
