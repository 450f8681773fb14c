// SPDX-License-Identifier: Apache-2.0
// A loop that is followed once, with its counter as a symbol.
#include <algorithm>

#include "compiler/recognise/loop_shape.h"

namespace quadcl::compiler::recognise {

/// What a work-item has done so far, to go back to.
struct WorkItem::State {
  Cells cells;
  std::map<std::uint32_t, Tile> tiles;
  std::map<std::uint32_t, DoubleBuffer> double_buffers;
  std::vector<Output> outputs;
  std::unordered_multimap<std::size_t, std::size_t> output_index;
  std::set<Node> loaded;
  std::vector<Access> accesses;
  unsigned segment;
};

/// One iteration: what it started from and what it left.
struct WorkItem::Iteration {
  struct CarriedOutput {
    std::size_t output;
    Node carry, initial;
  };
  std::size_t first_access, first_output;
  unsigned first_segment;
  std::set<Node> loads_before;
  std::set<std::uint32_t> tiles;
  std::vector<CarriedOutput> outputs;
  Arrival arrival;
};

WorkItem::State WorkItem::state() const {
  return {cells_, tiles_, double_buffers_, outputs_, output_index_, loaded_, accesses_, segment_};
}

void WorkItem::restore(const State& state) {
  cells_ = state.cells;
  tiles_ = state.tiles;
  double_buffers_ = state.double_buffers;
  outputs_ = state.outputs;
  output_index_ = state.output_index;
  loaded_ = state.loaded;
  accesses_ = state.accesses;
  segment_ = state.segment;
}

/// Data from before the iteration, lane by lane.
Value WorkItem::carry_lanes(const Value& initial) {
  if (initial.kind == ValueKind::vector) {
    std::vector<Value> lanes;
    for (const Value& lane : initial.lanes) lanes.push_back(carry_lanes(lane));
    return Value::of_lanes(std::move(lanes));
  }
  if (initial.kind != ValueKind::data) return {};
  return Value::of_data(expressions_.new_carry());
}

static bool take_apart(Expressions& expressions, Node node, Node carry,
                       std::vector<std::vector<Node>>& groups, bool& reorderable);

/// Of "condition ? x + terms : x": x and the terms, each 0 where the condition does not hold.
static std::optional<std::pair<Node, std::vector<Node>>> conditional_terms(Expressions& expressions,
                                                                           const NodeRow& choice,
                                                                           bool& reorderable) {
  for (const bool adds_left : {true, false}) {
    const Node base = adds_left ? choice.right : choice.left, longer = adds_left ? choice.left : choice.right;
    std::vector<std::vector<Node>> groups;
    if (!expressions.contains(longer, base) || !take_apart(expressions, longer, base, groups, reorderable))
      continue;
    std::vector<Node> terms;
    const Node zero = expressions.constant(0, 4);
    for (const auto& group : groups) {
      const NodeKind kind = expressions[group.front()].kind;
      if (kind == NodeKind::sum || kind == NodeKind::continued_sum) return {};
      terms.push_back(expressions.select(choice.condition, adds_left ? group.front() : zero,
                                         adds_left ? zero : group.front()));
    }
    return std::pair(base, std::move(terms));
  }
  return {};
}

/// A sum of groups of terms, each added to the carry in turn; empty if it is none.
static bool take_apart(Expressions& expressions, Node node, Node carry,
                       std::vector<std::vector<Node>>& groups, bool& reorderable) {
  std::vector<std::pair<Node, bool>> spine;
  while (node != carry) {
    const NodeRow row = expressions[node];
    if (row.kind == NodeKind::carried) {
      node = row.left;
      continue;
    }
    if (row.kind == NodeKind::sum) {
      spine.push_back({node, row.reorderable});
      node = row.left;
      continue;
    }
    if (row.kind == NodeKind::select) {
      // x + y on a condition, else x, is x plus what y is on that condition, and 0 elsewhere.
      const auto terms = conditional_terms(expressions, row, reorderable);
      if (!terms) return false;
      for (std::size_t i = terms->second.size(); i-- > 0;) spine.push_back({terms->second[i], reorderable});
      node = terms->first;
      continue;
    }
    if (row.kind != NodeKind::add) return false;
    const bool on_left = expressions.contains(row.left, carry);
    const Node other = on_left ? row.right : row.left;
    if (on_left == expressions.contains(row.right, carry)) return false;
    spine.push_back({other, row.reorderable});
    node = on_left ? row.left : row.right;
  }
  for (std::size_t i = spine.size(); i-- > 0;) {
    Node term = spine[i].first;
    reorderable = reorderable && spine[i].second;
    // A loop within the loop added its terms to the same accumulator.
    if (expressions[term].kind == NodeKind::sum && expressions.contains(term, carry)) {
      const NodeRow row = expressions[term];
      term = expressions.continued_sum(row.counter, row.groups, row.reorderable);
    }
    groups.push_back({term});
  }
  return true;
}

/// What stands after the loop where `last` is what an iteration makes of `carry`.
Node WorkItem::close(Node carry, Node initial, Node last, Symbol counter) {
  if (last == carry) return initial;
  std::vector<std::vector<Node>> groups;
  bool reorderable = true;
  if (!take_apart(expressions_, last, carry, groups, reorderable)) return expressions_.opaque();
  return expressions_.sum(initial, counter, std::move(groups), reorderable);
}

Value WorkItem::close_lanes(const Value& carry, const Value& initial, const Value& last, const Delays& delays,
                            Symbol counter) {
  if (carry.kind == ValueKind::vector) {
    if (last.kind != ValueKind::vector || last.lanes.size() != carry.lanes.size()) return {};
    std::vector<Value> lanes;
    for (std::size_t i = 0; i < carry.lanes.size(); ++i)
      lanes.push_back(close_lanes(carry.lanes[i], initial.lanes[i], last.lanes[i], delays, counter));
    return Value::of_lanes(std::move(lanes));
  }
  if (carry.kind != ValueKind::data || last.kind != ValueKind::data) return {};
  const auto delay = delays.find(carry.row);
  if (delay != delays.end()) return Value::of_data(delay->second.after);
  return Value::of_data(close(carry.row, initial.row, last.row, counter));
}

/// An output that each iteration reads back and adds to, at one place: a sum that starts with what was there.
void WorkItem::accumulate_in_memory(Output& output, Symbol counter, const std::set<Node>& loads_before) {
  const auto is_counter = [&](Symbol symbol) { return symbol == counter; };
  const auto depends = [&](const Polynomial& polynomial) { return symbols_.depends(polynomial, is_counter); };
  auto& loops = output.context.loops;
  if (!llvm::is_contained(loops, counter) || depends(output.address)) return;
  for (const Condition condition : output.context.conditions) {
    std::vector<Condition> parts;
    expressions_.conjuncts(condition, parts);
    for (const Condition part : parts) {
      const ConditionRow& row = expressions_.condition(part);
      if (row.kind != ConditionKind::not_negative || depends(row.value)) return;
    }
  }
  const Node old = expressions_.load(output.object, output.address, output.size);
  // What was read before the loop is another value of the same place.
  if (loads_before.contains(old) || !expressions_.contains(output.value, old)) return;
  output.value = close(old, old, output.value, counter);
  loops.erase(std::find(loops.begin(), loops.end(), counter));
}

void WorkItem::replace(Value& value, NodeMap& replacements) {
  if (value.kind == ValueKind::data) value.row = expressions_.replace(value.row, replacements);
  for (Value& lane : value.lanes) replace(lane, replacements);
}

/// Puts in what was read from halves of tiles that earlier iterations filled.
void WorkItem::close_double_buffers(Symbol counter, std::size_t first_access,
                                    DoubleBuffer::Iteration iteration, PhiValues& phis) {
  NodeMap found;
  std::vector<std::uint32_t> closed;
  for (auto& [object, buffer] : double_buffers_) {
    if (buffer.is_closed() || buffer.counter() != counter) continue;
    const std::uint32_t tile = object;
    const bool mixed = std::any_of(accesses_.begin(), accesses_.end(), [&](const Access& access) {
      const auto position = static_cast<std::size_t>(&access - accesses_.data());
      return access.object == tile && (!access.is_write || position >= first_access);
    });
    if (mixed || !context_.loops.empty()) reject("a tile is used in halves and as a whole");
    buffer.close(objects_[object], tiles_[object], iteration, symbols_, expressions_, found);
    if (carried_tiles_.erase(object) == 0) continue;
    tiles_[object] = buffer.left_behind(symbols_, expressions_);
    tiles_[object].begin_loop();
    closed.push_back(object);
  }
  for (const std::uint32_t object : closed) double_buffers_.erase(object);
  if (found.empty()) return;
  for (auto& [phi, value] : phis) replace(value, found);
  for (auto& [place, cell] : cells_) replace(cell.value, found);
  for (Output& output : outputs_) output.value = expressions_.replace(output.value, found);
}

/// Follows one iteration from these values of phis and variables.
WorkItem::Iteration WorkItem::follow_iteration(const LoopShape& shape, const PhiValues& bound,
                                               const Cells& cells, Symbol counter) {
  Iteration iteration{accesses_.size(), outputs_.size(), segment_, loaded_, {}, {}, {}};
  for (auto& [object, tile] : tiles_) {
    tile.begin_loop();
    iteration.tiles.insert(object);
  }
  cells_ = cells;
  for (std::size_t i = 0; i < iteration.first_output; ++i) {
    if (!is_prefix(outputs_[i].context.loops, context_.loops)) continue;
    const Node carry = expressions_.new_carry();
    iteration.outputs.push_back({i, carry, outputs_[i].value});
    outputs_[i].value = carry;
  }
  context_.loops.push_back(counter);
  const std::size_t first_access_around = std::exchange(first_access_of_loop_, iteration.first_access);
  bind(bound);
  if (shape.tests_first) {
    for (const llvm::Instruction& instruction : *shape.header)
      if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
  }
  iteration.arrival = run_body(shape);
  if (iteration.arrival.block != shape.header) reject("its control flow is not structured");
  context_.loops.pop_back();
  first_access_of_loop_ = first_access_around;
  return iteration;
}

/// Whether the loop reads a local tile before it writes it: it is noted, and its accesses are to be followed
/// again.
bool WorkItem::note_carried_tiles(const Iteration& iteration, Symbol counter) {
  bool found = false;
  for (const std::uint32_t object : iteration.tiles) {
    if (!tiles_[object].is_carried()) continue;
    const bool may_be = objects_[object].kind == ObjectKind::local && !double_buffers_.contains(object) &&
                        context_.loops.empty() && !carried_tiles_.contains(object);
    if (!may_be) reject("a loop reads a tile before it writes it");
    carried_tiles_[object] = counter;
    found = true;
  }
  return found;
}

/// What variables in memory hold after a loop, which began with `carried` in them. `first_step`: of the loop.
void WorkItem::close_cells(const Cells& before, const Cells& carried, const Delays& delays, Symbol counter,
                           std::uint64_t first_step) {
  const auto was_read = [&](const Place& place) {
    return llvm::any_of(integer_reads_,
                        [&](const auto& read) { return read.first == place && read.second <= first_step; });
  };
  for (auto& [place, cell] : cells_) {
    const auto found = before.find(place);
    if (found == before.end()) {
      cell.value = Value::of_data(expressions_.opaque());
      continue;
    }
    const Value& old = found->second.value;
    if (old.kind == ValueKind::data) {
      cell.value = close_lanes(carried.at(place).value, old, cell.value, delays, counter);
    } else if (cell.value.kind != old.kind || cell.value.row != old.row ||
               !(cell.value.number == old.number)) {
      // The iteration that was followed read what was there before the first one.
      if (was_read(place)) reject("a loop counts in memory");
      cell.value = {};
    }
  }
}

WorkItem::Arrival WorkItem::summarise(const LoopShape& shape, const PhiValues& entry, Symbol counter) {
  const PhiValues formulas = phi_formulas(shape, entry, counter);
  PhiValues bound = formulas;
  for (std::size_t i = 0; i < entry.size(); ++i)
    if (!is_index(entry[i].second)) bound[i].second = carry_lanes(entry[i].second);
  const Cells cells_before = cells_;
  Cells carried = cells_;
  for (auto& [place, cell] : carried)
    if (cell.value.kind == ValueKind::data) cell.value = carry_lanes(cell.value);

  const State start = state();
  const std::uint64_t first_step = steps_;
  const Conditions conditions_before = symbols_.conditions();
  Iteration iteration = follow_iteration(shape, bound, carried, counter);
  const Conditions conditions_of_iteration = symbols_.conditions();
  symbols_.restore(conditions_before);
  Delays delays;
  for (std::size_t i = 0; i < entry.size(); ++i)
    find_delays(bound[i].second, entry[i].second, iteration.arrival.phis[i].second, counter, delays);
  for (const auto& [place, cell] : carried)
    find_delays(cell.value, cells_before.at(place).value, cells_.at(place).value, counter, delays);
  if (note_carried_tiles(iteration, counter) || !delays.empty()) {
    // What is known now of the iteration before changes what this one computes.
    restore(start);
    NodeMap known;
    for (const auto& [carry, delay] : delays) known[carry] = delay.now;
    PhiValues now = bound;
    for (auto& [phi, value] : now) replace(value, known);
    Cells cells_now = carried;
    for (auto& [place, cell] : cells_now) replace(cell.value, known);
    iteration = follow_iteration(shape, now, cells_now, counter);
  } else {
    symbols_.restore(conditions_of_iteration);
  }
  check_wrap_around(iteration.first_access, iteration.first_segment);
  close_double_buffers(counter, iteration.first_access, {iteration.first_segment, segment_},
                       iteration.arrival.phis);

  PhiValues after;
  for (std::size_t i = 0; i < entry.size(); ++i) {
    const auto& [phi, initial] = entry[i];
    Value value = formulas[i].second;
    if (is_index(value)) {
      value.number = symbols_.substitute(value.number, {{counter, symbols_[counter].count}});
    } else if (!is_index(initial)) {
      value = close_lanes(bound[i].second, initial, iteration.arrival.phis[i].second, delays, counter);
    }
    after.push_back({phi, value});
  }
  close_cells(cells_before, carried, delays, counter, first_step);
  for (const auto& output : iteration.outputs) {
    Node& value = outputs_[output.output].value;
    value = close(output.carry, output.initial, value, counter);
  }
  for (std::size_t i = iteration.first_output; i < outputs_.size(); ++i)
    accumulate_in_memory(outputs_[i], counter, iteration.loads_before);
  for (const std::uint32_t object : iteration.tiles) {
    if (tiles_[object].is_carried()) reject("a loop reads a tile before it writes it");
    tiles_[object].end_loop();
  }
  return leave(shape, after, counter);
}

/// What the last iteration of a "do" loop computed, for those who use it behind the loop.
WorkItem::InstructionValues WorkItem::computed_last(const LoopShape& shape, Symbol counter) {
  const Substitution last{{counter, symbols_[counter].count - 1}};
  InstructionValues result;
  for (const llvm::BasicBlock* block : shape.loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const bool is_used = llvm::any_of(instruction.users(), [&](const llvm::User* user) {
        return !shape.loop.contains(llvm::cast<llvm::Instruction>(user));
      });
      const auto found = values_.find(&instruction);
      if (!is_used || found == values_.end()) continue;
      Value value = found->second;
      if (is_index(value)) {
        value.number = symbols_.substitute(value.number, last);
      } else if (value.kind == ValueKind::data && expressions_[value.row].kind == NodeKind::load) {
        value.row = expressions_.substitute(value.row, last);
      } else {
        continue;
      }
      result.push_back({&instruction, std::move(value)});
    }
  }
  return result;
}

