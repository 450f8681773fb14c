// SPDX-License-Identifier: Apache-2.0
// Kernels that run group by group: a QPU runs each row of work-items of a group up to a barrier, and then
// goes on with the next row. Behind the last one, all rows go on from the barrier.
//
// What a work-item needs behind the barrier is kept in the VPM, in a row for each register. What is the same
// for the group keeps its register.
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

#include <numeric>
#include <set>

#include "compiler/ir/required_size.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/prepare/group_at_once.h"
#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::BranchCondition;
using isa::Condition;

constexpr std::uint32_t kVectors =
    0xa00;  ///< set-up of reads and writes: rows of words (docs/videocore4.md, VPM)
constexpr std::size_t kMostVectors = 16;  ///< that one set-up of reads is for

bool asks_for_groups(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    const WorkItemFunction* asked = called_work_item_function(instruction);
    return asked != nullptr && asked->field == ContextField::group_id;
  });
}

}  // namespace

/// Three numbers, in lanes 0 to 2; the last one in all lanes behind.
Operand Selector::dimensions(QpuUniformKind kind) {
  const Operand numbers = emit_.move(uniform(kind, 2));
  emit_.flags(AddOp::sub, program_.lane, constant(1));
  emit_.move_to(numbers, uniform(kind, 1), Condition::zero_set);
  return emit_.move_to(numbers, uniform(kind, 0), Condition::negative_set);
}

/// One of them in all lanes.
Operand Selector::of_dimension(Operand numbers, unsigned dimension) {
  emit_.move_to(kBroadcast, dimension == 0 ? numbers : emit_.rotate(numbers, 16 - dimension));
  return emit_.move(accumulator(kBroadcasts));
}

void Selector::begin_groups() {
  range_.size = dimensions(QpuUniformKind::global_size);
  range_.group_size = dimensions(QpuUniformKind::local_size);
  group_.first = dimensions(QpuUniformKind::first);
  if (asks_for_groups(kernel_)) group_.number = dimensions(QpuUniformKind::group);
  group_.size = emit_.code().new_value();
  group_.row = emit_.code().new_value();
  kept_row_ = emit_.code().new_value();
  resume_ = emit_.code().new_value();
  next_ = emit_.code().new_value();
}

/// The last group of a dimension may be smaller.
void Selector::begin_group() {
  emit_.go_to(program_.task_block);
  const Operand left = emit_.add(AddOp::sub, range_.size, group_.first);
  emit_.add_to(group_.size, AddOp::min, left, range_.group_size);
  if (runs_group_at_once(kernel_)) {  // one row of lanes
    emit_.move_to(group_.size, constant(1));
    emit_.flags(AddOp::bit_or, program_.lane, program_.lane);
    emit_.move_to(group_.size, constant(16), Condition::zero_set);
  }
  emit_.move_to(resume_, zero());
  emit_.move_to(next_, zero());
  first_row();
}

void Selector::first_row() {
  emit_.move_to(group_.row, zero());
  emit_.move_to(kept_row_, uniform(QpuUniformKind::kept_row));
}

void Selector::begin_row_of_group() {
  in_row_ = emit_.code().new_value();
  row_id_ = emit_.code().new_value();
  emit_.place(program_.row_block);
  begin_row_at(program_.row_block);
  for (std::size_t i = 0; i < regions_.regions.size(); ++i) row_starts_.push_back(emit_.make_block(1));
  keeps_.resize(regions_.regions.size());
}

void Selector::begin_row_at(std::uint32_t block) {
  emit_.go_to(block);
  const Operand left = of_dimension(emit_.add(AddOp::sub, group_.size, group_.row), 0);
  emit_.add_to(in_row_, AddOp::min, left, constant(16));
  const Operand last = emit_.add(AddOp::sub, in_row_, constant(1));
  emit_.add_to(row_id_, AddOp::add, of_dimension(group_.row, 0), emit_.add(AddOp::min, program_.lane, last));
}

/// Where the next row begins, behind one that ended some region, one of those given. Rows that may only
/// continue at one place are not asked for it.
std::uint32_t Selector::start_of_rows(llvm::ArrayRef<unsigned> regions) const {
  return regions.size() == 1 && !rows_may_end_early_ ? row_starts_[regions.front()] : program_.row_block;
}

