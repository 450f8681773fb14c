// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/shape_checks.h"

#include <algorithm>

namespace quadcl::compiler {

/// Sets the flag that says whether the extended values of all lanes are exact, or all within the limit, or
/// all kept, or their indices in the same period or block, or a step of 1.
void ShapeChecks::check(llvm::Instruction& instruction) {
  const Shape& shape = row_.shapes->of(instruction);
  if (!shape.follows_lane_0()) return;
  const auto own = llvm::find_if(shape.conditions, [&](const Guard& condition) {
    return condition.value == &instruction && condition.is_checked_in_row();
  });
  if (own == shape.conditions.end()) return;
  llvm::Value* holds = check_of(instruction, own->is_signed);
  const bool is_known = llvm::isa<llvm::Constant>(holds);
  // If lane 0 is inactive, its value may be poison.
  values_.set_flag(instruction, is_known ? holds : builder_.CreateFreeze(holds));
}

llvm::Value* ShapeChecks::check_of(llvm::Instruction& instruction, bool is_signed) {
  if (const auto choice = row_.shapes->choice_of(instruction)) return check_choice(*choice);
  if (const auto arrangement = row_.shapes->arrangement_of(instruction))
    return check_arrangement(*arrangement);
  if (const auto period = row_.shapes->period_of(instruction)) return check_period(*period);
  if (llvm::Value* step = row_.shapes->unit_step_of(instruction))
    return builder_.CreateICmpEQ(values_.scalar(*step), llvm::ConstantInt::get(step->getType(), 1));
  const auto limit = row_.shapes->limit_of(instruction);
  llvm::Value& checked = limit ? *limit->compared : *instruction.getOperand(0);
  return check_order(checked, is_signed, limit ? &*limit : nullptr);
}

/// The form of the index that is taken for all lanes: without a preference that of lane 0, active or not.
llvm::Value* ShapeChecks::form_of(const Choice& choice) {
  if (choice.kept) return builder_.getInt1(*choice.kept);
  if (form_of_first_ == nullptr)
    form_of_first_ = builder_.CreateFreeze(
        builder_.CreateExtractElement(values_.vector(*choice.select->getCondition()), std::uint64_t{0}));
  return form_of_first_;
}

llvm::Value* ShapeChecks::scalar_of(const Choice& choice) {
  llvm::Value &yes = *choice.select->getTrueValue(), &no = *choice.select->getFalseValue();
  if (choice.kept) return values_.scalar(*choice.kept ? yes : no);
  return builder_.CreateSelect(form_of(choice), values_.scalar(yes), values_.scalar(no));
}

/// Whether all active lanes have the same form of the index.
llvm::Value* ShapeChecks::check_choice(const Choice& choice) {
  llvm::Value* same =
      builder_.CreateICmpEQ(values_.vector(*choice.select->getCondition()), values_.splat(form_of(choice)));
  // In inactive lanes, the condition may be poison.
  if (mask_ != nullptr)
    same = builder_.CreateSelect(mask_, same, llvm::Constant::getAllOnesValue(same->getType()));
  return builder_.CreateAndReduce(same);
}

/// Whether the values of all lanes are exact numbers, and within the limit, if there is one.
llvm::Value* ShapeChecks::check_order(llvm::Value& value, bool is_signed, const Limit* limit) {
  llvm::Value* first = values_.scalar(value);
  const Offsets offsets = lane_offsets(value);
  const unsigned bits = first->getType()->getIntegerBitWidth();
  const std::int64_t lowest = *std::min_element(offsets.begin(), offsets.end()),
                     highest = *std::max_element(offsets.begin(), offsets.end());
  if (!llvm::isUIntN(bits, static_cast<std::uint64_t>(highest - lowest))) return builder_.getFalse();
  const auto number = [&](std::int64_t offset) {
    return llvm::APInt(bits, static_cast<std::uint64_t>(offset), /*isSigned=*/true);
  };
  const llvm::APInt least = is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getZero(bits),
                    most = is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  llvm::Value* exact = builder_.getTrue();
  if (highest > 0)
    exact = builder_.CreateICmp(is_signed ? llvm::CmpInst::ICMP_SLE : llvm::CmpInst::ICMP_ULE, first,
                                builder_.getInt(most - number(highest)));
  if (lowest < 0)
    exact = builder_.CreateAnd(
        exact, builder_.CreateICmp(is_signed ? llvm::CmpInst::ICMP_SGE : llvm::CmpInst::ICMP_UGE, first,
                                   builder_.getInt(least - number(lowest))));
  if (limit == nullptr) return exact;
  const bool is_below = llvm::ICmpInst::isLT(limit->predicate) || llvm::ICmpInst::isLE(limit->predicate);
  llvm::Value* farthest = builder_.CreateAdd(first, builder_.getInt(number(is_below ? highest : lowest)));
  llvm::Value* within = builder_.CreateICmp(limit->predicate, farthest, values_.scalar(*limit->bound));
  return builder_.CreateAnd(exact, within);
}

/// The offsets of the row's lanes, whose values follow from that of lane 0.
Offsets ShapeChecks::lane_offsets(const llvm::Value& value) const {
  Offsets offsets = *row_.shapes->of(value).offsets_of_lanes();
  offsets.truncate(row_.lanes);
  return offsets;
}

/// Whether lane 0 has the first index of a block.
llvm::Value* ShapeChecks::check_arrangement(const Arrangement& arrangement) {
  llvm::Value* first = values_.scalar(*arrangement.index);
  llvm::Value* begins = begins_block(first, lane_offsets(*arrangement.index), builder_);
  if (!arrangement.is_signed) return begins;
  llvm::Value* const zero = llvm::Constant::getNullValue(first->getType());
  return builder_.CreateAnd(begins, builder_.CreateICmpSGE(first, zero));
}

/// Whether the indices of all lanes are in one period. Those that are divided must be exact numbers from 0
/// on.
llvm::Value* ShapeChecks::check_period(const Period& period) {
  const std::int64_t stride = row_.shapes->of(*period.index).stride;
  llvm::Value *first = values_.scalar(*period.index), *length = values_.scalar(*period.length);
  const unsigned bits = first->getType()->getIntegerBitWidth();
  const std::uint64_t distance = static_cast<std::uint64_t>(std::abs(stride)) * (row_.lanes - 1);
  if (!llvm::isUIntN(bits, distance)) return builder_.getFalse();
  llvm::Value* const span = builder_.getInt(llvm::APInt(bits, distance));
  llvm::Value* const lowest = stride > 0 ? first : builder_.CreateSub(first, span);
  llvm::Value* const last = last_place(period, length, builder_);
  llvm::Value* const place = place_in(period, lowest, length, builder_);
  llvm::Value* holds = builder_.CreateICmpUGE(builder_.CreateSub(last, place), span);
  if (!period.divides()) return holds;
  holds = builder_.CreateAnd(holds, check_order(*period.index, period.is_signed(), nullptr));
  llvm::Value* const zero = llvm::Constant::getNullValue(first->getType());
  llvm::Value* const is_period = builder_.CreateICmpNE(length, zero);
  if (!period.is_signed()) return builder_.CreateAnd(holds, is_period);
  llvm::Value* const is_positive = builder_.CreateICmpSGE(builder_.CreateOr(lowest, last), zero);
  return builder_.CreateAnd(holds, builder_.CreateAnd(is_period, is_positive));
}

}  // namespace quadcl::compiler
