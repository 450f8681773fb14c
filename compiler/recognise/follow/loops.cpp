// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/walk.h"

namespace quadcl::compiler::recognise {
namespace {

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
  void find(const Value& carry, const Value& initial, const Value& last) {
    if (carry.is_vector() && last.is_vector() && initial.lanes.size() == last.lanes.size())
      for (std::size_t i = 0; i < carry.lanes.size(); ++i)
        find(carry.lanes[i], initial.lanes[i], last.lanes[i]);
    if (!carry.is_data() || !initial.is_data() || !last.is_data() || last.row == carry.row) return;
    if (const auto found = delay(carry.row, initial.row, last.row)) delays_[carry.row] = *found;
  }

  bool empty() const { return delays_.empty(); }

  /// Null if the carry is none of these.
  const Delay* of(Node carry) const {
    const auto found = delays_.find(carry);
    return found != delays_.end() ? &found->second : nullptr;
  }

  /// What is held in an iteration, by carry.
  NodeMap now() const {
    NodeMap result;
    for (const auto& [carry, delay] : delays_) result[carry] = delay.now;
    return result;
  }

 private:
  /// The load, if the value is a choice between it and something that is not used. `needed` gets the
  /// conditions on which it is the load.
  std::optional<Node> loaded(Node carry, Node last, std::vector<Condition>& needed) const {
    Expressions& expressions = machine_.expressions;
    const auto is_other = [&](Node node) {
      return node == carry || node == expressions.undefined() || expressions.is_float_zero(node);
    };
    Node value = last;
    while (expressions[value].kind == NodeKind::select) {
      const NodeRow row = expressions[value];
      const bool keeps_left = is_other(row.right);
      if (!keeps_left && !is_other(row.left)) return {};
      expressions.conjuncts(keeps_left ? row.condition : expressions.invert(row.condition), needed);
      value = keeps_left ? row.left : row.right;
    }
    return expressions[value].kind == NodeKind::load ? std::optional(value) : std::nullopt;
  }

  /// Demands the conditions under which the data are read.
  std::optional<Delay> delay(Node carry, Node initial, Node last) {
    Expressions& expressions = machine_.expressions;
    Symbols& symbols = machine_.symbols;
    std::vector<Condition> needed;
    const auto value = loaded(carry, last, needed);
    if (!value) return {};
    const auto at = [&](const Polynomial& iteration) { return Substitution{{counter_, iteration}}; };
    const Polynomial before = Polynomial::symbol(counter_) - 1;
    if (expressions.substitute(*value, at(-1)) != initial) return {};
    for (const Condition condition : needed) {
      const ConditionRow& row = expressions.condition(condition);
      if (row.kind != ConditionKind::not_negative) return {};
      symbols.require_not_negative(symbols.substitute(row.value, at(before)),
                                   "data for the next iteration are read on a condition");
    }
    machine_.memory.outputs.note_read_ahead(expressions[*value].index);
    const Node after = needed.empty() ? expressions.substitute(*value, at(symbols[counter_].count - 1))
                                      : expressions.opaque("it uses what a loop read ahead last");
    return Delay{expressions.substitute(*value, at(before)), after};
  }

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

  Arrival run() {
    Memory& memory = machine_.memory;
    const PhiValues formulas = Induction(shape_, entry_, counter_, machine_).formulas();
    const Start start = any_iteration(formulas);
    const Variables::Cells before = memory.variables.cells();
    const std::uint64_t time_before = memory.variables.now();

    Iteration iteration = follow_until_known(start);
    memory.tiles.check_next_iteration(iteration.tiles);
    close_double_buffers(iteration);

    const PhiValues after = phis_after(formulas, start, iteration.phis);
    close_cells(start, before, time_before);
    memory.outputs.leave_loop(iteration.outputs, counter_, last_);
    memory.tiles.leave_loop(iteration.tiles);
    return leave(after);
  }

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
  using InstructionValues = std::vector<std::pair<const llvm::Instruction*, Value>>;

  /// Indices by their formulas, and new carries for data.
  Start any_iteration(const PhiValues& formulas) const {
    Start start{formulas, machine_.memory.variables.cells()};
    for (std::size_t i = 0; i < entry_.size(); ++i) {
      const Value& initial = entry_[i].second;
      if (!initial.is_index()) start.phis[i].second = new_carries(initial, machine_.expressions);
    }
    for (auto& [place, cell] : start.cells)
      if (cell.value.is_data()) cell.value = new_carries(cell.value, machine_.expressions);
    return start;
  }

  Iteration follow(const Start& start) {
    Memory& memory = machine_.memory;
    memory.variables.cells() = start.cells;
    Iteration iteration{memory.tiles.enter_loop(), memory.outputs.enter_loop(), {}};
    machine_.path.loops.push_back(counter_);
    iteration.phis = walk_.run_iteration(shape_, start.phis);
    machine_.path.loops.pop_back();
    memory.tiles.end_iteration(iteration.tiles);
    return iteration;
  }