/// Each row of the group continues behind the barrier that all have reached; those in loops are asked for
/// first. To be called when all of them are known.
void Selector::dispatch_row() {
  emit_.go_to(program_.row_block);
  std::vector<std::size_t> order(resumptions_.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [this](std::size_t a, std::size_t b) {
    return flow_.loops(*regions_.barriers[a]->getParent()) > flow_.loops(*regions_.barriers[b]->getParent());
  });
  for (const std::size_t i : order) {
    emit_.flags(AddOp::bit_xor, resume_, constant(static_cast<std::uint32_t>(i + 1)));
    emit_.branch(BranchCondition::all_zero_set, resumptions_[i]);
    emit_.go_to(emit_.new_block_behind(emit_.block(), 1));
  }
  const std::uint32_t first = code_block(*flow_.order().front());
  emit_.branch(BranchCondition::always, first);
  for (std::size_t i = 0; i <= resumptions_.size(); ++i) {  // fewer than regions if there is a problem
    emit_.place_behind(emit_.block(), row_starts_[i]);
    begin_row_at(row_starts_[i]);
    emit_.branch(BranchCondition::always, i == 0 ? first : resumptions_[i - 1]);
  }
  end_lines();
}

/// Where control goes if no lane goes to a block: to `next`, without the rest of the line if that is idle.
std::uint32_t Selector::unless_line_ends(const llvm::BasicBlock& block, std::uint32_t next) {
  const auto* regions = idle_rows_ ? idle_rows_->regions_behind(block) : nullptr;
  if (regions == nullptr) return next;
  line_ends_.push_back({emit_.make_block(1), next, regions});
  return line_ends_.back().block;
}

/// To be called when all is known that rows keep: those that are left out keep nothing.
void Selector::end_lines() {
  for (const LineEnd& end : line_ends_) {
    emit_.place_behind(emit_.block(), end.block);
    emit_.go_to(end.block);
    if (llvm::none_of(*end.regions, [this](unsigned region) { return keeps_[region]; })) end_line();
    emit_.branch(BranchCondition::always, end.next);
  }
}

/// Makes the row the last one of its line.
void Selector::end_line() {
  const Operand left = of_dimension(emit_.add(AddOp::sub, group_.size, group_.row), 0);
  const Operand rows = emit_.add(AddOp::shr, emit_.add(AddOp::sub, left, constant(1)), constant(4));
  const Operand kept =
      order_.in_memory ? emit_.multiply(isa::MulOp::mul24, rows, uniform(QpuUniformKind::kept_bytes)) : rows;
  emit_.add_to(kept_row_, AddOp::add, kept_row_, kept);
  emit_.flags(AddOp::bit_or, program_.lane, program_.lane);
  emit_.move_to(group_.row, group_.size, Condition::zero_set);
}

/// Counts by a step in lane 0; a number that reaches its end becomes 0, and the next one rises by its step.
/// Sets flag C in all lanes while there is more. `beside`, if there is one, counts by 1 at the same time.
void Selector::count(Operand numbers, Operand ends, Operand steps, Operand beside) {
  count_first(numbers, steps, beside);
  carry(numbers, ends, steps, beside);
}

void Selector::count_first(Operand numbers, Operand steps, Operand beside) {
  emit_.flags(AddOp::bit_or, program_.lane, program_.lane);
  emit_.add_to(numbers, AddOp::add, numbers, steps, Condition::zero_set);
  if (beside.is_value()) emit_.add_to(beside, AddOp::add, beside, constant(1), Condition::zero_set);
}

void Selector::carry(Operand numbers, Operand ends, Operand steps, Operand beside) {
  for (unsigned d = 0; d < 2; ++d) {
    const Operand ended = emit_.move(zero());
    emit_.flags(AddOp::sub, numbers, ends);
    emit_.move_to(ended, constant(~0U), Condition::carry_clear);
    emit_.move_to(numbers, zero(), Condition::carry_clear);
    if (beside.is_value()) emit_.move_to(beside, zero(), Condition::carry_clear);
    const Operand rises = emit_.rotate(ended, 1);
    emit_.add_to(numbers, AddOp::add, numbers, emit_.add(AddOp::bit_and, rises, steps));
    if (beside.is_value()) emit_.add_to(beside, AddOp::sub, beside, rises);
  }
  emit_.flags(AddOp::sub, numbers, ends);
}

