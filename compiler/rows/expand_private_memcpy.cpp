// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/expand_private_memcpy.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "compiler/ir/work_item_loops.h"

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

bool is_multiple(llvm::Value& length, std::uint64_t bytes, const llvm::DataLayout& layout) {
  return llvm::computeKnownBits(&length, layout).countMinTrailingZeros() >= llvm::Log2_64(bytes);
}

/// The integer type of the elements to set or copy one by one; null if it stays.
llvm::IntegerType* element_of(const llvm::MemIntrinsic& set) {
  if (set.isVolatile() || !touches_stack(set)) return nullptr;
  const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&set);
  const bool is_table = copy != nullptr && llvm::isa<llvm::Constant>(copy->getRawSource());
  if (is_table || (copy == nullptr && !llvm::isa<llvm::MemSetInst>(set))) return nullptr;
  const std::uint64_t bytes = element_bytes(set);
  if (bytes == 0 || bytes > kMostBytes || !llvm::isPowerOf2_64(bytes) ||
      !is_multiple(*set.getLength(), bytes, set.getDataLayout()))
    return nullptr;
  return llvm::IntegerType::get(set.getContext(), static_cast<unsigned>(8 * bytes));
}

/// Whether elements can be written out.
bool is_short(const llvm::MemIntrinsic& set, const llvm::IntegerType& element) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(set.getLength());
  return length != nullptr && 8 * length->getZExtValue() / element.getBitWidth() <= kMostElements;
}

llvm::Value* place(llvm::IRBuilder<>& builder, llvm::Value* start, std::uint64_t offset) {
  return offset == 0 ? start : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), start, offset);
}

/// The number that a set stores in all elements, where `builder` is; null for a copy.
llvm::Value* number_of(llvm::MemIntrinsic& set, llvm::IntegerType* element, llvm::IRBuilder<>& builder) {
  auto* plain = llvm::dyn_cast<llvm::MemSetInst>(&set);
  if (plain == nullptr) return nullptr;
  const llvm::APInt ones = llvm::APInt::getSplat(element->getBitWidth(), llvm::APInt(8, 1));
  return builder.CreateMul(builder.CreateZExt(plain->getValue(), element), builder.getInt(ones));
}

void set_elements(llvm::MemIntrinsic& set, llvm::IntegerType* element) {
  llvm::IRBuilder<> builder(&set);
  const std::uint64_t bytes = element->getBitWidth() / 8;
  const std::uint64_t count = llvm::cast<llvm::ConstantInt>(set.getLength())->getZExtValue() / bytes;
  std::vector<llvm::Value*> numbers(count, number_of(set, element, builder));
  if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&set))
    for (std::uint64_t i = 0; i < count; ++i)
      numbers[i] =
          builder.CreateAlignedLoad(element, place(builder, copy->getRawSource(), i * bytes),
                                    llvm::commonAlignment(copy->getSourceAlign().valueOrOne(), i * bytes));
  for (std::uint64_t i = 0; i < count; ++i)
    builder.CreateAlignedStore(numbers[i], place(builder, set.getRawDest(), i * bytes),
                               llvm::commonAlignment(set.getDestAlign().valueOrOne(), i * bytes));
  set.eraseFromParent();
}

/// A loop over the elements, which is not entered where there are none.
void set_in_loop(llvm::MemIntrinsic& set, llvm::IntegerType* element) {
  const std::uint64_t bytes = element->getBitWidth() / 8;
  llvm::IRBuilder<> before(&set);
  llvm::Value* count = before.CreateLShr(set.getLength(), llvm::Log2_64(bytes), "", /*isExact=*/true);
  llvm::Value* number = number_of(set, element, before);
  llvm::Instruction* start = &set;
  if (!llvm::isa<llvm::ConstantInt>(count))
    start = llvm::SplitBlockAndInsertIfThen(before.CreateIsNotNull(count), &set, /*Unreachable=*/false);
  const auto [body, index] = llvm::SplitBlockAndInsertSimpleForLoop(count, start);
  llvm::IRBuilder<> builder(body);
  if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&set))
    number =
        builder.CreateAlignedLoad(element, builder.CreateInBoundsGEP(element, copy->getRawSource(), index),
                                  llvm::commonAlignment(copy->getSourceAlign().valueOrOne(), bytes));
  builder.CreateAlignedStore(number, builder.CreateInBoundsGEP(element, set.getRawDest(), index),
                             llvm::commonAlignment(set.getDestAlign().valueOrOne(), bytes));
  set.eraseFromParent();
}

bool is_in_row(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(instruction.getParent());
  while (loop != nullptr && !is_over_work_items(*loop)) loop = loop->getParentLoop();
  return loop != nullptr;
}

}  // namespace

llvm::PreservedAnalyses ExpandPrivateMemcpy::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  std::vector<llvm::MemIntrinsic*> short_ones, long_ones;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    const llvm::IntegerType* element = set != nullptr && is_in_row(*set, loops) ? element_of(*set) : nullptr;
    if (element != nullptr) (is_short(*set, *element) ? short_ones : long_ones).push_back(set);
  }
  for (llvm::MemIntrinsic* set : short_ones) set_elements(*set, element_of(*set));
  for (llvm::MemIntrinsic* set : long_ones) set_in_loop(*set, element_of(*set));
  return long_ones.empty() ? unless_values_changed(!short_ones.empty()) : llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
