// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/tile.h"

namespace quadcl::compiler::recognise {

/// Half (counter + shift) % 2 of a tile whose halves have `bytes` bytes, from byte `within` of it on; or,
/// with `bytes` 0, the same tile in each iteration.
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

/// A local tile of two halves: each iteration of a loop reads one half and fills the other for the next one,
/// and the first half was filled before the loop. What a read finds is known only once the whole iteration
/// was followed; until then a carry stands for it. A tile of which each iteration reads what the one before
/// stored is the same without halves: its reads come before its writes.
class DoubleBuffer {
 public:
  /// The barriers passed before an iteration and after it.
  struct Iteration {
    unsigned first = 0, last = 0;
  };

  void write(HalfAddress half, Write write);
  Node read(const Polynomial& address, HalfAddress half, std::uint32_t size, const Context& context,
            unsigned segment, Expressions& expressions);

  /// Whether the loop is over that it was used in.
  bool is_closed() const { return closed_; }
  Symbol counter() const {
    return reads_.empty() ? writes_.front().half.counter : reads_.front().half.counter;
  }
  /// What is there after the loop, of a tile that does not alternate.
  Tile left_behind(Symbols& symbols, Expressions& expressions) const;
  /// Puts in for each carry what is read there: what the iteration before stored, or `before` did. Rejects
  /// unless both are one formula, the halves are apart, and barriers lie between.
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
    Context context;
    unsigned segment;
    Node carry;
  };

  void check_halves(const Object& object, Symbols& symbols) const;
  void check_barriers(const Tile& before, Iteration iteration) const;
  void check_start(const Tile& before, const std::vector<Write>& earlier, Symbols& symbols,
                   Expressions& expressions) const;

  std::vector<HalfWrite> writes_;
  std::vector<HalfRead> reads_;
  bool closed_ = false;
};

}  // namespace quadcl::compiler::recognise
