// SPDX-License-Identifier: Apache-2.0
// Control flow: lanes of a row go through the blocks together, in the order of LaneFlow.
#include <llvm/IR/CFG.h>

#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

/// A branch that is taken if the condition holds in any lane. For conditions that are true where a flag is
/// set.
BranchCondition any(Condition condition) {
  switch (condition) {
    case Condition::zero_set:
      return BranchCondition::any_zero_set;
    case Condition::zero_clear:
      return BranchCondition::any_zero_clear;
    case Condition::negative_set:
      return BranchCondition::any_negative_set;
    case Condition::negative_clear:
      return BranchCondition::any_negative_clear;
    case Condition::carry_set:
      return BranchCondition::any_carry_set;
    case Condition::carry_clear:
      return BranchCondition::any_carry_clear;
    default:
      return BranchCondition::always;
  }
}

const llvm::BasicBlock* only_successor(const llvm::BasicBlock& block) {
  return block.getTerminator()->getNumSuccessors() == 1 ? block.getTerminator()->getSuccessor(0) : nullptr;
}

}  // namespace

void Selector::add_blocks() {
  for (const llvm::BasicBlock* block : flow_.order()) {
    blocks_[block] = bodies_[block] = emit_.new_block(1 + flow_.loops(*block));
    if (flow_.is_meeting_point(*block)) bodies_[block] = emit_.new_block(1 + flow_.loops(*block));
  }
  end_block_ = emit_.new_block(1);
  if (runs_groups_) arrival_block_ = emit_.new_block(1);
}

/// The rest of the selected block goes to a new block behind this one.
std::uint32_t Selector::split_block(unsigned more_loops) {
  const std::uint32_t rest = emit_.new_block_behind(emit_.block(), 1 + flow_.loops(*block_) + more_loops);
  emit_.go_to(rest);
  return rest;
}

/// A block for rows that cannot go the way that most go.
std::uint32_t Selector::other_way() {
  return emit_.new_block_behind(emit_.block(), 1 + flow_.loops(*block_));
}

/// Goes there if flag Z is clear in any lane.
void Selector::leave_for(std::uint32_t other) {
  emit_.branch(BranchCondition::any_zero_clear, other);
  emit_.go_to(emit_.new_block_behind(emit_.block(), 1 + flow_.loops(*block_)));
}

/// Ends the way that most go, and the other one, which `select_other` selects.
void Selector::end_ways(std::uint32_t other, llvm::function_ref<void()> select_other) {
  const std::uint32_t usual = emit_.block();
  emit_.go_to(other);
  select_other();
  const std::uint32_t rest = split_block();
  emit_.go_to(usual);
  emit_.branch(BranchCondition::always, rest);
  emit_.go_to(rest);
}

/// Never negative: flag N must be clear in lanes that are not active.
Operand Selector::way_number(unsigned number) { return constant(number); }

/// Sets flag Z in the lanes that are on the way of the block, and clears the others.
void Selector::flag_active_lanes() { emit_.flags(AddOp::bit_xor, way_, way_number(flow_.running(*block_))); }

void Selector::select_block(const llvm::BasicBlock& block) {
  block_ = &block;
  counter_ = loop_counter(block);
  if (flow_.is_meeting_point(block)) meet(block);
  emit_.go_to(body_block(block));
  select_body(block);
  define_phis(block);
  end_block(block);
}

void Selector::select_body(const llvm::BasicBlock& block) {
  for (auto next = block.begin(); next != block.end();) {
    if (!result_.problem.empty()) return;
    const std::uint32_t start = emit_.block();
    const std::size_t first = emit_.code().blocks[start].operations.size();
    const auto begin = next++;
    if (program_.row_order != RowOrder::together)
      while (!begin->getType()->isVoidTy() && next != block.end() && !next->getType()->isVoidTy()) ++next;
    visit_rows(begin, next);
    if (!regions_.single() && emit_.block() == start) note_recipe(*begin, first);
  }
}

