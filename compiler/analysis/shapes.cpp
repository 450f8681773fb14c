// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/shapes.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/stride_arithmetic.h"

namespace quadcl::compiler {
namespace {

std::optional<Exactness> promised(std::optional<Exactness> exact) {
  if (exact) exact->is_promised = true;
  return exact;
}

}  // namespace

const llvm::Value* condition_of(const llvm::Instruction& instruction) {
  return instruction.isTerminator() && instruction.getNumSuccessors() > 1 ? instruction.getOperand(0)
                                                                          : nullptr;
}

bool can_rise(const llvm::Value& value) {
  return value.getType()->isPointerTy() ||
         (value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() <= 64 &&
          value.getType()->getIntegerBitWidth() > 1);
}

Shapes::Shapes(std::vector<llvm::BasicBlock*> blocks) : blocks_(std::move(blocks)) {
  places_.insert(blocks_.begin(), blocks_.end());
}

const Shape& Shapes::of(const llvm::Value& value) const {
  static const Shape outside = Shape::uniform(), unknown;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return outside;
  const auto known = shapes_.find(&value);
  if (known != shapes_.end()) return known->second;
  return contains(*instruction) ? unknown : outside;
}

void Shapes::solve() {
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock* block : blocks_) {
      for (llvm::Instruction& instruction : *block) changed |= visit(instruction);
      changed |= leave(*block);
    }
  }
}

/// Shapes only get worse, so that this ends.
bool Shapes::visit(llvm::Instruction& instruction) {
  if (instruction.getType()->isVoidTy() || of(instruction).is_varying()) return false;
  const Shape found = compute(instruction);
  Shape& known = shapes_[&instruction];
  Shape worse = one_of(known, found);
  if (worse == known) return false;
  known = std::move(worse);
  return true;
}

Shape Shapes::compute(llvm::Instruction& instruction) const {
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return of_phi(*phi);
  if (!all_known(instruction)) return {};
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return of_address(*address);
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return of_cast(*cast);
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return of_select(*select);
  if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) return of_comparison(*comparison);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return of(*instruction.getOperand(0));
  if (llvm::isa<llvm::BinaryOperator>(instruction) && can_rise(instruction))
    return of_arithmetic(instruction);
  return irregular(instruction);
}

bool Shapes::all_known(const llvm::Instruction& instruction) const {
  return llvm::all_of(instruction.operands(),
                      [&](const llvm::Use& operand) { return of(*operand.get()).is_known(); });
}

/// Uniform if all operands are, else varying.
Shape Shapes::irregular(llvm::Instruction& instruction) const {
  const bool is_uniform = llvm::all_of(
      instruction.operands(), [&](const llvm::Use& operand) { return of(*operand.get()).is_uniform(); });
  return is_uniform ? Shape::uniform() : Shape::varying();
}

Shape Shapes::of_phi(const llvm::PHINode& phi) const {
  Shape shape;
  for (const llvm::Value* value : phi.incoming_values()) shape = one_of(shape, of(*value));
  return shape;
}

Shape Shapes::of_address(llvm::GetElementPtrInst& address) const {
  if (address.getType()->isVectorTy()) return irregular(address);
  Shape shape = of(*address.getPointerOperand());
  if (shape.is_varying()) return shape;
  const auto terms = terms_of(address);
  if (!terms) return irregular(address);
  for (const auto& [index, factor] : *terms) {
    Shape steps = of(*index);
    if (steps.is_varying()) return steps;
    // An index that is narrower than an address is extended with its sign.
    if (steps.follows_lane_0() && index->getType()->getIntegerBitWidth() < factor.getBitWidth()) {
      const auto conditions = unless_it_wraps(steps);
      if (!conditions) return Shape::varying();
      add_conditions(steps.conditions, *conditions);
    }
    const auto sum = combined(shape, steps, [&](std::int64_t before, std::int64_t step) {
      const auto bytes = multiple_of_stride(step, factor.getSExtValue());
      return bytes ? std::optional(before + *bytes) : std::nullopt;
    });
    if (!sum || sum->is_varying()) return Shape::varying();
    shape = *sum;
  }
  return shape;
}

Shape Shapes::of_cast(llvm::CastInst& cast) const {
  const Shape& from = of(*cast.getOperand(0));
  if (!from.follows_lane_0()) return from;
  if (!can_rise(cast)) return irregular(cast);
  const auto kept = [&] {
    return *combined(from, Shape::uniform(), [](auto offset, auto) { return std::optional(offset); });
  };
  switch (cast.getOpcode()) {
    case llvm::Instruction::Trunc:
    case llvm::Instruction::AddrSpaceCast:
      return kept();
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr: {
      const llvm::DataLayout& layout = cast.getModule()->getDataLayout();
      const bool keeps =
          layout.getTypeSizeInBits(cast.getSrcTy()) == layout.getTypeSizeInBits(cast.getDestTy());
      return keeps ? kept() : Shape::varying();
    }
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
      return of_extension(cast, from);
    default:
      return irregular(cast);
  }
}

Shape Shapes::of_arithmetic(llvm::Instruction& instruction) const {
  const Shape &left = of(*instruction.getOperand(0)), &right = of(*instruction.getOperand(1));
  if (left.is_uniform() && right.is_uniform()) return Shape::uniform();
  if (instruction.isIntDivRem()) return irregular(instruction);
  if (left.is_varying() || right.is_varying()) return Shape::varying();
  const bool is_constant = left.step() == 0 && right.step() == 0;
  auto shape = combined(left, right, [&](std::int64_t a, std::int64_t b) {
    return is_constant ? std::optional<std::int64_t>(0) : combined_stride(instruction, a, b);
  });
  if (!shape) return irregular(instruction);
  if (!shape->follows_lane_0()) return *shape;
  if (is_constant) {
    shape->exact_signed = shape->exact_unsigned = Exactness{};
    return *shape;
  }
  const auto* wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
  const bool is_disjoint = llvm::isa<llvm::PossiblyDisjointInst>(instruction);
  const bool no_signed = wrapping != nullptr ? wrapping->hasNoSignedWrap() : is_disjoint;
  const bool no_unsigned = wrapping != nullptr ? wrapping->hasNoUnsignedWrap() : is_disjoint;
  if (no_signed) shape->exact_signed = promised(both(left.exact_signed, right.exact_signed));
  if (no_unsigned) shape->exact_unsigned = promised(both(left.exact_unsigned, right.exact_unsigned));
  return *shape;
}

/// If both operands have the same stride, either all are equal or none is.
Shape Shapes::of_comparison(llvm::ICmpInst& comparison) const {
  const Shape &left = of(*comparison.getOperand(0)), &right = of(*comparison.getOperand(1));
  if (comparison.isEquality() && left.is_strided() && right.is_strided() && left.stride == right.stride &&
      left.conditions.empty() && right.conditions.empty())
    return Shape::uniform();
  return irregular(comparison);
}

Shape Shapes::of_select(llvm::SelectInst& select) const {
  if (!of(*select.getCondition()).is_uniform()) return irregular(select);
  return one_of(of(*select.getTrueValue()), of(*select.getFalseValue()));
}

void Shapes::print(llvm::raw_ostream& out) const {
  for (const llvm::BasicBlock* block : blocks_) {
    block->printAsOperand(out, /*PrintType=*/false);
    out << ":" << notes_on(*block) << '\n';
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* condition = condition_of(instruction);
      if (condition != nullptr) out << text_of(of(*condition)) << instruction << '\n';
      if (!instruction.getType()->isVoidTy()) out << text_of(of(instruction)) << instruction << '\n';
    }
  }
}

}  // namespace quadcl::compiler
