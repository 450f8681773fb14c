// SPDX-License-Identifier: Apache-2.0
#include "compiler/widen/shapes.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <string>

#include "compiler/passes/stride_arithmetic.h"

namespace quadcl::compiler {
namespace {

using Kind = Shape::Kind;

/// Checks before the row compute with integers twice as wide. Narrower ones than these are meant to wrap
/// around:
/// `(x + 1) & 255` becomes a sum of bytes. They are checked in the row, most of which has exact ones.
constexpr unsigned kBitsChecked = 32;
/// The share of rows that must be within one period.
constexpr double kLeastShare = 0.75;
/// With more conditions than this a value counts as varying.
constexpr std::size_t kMostConditions = 4;

Shape varying() { return {Kind::varying, 0, {}, {}, {}, {}}; }
Shape uniform() { return {Kind::uniform, 0, {}, {}, Exactness{}, Exactness{}}; }

void add_conditions(Conditions& conditions, const Conditions& more) {
  for (const NoWrap& condition : more)
    if (!llvm::is_contained(conditions, condition)) conditions.push_back(condition);
}

std::optional<Exactness> both(const std::optional<Exactness>& a, const std::optional<Exactness>& b) {
  if (!a || !b) return {};
  Exactness all{a->conditions, a->is_promised || b->is_promised};
  add_conditions(all.conditions, b->conditions);
  if (all.conditions.size() > kMostConditions) return {};
  return all;
}

std::optional<Exactness> promised(std::optional<Exactness> exact) {
  if (exact) exact->is_promised = true;
  return exact;
}

/// A stride of 0 is a uniform value only without conditions.
Shape strided(std::int64_t stride, const Conditions& conditions) {
  if (conditions.size() > kMostConditions) return varying();
  if (stride == 0 && conditions.empty()) return uniform();
  return {Kind::strided, stride, {}, conditions, {}, {}};
}

Shape arranged(Offsets offsets, const Conditions& conditions) {
  if (const auto step = compiler::step_of(offsets)) return strided(*step, conditions);
  if (conditions.size() > kMostConditions) return varying();
  return {Kind::arranged, 0, std::move(offsets), conditions, {}, {}};
}

/// The shape of a value that is one of the two, the same one for all lanes.
Shape one_of(const Shape& a, const Shape& b) {
  if (a.kind == Kind::unknown) return b;
  if (b.kind == Kind::unknown) return a;
  if (a.is_uniform() && b.is_uniform()) return uniform();
  if (a.is_varying() || b.is_varying() || a.stride != b.stride || a.offsets != b.offsets) return varying();
  Conditions conditions = a.conditions;
  add_conditions(conditions, b.conditions);
  Shape shape = a.is_arranged() ? arranged(a.offsets, conditions) : strided(a.stride, conditions);
  if (!shape.follows_lane_0()) return shape;
  shape.exact_signed = both(a.exact_signed, b.exact_signed);
  shape.exact_unsigned = both(a.exact_unsigned, b.exact_unsigned);
  return shape;
}

bool same(const Shape& a, const Shape& b) {
  return a.kind == b.kind && a.stride == b.stride && a.offsets == b.offsets && a.conditions == b.conditions &&
         a.exact_signed == b.exact_signed && a.exact_unsigned == b.exact_unsigned;
}

/// What becomes of the offsets of both operands; empty if they do not decide the result.
std::optional<Offsets> combined_offsets(const llvm::Instruction& instruction, const Shape& left,
                                        const Shape& right) {
  if (!left.is_arranged() && !right.is_arranged()) {
    const auto stride = combined_stride(instruction, left.stride, right.stride);
    return stride ? std::optional(regular_offsets(*stride)) : std::nullopt;
  }
  Offsets offsets = *left.offsets_of_lanes();
  const Offsets others = *right.offsets_of_lanes();
  for (unsigned i = 0; i < kMostLanes; ++i) {
    const auto offset = combined_stride(instruction, offsets[i], others[i]);
    if (!offset) return {};
    offsets[i] = *offset;
  }
  return offsets;
}

bool fits(const llvm::Value& value) {
  return value.getType()->isPointerTy() ||
         (value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() <= 64 &&
          value.getType()->getIntegerBitWidth() > 1);
}

/// The offsets of as many lanes as rows usually have.
std::string text_of(const Offsets& offsets) {
  std::string text;
  for (unsigned i = 0; i < kUsualLanes; ++i) text.append(" ").append(std::to_string(offsets[i]));
  return text;
}

bool is_opaque(const llvm::Instruction& instruction) {
  return instruction.mayHaveSideEffects() || llvm::isa<llvm::AllocaInst>(instruction);
}

}  // namespace

std::optional<Offsets> Shape::offsets_of_lanes() const {
  if (is_arranged()) return offsets;
  return is_strided() || is_uniform() ? std::optional(regular_offsets(stride)) : std::nullopt;
}

Shapes::Shapes(Flow& flow, const OwnVariables& own, const llvm::DominatorTree& dominators,
               llvm::ScalarEvolution& evolution)
    : flow_(flow),
      own_(own),
      dominators_(dominators),
      evolution_(evolution),
      expander_(evolution, flow.row().loop->getHeader()->getDataLayout(), "row"),
      unit_steps_(unit_steps_of(*flow.row().loop)) {
  for (const llvm::Value* address : own.addresses_before())
    shapes_[address] = strided(own.of(*address)->stride(), {});
  solve();
}

const Shape& Shapes::of(const llvm::Value& value) const {
  static const Shape outside = uniform();
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return outside;
  const auto known = shapes_.find(&value);
  if (known != shapes_.end()) return known->second;
  static const Shape unknown;
  return flow_.row().loop->contains(instruction) ? unknown : outside;
}

void Shapes::solve() {
  const auto is_divergent = [&](const llvm::BasicBlock& block) {
    const llvm::Instruction& end = *block.getTerminator();
    return end.getNumOperands() != 0 && end.getNumSuccessors() > 1 && !of(*end.getOperand(0)).is_uniform();
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock* block : flow_.order())
      for (llvm::Instruction& instruction : *block) changed |= visit(instruction);
    changed |= flow_.update(is_divergent);
  }
}