/// To the next row of the group if there is one: along dimension 0, then 1, then 2.
void Selector::next_row(std::uint32_t next) {
  const Operand kept = order_.in_memory ? uniform(QpuUniformKind::kept_bytes) : constant(1);
  emit_.add_to(kept_row_, AddOp::add, kept_row_, kept);
  const Operand steps = emit_.move(constant(1));
  emit_.flags(AddOp::bit_or, program_.lane, program_.lane);
  emit_.move_to(steps, constant(16), Condition::zero_set);
  count_first(group_.row, steps, {});
  if (const auto width = required_size(kernel_)[0]; width == 0 || width > 16) {  // lines may have more rows
    emit_.flags(AddOp::sub, group_.row, group_.size);
    emit_.branch(BranchCondition::all_carry_set, next);
    emit_.go_to(emit_.new_block_behind(emit_.block(), 1));
  }
  carry(group_.row, group_.size, steps, {});
  emit_.branch(BranchCondition::all_carry_set, next);
  emit_.go_to(emit_.new_block_behind(emit_.block(), 1));
}

/// At the end of a row, and of the group if it was the last.
void Selector::end_row_of_group() {
  emit_.go_to(end_block_);
  if (rows_may_end_early_) {
    keep({way_});
    emit_.branch(BranchCondition::always, arrival_block_);
    end_of_all_rows();
  } else {
    llvm::SmallVector<unsigned> ended;
    for (unsigned i = 0; i < regions_.regions.size(); ++i)
      if (regions_.regions[i].may_end) ended.push_back(i);
    next_row(start_of_rows(ended));
  }
  next_group();
}

/// Where some rows may end while others go on to a barrier: all rows come here from either.
void Selector::end_of_all_rows() {
  const std::uint32_t group_ends = emit_.new_block(1);
  emit_.go_to(arrival_block_);
  next_row(program_.row_block);
  emit_.move_to(resume_, next_);
  emit_.move_to(next_, zero());
  first_row();
  emit_.flags(AddOp::bit_or, resume_, resume_);
  emit_.branch(BranchCondition::any_zero_clear, program_.row_block);
  emit_.branch(BranchCondition::always, group_ends);
  emit_.go_to(group_ends);
}

void Selector::next_group() {
  count(group_.first, range_.size, range_.group_size, group_.number);
  emit_.count_down(program_.tasks_left);
  emit_.branch(BranchCondition::any_zero_clear, program_.task_block);
}

/// The set-up of reads and writes of what the row keeps: from a row of the VPM on, one for each row of the
/// group.
Operand Selector::kept_setup() {
  const Operand stride = emit_.add(AddOp::shl, uniform(QpuUniformKind::group_rows), constant(kVpmReadStride));
  return emit_.add(AddOp::add, emit_.add(AddOp::add, stride, constant(kVectors)), kept_row_);
}

void Selector::keep(const Operands& values) {
  if (values.empty()) return;
  if (order_.in_memory) return keep_in_memory(values);
  result_.vpm.kept = std::max(result_.vpm.kept, static_cast<std::uint32_t>(values.size()));
  emit_.move_to(kVpmWriteSetup, kept_setup());
  for (const Operand& value : values) emit_.move_to(port(isa::write_address::vpm), value);
}

void Selector::restore(const Operands& values) {
  if (values.empty()) return;
  if (order_.in_memory) return restore_from_memory(values);
  const Operand setup = kept_setup();
  for (std::size_t first = 0; first < values.size(); first += kMostVectors) {
    const std::size_t count = std::min(values.size() - first, kMostVectors);
    Operand start = setup;
    for (std::size_t i = 0; i < first; ++i)
      start = emit_.add(AddOp::add, start, uniform(QpuUniformKind::group_rows));
    emit_.move_to(
        kVpmReadSetup,
        emit_.add(AddOp::add, start, constant(static_cast<std::uint32_t>(count % 16) << kVpmReadCount)));
    for (std::size_t i = 0; i < count; ++i) emit_.move_to(values[first + i], port(isa::read_address::vpm));
  }
}

/// Most comparisons, alone or several together, are made where they are used, so their operands are needed in
/// their place.
void Selector::add_needed(llvm::Instruction& value, llvm::SetVector<llvm::Instruction*>& needed) {
  if (!is_made_where_tested(value) || has_parts(value)) {
    needed.insert(&value);
    return;
  }
  for (llvm::Use& operand : value.operands())
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand)) add_needed(*instruction, needed);
}

