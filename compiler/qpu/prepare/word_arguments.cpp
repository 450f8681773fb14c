// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/word_arguments.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/runtime_functions.h"

namespace quadcl::compiler::qpu {
namespace {

class Words {
 public:
  explicit Words(llvm::Argument& argument)
      : build_(&*argument.getParent()->getEntryBlock().getFirstInsertionPt()), argument_(argument) {
    llvm::Module& module = *argument.getParent()->getParent();
    llvm::Type* word = build_.getInt32Ty();
    function_ = module.getOrInsertFunction(kArgumentWordFunction, word, word, word);
    auto* function = llvm::cast<llvm::Function>(function_.getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
  }

  llvm::Value* word(std::uint64_t number) {
    return build_.CreateCall(function_, {build_.getInt32(argument_.getArgNo()),
                                         build_.getInt32(static_cast<std::uint32_t>(number))});
  }

  /// A variable with the bytes of a struct.
  llvm::Value* variable(std::uint64_t bytes, llvm::Align align) {
    auto* type = llvm::ArrayType::get(build_.getInt32Ty(), (bytes + 3) / 4);
    llvm::AllocaInst* made = build_.CreateAlloca(type);
    made->setAlignment(std::max(align, llvm::Align(4)));
    for (std::uint64_t i = 0; i < type->getNumElements(); ++i)
      build_.CreateStore(word(i), build_.CreateConstGEP2_32(type, made, 0, static_cast<unsigned>(i)));
    return made;
  }

  llvm::Value* vector(llvm::FixedVectorType& type) {
    const unsigned bits = type.getScalarSizeInBits();
    llvm::Value* made = llvm::PoisonValue::get(&type);
    for (unsigned i = 0; i < type.getNumElements(); ++i) {
      llvm::Value* element = number(std::uint64_t{i} * bits, bits);
      made = build_.CreateInsertElement(made, build_.CreateBitCast(element, type.getElementType()), i);
    }
    return made;
  }

 private:
  /// An integer of 8 to 64 bits that begins at a bit of the argument.
  llvm::Value* number(std::uint64_t bit, unsigned bits) {
    if (bits <= 32)
      return build_.CreateTrunc(build_.CreateLShr(word(bit / 32), bit % 32), build_.getIntNTy(bits));
    llvm::Value *low = build_.CreateZExt(word(bit / 32), build_.getInt64Ty()),
                *high = build_.CreateZExt(word(bit / 32 + 1), build_.getInt64Ty());
    return build_.CreateOr(low, build_.CreateShl(high, 32));
  }

  llvm::IRBuilder<> build_;
  llvm::Argument& argument_;
  llvm::FunctionCallee function_;
};

llvm::Value* made_of_words(llvm::Argument& argument, const llvm::DataLayout& layout) {
  if (argument.use_empty()) return nullptr;
  if (argument.hasByValAttr())
    return Words(argument).variable(layout.getTypeAllocSize(argument.getParamByValType()),
                                    argument.getParamAlign().valueOrOne());
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(argument.getType());
  return vector != nullptr ? Words(argument).vector(*vector) : nullptr;
}

}  // namespace

llvm::PreservedAnalyses WordArguments::run(llvm::Function& kernel, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Argument& argument : kernel.args()) {
    llvm::Value* made = made_of_words(argument, kernel.getParent()->getDataLayout());
    if (made == nullptr) continue;
    argument.replaceAllUsesWith(made);
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
