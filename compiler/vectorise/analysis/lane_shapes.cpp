// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/lane_shapes.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace quadcl::compiler {
namespace {

/// Checks before the row compute with integers twice as wide. Narrower ones than these are meant to wrap
/// around: `(x + 1) & 255` becomes a sum of bytes. They are checked in the row, most of which has exact ones.
constexpr unsigned kBitsChecked = 32;
/// The share of rows that must be within one period.
constexpr double kLeastShare = 0.75;

bool is_opaque(const llvm::Instruction& instruction) {
  return instruction.mayHaveSideEffects() || llvm::isa<llvm::AllocaInst>(instruction);
}

Guard where_kept(llvm::Instruction& instruction, bool is_signed = true) {
  return {GuardKind::kept_index, &instruction, is_signed};
}

}  // namespace

LaneShapes::LaneShapes(Flow& flow, const OwnVariables& own, const llvm::DominatorTree& dominators,
                       llvm::ScalarEvolution& evolution)
    : Shapes(flow.order()),
      flow_(flow),
      own_(own),
      dominators_(dominators),
      evolution_(evolution),
      expander_(evolution, flow.row().loop->getHeader()->getDataLayout(), "row"),
      unit_steps_(unit_steps_of(*flow.row().loop)) {
  for (const llvm::Value* address : own.addresses_before())
    set(*address, Shape::strided(own.of(*address)->stride(), {}));
  solve();
}

/// The flow is planned as a whole, after the last block.
bool LaneShapes::leave(const llvm::BasicBlock& block) {
  return &block == blocks().back() && flow_.update([&](const llvm::BasicBlock& left) {
    const llvm::Value* condition = condition_of(*left.getTerminator());
    return condition != nullptr && !of(*condition).is_uniform();
  });
}

Shape LaneShapes::compute(llvm::Instruction& instruction) const {
  Shape shape = of_source_or_rule(instruction);
  if (shape.is_strided()) add_exactness(instruction, shape);
  return of(instruction).is_uniform() && shape.follows_lane_0() ? Shape::varying() : shape;
}

Shape LaneShapes::of_source_or_rule(llvm::Instruction& instruction) const {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return of_load(*load);
  if (is_opaque(instruction)) return Shape::varying();
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    if (const OwnVariable* own = own_.of(*address); own != nullptr && own->is_interleaved())
      return of_interleaved(*address);
  return Shapes::compute(instruction);
}

Shape LaneShapes::irregular(llvm::Instruction& instruction) const {
  if (llvm::isa<llvm::SelectInst, llvm::MinMaxIntrinsic>(instruction)) return of_limit(instruction);
  if (!llvm::isa<llvm::BinaryOperator>(instruction) || !can_rise(instruction))
    return Shapes::irregular(instruction);
  return unit_step_of(instruction) != nullptr ? of_unit_step(instruction) : of_period(instruction);
}

const llvm::SCEVAddRecExpr* LaneShapes::along_row(llvm::Instruction& value) const {
  if (!evolution_.isSCEVable(value.getType())) return nullptr;
  const auto* line = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&value));
  if (line == nullptr || line->getLoop() != flow_.row().loop || !line->isAffine() ||
      !llvm::isa<llvm::SCEVConstant>(line->getStepRecurrence(evolution_)))
    return nullptr;
  const llvm::Instruction* before = flow_.row().loop->getLoopPreheader()->getTerminator();
  return expander_.isSafeToExpandAt(line->getStart(), before) ? line : nullptr;
}

