// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_instructions.h"

#include <llvm/IR/IntrinsicInst.h>

#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/emit/lane_memory.h"
#include "compiler/vectorise/emit/lane_turns.h"
#include "compiler/vectorise/emit/lane_variables.h"
#include "compiler/vectorise/emit/shape_checks.h"
#include "compiler/work_group/functions/row_functions.h"

namespace quadcl::compiler {
namespace {

/// Whether nothing is to be made of the instruction.
bool vanishes(const llvm::Instruction& instruction, const Row& row) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return (call != nullptr && call->isAssumeLikeIntrinsic()) || row.addresses_in_tables.contains(&instruction);
}

/// A copy that is linear in the lane's number even if its promises do not hold: `zext nneg` of negative
/// values, `or disjoint` of operands with common bits.
llvm::Instruction* form_for_any_lane(llvm::Instruction& instruction, const Shape& shape) {
  const bool follows_lane_0 = shape.follows_lane_0();
  if (follows_lane_0 && llvm::isa<llvm::ZExtInst>(instruction) && instruction.hasNonNeg())
    return llvm::CastInst::Create(llvm::Instruction::SExt, instruction.getOperand(0), instruction.getType());
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
  if (follows_lane_0 && disjoint != nullptr && disjoint->isDisjoint())
    return llvm::BinaryOperator::CreateAdd(instruction.getOperand(0), instruction.getOperand(1));
  return instruction.clone();
}

/// Makes the instruction for lane 0; strided values of the other lanes are computed from it.
class FirstLane : LaneEmitter {
 public:
  FirstLane(const LaneState& state, ShapeChecks& checks) : LaneEmitter(state), checks_(checks) {}

  void emit(llvm::Instruction& instruction) {
    const Shape& shape = row_.shapes->of(instruction);
    llvm::Value* known = shape.is_strided() ? value_of_form(instruction) : nullptr;
    if (known != nullptr) return values_.set_scalar(instruction, known);
    emit_for_lane_0(instruction, form_for_any_lane(instruction, shape));
  }

 private:
  /// Of a limit, a choice or a value with a period; null for others.
  llvm::Value* value_of_form(llvm::Instruction& instruction) {
    if (const auto limit = row_.shapes->limit_of(instruction)) return values_.scalar(*limit->kept);
    if (const auto choice = row_.shapes->choice_of(instruction)) return checks_.scalar_of(*choice);
    const auto period = row_.shapes->period_of(instruction);
    if (!period || !period->divides()) return nullptr;
    llvm::Value* length = values_.scalar(*period->length);
    return value_of(*period, values_.scalar(*period->index), length, builder_);
  }

  ShapeChecks& checks_;
};

}  // namespace

/// Instructions that do more than compute. False for others.
bool LaneInstructions::emit_apart(llvm::Instruction& instruction, const LaneState& state) {
  if (combines_lanes(instruction, state.row)) {
    LaneTurns(state).combine(llvm::cast<llvm::AtomicRMWInst>(instruction));
  } else if (takes_turns(instruction)) {
    LaneTurns(state).emit(instruction);
  } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    LaneMemory(state, harmless_).emit(*load);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    LaneMemory(state, harmless_).emit(*store);
  } else if (auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    LaneVariables(state).set(*set);
  } else if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
             address != nullptr && interleaved(*address, state.row) != nullptr) {
    LaneVariables(state).emit_address(*address);
  } else {
    return false;
  }
  return true;
}

void LaneInstructions::emit_computed(llvm::Instruction& instruction, const LaneState& state) {
  const Shape& shape = state.row.shapes->of(instruction);
  if (!shape.is_uniform() && row_function_of(instruction) != nullptr)
    return LaneCalls(state, blocks_).emit(llvm::cast<llvm::CallInst>(instruction));
  ShapeChecks checks(state);
  if (!shape.is_varying()) FirstLane(state, checks).emit(instruction);
  const bool has_wide_form = shape.is_varying() || !shape.conditions.empty();
  if (has_wide_form && !state.values.is_late(instruction))
    state.values.set_elements(instruction, LaneForms(state, last_division_).widen(instruction));
  checks.check(instruction);
}

void LaneInstructions::emit(llvm::Instruction& instruction, llvm::Value* mask) {
  LaneState state = all_;
  state.mask = mask;
  state.values.compute_late = [this, state](llvm::Instruction& late) {
    return LaneForms(state, last_division_).widen(late);
  };
  if (!emit_apart(instruction, state) && !vanishes(instruction, state.row)) emit_computed(instruction, state);
}

}  // namespace quadcl::compiler