  /// An iteration may use data that the previous one read ahead or stored in a tile. It is then followed
  /// again, with formulas for that data.
  Iteration follow_until_known(const Start& start) {
    Memory& memory = machine_.memory;
    Symbols& symbols = machine_.symbols;
    const Memory::State state = memory.state();
    const Conditions conditions_before = symbols.conditions();
    Iteration iteration = follow(start);
    const Conditions conditions = symbols.conditions();
    symbols.restore(conditions_before);
    find_read_ahead(start, state.cells, iteration.phis);
    if (!memory.tiles.note_carried(iteration.tiles, counter_) && read_ahead_.empty()) {
      symbols.restore(conditions);
      return iteration;
    }
    memory.restore(state);
    NodeMap known = read_ahead_.now();
    Start now = start;
    for (auto& [phi, value] : now.phis) replace(value, known, machine_.expressions);
    for (auto& [place, cell] : now.cells) replace(cell.value, known, machine_.expressions);
    return follow(now);
  }

  void find_read_ahead(const Start& start, const Variables::Cells& before, const PhiValues& next) {
    for (std::size_t i = 0; i < entry_.size(); ++i)
      read_ahead_.find(start.phis[i].second, entry_[i].second, next[i].second);
    const Variables::Cells& cells = machine_.memory.variables.cells();
    for (const auto& [place, cell] : start.cells)
      read_ahead_.find(cell.value, before.at(place).value, cells.at(place).value);
  }

  /// Puts in what was read from tiles that earlier iterations filled.
  void close_double_buffers(Iteration& iteration) {
    NodeMap found = machine_.memory.tiles.close_double_buffers(iteration.tiles, counter_);
    if (found.empty()) return;
    for (auto& [phi, value] : iteration.phis) replace(value, found, machine_.expressions);
    for (auto& [place, cell] : machine_.memory.variables.cells())
      replace(cell.value, found, machine_.expressions);
    machine_.memory.outputs.replace(found);
  }

  PhiValues phis_after(const PhiValues& formulas, const Start& start, const PhiValues& next) {
    Symbols& symbols = machine_.symbols;
    PhiValues result;
    for (std::size_t i = 0; i < entry_.size(); ++i) {
      const auto& [phi, initial] = entry_[i];
      Value value = formulas[i].second;
      if (value.is_index()) {
        value.number = symbols.substitute(value.number, {{counter_, symbols[counter_].count}});
      } else if (!initial.is_index()) {
        value = after(start.phis[i].second, initial, next[i].second);
      }
      result.push_back({phi, value});
    }
    return result;
  }

  /// What variables in memory hold after the loop.
  void close_cells(const Start& start, const Variables::Cells& before, std::uint64_t time_before) {
    Variables& variables = machine_.memory.variables;
    for (auto& [place, cell] : variables.cells()) {
      const auto found = before.find(place);
      if (found == before.end()) {
        cell.value = Value::of_data(machine_.expressions.opaque("a variable is first written in a loop"));
        continue;
      }
      const Value& old = found->second.value;
      if (old.is_data()) {
        cell.value = after(start.cells.at(place).value, old, cell.value);
      } else if (cell.value.kind != old.kind || cell.value.row != old.row ||
                 !(cell.value.number == old.number)) {
        // The followed iteration read what was there before the first one.
        if (variables.was_read(place, time_before)) reject("a loop counts in memory");
        cell.value = {};
      }
    }
  }

  /// The value after the loop of a variable that an iteration changes from `carry` to `last`, lane by lane.
  Value after(const Value& carry, const Value& initial, const Value& last) {
    if (carry.is_vector()) {
      if (!last.is_vector() || last.lanes.size() != carry.lanes.size()) return {};
      std::vector<Value> lanes;
      for (std::size_t i = 0; i < carry.lanes.size(); ++i)
        lanes.push_back(after(carry.lanes[i], initial.lanes[i], last.lanes[i]));
      return Value::of_lanes(std::move(lanes));
    }
    if (last.is_data() && machine_.expressions[last.row].kind == NodeKind::opaque) return last;
    if (!carry.is_data() || !last.is_data()) return {};
    if (const auto* delay = read_ahead_.of(carry.row)) return Value::of_data(delay->after);
    const Node result = after_loop(carry.row, initial.row, last.row, counter_, machine_.expressions);
    if (machine_.expressions.contains(last.row, carry.row)) last_[last.row] = result;
    return Value::of_data(result);
  }

  /// The values that the last iteration of a "do" loop computed, for uses behind the loop.
  InstructionValues computed_last() const {
    Symbols& symbols = machine_.symbols;
    Expressions& expressions = machine_.expressions;
    const Substitution last{{counter_, symbols[counter_].count - 1}};
    InstructionValues result;
    for (const llvm::BasicBlock* block : shape_.loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const bool is_used = llvm::any_of(instruction.users(), [&](const llvm::User* user) {
          return !shape_.loop.contains(llvm::cast<llvm::Instruction>(user));
        });
        const Value* known = machine_.environment.find(&instruction);
        if (!is_used || known == nullptr) continue;
        Value value = *known;
        if (value.is_index()) {
          value.number = symbols.substitute(value.number, last);
        } else if (value.is_data() && expressions[value.row].kind == NodeKind::load) {
          value.row = expressions.substitute(value.row, last);
        } else {
          continue;
        }
        result.push_back({&instruction, std::move(value)});
      }
    }
    return result;
  }