/// Goes on behind a loop, of which only what its phis hold is left; of a "do" loop what they would hold next.
WorkItem::Arrival WorkItem::leave(const LoopShape& shape, const PhiValues& after, Symbol counter) {
  const auto computed = shape.tests_first ? InstructionValues{} : computed_last(shape, counter);
  for (const llvm::BasicBlock* block : shape.loop.blocks())
    for (const llvm::Instruction& instruction : *block) values_.erase(&instruction);
  bind(after);
  if (!shape.tests_first) {
    for (const auto& [instruction, value] : computed) values_[instruction] = value;
    for (const auto& [phi, value] : after) {
      const llvm::Value* next = phi->getIncomingValueForBlock(shape.latch);
      if (llvm::isa<llvm::Instruction>(next)) values_[next] = value;
    }
    for (const auto& [phi, value] : after) values_.erase(phi);
    return edge(shape.latch, shape.outside);
  }
  for (const llvm::Instruction& instruction : *shape.header)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
  return edge(shape.header, shape.outside);
}

/// The end of an iteration and the start of the next one are not parted by a barrier.
void WorkItem::check_wrap_around(std::size_t first_access, unsigned first_segment) {
  if (first_segment == segment_) return;
  for (std::size_t i = first_access; i < accesses_.size(); ++i) {
    if (accesses_[i].segment != first_segment) continue;
    for (std::size_t j = i + 1; j < accesses_.size(); ++j) {
      if (accesses_[j].segment == segment_ && accesses_[j].object == accesses_[i].object &&
          (accesses_[i].is_write || accesses_[j].is_write))
        reject("a tile is written with no barrier after the iteration before read it");
    }
  }
}

}  // namespace quadcl::compiler::recognise
