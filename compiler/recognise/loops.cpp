// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/recognise/work_item.h"

namespace quadcl::compiler::recognise {
namespace {

/// Loops of up to this many rounds are followed round by round: those of private arrays and of tiles.
constexpr std::int64_t kMostRounds = 64;
constexpr unsigned kDeepestStep = 32;

}  // namespace

/// A loop with one way out: tested before each round ("while") or after it ("do").
struct WorkItem::LoopShape {
  const llvm::Loop& loop;
  const llvm::BasicBlock* header;
  const llvm::BasicBlock* latch;
  const llvm::BasicBlock* exiting;
  const llvm::BasicBlock* inside;  ///< where the test goes on
  const llvm::BasicBlock* outside;
  const llvm::BranchInst* test;
  bool tests_first;

  explicit LoopShape(const llvm::Loop& of)
      : loop(of), header(of.getHeader()), latch(of.getLoopLatch()), exiting(of.getExitingBlock()) {
    if (latch == nullptr || exiting == nullptr) reject("a loop has several ways out or round");
    test = llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator());
    if (test == nullptr || test->isUnconditional()) reject("its control flow is not structured");
    const bool first_inside = loop.contains(test->getSuccessor(0));
    inside = test->getSuccessor(first_inside ? 0 : 1);
    outside = test->getSuccessor(first_inside ? 1 : 0);
    tests_first = exiting == header && exiting != latch;
    if (!tests_first && exiting != latch) reject("a loop is left in the middle");
  }

  bool goes_on_if_true() const { return test->getSuccessor(0) == inside; }
};

/// Whether the value is the same in every iteration; if so, it has a value from here on.
bool WorkItem::make_invariant(const llvm::Value* value, const llvm::Loop& loop, unsigned depth) {
  if (loop.isLoopInvariant(value)) return true;
  const auto* instruction = llvm::cast<llvm::Instruction>(value);
  const bool pure = llvm::isa<llvm::CastInst, llvm::BinaryOperator>(instruction) ||
                    (llvm::isa<llvm::CallInst>(instruction) && !instruction->mayHaveSideEffects());
  if (!pure || depth > kDeepestStep) return false;
  const auto* called = llvm::dyn_cast<llvm::CallInst>(instruction);
  const auto operands = called != nullptr ? called->args() : instruction->operands();
  for (const llvm::Use& operand : operands)
    if (!make_invariant(operand, loop, depth + 1)) return false;
  values_[instruction] = evaluate(*instruction);
  return true;
}

/// What an iteration adds to the phi, if that is the same each time.
std::optional<Polynomial> WorkItem::step_of(const llvm::Value* value, const llvm::PHINode* phi,
                                            unsigned depth) {
  if (value == phi) return Polynomial();
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  const llvm::Loop* loop = loops_.getLoopFor(phi->getParent());
  if (instruction == nullptr || !loop->contains(instruction) || depth > kDeepestStep) return {};
  const auto invariant = [&](const llvm::Value* operand) -> std::optional<Polynomial> {
    if (!make_invariant(operand, *loop, 0)) return {};
    const Value& result = value_of(operand);
    return result.kind == ValueKind::integer ? std::optional(result.number) : std::nullopt;
  };
  const auto sum = [](const std::optional<Polynomial>& x, const std::optional<Polynomial>& y) {
    return x && y ? std::optional(*x + *y) : std::nullopt;
  };
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(instruction)) {
    auto total = step_of(gep->getPointerOperand(), phi, depth + 1);
    const Offset* offset = offset_of(*gep);
    if (!total || offset == nullptr) return {};
    total = *total + Polynomial(offset->fixed);
    for (const auto& [index, scale] : offset->scaled) {
      const auto number = invariant(index);
      if (!number) return {};
      if (index->getType()->getIntegerBitWidth() < 64)
        exact(Value::of_integer(*number), index->getType()->getIntegerBitWidth(), false);
      total = *total + *number * Polynomial(scale);
    }
    return total;
  }
  // Widening and narrowing change nothing: where they would, `exact` refuses when the iteration is followed.
  if (llvm::isa<llvm::TruncInst, llvm::SExtInst, llvm::ZExtInst>(instruction))
    return step_of(instruction->getOperand(0), phi, depth + 1);
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction)) {
    llvm::Value* low = nullptr;
    using namespace llvm::PatternMatch;
    if (match(operation, m_AShr(m_Shl(m_Value(low), m_SpecificInt(32)), m_SpecificInt(32))))
      return step_of(low, phi, depth + 1);
  }
  const llvm::Value* left = instruction->getNumOperands() == 2 ? instruction->getOperand(0) : nullptr;
  if (left == nullptr) return {};
  const llvm::Value* right = instruction->getOperand(1);
  const bool adds = instruction->getOpcode() == llvm::Instruction::Add ||
                    (instruction->getOpcode() == llvm::Instruction::Or &&
                     llvm::cast<llvm::PossiblyDisjointInst>(instruction)->isDisjoint());
  if (adds) {
    if (auto total = sum(step_of(left, phi, depth + 1), invariant(right))) return total;
    return sum(step_of(right, phi, depth + 1), invariant(left));
  }
  if (instruction->getOpcode() == llvm::Instruction::Sub) {
    const auto taken = invariant(right);
    return sum(step_of(left, phi, depth + 1), taken ? std::optional(*taken * -1) : std::nullopt);
  }
  return {};
}