/// A value that is linear throughout the row is exact under a condition that can be checked before the row:
/// adds that to its shape.
void LaneShapes::add_exactness(llvm::Instruction& instruction, Shape& shape) const {
  if (!instruction.getType()->isIntegerTy() || llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction)) return;
  if (instruction.getType()->getIntegerBitWidth() != kBitsChecked) return;
  const auto is_known = [](const std::optional<Exactness>& exact) { return exact && !exact->is_promised; };
  if (is_known(shape.exact_signed) && is_known(shape.exact_unsigned)) return;
  const llvm::SCEVAddRecExpr* line = along_row(instruction);
  if (line == nullptr) return;
  const auto step = llvm::cast<llvm::SCEVConstant>(line->getStepRecurrence(evolution_))->getAPInt();
  if (step.getSExtValue() != shape.stride) return;
  const auto unless = [&](bool is_proven, bool is_signed) {
    return is_proven ? Exactness{} : Exactness{{{GuardKind::no_wrap, &instruction, is_signed}}};
  };
  if (!is_known(shape.exact_signed)) shape.exact_signed = unless(line->hasNoSignedWrap(), true);
  if (!is_known(shape.exact_unsigned))
    shape.exact_unsigned = unless(line->hasNoUnsignedWrap() && shape.stride > 0, false);
}

Shape LaneShapes::of_load(const llvm::LoadInst& load) const {
  const Shape& address = of(*load.getPointerOperand());
  if (!load.isSimple() || address.follows_lane_0()) return Shape::varying();
  return address;
}

/// The shape of the row's counters.
Shape LaneShapes::of_header_phi(const llvm::PHINode& phi) const {
  const llvm::SCEVAddRecExpr* line = along_row(const_cast<llvm::PHINode&>(phi));
  if (line == nullptr || !can_rise(phi)) return Shape::varying();
  const auto& step = llvm::cast<llvm::SCEVConstant>(line->getStepRecurrence(evolution_))->getAPInt();
  return Shape::strided(step.getSExtValue(), {});
}

/// Whether lanes take the incoming value along at different times, when they leave a loop.
bool LaneShapes::varies_outside(const llvm::PHINode& phi, unsigned incoming) const {
  const auto* value = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValue(incoming));
  if (value == nullptr || !flow_.row().loop->contains(value)) return false;
  for (const FlowRegion* region = &flow_.region_of(*phi.getIncomingBlock(incoming));
       !region->loop->contains(&phi); region = region->parent)
    if (region->diverges && region->loop->contains(value)) return true;
  return false;
}

/// Whether all conditions that are checked in the row have been checked when the phi is reached. False if
/// another path, or an earlier iteration, leads to the phi.
bool LaneShapes::is_checked_before(const Conditions& conditions, const llvm::PHINode& phi) const {
  return llvm::all_of(conditions, [&](const Guard& condition) {
    return !condition.is_checked_in_row() || dominators_.dominates(condition.value, phi.getParent());
  });
}

Shape LaneShapes::of_phi(const llvm::PHINode& phi) const {
  const llvm::BasicBlock& block = *phi.getParent();
  const FlowRegion& region = flow_.region_of(block);
  const bool is_header = region.loop->getHeader() == &block;
  if (is_header && &region == &flow_.row()) return of_header_phi(phi);
  Shape shape;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (varies_outside(phi, i)) return Shape::varying();
    shape = one_of(shape, of(*phi.getIncomingValue(i)));
  }
  const bool is_choice = phi.getNumIncomingValues() > 1 && phi.hasConstantValue() == nullptr;
  if (!is_header && flow_.node_of(block).joins && is_choice) return Shape::varying();
  if (shape.follows_lane_0() && (!can_rise(phi) || !is_checked_before(shape.conditions, phi)))
    return Shape::varying();
  return shape;
}

/// The shape of an address in the lanes' own variables. If all lanes have the same place there, it is one
/// vector.
Shape LaneShapes::of_interleaved(const llvm::GetElementPtrInst& address) const {
  const Shape& base = of(*address.getPointerOperand());
  if (!base.is_known() || base.is_varying()) return base;
  for (const llvm::Value* index : address.indices()) {
    const Shape& shape = of(*index);
    if (!shape.is_known()) return shape;
    if (!shape.is_uniform()) return Shape::varying();
  }
  return base;
}