/// The values that are needed behind a barrier, and are not made anew by then. Lanes may wait for others
/// behind it, with numbers for the phis there.
llvm::SetVector<llvm::Instruction*> Selector::needed_behind(unsigned barrier) {
  llvm::SetVector<llvm::Instruction*> needed;
  for (llvm::Instruction* value : regions_.live[barrier + 1]) add_needed(*value, needed);
  const llvm::BasicBlock& block = *regions_.barriers[barrier]->getParent();
  if (flow_.way(block) == 0) return needed;
  for (const llvm::BasicBlock* other : flow_.order()) {
    if (flow_.position(*other) <= flow_.position(block) || !flow_.is_meeting_point(*other)) continue;
    for (const llvm::PHINode& phi : other->phis()) needed.insert(const_cast<llvm::PHINode*>(&phi));
  }
  return needed;
}

/// Registers that a program has for all rows, or makes anew for each.
bool Selector::is_steady(Operand part) {
  if (!part.is_value()) return true;
  return llvm::any_of(std::array{0U, Program::kSetupBlock, program_.task_block, program_.row_block},
                      [&](std::uint32_t block) {
                        return llvm::any_of(
                            emit_.code().blocks[block].operations,
                            [&](const Operation& operation) { return operation.target == part; });
                      });
}

void Selector::note_recipe(const llvm::Instruction& instruction, std::size_t first) {
  constexpr std::size_t kMostOperations = 12;
  const auto& operations = emit_.code().blocks[emit_.block()].operations;
  if (first == operations.size() || operations.size() - first > kMostOperations) return;
  const std::vector<Operation> recipe(operations.begin() + static_cast<std::ptrdiff_t>(first),
                                      operations.end());
  const auto is_plain = [](const Operation& operation) {
    const bool computes = operation.kind <= OperationKind::constant;
    const bool is_result = operation.target.is_value() || operation.target == kBroadcast;
    const auto is_port = [](const Operand& source) {
      return source.is_port() || source == accumulator(kResults);
    };
    return computes && is_result && !operation.is_conditional() && !operation.sets_flags &&
           !is_port(operation.a) && !is_port(operation.b);
  };
  if (!llvm::all_of(recipe, is_plain)) return;
  recipes_[&instruction] = recipe;
  for (const Operation& operation : recipe)
    if (operation.target.is_value()) made_by_[operation.target.number] = &instruction;
}

/// Adds what makes a value of what is there: its recipe, behind those of its operands that are not there, or
/// are the same for the group. False if that takes too much, or cannot be done.
bool Selector::add_recipes(const llvm::Instruction& value, const std::set<std::uint32_t>& available,
                           Recipes& recipes) {
  constexpr std::size_t kMostOperations = 24;
  std::set<std::uint32_t> own;
  const auto add_operand = [&](const Operand& source) {
    if (!source.is_value() || is_steady(source) || own.contains(source.number) ||
        available.contains(source.number))
      return true;
    const auto made_by = made_by_.find(source.number);
    if (made_by != made_by_.end())
      return made_by->second != &value &&
             (recipes.values.contains(made_by->second) || add_recipes(*made_by->second, available, recipes));
    for (const llvm::Instruction& maker : llvm::instructions(kernel_)) {
      if (rows_may_end_early_ || !has_parts(maker) || group_divergence_->varying.contains(&maker)) continue;
      const Parts maker_parts = parts(maker);
      if (maker_parts.low == source || maker_parts.high == source) return recipes.values.insert(&maker), true;
    }
    return false;
  };
  const auto recipe = recipes_.find(&value);
  if (recipe == recipes_.end()) {  // it may have the registers of other values
    const Parts value_parts = parts(value);
    return !llvm::isa<llvm::PHINode>(value) && made_by_.contains(value_parts.low.number) &&
           add_operand(value_parts.low) && add_operand(value_parts.high);
  }
  for (const Operation& operation : recipe->second) {
    if (!add_operand(operation.a) || !add_operand(operation.b)) return false;
    if (operation.target.is_value()) own.insert(operation.target.number);
  }
  recipes.operations += recipe->second.size();
  recipes.values.insert(&value);
  return recipes.operations <= kMostOperations;
}