bool Shapes::visit(llvm::Instruction& instruction) {
  if (instruction.getType()->isVoidTy()) return false;
  Shape& known = shapes_[&instruction];
  if (known.is_varying()) return false;
  Shape old = known;
  Shape found = compute(instruction);
  if (found.is_strided()) add_exactness(instruction, found);
  // Shapes only get worse, so that this ends.
  Shape worse = found.kind == Kind::unknown ? old : one_of(old, found);
  if (old.kind == Kind::uniform && found.follows_lane_0()) worse = varying();
  if (same(old, worse)) return false;
  shapes_[&instruction] = worse;
  return true;
}

const llvm::SCEVAddRecExpr* Shapes::along_row(llvm::Instruction& value) const {
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
void Shapes::add_exactness(llvm::Instruction& instruction, Shape& shape) const {
  if (!instruction.getType()->isIntegerTy() || llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction)) return;
  if (instruction.getType()->getIntegerBitWidth() != kBitsChecked) return;
  const auto is_known = [](const std::optional<Exactness>& exact) { return exact && !exact->is_promised; };
  if (is_known(shape.exact_signed) && is_known(shape.exact_unsigned)) return;
  const llvm::SCEVAddRecExpr* line = along_row(instruction);
  if (line == nullptr) return;
  const auto step = llvm::cast<llvm::SCEVConstant>(line->getStepRecurrence(evolution_))->getAPInt();
  if (step.getSExtValue() != shape.stride) return;
  const auto unless = [&](bool is_proven, bool is_signed) {
    return is_proven ? Exactness{} : Exactness{{{&instruction, is_signed}}};
  };
  if (!is_known(shape.exact_signed)) shape.exact_signed = unless(line->hasNoSignedWrap(), true);
  if (!is_known(shape.exact_unsigned))
    shape.exact_unsigned = unless(line->hasNoUnsignedWrap() && shape.stride > 0, false);
}

Shape Shapes::compute(llvm::Instruction& instruction) const {
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return of_phi(*phi);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return of_load(*load);
  if (is_opaque(instruction)) return varying();
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return of_address(*address);
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return of_cast(*cast);
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return of_select(*select);
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return of_comparison(*comparison);
  if (llvm::isa<llvm::MinMaxIntrinsic>(instruction)) return of_limit(instruction);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return of(*instruction.getOperand(0));
  if (llvm::isa<llvm::BinaryOperator>(instruction) && fits(instruction)) return of_arithmetic(instruction);
  return uniform_or_varying(instruction);
}

