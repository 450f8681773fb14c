// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/memory/tile.h"

namespace quadcl::compiler::recognise {

/// Byte `within` of half (counter + shift) % 2 of a tile. Each half has `bytes` bytes; with 0, the tile is
/// the same in each iteration.
struct HalfAddress {
  Symbol counter = 0;
  std::int64_t shift = 0;
  std::int64_t bytes = 0;
  Polynomial within;

  bool alternates() const { return bytes != 0; }
  bool is_same_half(const HalfAddress& other) const {
    return counter == other.counter && bytes == other.bytes && (shift - other.shift) % 2 == 0;
  }
};

/// Empty if the address does not choose between halves by the counter of one of these loops.
std::optional<HalfAddress> half_address(const Polynomial& address, const std::vector<Symbol>& loops,
                                        const Symbols& symbols);

/// A local tile of two halves: each iteration of a loop reads one half and fills the other for the next
/// iteration; the first half is filled before the loop. What a read finds is known only at the end of the
/// iteration; until then a carry stands for it. A tile without halves is the same if each iteration reads it
/// before it fills it for the next one.
class DoubleBuffer {
 public:
  /// How many barriers were passed before the iteration and after it.
  struct Iteration {
    unsigned first = 0, last = 0;
  };

  void write(HalfAddress half, Write write);
  Node read(const Polynomial& address, HalfAddress half, std::uint32_t size, const Path& path,
            Expressions& expressions);

  /// Whether the loop that used it is over.
  bool is_closed() const { return closed_; }
  Symbol counter() const {
    return reads_.empty() ? writes_.front().half.counter : reads_.front().half.counter;
  }
  /// What a tile without halves holds after the loop.
  Tile left_behind(Symbols& symbols, Expressions& expressions) const;
  /// Adds to `found` what each carry stands for: what the iteration before stored, or `before` for the first
  /// one. Rejects unless one formula says both, the halves do not overlap, and barriers lie between.
  void close(const Object& object, const Tile& before, Iteration iteration, Symbols& symbols,
             Expressions& expressions, NodeMap& found);

 private:
  struct HalfWrite {
    HalfAddress half;
    Write write;
  };
  struct HalfRead {
    HalfAddress half;
    Polynomial address;
    std::uint32_t size;
    Path path;
    Node carry;
  };

  /// Whether each iteration reads what it filled itself. The other half then saves a barrier.
  bool reads_own() const {
    const HalfAddress& filled = writes_.front().half;
    return filled.alternates() && filled.is_same_half(reads_.front().half);
  }
  void check_halves(const Object& object, Symbols& symbols) const;
  void check_barriers(const Tile& before, Iteration iteration) const;
  void check_start(const Tile& before, const std::vector<Write>& earlier, Symbols& symbols,
                   Expressions& expressions) const;

  std::vector<HalfWrite> writes_;
  std::vector<HalfRead> reads_;
  bool closed_ = false;
};

}  // namespace quadcl::compiler::recognise