/// Control goes on if no lane waits here. At the only meeting point of all lanes, all do.
void Selector::meet(const llvm::BasicBlock& block) {
  emit_.go_to(code_block(block));
  if (all_lanes_are_active() && flow_.meets_alone(block)) return;
  const llvm::BasicBlock* behind = flow_.behind(block);
  emit_.flags(AddOp::bit_xor, way_, way_number(flow_.waiting(block)));
  if (flow_.waiting(block) != flow_.running(block))
    emit_.move_to(way_, way_number(flow_.running(block)), Condition::zero_set);
  emit_.branch(BranchCondition::all_zero_clear,
               unless_line_ends(block, behind != nullptr ? code_block(*behind) : end_block_));
}

/// Where lanes wait, control goes to the next place where some may.
void Selector::go_to_next_meeting_point() {
  const llvm::BasicBlock* next = flow_.next_meeting_point(flow_.position(*block_) + 1);
  emit_.branch(BranchCondition::always, next != nullptr ? code_block(*next) : end_block_);
}

/// Blocks behind a branch that all lanes of the way take together. They have no other predecessor, so their
/// phis only rename values.
bool Selector::is_reached_by_jump(const llvm::BasicBlock& block) const {
  const llvm::BasicBlock* from = block.getSinglePredecessor();
  return from != nullptr && from->getTerminator()->getNumSuccessors() > 1 && !flow_.parts(*from);
}

void Selector::visitPHINode(llvm::PHINode& phi) {
  if (!is_reached_by_jump(*phi.getParent())) return;
  const Parts target = parts(phi), source = parts(*phi.getIncomingValue(0));
  emit_.move_to(target.low, source.low);
  if (target.high.place != Place::none) emit_.move_to(target.high, source.high);
}

/// Values of phis are not alive before the blocks that choose between them.
void Selector::define_phis(const llvm::BasicBlock& block) {
  for (const llvm::BasicBlock* other : flow_.order()) {
    if (other->phis().empty() || is_reached_by_jump(*other) || &flow_.outside_dominator(*other) != &block)
      continue;
    for (const llvm::PHINode& phi : other->phis()) for_copies(phi, [&] { define(phi); });
  }
}

/// The value is undefined from here on.
void Selector::define(const llvm::PHINode& phi) {
  const Parts phi_parts = parts(phi);
  for (const Operand& part : {phi_parts.low, phi_parts.high}) {
    if (part.place == Place::none) continue;
    Operation define;
    define.kind = OperationKind::define;
    define.target = part;
    emit_.emit(define);
  }
}

void Selector::end_block(const llvm::BasicBlock& block) {
  const llvm::Instruction& terminator = *block.getTerminator();
  if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst>(terminator))
    return emit_.branch(BranchCondition::always, end_block_);
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
  if (branch == nullptr) return refuse(terminator, "it jumps to a place that is not known");
  if (const llvm::BasicBlock* next = only_successor(block)) return leave_together(block, *next);
  if (flow_.parts(block)) return part(*branch);
  jump(*branch);
}

/// All lanes of the way go to one block.
void Selector::leave_together(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  const auto copies = phi_copies(from, to);
  if (flow_.way(from) == flow_.way(to) && !flow_.passes_others(from)) {
    emit_copies(copies, Condition::always);
    return emit_.branch(BranchCondition::always, body_block(to));
  }
  Condition lanes = Condition::always;
  if (!all_lanes_are_active()) {
    flag_active_lanes();
    lanes = Condition::zero_set;
  }
  emit_copies(copies, lanes_of_copies(to, lanes));
  emit_.move_to(way_, way_number(flow_.waiting(to)), lanes);
  if (flow_.position(to) <= flow_.position(from)) go_back(to);
  go_to_next_meeting_point();
}

/// To the header of a loop, if any lane waits there.
void Selector::go_back(const llvm::BasicBlock& to) {
  emit_.flags(AddOp::bit_xor, way_, way_number(flow_.waiting(to)));
  emit_.branch(BranchCondition::any_zero_set, loop_start(to));
}

/// A branch with a condition that is the same in all lanes of the way.
void Selector::jump(const llvm::BranchInst& branch) {
  const llvm::BasicBlock *yes = branch.getSuccessor(0), *no = branch.getSuccessor(1);
  const bool only_active = !all_lanes_are_active();
  if (only_active) flag_active_lanes();
  Test taken = test(*branch.getCondition(), only_active ? Condition::zero_set : Condition::always);
  if (only_active && !taken.needs_set_flag()) {
    taken = taken.inverted();
    std::swap(yes, no);
  }
  emit_.branch(any(taken.condition), body_block(*yes));
  emit_.branch(BranchCondition::always, body_block(*no));
}

