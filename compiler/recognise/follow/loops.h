// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/follow/walk.h"

namespace quadcl::compiler::recognise {

/// Data that each iteration of a loop reads for the next one. What an iteration finds is a formula of the
/// counter, if the formula for the first iteration gives what was read before the loop.
class ReadAhead {
 public:
  ReadAhead(Symbol counter, Machine& machine) : counter_(counter), machine_(machine) {}

  /// What is held in an iteration, and after the loop.
  struct Delay {
    Node now, after;
  };

  /// Looks at something carried: its carry, its value before the loop, and what an iteration makes of it.
  void find(const Value& carry, const Value& initial, const Value& last);
  bool empty() const { return delays_.empty(); }
  /// Null if the carry is none of these.
  const Delay* of(Node carry) const;
  /// What is held in an iteration, by carry.
  NodeMap now() const;

 private:
  std::optional<Delay> delay(Node carry, Node initial, Node last);
  std::optional<Node> loaded(Node carry, Node last, std::vector<Condition>& needed) const;

  Symbol counter_;
  Machine& machine_;
  std::map<Node, Delay> delays_;
};

/// A loop of which only one iteration is followed. Its counter is a symbol, and a carry stands for data from
/// the previous iteration. The new value of each carry gives its value after the loop.
class LoopSummary {
 public:
  LoopSummary(const LoopShape& shape, const PhiValues& entry, Symbol counter, Machine& machine, Walk& walk)
      : shape_(shape),
        entry_(entry),
        counter_(counter),
        machine_(machine),
        walk_(walk),
        read_ahead_(counter, machine) {}

  Arrival run();

 private:
  /// What is known when an iteration starts.
  struct Start {
    PhiValues phis;
    Variables::Cells cells;
  };
  /// What the iteration met, and the phis of the next one.
  struct Iteration {
    Tiles::LoopStart tiles;
    BufferStores::LoopStart outputs;
    PhiValues phis;
  };

  Start any_iteration(const PhiValues& formulas) const;
  Iteration follow(const Start& start);
  Iteration follow_until_known(const Start& start);
  void find_read_ahead(const Start& start, const Variables::Cells& before, const PhiValues& next);
  void close_double_buffers(Iteration& iteration);
  PhiValues phis_after(const PhiValues& formulas, const Start& start, const PhiValues& next);
  void close_cells(const Start& start, const Variables::Cells& before, std::uint64_t time_before);
  Value after(const Value& carry, const Value& initial, const Value& last);
  using InstructionValues = std::vector<std::pair<const llvm::Instruction*, Value>>;
  InstructionValues computed_last() const;
  Arrival leave(const PhiValues& after);

  const LoopShape& shape_;
  const PhiValues& entry_;
  const Symbol counter_;
  Machine& machine_;
  Walk& walk_;
  ReadAhead read_ahead_;
  NodeMap last_;  ///< what sums are after an iteration, and after the loop
};

}  // namespace quadcl::compiler::recognise