  /// Goes on behind the loop. Only the values of its phis remain; of a "do" loop, the values that its phis
  /// would have next.
  Arrival leave(const PhiValues& after) {
    Environment& environment = machine_.environment;
    const auto computed = shape_.tests_first ? InstructionValues{} : computed_last();
    for (const llvm::BasicBlock* block : shape_.loop.blocks())
      for (const llvm::Instruction& instruction : *block) environment.forget(&instruction);
    if (shape_.tests_first) {
      environment.set(after);
      return walk_.leave_loop(shape_);
    }
    for (const auto& [instruction, value] : computed) environment.set(instruction, value);
    for (const auto& [phi, value] : after) {
      const llvm::Value* next = phi->getIncomingValueForBlock(shape_.latch);
      if (llvm::isa<llvm::Instruction>(next)) environment.set(next, value);
    }
    for (const auto& [phi, value] : after) environment.forget(phi);
    return walk_.leave_loop(shape_);
  }

  const LoopShape& shape_;
  const PhiValues& entry_;
  const Symbol counter_;
  Machine& machine_;
  Walk& walk_;
  ReadAhead read_ahead_;
  NodeMap last_;  ///< what sums are after an iteration, and after the loop
};

/// Iterations while distance - step * counter is not negative.
Polynomial steps_down(const Polynomial& distance, const Polynomial& step, Symbols& symbols) {
  if (!symbols.is_known(step) || !symbols.is_never_negative(step) || step.is_zero())
    reject("a loop does not count towards its bound");
  constexpr const char* kReason = "a loop's bound may be below its start";
  const Polynomial bound = step == Polynomial(1) ? symbols.pull_into_minimum(distance + step, kReason)
                                                 : symbols.with_global_ids(distance + step);
  symbols.require_not_negative(bound, kReason);
  return symbols.quotient(bound, step);
}

/// Iterations until distance - step * counter is 0.
Polynomial steps_to(Polynomial distance, Polynomial step, Symbols& symbols) {
  if (step.constant() < 0) {
    step = step * -1;
    distance = distance * -1;
  }
  symbols.require_not_negative(distance, "a loop's bound may be below its start");
  symbols.require_zero(symbols.remainder(distance, step), "a loop may step over its bound");
  return symbols.quotient(distance, step);
}

/// The number of iterations of a loop that goes on while the condition, a function of its counter, holds.
Polynomial trip_count(Condition goes_on, Symbol counter, Symbols& symbols, Expressions& expressions) {
  if (expressions.is_never(goes_on)) return {};
  const ConditionRow row = expressions.condition(goes_on);
  if (row.kind == ConditionKind::both)
    return symbols.minimum(trip_count(row.left, counter, symbols, expressions),
                           trip_count(row.right, counter, symbols, expressions));
  Polynomial distance;
  const Polynomial step = row.value.coefficient_of(counter, &distance) * -1;
  if (row.kind == ConditionKind::not_negative) return steps_down(distance, step, symbols);
  if (row.kind != ConditionKind::not_zero || !step.is_constant() || step.is_zero())
    reject("a loop's number of iterations is not understood");
  return steps_to(distance, step, symbols);
}

/// Loops of up to this many iterations are followed one by one: those of private arrays and of tiles.
constexpr std::int64_t kMostIterations = 64;

Polynomial iterations(const LoopShape& shape, const PhiValues& entry, Symbol counter, Machine& machine) {
  const auto test = Induction(shape, entry, counter, machine).test();
  machine.symbols.set_place(shape.test->getDebugLoc().get());
  if (!test) reject("a loop's number of iterations is not understood");
  const Polynomial count = trip_count(*test, counter, machine.symbols, machine.expressions);
  return shape.tests_first ? count : count + 1;
}

}  // namespace

Arrival run_loop(const llvm::Loop& loop, const PhiValues& entry, Machine& machine, Walk& walk) {
  const LoopShape shape(loop);
  const Symbol counter = machine.symbols.make_counter();
  const Polynomial count = iterations(shape, entry, counter, machine);
  machine.symbols.set_count(counter, count);
  if (!count.is_constant() || count.constant() > kMostIterations)
    return LoopSummary(shape, entry, counter, machine, walk).run();
  PhiValues phis = entry;
  for (std::int64_t i = 0; i < count.constant(); ++i) phis = walk.run_iteration(shape, phis);
  if (shape.tests_first) machine.environment.set(phis);
  return walk.leave_loop(shape);
}

}  // namespace quadcl::compiler::recognise