/// Uniform if all operands are, else varying.
Shape Shapes::uniform_or_varying(const llvm::Instruction& instruction) const {
  bool known = true;
  for (const llvm::Value* operand : instruction.operands()) {
    const Shape& shape = of(*operand);
    if (shape.is_varying() || shape.follows_lane_0()) return varying();
    known &= shape.kind != Kind::unknown;
  }
  return known ? uniform() : Shape();
}

Shape Shapes::of_load(const llvm::LoadInst& load) const {
  const Shape& address = of(*load.getPointerOperand());
  if (!load.isSimple() || address.follows_lane_0()) return varying();
  return address;
}

/// The shape of the row's counters.
Shape Shapes::of_header_phi(const llvm::PHINode& phi) const {
  const llvm::SCEVAddRecExpr* line = along_row(const_cast<llvm::PHINode&>(phi));
  if (line == nullptr || !fits(phi)) return varying();
  const auto& step = llvm::cast<llvm::SCEVConstant>(line->getStepRecurrence(evolution_))->getAPInt();
  return strided(step.getSExtValue(), {});
}

/// Whether lanes take the incoming value along at different times, when they leave a loop.
bool Shapes::varies_outside(const llvm::PHINode& phi, unsigned incoming) const {
  const auto* value = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValue(incoming));
  if (value == nullptr || !flow_.row().loop->contains(value)) return false;
  for (const FlowRegion* region = &flow_.region_of(*phi.getIncomingBlock(incoming));
       !region->loop->contains(&phi); region = region->parent)
    if (region->diverges && region->loop->contains(value)) return true;
  return false;
}

/// Whether all conditions that are checked in the row have been checked when the phi is reached. False if
/// another path, or an earlier iteration, leads to the phi.
bool Shapes::is_checked_before(const Conditions& conditions, const llvm::PHINode& phi) const {
  return llvm::all_of(conditions, [&](const NoWrap& condition) {
    return !condition.is_checked_in_row() || dominators_.dominates(condition.value, phi.getParent());
  });
}

Shape Shapes::of_phi(const llvm::PHINode& phi) const {
  const llvm::BasicBlock& block = *phi.getParent();
  const FlowRegion& region = flow_.region_of(block);
  const bool is_header = region.loop->getHeader() == &block;
  if (is_header && &region == &flow_.row()) return of_header_phi(phi);
  Shape shape;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (varies_outside(phi, i)) return varying();
    shape = one_of(shape, of(*phi.getIncomingValue(i)));
  }
  const bool is_choice = phi.getNumIncomingValues() > 1 && phi.hasConstantValue() == nullptr;
  if (!is_header && flow_.node_of(block).joins && is_choice) return varying();
  if (shape.follows_lane_0() && (!fits(phi) || !is_checked_before(shape.conditions, phi))) return varying();
  return shape;
}

Shape Shapes::of_address(const llvm::GetElementPtrInst& address) const {
  if (address.getType()->isVectorTy()) return uniform_or_varying(address);
  const OwnVariable* own = own_.of(address);
  if (own != nullptr && own->is_interleaved()) return of_interleaved(address);
  const Shape& base = of(*address.getPointerOperand());
  if (base.kind == Kind::unknown || base.is_varying()) return base;
  const auto terms = terms_of(address);
  if (!terms) return varying();
  Offsets offsets = *base.offsets_of_lanes();
  Conditions conditions = base.conditions;
  for (const auto& [index, factor] : *terms) {
    const Shape& shape = of(*index);
    if (shape.kind == Kind::unknown || shape.is_varying()) return shape;
    const Offsets steps = *shape.offsets_of_lanes();
    for (unsigned i = 0; i < kMostLanes; ++i) {
      const auto bytes = multiple_of_stride(steps[i], factor.getSExtValue());
      if (!bytes) return varying();
      offsets[i] += *bytes;
    }
    add_conditions(conditions, shape.conditions);
    // An index that is narrower than an address is extended with its sign.
    if (shape.follows_lane_0() && index->getType()->getIntegerBitWidth() < factor.getBitWidth()) {
      if (!shape.exact_signed || shape.exact_signed->is_promised) return varying();
      add_conditions(conditions, shape.exact_signed->conditions);
    }
  }
  return arranged(std::move(offsets), conditions);
}