/// Lanes go different ways, and wait there.
void Selector::part(const llvm::BranchInst& branch) {
  const llvm::BasicBlock &from = *branch.getParent(), *yes = branch.getSuccessor(0),
                         *no = branch.getSuccessor(1);
  if (!shows_by_set_flag(*branch.getCondition())) std::swap(yes, no);
  if (const auto active = loops_by_flag(branch)) {
    loop_by_flag(branch, *active);
  } else if (all_lanes_are_active()) {
    part_all(branch);
  } else if (flow_.position(*no) > flow_.position(from)) {
    part_to_one(branch, *yes, *no);
  } else if (flow_.waiting(*no) == flow_.running(from)) {
    part_from_loop(branch, *yes, *no);
  } else {
    part_to_both(branch);
  }
  go_to_next_meeting_point();
}

void Selector::part_all(const llvm::BranchInst& branch) {
  const llvm::BasicBlock &from = *branch.getParent(), &yes = *branch.getSuccessor(0),
                         &no = *branch.getSuccessor(1);
  const auto if_yes = phi_copies(from, yes), if_no = phi_copies(from, no);
  emit_.move_to(way_, way_number(flow_.waiting(no)));
  const Test taken = test(*branch.getCondition(), Condition::always);
  emit_.move_to(way_, way_number(flow_.waiting(yes)), taken.condition);
  emit_copies(if_yes, lanes_of_copies(yes, taken.condition));
  emit_copies(if_no, lanes_of_copies(no, taken.inverted().condition));
  for (const llvm::BasicBlock* next : {&yes, &no})
    if (flow_.position(*next) <= flow_.position(from)) go_back(*next);
}

/// All active lanes first get what those need that go to `no`: it harms no others. A set flag shows those
/// that do not, and none that are not active.
void Selector::part_to_one(const llvm::BranchInst& branch, const llvm::BasicBlock& yes,
                           const llvm::BasicBlock& no) {
  const llvm::BasicBlock& from = *branch.getParent();
  const auto copies = phi_copies(from, yes), copies_of_no = phi_copies(from, no);
  flag_active_lanes();
  emit_copies(copies_of_no, Condition::zero_set);
  emit_.move_to(way_, way_number(flow_.waiting(no)), Condition::zero_set);
  Test taken = test(*branch.getCondition(), Condition::zero_set);
  if (!taken.needs_set_flag()) taken = taken.inverted();
  emit_.move_to(way_, way_number(flow_.waiting(yes)), taken.condition);
  emit_copies(copies, lanes_of_copies(yes, taken.condition));
  if (flow_.position(yes) <= flow_.position(from)) emit_.branch(any(taken.condition), loop_start(yes));
}

/// Lanes that a set flag shows leave the loop. The others go back to its header, with the number that they
/// have.
void Selector::part_from_loop(const llvm::BranchInst& branch, const llvm::BasicBlock& yes,
                              const llvm::BasicBlock& no) {
  const llvm::BasicBlock& from = *branch.getParent();
  const auto if_yes = phi_copies(from, yes), if_no = phi_copies(from, no);
  flag_active_lanes();
  Test leaves = test(*branch.getCondition(), Condition::zero_set);
  if (!leaves.needs_set_flag()) leaves = leaves.inverted();
  emit_.move_to(way_, way_number(flow_.waiting(yes)), leaves.condition);
  emit_copies(if_yes, leaves.condition);
  emit_copies(if_no, lanes_of_copies(no, leaves.condition));
  flag_active_lanes();
  emit_.branch(BranchCondition::any_zero_set, loop_start(no));
}

/// Whether it is a loop of one block, left by some lanes before others, with nothing but arithmetic, which
/// does not harm in lanes that have left.
bool Selector::is_arithmetic_loop(const llvm::BasicBlock& block) const {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional() || !flow_.parts(block) || !flow_.is_meeting_point(block))
    return false;
  if ((branch->getSuccessor(0) == &block) == (branch->getSuccessor(1) == &block)) return false;
  return llvm::none_of(block, [this](const llvm::Instruction& instruction) {
    const bool splits = instruction.isIntDivRem() && layout_.getTypeSizeInBits(instruction.getType()) > 32;
    return splits || instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects();
  });
}

