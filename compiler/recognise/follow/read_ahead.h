// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/follow/machine.h"

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

}  // namespace quadcl::compiler::recognise