/// The shape of an address in the lanes' own variables. If all lanes have the same place there, it is one
/// vector.
Shape Shapes::of_interleaved(const llvm::GetElementPtrInst& address) const {
  const Shape& base = of(*address.getPointerOperand());
  if (base.kind == Kind::unknown || base.is_varying()) return base;
  for (const llvm::Value* index : address.indices()) {
    const Shape& shape = of(*index);
    if (shape.kind == Kind::unknown) return shape;
    if (!shape.is_uniform()) return varying();
  }
  return base;
}

Shape Shapes::of_cast(llvm::CastInst& cast) const {
  const Shape& from = of(*cast.getOperand(0));
  if (!from.follows_lane_0()) return from;
  if (!fits(cast)) return varying();
  const Offsets offsets = *from.offsets_of_lanes();
  if (llvm::isa<llvm::TruncInst>(cast) || llvm::isa<llvm::AddrSpaceCastInst>(cast))
    return arranged(offsets, from.conditions);
  if (llvm::isa<llvm::PtrToIntInst>(cast) || llvm::isa<llvm::IntToPtrInst>(cast)) {
    const llvm::DataLayout& layout = cast.getModule()->getDataLayout();
    const bool keeps =
        layout.getTypeSizeInBits(cast.getSrcTy()) == layout.getTypeSizeInBits(cast.getDestTy());
    return keeps ? arranged(offsets, from.conditions) : varying();
  }
  if (!llvm::isa<llvm::SExtInst>(cast) && !llvm::isa<llvm::ZExtInst>(cast)) return varying();
  // With `nneg`, active lanes have no negative values: for them both extensions are the same. Lane 0 may be
  // inactive and negative, so it is extended with its sign.
  const bool is_signed = llvm::isa<llvm::SExtInst>(cast) || cast.hasNonNeg();
  const auto& exact = is_signed ? from.exact_signed : from.exact_unsigned;
  Conditions conditions = from.conditions;
  if (exact) add_conditions(conditions, exact->conditions);
  if (!exact || exact->is_promised) add_conditions(conditions, {{&cast, is_signed, exact.has_value()}});
  Shape shape = arranged(offsets, conditions);
  if (!shape.follows_lane_0()) return shape;
  shape.exact_signed = Exactness{};
  if (!is_signed) shape.exact_unsigned = Exactness{};
  return shape;
}

Shape Shapes::of_arithmetic(const llvm::Instruction& instruction) const {
  const Shape &left = of(*instruction.getOperand(0)), &right = of(*instruction.getOperand(1));
  if (left.kind == Kind::unknown || right.kind == Kind::unknown) return {};
  if (left.is_uniform() && right.is_uniform()) return uniform();
  if (instruction.isIntDivRem()) return of_period(instruction);
  if (left.is_varying() || right.is_varying()) return varying();
  const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
  const bool is_constant =
      left.stride == 0 && right.stride == 0 && !left.is_arranged() && !right.is_arranged();
  const auto offsets =
      is_constant ? std::optional(regular_offsets(0)) : combined_offsets(instruction, left, right);
  if (!offsets)
    return unit_step_of(instruction) != nullptr ? of_unit_step(instruction) : of_period(instruction);
  Conditions conditions = left.conditions;
  add_conditions(conditions, right.conditions);
  Shape shape = arranged(*offsets, conditions);
  if (!shape.follows_lane_0()) return shape;
  if (is_constant) {
    shape.exact_signed = shape.exact_unsigned = Exactness{};
    return shape;
  }
  const bool no_signed = wrapping != nullptr ? wrapping->hasNoSignedWrap() : disjoint != nullptr;
  const bool no_unsigned = wrapping != nullptr ? wrapping->hasNoUnsignedWrap() : disjoint != nullptr;
  if (no_signed) shape.exact_signed = promised(both(left.exact_signed, right.exact_signed));
  if (no_unsigned) shape.exact_unsigned = promised(both(left.exact_unsigned, right.exact_unsigned));
  return shape;
}

/// If both operands have the same stride, either all lanes are equal or none is.
Shape Shapes::of_comparison(const llvm::ICmpInst& comparison) const {
  const Shape &left = of(*comparison.getOperand(0)), &right = of(*comparison.getOperand(1));
  if (comparison.isEquality() && left.is_strided() && right.is_strided() && left.stride == right.stride &&
      left.conditions.empty() && right.conditions.empty())
    return uniform();
  return uniform_or_varying(comparison);
}