Shape LaneShapes::of_extension(llvm::CastInst& extension, const Shape& from) const {
  // With `nneg`, active lanes have no negative values: for them both extensions are the same. Lane 0 may be
  // inactive and negative, so it is extended with its sign.
  const bool is_signed = llvm::isa<llvm::SExtInst>(extension) || extension.hasNonNeg();
  const auto& exact = is_signed ? from.exact_signed : from.exact_unsigned;
  Conditions conditions = from.conditions;
  if (exact) add_conditions(conditions, exact->conditions);
  if (!exact || exact->is_promised)
    add_conditions(conditions, {{GuardKind::extension, &extension, is_signed, exact.has_value()}});
  Shape shape = Shape::arranged(*from.offsets_of_lanes(), conditions);
  if (!shape.follows_lane_0()) return shape;
  shape.exact_signed = Exactness{};
  if (!is_signed) shape.exact_unsigned = Exactness{};
  return shape;
}

std::optional<Conditions> LaneShapes::unless_it_wraps(const Shape& index) const {
  if (!index.exact_signed || index.exact_signed->is_promised) return {};
  return index.exact_signed->conditions;
}

/// Whether lanes know the value where they run the instruction: values that only their own block uses are not
/// kept.
bool LaneShapes::is_at_hand(const llvm::Value& value, const llvm::Instruction& instruction) const {
  const auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
  return made == nullptr || !flow_.row().loop->contains(made) ||
         made->getParent() == instruction.getParent() ||
         llvm::is_contained(instruction.operand_values(), made);
}

std::optional<Limit> LaneShapes::limit_of(const llvm::Instruction& instruction) const {
  const auto limit =
      compiler::limit_of(instruction, [&](const llvm::Value& value) { return of(value).is_uniform(); });
  const bool is_strided = limit && of(*limit->kept).is_strided() && of(*limit->compared).is_strided();
  return is_strided && can_rise(*limit->kept) && can_rise(*limit->compared) &&
                 is_at_hand(*limit->compared, instruction) && is_at_hand(*limit->bound, instruction)
             ? limit
             : std::nullopt;
}

/// The shape of an index that is kept within limits (clamped_indices.h): away from these, that of the index.
Shape LaneShapes::of_limit(llvm::Instruction& instruction) const {
  const auto limit = limit_of(instruction);
  if (!limit) return of_choice(instruction);
  const Shape &kept = of(*limit->kept), &compared = of(*limit->compared);
  const bool is_signed = llvm::CmpInst::isSigned(limit->predicate);
  Conditions conditions = kept.conditions;
  add_conditions(conditions, compared.conditions);
  add_conditions(conditions, {where_kept(instruction, is_signed)});
  Shape shape = Shape::strided(kept.stride, conditions);
  if (!shape.is_strided()) return shape;
  shape.exact_signed = kept.exact_signed;
  shape.exact_unsigned = kept.exact_unsigned;
  if (limit->kept == limit->compared) (is_signed ? shape.exact_signed : shape.exact_unsigned) = Exactness{};
  return shape;
}

std::optional<Choice> LaneShapes::choice_of(const llvm::Instruction& instruction) const {
  if (!can_rise(instruction) || limit_of(instruction)) return {};
  return compiler::choice_of(instruction, [&](const llvm::Value& value) {
    const Shape& shape = of(value);
    const bool is_known = shape.is_uniform() || (shape.is_strided() && can_rise(value));
    return is_known ? std::optional(shape.stride) : std::nullopt;
  });
}

/// The shape of an index of which lanes choose one of two forms (border_selects.h), while all choose the
/// same.
Shape LaneShapes::of_choice(llvm::Instruction& instruction) const {
  const auto choice = choice_of(instruction);
  if (!choice) return Shapes::irregular(instruction);
  const Shape &yes = of(*choice->select->getTrueValue()), &no = of(*choice->select->getFalseValue());
  Shape kept = !choice->kept ? one_of(yes, no) : *choice->kept ? yes : no;
  add_conditions(kept.conditions, {where_kept(instruction)});
  Shape shape = Shape::strided(kept.stride, kept.conditions);
  if (!shape.is_strided()) return shape;
  shape.exact_signed = kept.exact_signed;
  shape.exact_unsigned = kept.exact_unsigned;
  return shape;
}