/// Whether the phi changes between 0 and 1.
static bool is_toggled(const llvm::Value* next, const llvm::PHINode* phi) {
  using namespace llvm::PatternMatch;
  return match(next, m_c_Xor(m_Specific(phi), m_One())) || match(next, m_Sub(m_One(), m_Specific(phi)));
}

/// The value of an index or pointer after so many iterations; unknown if it does not move in equal steps.
Value WorkItem::induction(const LoopShape& shape, const llvm::PHINode* phi, const Value& initial,
                          const Polynomial& times) {
  const llvm::Value* next = phi->getIncomingValueForBlock(shape.latch);
  if (is_toggled(next, phi) && initial.kind == ValueKind::integer && initial.number.is_constant() &&
      (initial.number.constant() == 0 || initial.number.constant() == 1))
    return Value::of_integer(symbols_.remainder(initial.number + times, 2));
  const auto step = step_of(next, phi);
  if (!step) return {};
  Value value = initial;
  value.number = value.number + *step * times;
  return value;
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

Value WorkItem::close_lanes(const Value& carry, const Value& initial, const Value& last, Symbol counter) {
  if (carry.kind == ValueKind::vector) {
    if (last.kind != ValueKind::vector || last.lanes.size() != carry.lanes.size()) return {};
    std::vector<Value> lanes;
    for (std::size_t i = 0; i < carry.lanes.size(); ++i)
      lanes.push_back(close_lanes(carry.lanes[i], initial.lanes[i], last.lanes[i], counter));
    return Value::of_lanes(std::move(lanes));
  }
  if (carry.kind != ValueKind::data || last.kind != ValueKind::data) return {};
  return Value::of_data(close(carry.row, initial.row, last.row, counter));
}

/// How many rounds a loop does that goes on while the condition holds, a function of the counter.
Polynomial WorkItem::trip_count(Condition goes_on, Symbol counter) {
  if (expressions_.is_never(goes_on)) return {};
  const ConditionRow row = expressions_.condition(goes_on);
  Polynomial rest;
  Polynomial step = row.value.coefficient_of(counter, &rest) * -1;
  if (row.kind == ConditionKind::not_negative) {
    if (!symbols_.is_known(step) || !symbols_.is_never_negative(step) || step.is_zero())
      reject("a loop does not count towards its bound");
    symbols_.require_not_negative(rest + step, "a loop's bound is below its start");
    return symbols_.quotient(rest + step, step);
  }
  if (row.kind != ConditionKind::not_zero || !step.is_constant() || step.is_zero())
    reject("a loop's number of rounds is not understood");
  if (step.constant() < 0) {
    step = step * -1;
    rest = rest * -1;
  }
  symbols_.require_not_negative(rest, "a loop's bound is below its start");
  symbols_.require_zero(symbols_.remainder(rest, step), "a loop steps over its bound");
  return symbols_.quotient(rest, step);
}

/// How far the index that the loop tests moves in an iteration, where that is a constant.
void WorkItem::note_step(Condition goes_on, Symbol counter) {
  const Polynomial step = expressions_.condition(goes_on).value.coefficient_of(counter);
  if (step.is_constant()) symbols_.set_step(counter, static_cast<unsigned>(std::abs(step.constant())));
}

/// The test after iteration `counter` of a "do" loop, if it only looks at an index.
std::optional<Condition> WorkItem::test_ahead(const LoopShape& shape, const PhiValues& entry,
                                              Symbol counter) {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(shape.test->getCondition());
  if (compare == nullptr) return {};
  llvm::SmallVector<std::pair<const llvm::Value*, Value>, 2> found;
  for (const llvm::Value* operand : compare->operands()) {
    if (shape.loop.isLoopInvariant(operand)) continue;
    bool known = false;
    for (const auto& [phi, initial] : entry) {
      const auto ahead = step_of(operand, phi);
      const Value now = ahead ? induction(shape, phi, initial, Polynomial::symbol(counter)) : Value{};
      if (now.kind != ValueKind::integer) continue;
      found.push_back({operand, Value::of_integer(now.number + *ahead)});
      known = true;
      break;
    }
    if (!known) return {};
  }
  for (const auto& [operand, value] : found) values_[operand] = value;
  const Value result = this->compare(*compare);
  for (const auto& [operand, value] : found) values_.erase(operand);
  return result.row;
}

/// From behind the header's test, or from the header, to the next arrival there.
WorkItem::Arrival WorkItem::run_body(const LoopShape& shape) {
  if (shape.tests_first) return branch_side(shape.header, shape.inside, shape.header);
  if (shape.latch != shape.header) {
    const Arrival arrival = run_from(shape.header, shape.latch);
    if (arrival.block != shape.latch) reject("its control flow is not structured");
    bind(arrival.phis);
  }
  for (const llvm::Instruction& instruction : *shape.latch)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
  return edge(shape.latch, shape.header);
}

WorkItem::Arrival WorkItem::run_loop(const llvm::Loop& loop, const PhiValues& entry) {
  const LoopShape shape(loop);
  const Symbol counter = symbols_.make_counter();
  std::optional<Condition> test;
  if (shape.tests_first) {
    for (const auto& [phi, initial] : entry) {
      const bool counts = initial.kind == ValueKind::integer || initial.kind == ValueKind::pointer;
      values_[phi] = counts ? induction(shape, phi, initial, Polynomial::symbol(counter)) : Value{};
    }
    for (const llvm::Instruction& instruction : *shape.header) {
      if (instruction.mayHaveSideEffects()) reject("a loop's test has side effects");
      const bool for_data = llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator() ||
                            instruction.getType()->isFPOrFPVectorTy() || instruction.mayReadFromMemory();
      if (!for_data) execute(instruction);
    }
    const Value& value = value_of(shape.test->getCondition());
    if (value.kind == ValueKind::condition) test = value.row;
  } else {
    test = test_ahead(shape, entry, counter);
  }
  if (!test) reject("a loop's number of rounds is not understood");
  if (!shape.goes_on_if_true()) test = expressions_.invert(*test);
  Polynomial count = trip_count(*test, counter);
  note_step(*test, counter);
  if (!shape.tests_first) count = count + 1;
  symbols_.set_count(counter, count);
  if (count.is_constant() && count.constant() <= kMostRounds) return unroll(shape, entry, count.constant());
  return summarise(shape, entry, counter);
}

void WorkItem::mark_carried(Value& value) {
  if (value.kind == ValueKind::data) value.row = expressions_.carried(value.row);
  for (Value& lane : value.lanes) mark_carried(lane);
}

WorkItem::Arrival WorkItem::unroll(const LoopShape& shape, PhiValues phis, std::int64_t count) {
  for (std::int64_t round = 0; round < count; ++round) {
    bind(phis);
    if (shape.tests_first) {
      for (const llvm::Instruction& instruction : *shape.header)
        if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
    }
    Arrival arrival = run_body(shape);
    if (arrival.block != shape.header) reject("its control flow is not structured");
    for (auto& [phi, value] : arrival.phis) mark_carried(value);
    if (!shape.tests_first && round + 1 == count) return edge(shape.latch, shape.outside);
    phis = std::move(arrival.phis);
  }
  bind(phis);
  for (const llvm::Instruction& instruction : *shape.header)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
  return edge(shape.header, shape.outside);
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
  for (auto& [object, buffer] : double_buffers_) {
    if (buffer.is_closed() || buffer.counter() != counter) continue;
    const std::uint32_t tile = object;
    const bool mixed = std::any_of(accesses_.begin(), accesses_.end(), [&](const Access& access) {
      const auto position = static_cast<std::size_t>(&access - accesses_.data());
      return access.object == tile && (!access.is_write || position >= first_access);
    });
    if (mixed || !context_.loops.empty()) reject("a tile is used in halves and as a whole");
    buffer.close(objects_[object], tiles_[object], iteration, symbols_, expressions_, found);
  }
  if (found.empty()) return;
  for (auto& [phi, value] : phis) replace(value, found);
  for (auto& [place, cell] : cells_) replace(cell.value, found);
  for (Output& output : outputs_) output.value = expressions_.replace(output.value, found);
}

/// What variables in memory hold after a loop, which began with `carried` in them. `first_step`: of the loop.
void WorkItem::close_cells(const Cells& before, const Cells& carried, Symbol counter,
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
      cell.value = close_lanes(carried.at(place).value, old, cell.value, counter);
    } else if (cell.value.kind != old.kind || cell.value.row != old.row ||
               !(cell.value.number == old.number)) {
      // The iteration that was followed read what was there before the first one.
      if (was_read(place)) reject("a loop counts in memory");
      cell.value = {};
    }
  }
}