Shape Shapes::of_select(const llvm::SelectInst& select) const {
  const Shape& condition = of(*select.getCondition());
  if (condition.is_varying() || condition.follows_lane_0())
    return of_limit(const_cast<llvm::SelectInst&>(select));
  const Shape &yes = of(*select.getTrueValue()), &no = of(*select.getFalseValue());
  if (condition.kind == Kind::unknown || yes.kind == Kind::unknown || no.kind == Kind::unknown) return {};
  return one_of(yes, no);
}

/// Whether lanes know the value where they run the instruction: values that only their own block uses are not
/// kept.
bool Shapes::is_at_hand(const llvm::Value& value, const llvm::Instruction& instruction) const {
  const auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
  return made == nullptr || !flow_.row().loop->contains(made) ||
         made->getParent() == instruction.getParent() ||
         llvm::is_contained(instruction.operand_values(), made);
}

std::optional<Limit> Shapes::limit_of(const llvm::Instruction& instruction) const {
  const auto limit =
      compiler::limit_of(instruction, [&](const llvm::Value& value) { return of(value).is_uniform(); });
  const bool is_strided = limit && of(*limit->kept).is_strided() && of(*limit->compared).is_strided();
  return is_strided && fits(*limit->kept) && fits(*limit->compared) &&
                 is_at_hand(*limit->compared, instruction) && is_at_hand(*limit->bound, instruction)
             ? limit
             : std::nullopt;
}

/// The shape of an index that is kept within limits (limits.h): away from these, that of the index.
Shape Shapes::of_limit(llvm::Instruction& instruction) const {
  bool known = true;
  for (const llvm::Value* operand : instruction.operands()) known &= of(*operand).kind != Kind::unknown;
  const auto limit = known ? limit_of(instruction) : std::nullopt;
  if (!limit) return known ? of_choice(instruction) : Shape();
  const Shape &kept = of(*limit->kept), &compared = of(*limit->compared);
  const bool is_signed = llvm::CmpInst::isSigned(limit->predicate);
  Conditions conditions = kept.conditions;
  add_conditions(conditions, compared.conditions);
  add_conditions(conditions, {{&instruction, is_signed, /*is_promised=*/false, /*keeps_index=*/true}});
  Shape shape = strided(kept.stride, conditions);
  if (!shape.is_strided()) return shape;
  shape.exact_signed = kept.exact_signed;
  shape.exact_unsigned = kept.exact_unsigned;
  if (limit->kept == limit->compared) (is_signed ? shape.exact_signed : shape.exact_unsigned) = Exactness{};
  return shape;
}

std::optional<Choice> Shapes::choice_of(const llvm::Instruction& instruction) const {
  if (!fits(instruction) || limit_of(instruction)) return {};
  return compiler::choice_of(instruction, [&](const llvm::Value& value) {
    const Shape& shape = of(value);
    const bool is_known = shape.is_uniform() || (shape.is_strided() && fits(value));
    return is_known ? std::optional(shape.stride) : std::nullopt;
  });
}

/// The shape of an index of which lanes choose one of two forms (choices.h), while all choose the same.
Shape Shapes::of_choice(llvm::Instruction& instruction) const {
  const auto choice = choice_of(instruction);
  if (!choice) return uniform_or_varying(instruction);
  const Shape &yes = of(*choice->select->getTrueValue()), &no = of(*choice->select->getFalseValue());
  Shape kept = !choice->kept ? one_of(yes, no) : *choice->kept ? yes : no;
  add_conditions(kept.conditions,
                 {{&instruction, /*is_signed=*/true, /*is_promised=*/false, /*keeps_index=*/true}});
  Shape shape = strided(kept.stride, kept.conditions);
  if (!shape.is_strided()) return shape;
  shape.exact_signed = kept.exact_signed;
  shape.exact_unsigned = kept.exact_unsigned;
  return shape;
}

std::optional<Period> Shapes::period_of(const llvm::Instruction& instruction) const {
  const auto period =
      compiler::period_of(instruction, [&](const llvm::Value& value) { return of(value).is_uniform(); });
  return period && of(*period->index).is_strided() && is_at_hand(*period->length, instruction) ? period
                                                                                               : std::nullopt;
}