std::optional<Period> LaneShapes::period_of(const llvm::Instruction& instruction) const {
  const auto period =
      compiler::period_of(instruction, [&](const llvm::Value& value) { return of(value).is_uniform(); });
  return period && of(*period->index).is_strided() && is_at_hand(*period->length, instruction) ? period
                                                                                               : std::nullopt;
}

/// Whether most rows of lanes are within one period.
bool LaneShapes::is_mostly_within(const Period& period) const {
  const auto stride = static_cast<std::uint64_t>(std::abs(of(*period.index).stride));
  return share_within(period, stride * (kUsualLanes - 1) + 1) >= kLeastShare;
}

std::optional<Arrangement> LaneShapes::arrangement_of(const llvm::Instruction& instruction) const {
  if (const auto period = period_of(instruction); period && is_mostly_within(*period)) return {};
  return compiler::arrangement_of(instruction, [&](const llvm::Value& value) {
    const Shape& shape = of(value);
    return shape.follows_lane_0() ? shape.offsets_of_lanes() : std::nullopt;
  });
}

/// The shape of a value of a block of indices, if lane 0 has the first one.
Shape LaneShapes::of_arrangement(llvm::Instruction& instruction, const Arrangement& arrangement) const {
  Conditions conditions = of(*arrangement.index).conditions;
  add_conditions(conditions, {where_kept(instruction, arrangement.is_signed)});
  Shape shape = Shape::arranged(arrangement.offsets, conditions);
  if (shape.follows_lane_0()) shape.exact_signed = shape.exact_unsigned = Exactness{};
  return shape;
}

/// The shape of a value with a period (modular_indices.h), while all lanes are in the same one.
Shape LaneShapes::of_period(llvm::Instruction& instruction) const {
  if (const auto arrangement = arrangement_of(instruction)) return of_arrangement(instruction, *arrangement);
  const auto period = period_of(instruction);
  if (!period || !is_mostly_within(*period)) return Shape::varying();
  const Shape& index = of(*period->index);
  Conditions conditions = index.conditions;
  add_conditions(conditions, {where_kept(instruction, period->is_signed())});
  Shape shape = Shape::strided(period->is_constant() ? 0 : index.stride, conditions);
  if (shape.is_strided()) shape.exact_signed = shape.exact_unsigned = Exactness{};
  return shape;
}

llvm::Value* LaneShapes::unit_step_of(const llvm::Instruction& instruction) const {
  return unit_steps_.contains(&instruction) ? &step_of(instruction, *flow_.row().loop) : nullptr;
}

/// The shape of a multiple of an index, while the step (speculated_unit_strides.h) is 1.
Shape LaneShapes::of_unit_step(llvm::Instruction& multiplication) const {
  const llvm::Value* step = unit_step_of(multiplication);
  const Shape& index = of(*multiplication.getOperand(multiplication.getOperand(0) == step ? 1 : 0));
  Conditions conditions = index.conditions;
  add_conditions(conditions, {where_kept(multiplication)});
  Shape shape = Shape::arranged(*index.offsets_of_lanes(), conditions);
  if (!shape.follows_lane_0()) return shape;
  shape.exact_signed = index.exact_signed;
  shape.exact_unsigned = index.exact_unsigned;
  return shape;
}

std::string LaneShapes::notes_on(const llvm::BasicBlock& block) const {
  const FlowRegion& region = flow_.region_of(block);
  const bool ends_late = region.loop->getHeader() == &block && region.diverges;
  return std::string(ends_late ? " loop while any lane is in it" : "") +
         (flow_.node_of(block).is_partial() ? " some lanes" : "");
}

}  // namespace quadcl::compiler