WorkItem::Arrival WorkItem::summarise(const LoopShape& shape, const PhiValues& entry, Symbol counter) {
  const Polynomial index = Polynomial::symbol(counter);
  const std::size_t first_access = accesses_.size(), first_output = outputs_.size();
  const unsigned first_segment = segment_;
  const std::uint64_t first_step = steps_;
  const std::set<Node> loads_before = loaded_;
  std::map<std::uint32_t, std::size_t> tile_sizes;
  for (auto& [object, tile] : tiles_) {
    tile.begin_loop();
    tile_sizes[object] = tile.count();
  }

  PhiValues bound;
  for (const auto& [phi, initial] : entry) {
    const bool counts = initial.kind == ValueKind::integer || initial.kind == ValueKind::pointer;
    bound.push_back({phi, counts ? induction(shape, phi, initial, index) : carry_lanes(initial)});
  }
  const Cells cells_before = cells_;
  Cells cells_carried;
  for (auto& [place, cell] : cells_) {
    if (cell.value.kind == ValueKind::data) cell.value = carry_lanes(cell.value);
    cells_carried[place] = cell;
  }
  struct CarriedOutput {
    std::size_t output;
    Node carry, initial;
  };
  std::vector<CarriedOutput> carried_outputs;
  for (std::size_t i = 0; i < first_output; ++i) {
    if (!is_prefix(outputs_[i].context.loops, context_.loops)) continue;
    const Node carry = expressions_.new_carry();
    carried_outputs.push_back({i, carry, outputs_[i].value});
    outputs_[i].value = carry;
  }

  context_.loops.push_back(counter);
  const std::size_t first_access_around = std::exchange(first_access_of_loop_, first_access);
  bind(bound);
  if (shape.tests_first) {
    for (const llvm::Instruction& instruction : *shape.header)
      if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) execute(instruction);
  }
  Arrival arrival = run_body(shape);
  if (arrival.block != shape.header) reject("its control flow is not structured");
  context_.loops.pop_back();
  first_access_of_loop_ = first_access_around;
  check_wrap_around(first_access, first_segment);
  close_double_buffers(counter, first_access, {first_segment, segment_}, arrival.phis);

  PhiValues after;
  for (std::size_t i = 0; i < entry.size(); ++i) {
    const auto& [phi, initial] = entry[i];
    const bool counts = initial.kind == ValueKind::integer || initial.kind == ValueKind::pointer;
    after.push_back({phi, counts ? induction(shape, phi, initial, symbols_[counter].count)
                                 : close_lanes(bound[i].second, initial, arrival.phis[i].second, counter)});
  }
  close_cells(cells_before, cells_carried, counter, first_step);
  for (const CarriedOutput& carried : carried_outputs) {
    Node& value = outputs_[carried.output].value;
    value = close(carried.carry, carried.initial, value, counter);
  }
  for (std::size_t i = first_output; i < outputs_.size(); ++i)
    accumulate_in_memory(outputs_[i], counter, loads_before);
  for (auto& [object, tile] : tiles_)
    if (tile_sizes.contains(object)) tile.end_loop();

  // What the loop computed is gone but for the phis; a "do" loop's results are what its phis would be next.
  for (const llvm::BasicBlock* block : shape.loop.blocks())
    for (const llvm::Instruction& instruction : *block) values_.erase(&instruction);
  bind(after);
  if (!shape.tests_first) {
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