/// Whether most rows of lanes are within one period.
bool Shapes::is_mostly_within(const Period& period) const {
  const auto stride = static_cast<std::uint64_t>(std::abs(of(*period.index).stride));
  return share_within(period, stride * (kUsualLanes - 1) + 1) >= kLeastShare;
}

std::optional<Arrangement> Shapes::arrangement_of(const llvm::Instruction& instruction) const {
  if (const auto period = period_of(instruction); period && is_mostly_within(*period)) return {};
  return compiler::arrangement_of(instruction, [&](const llvm::Value& value) {
    const Shape& shape = of(value);
    return shape.follows_lane_0() ? shape.offsets_of_lanes() : std::nullopt;
  });
}

/// The shape of a value of a block of indices, if lane 0 has the first one.
Shape Shapes::of_arrangement(const llvm::Instruction& instruction, const Arrangement& arrangement) const {
  Conditions conditions = of(*arrangement.index).conditions;
  add_conditions(conditions, {{const_cast<llvm::Instruction*>(&instruction), arrangement.is_signed,
                               /*is_promised=*/false, /*keeps_index=*/true}});
  Shape shape = arranged(arrangement.offsets, conditions);
  if (shape.follows_lane_0()) shape.exact_signed = shape.exact_unsigned = Exactness{};
  return shape;
}

/// The shape of a value with a period (periods.h), while all lanes are in the same one.
Shape Shapes::of_period(const llvm::Instruction& instruction) const {
  if (const auto arrangement = arrangement_of(instruction)) return of_arrangement(instruction, *arrangement);
  const auto period = period_of(instruction);
  if (!period || !is_mostly_within(*period)) return varying();
  const Shape& index = of(*period->index);
  Conditions conditions = index.conditions;
  add_conditions(conditions, {{const_cast<llvm::Instruction*>(&instruction), period->is_signed(),
                               /*is_promised=*/false, /*keeps_index=*/true}});
  Shape shape = strided(period->is_constant() ? 0 : index.stride, conditions);
  if (shape.is_strided()) shape.exact_signed = shape.exact_unsigned = Exactness{};
  return shape;
}

llvm::Value* Shapes::unit_step_of(const llvm::Instruction& instruction) const {
  return unit_steps_.contains(&instruction) ? &step_of(instruction, *flow_.row().loop) : nullptr;
}

/// The shape of a multiple of an index, while the step (unit_steps.h) is 1.
Shape Shapes::of_unit_step(const llvm::Instruction& multiplication) const {
  const llvm::Value* step = unit_step_of(multiplication);
  const Shape& index = of(*multiplication.getOperand(multiplication.getOperand(0) == step ? 1 : 0));
  Conditions conditions = index.conditions;
  add_conditions(conditions, {{const_cast<llvm::Instruction*>(&multiplication), /*is_signed=*/true,
                               /*is_promised=*/false, /*keeps_index=*/true}});
  Shape shape = arranged(*index.offsets_of_lanes(), conditions);
  if (!shape.follows_lane_0()) return shape;
  shape.exact_signed = index.exact_signed;
  shape.exact_unsigned = index.exact_unsigned;
  return shape;
}

void Shapes::print(llvm::raw_ostream& out) const {
  const auto kind = [](const Shape& shape) -> std::string {
    const std::string checked = shape.conditions.empty() ? "" : " if checked";
    if (shape.is_strided()) return "stride " + std::to_string(shape.stride) + checked;
    if (shape.is_arranged()) return "arranged" + text_of(shape.offsets) + checked;
    return shape.is_varying() ? "varying" : "uniform";
  };
  for (const llvm::BasicBlock* block : flow_.order()) {
    const FlowRegion& region = flow_.region_of(*block);
    const bool is_header = region.loop->getHeader() == block;
    block->printAsOperand(out, /*PrintType=*/false);
    out << ":";
    if (is_header && region.diverges) out << " loop while any lane is in it";
    if (flow_.node_of(*block).is_partial()) out << " some lanes";
    out << '\n';
    for (const llvm::Instruction& instruction : *block)
      if (!instruction.getType()->isVoidTy()) out << kind(of(instruction)) << instruction << '\n';
  }
}

}  // namespace quadcl::compiler
