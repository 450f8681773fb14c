// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/follow/loop_summary.h"

#include "compiler/recognise/follow/induction.h"
#include "compiler/recognise/values/accumulation.h"

namespace quadcl::compiler::recognise {

Arrival LoopSummary::run() {
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

/// Indices by their formulas, and new carries for data.
LoopSummary::Start LoopSummary::any_iteration(const PhiValues& formulas) const {
  Start start{formulas, machine_.memory.variables.cells()};
  for (std::size_t i = 0; i < entry_.size(); ++i) {
    const Value& initial = entry_[i].second;
    if (!initial.is_index()) start.phis[i].second = new_carries(initial, machine_.expressions);
  }
  for (auto& [place, cell] : start.cells)
    if (cell.value.is_data()) cell.value = new_carries(cell.value, machine_.expressions);
  return start;
}

LoopSummary::Iteration LoopSummary::follow(const Start& start) {
  Memory& memory = machine_.memory;
  memory.variables.cells() = start.cells;
  Iteration iteration{memory.tiles.enter_loop(), memory.outputs.enter_loop(), {}};
  machine_.path.loops.push_back(counter_);
  iteration.phis = walk_.run_iteration(shape_, start.phis);
  machine_.path.loops.pop_back();
  memory.tiles.end_iteration(iteration.tiles);
  return iteration;
}

/// An iteration may use data that the previous one read ahead or stored in a tile. It is then followed again,
/// with formulas for that data.
LoopSummary::Iteration LoopSummary::follow_until_known(const Start& start) {
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

void LoopSummary::find_read_ahead(const Start& start, const Variables::Cells& before, const PhiValues& next) {
  for (std::size_t i = 0; i < entry_.size(); ++i)
    read_ahead_.find(start.phis[i].second, entry_[i].second, next[i].second);
  const Variables::Cells& cells = machine_.memory.variables.cells();
  for (const auto& [place, cell] : start.cells)
    read_ahead_.find(cell.value, before.at(place).value, cells.at(place).value);
}

/// Puts in what was read from tiles that earlier iterations filled.
void LoopSummary::close_double_buffers(Iteration& iteration) {
  NodeMap found = machine_.memory.tiles.close_double_buffers(iteration.tiles, counter_);
  if (found.empty()) return;
  for (auto& [phi, value] : iteration.phis) replace(value, found, machine_.expressions);
  for (auto& [place, cell] : machine_.memory.variables.cells())
    replace(cell.value, found, machine_.expressions);
  machine_.memory.outputs.replace(found);
}

PhiValues LoopSummary::phis_after(const PhiValues& formulas, const Start& start, const PhiValues& next) {
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
void LoopSummary::close_cells(const Start& start, const Variables::Cells& before, std::uint64_t time_before) {
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
Value LoopSummary::after(const Value& carry, const Value& initial, const Value& last) {
  if (carry.is_vector()) {
    if (!last.is_vector() || last.lanes.size() != carry.lanes.size()) return {};
    std::vector<Value> lanes;
    for (std::size_t i = 0; i < carry.lanes.size(); ++i)
      lanes.push_back(after(carry.lanes[i], initial.lanes[i], last.lanes[i]));
    return Value::of_lanes(std::move(lanes));
  }
  if (!carry.is_data() || !last.is_data()) return {};
  if (const auto* delay = read_ahead_.of(carry.row)) return Value::of_data(delay->after);
  const Node result = after_loop(carry.row, initial.row, last.row, counter_, machine_.expressions);
  if (machine_.expressions.contains(last.row, carry.row)) last_[last.row] = result;
  return Value::of_data(result);
}

/// The values that the last iteration of a "do" loop computed, for uses behind the loop.
LoopSummary::InstructionValues LoopSummary::computed_last() const {
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
Arrival LoopSummary::leave(const PhiValues& after) {
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

}  // namespace quadcl::compiler::recognise