/// What differs between work-items is made anew from what is there, or kept in the VPM.
Selector::Kept Selector::choose_kept(llvm::CallInst& call,
                                     const llvm::SetVector<llvm::Instruction*>& needed) {
  Kept kept;
  if (!all_lanes_are_active()) kept.own.push_back(way_);  // as end_row_of_group keeps it
  std::set<std::uint32_t> seen, available;
  const llvm::DominatorTree dominators(kernel_);
  const auto keep_parts = [&](const llvm::Instruction& value) {
    const bool differs = group_divergence_->varying.contains(&value);
    if (!differs && !llvm::isPotentiallyReachable(&call, &value)) return;
    const Parts value_parts = parts(value);
    for (const Operand part : {value_parts.low, value_parts.high})
      if (part.is_value() && !is_steady(part) && seen.insert(part.number).second)
        (differs || rows_may_end_early_ ? kept.own : kept.shared).push_back(part);
  };
  for (llvm::Instruction* value : needed) {
    const bool differs = group_divergence_->varying.contains(value);
    const Parts value_parts = parts(*value);
    Recipes recipes;
    if (differs && add_recipes(*value, available, recipes)) {
      for (const llvm::Instruction* one : recipes.values)
        if (!recipes_.contains(one))
          keep_parts(*one);
        else if (!llvm::is_contained(kept.remade, one))
          kept.remade.push_back(one);
    } else {
      keep_parts(*value);
    }
    // Others may have changed since other values were made of them.
    if (llvm::isa<llvm::PHINode>(value) && !dominators.dominates(value, &call)) continue;
    for (const Operand part : {value_parts.low, value_parts.high})
      if (part.is_value()) available.insert(part.number);
  }
  return kept;
}

void Selector::barrier(llvm::CallInst& call) {
  const auto found = llvm::find(regions_.barriers, &call);
  const auto number = static_cast<unsigned>(found - regions_.barriers.begin());
  const auto needed = needed_behind(number);
  const Kept kept = choose_kept(call, needed);
  keep(kept.own);
  keeps_[number + 1] = !kept.own.empty();
  if (rows_may_end_early_) {
    emit_.move_to(next_, constant(number + 1));
    emit_.branch(BranchCondition::always, arrival_block_);
  } else {
    llvm::SmallVector<unsigned> ended;
    for (unsigned i = 0; i < regions_.regions.size(); ++i)
      if (llvm::is_contained(regions_.regions[i].next, number + 1)) ended.push_back(i);
    next_row(start_of_rows(ended));
    while (shared_.size() < kept.shared.size()) shared_.push_back(emit_.code().new_value());
    for (std::size_t i = 0; i < kept.shared.size(); ++i) emit_.move_to(shared_[i], kept.shared[i]);
    emit_.move_to(resume_, constant(number + 1));
    first_row();
    emit_.branch(BranchCondition::always, row_starts_[number + 1]);
  }
  resume(number, kept);
  if (all_lanes_are_active()) forget_others(needed);
}

/// Phis whose values come later hold nothing until then. Other values may have the register of a phi.
void Selector::forget_others(const llvm::SetVector<llvm::Instruction*>& needed) {
  std::set<std::uint32_t> kept;
  for (const llvm::Instruction* value : needed) {
    const Parts value_parts = parts(*value);
    for (const Operand& part : {value_parts.low, value_parts.high})
      if (part.is_value()) kept.insert(part.number);
  }
  for (const llvm::BasicBlock* block : flow_.order())
    for (const llvm::PHINode& phi : block->phis()) {
      const Parts phi_parts = parts(phi);
      const bool has_high = phi_parts.high.is_value() && kept.contains(phi_parts.high.number);
      if (!kept.contains(phi_parts.low.number) && !has_high) define(phi);
    }
}

/// Where the rows of the group continue.
void Selector::resume(unsigned barrier, const Kept& kept) {
  split_block();
  resumptions_.resize(std::max<std::size_t>(resumptions_.size(), barrier + 1));
  resumptions_[barrier] = emit_.block();
  restore(kept.own);
  if (!rows_may_end_early_)
    for (std::size_t i = 0; i < kept.shared.size(); ++i) emit_.move_to(kept.shared[i], shared_[i]);
  for (const llvm::Instruction* value : kept.remade)
    for (const Operation& operation : recipes_.lookup(value)) emit_.emit(operation);
  if (!flow_.has_ways()) return;
  if (all_lanes_are_active()) {
    emit_.move_to(way_, way_number(flow_.running(*block_)));
    return;
  }
  flag_active_lanes();
  emit_.branch(BranchCondition::all_zero_clear, end_block_);
  split_block();
}

}  // namespace quadcl::compiler::qpu