/// The condition under which a flag shows the lanes that go on with such a loop, from one turn to the next.
std::optional<Condition> Selector::loops_by_flag(const llvm::BranchInst& branch) const {
  const llvm::BasicBlock& block = *branch.getParent();
  if (!is_arithmetic_loop(block)) return {};
  const bool if_true = branch.getSuccessor(0) == &block;
  const auto holds = flag_of(*branch.getCondition(), if_true);
  if (!holds) return {};
  return if_true ? *holds : Test{*holds}.inverted().condition;
}

/// All lanes that enter the loop come to its exit, so what is behind it tells them so once. Where the loop
/// needs the flags for something else, a register has the lanes that left it. A second turn follows without a
/// branch if it is short.
void Selector::loop_by_flag(const llvm::BranchInst& branch, Condition active) {
  constexpr std::size_t kMostRepeated = 40;
  const llvm::BasicBlock& block = *branch.getParent();
  const llvm::BasicBlock& exit = exit_of_loop(branch);
  const std::uint32_t last = emit_.block(), outside = flow_.loops(block);
  const auto& operations = emit_.code().blocks[last].operations;
  const bool is_split = last != body_block(block);
  const bool uses_flags = is_split || llvm::any_of(operations, [](const Operation& operation) {
                            return operation.sets_flags || operation.is_conditional();
                          });
  const bool repeats = !is_split && operations.size() <= kMostRepeated;
  emit_.go_to(emit_.new_block_behind(code_block(block), outside));
  const Operand inactive = inactive_in_loop(active);
  if (!uses_flags) flag_for_loop(active, inactive);
  emit_.go_to(last);
  const auto kept = uses_flags ? std::optional(inactive) : std::nullopt;
  turn_by_flag(branch, active, kept);
  if (repeats) {
    for (const llvm::Instruction& instruction : block)
      if (!llvm::isa<llvm::PHINode>(instruction) && !of_tasks_.contains(&instruction))
        for (auto& of_copy : parts_) of_copy.erase(&instruction);
    select_body(block);
    turn_by_flag(branch, active, kept);
  }
  emit_.branch(any(active), body_block(block));
  emit_.go_to(emit_.new_block_behind(last, outside));
  const auto counted = counted_copies(phi_copies(block, exit), true);
  flag_active_lanes();
  emit_copies(counted, Condition::zero_set);
  emit_.move_to(way_, way_number(flow_.waiting(exit)), Condition::zero_set);
  counter_.reset();
}

const llvm::BasicBlock& Selector::exit_of_loop(const llvm::BranchInst& branch) {
  return *branch.getSuccessor(branch.getSuccessor(0) == branch.getParent() ? 1 : 0);
}

/// Those of the loop's counter, which each lane keeps when it has left, or all others.
std::vector<Selector::Copy> Selector::counted_copies(std::vector<Copy> copies, bool are_wanted) {
  if (!counter_) return are_wanted ? std::vector<Copy>() : copies;
  const Operand count = low(*counter_->count);
  std::erase_if(copies, [&](const Copy& copy) { return (copy.source == count) != are_wanted; });
  return copies;
}

/// The end of a turn of such a loop.
void Selector::turn_by_flag(const llvm::BranchInst& branch, Condition active,
                            std::optional<Operand> inactive) {
  const llvm::BasicBlock& block = *branch.getParent();
  const auto exits = counted_copies(phi_copies(block, exit_of_loop(branch)), false),
             turns = phi_copies(block, block);
  if (inactive) flag_for_loop(active, *inactive);
  emit_copies(exits, active);
  test(*branch.getCondition(), active);
  if (inactive) emit_.move_to(*inactive, constant(1), Test{active}.inverted().condition);
  emit_copies(turns, Condition::always);
}

/// 0 in the active lanes, and more in all others.
Operand Selector::inactive_in_loop(Condition active) {
  const Operand distance = emit_.add(AddOp::bit_xor, way_, way_number(flow_.running(*block_)));
  return active == Condition::zero_clear ? emit_.add(AddOp::min, distance, constant(1)) : distance;
}

