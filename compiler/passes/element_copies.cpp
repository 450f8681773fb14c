// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/element_copies.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "compiler/passes/region_function.h"

namespace quadcl::compiler {
namespace {

constexpr std::uint64_t kMostElements = 64, kMostBytes = 8;

/// The first number of a type.
llvm::Type* first_number(llvm::Type* type) {
  for (;;) {
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      type = array->getElementType();
    } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type);
               structure != nullptr && structure->getNumElements() != 0) {
      type = structure->getElementType(0);
    } else {
      return type->getScalarType();
    }
  }
}

const llvm::AllocaInst* variable_of(const llvm::Value& address) {
  return llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&address));
}

/// The size of the elements of the variable that is set or copied; without one, what the alignment allows.
std::uint64_t element_bytes(const llvm::MemIntrinsic& set) {
  const llvm::AllocaInst* variable = variable_of(*set.getRawDest());
  const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&set);
  if (const auto* from = copy != nullptr ? variable_of(*copy->getRawSource()) : nullptr) variable = from;
  if (variable != nullptr)
    return set.getDataLayout().getTypeStoreSize(first_number(variable->getAllocatedType())).getFixedValue();
  const llvm::Align align = set.getDestAlign().valueOrOne();
  return copy != nullptr ? std::min(align, copy->getSourceAlign().valueOrOne()).value() : align.value();
}

/// The integer type of the elements to set or copy one by one; null if it stays.
llvm::IntegerType* element_of(const llvm::MemIntrinsic& set) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(set.getLength());
  if (length == nullptr || set.isVolatile()) return nullptr;
  const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&set);
  const bool is_table = copy != nullptr && llvm::isa<llvm::Constant>(copy->getRawSource());
  if (is_table || (copy == nullptr && !llvm::isa<llvm::MemSetInst>(set))) return nullptr;
  const std::uint64_t bytes = element_bytes(set);
  if (bytes == 0 || bytes > kMostBytes || !llvm::isPowerOf2_64(bytes) ||
      length->getZExtValue() % bytes != 0 || length->getZExtValue() / bytes > kMostElements)
    return nullptr;
  return llvm::IntegerType::get(set.getContext(), static_cast<unsigned>(8 * bytes));
}

llvm::Value* place(llvm::IRBuilder<>& builder, llvm::Value* start, std::uint64_t offset) {
  return offset == 0 ? start : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), start, offset);
}

/// The numbers that are stored.
std::vector<llvm::Value*> numbers_of(llvm::MemIntrinsic& set, llvm::IntegerType* element, std::size_t count,
                                     llvm::IRBuilder<>& builder) {
  if (auto* plain = llvm::dyn_cast<llvm::MemSetInst>(&set)) {
    llvm::Value* byte = builder.CreateZExt(plain->getValue(), element);
    const llvm::APInt ones = llvm::APInt::getSplat(element->getBitWidth(), llvm::APInt(8, 1));
    return std::vector<llvm::Value*>(count, builder.CreateMul(byte, builder.getInt(ones)));
  }
  auto& copy = llvm::cast<llvm::MemCpyInst>(set);
  std::vector<llvm::Value*> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t offset = i * element->getBitWidth() / 8;
    numbers.push_back(
        builder.CreateAlignedLoad(element, place(builder, copy.getRawSource(), offset),
                                  llvm::commonAlignment(copy.getSourceAlign().valueOrOne(), offset)));
  }
  return numbers;
}

void set_elements(llvm::MemIntrinsic& set, llvm::IntegerType* element) {
  llvm::IRBuilder<> builder(&set);
  const std::uint64_t bytes = element->getBitWidth() / 8;
  const std::uint64_t count = llvm::cast<llvm::ConstantInt>(set.getLength())->getZExtValue() / bytes;
  const std::vector<llvm::Value*> numbers = numbers_of(set, element, count, builder);
  for (std::uint64_t i = 0; i < count; ++i)
    builder.CreateAlignedStore(numbers[i], place(builder, set.getRawDest(), i * bytes),
                               llvm::commonAlignment(set.getDestAlign().valueOrOne(), i * bytes));
  set.eraseFromParent();
}

bool is_in_row(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(instruction.getParent());
  while (loop != nullptr && !is_over_work_items(*loop)) loop = loop->getParentLoop();
  return loop != nullptr;
}

}  // namespace

llvm::PreservedAnalyses ElementCopies::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
      llvm::IntegerType* element = set != nullptr && is_in_row(*set, loops) ? element_of(*set) : nullptr;
      if (element == nullptr) continue;
      set_elements(*set, element);
      changed = true;
    }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