/// Lets the flag show the active lanes: set or clear there, and the other way in all others.
void Selector::flag_for_loop(Condition active, Operand inactive) {
  switch (active) {
    case Condition::zero_set:
      return emit_.flags(AddOp::bit_xor, inactive, constant(0));
    case Condition::zero_clear:
      return emit_.flags(AddOp::bit_xor, inactive, constant(1));
    case Condition::carry_set:
    case Condition::negative_set:
      return emit_.flags(AddOp::sub, inactive, constant(1));
    default:
      return emit_.flags(AddOp::sub, zero(), inactive);
  }
}

/// Phis of the header of a loop may change in all lanes: those that are not in the loop do not need them, and
/// those that are come to the header together.
Condition Selector::lanes_of_copies(const llvm::BasicBlock& to, Condition lanes) const {
  return flow_.is_loop_header(to) ? Condition::always : lanes;
}

/// Where lanes go that go back to the header of a loop, if there are any.
std::uint32_t Selector::loop_start(const llvm::BasicBlock& header) {
  return flow_.waiting(header) == flow_.running(header) ? body_block(header) : code_block(header);
}

/// The condition as a number, 0 or all ones: flag N then shows the active lanes where it holds, and flag Z
/// those where it does not.
void Selector::part_to_both(const llvm::BranchInst& branch) {
  struct Side {
    const llvm::BasicBlock& next;
    Condition lanes;
    std::vector<Copy> copies;
  };
  const llvm::BasicBlock& from = *branch.getParent();
  const Operand mask = low(*branch.getCondition());
  const llvm::BasicBlock &yes = *branch.getSuccessor(0), &no = *branch.getSuccessor(1);
  const Side sides[] = {{yes, Condition::negative_set, phi_copies(from, yes)},
                        {no, Condition::zero_set, phi_copies(from, no)}};
  flag_active_lanes();
  emit_.flags(AddOp::bit_or, mask, mask, Condition::zero_set);
  for (const Side& side : sides) {
    emit_copies(side.copies, lanes_of_copies(side.next, side.lanes));
    emit_.move_to(way_, way_number(flow_.waiting(side.next)), side.lanes);
  }
  for (const Side& side : sides)
    if (flow_.position(side.next) <= flow_.position(from))
      emit_.branch(any(side.lanes), loop_start(side.next));
}

/// Full rows leave their version if the condition holds in a lane of any of them.
void Selector::leave_full_rows(const llvm::Value& condition) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (comparison != nullptr && !has_parts(condition) &&
      layout_.getTypeSizeInBits(comparison->getOperand(0)->getType()) <= 32) {
    // Each row sets flags where the rows before do not leave.
    Test leaves;
    for_copies(condition, [&] {
      leaves = test(condition, copy_ == 0 ? Condition::always : leaves.inverted().condition);
    });
    emit_.branch(any(leaves.condition), program_.leave_block);
    split_block();
    return;
  }
  Operand mask = zero();
  for_copies(condition, [&] { mask = emit_.add(AddOp::bit_or, mask, low(condition)); });
  emit_.flags(AddOp::bit_or, mask, mask);
  emit_.branch(BranchCondition::any_negative_set, program_.leave_block);
  split_block();
}

/// What the phis of a block take on an edge. All of them are chosen at once, so values that others overwrite
/// are moved aside first. To be called before flags are set for the moves.
std::vector<Selector::Copy> Selector::phi_copies(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  std::vector<Copy> copies;
  for (const llvm::PHINode& phi : to.phis())
    for_copies(phi, [&] {
      const Parts target = parts(phi), source = parts(*phi.getIncomingValueForBlock(&from));
      copies.push_back({target.low, source.low});
      if (target.high.place != Place::none) copies.push_back({target.high, source.high});
    });
  std::erase_if(copies, [](const Copy& copy) { return copy.target == copy.source; });
  const std::vector<Copy> all = copies;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const bool is_overwritten =
        std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Copy& earlier) { return earlier.target == copies[i].source; });
    if (is_overwritten) copies[i].source = emit_.move(copies[i].source);
  }
  return copies;
}

void Selector::emit_copies(const std::vector<Copy>& copies, Condition lanes) {
  for (const Copy& copy : copies) emit_.move_to(copy.target, copy.source, lanes);
}

}  // namespace quadcl::compiler::qpu
