// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/argument_words.h"

#include <llvm/IR/Module.h>

#include "compiler/ir/runtime_functions.h"

namespace quadcl::compiler::qpu {

ArgumentWords::ArgumentWords(llvm::Argument& argument)
    : build_(&*argument.getParent()->getEntryBlock().getFirstInsertionPt()), argument_(argument) {
  llvm::Module& module = *argument.getParent()->getParent();
  llvm::Type* word = build_.getInt32Ty();
  function_ = module.getOrInsertFunction(kArgumentWordFunction, word, word, word);
  auto* function = llvm::cast<llvm::Function>(function_.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
}

llvm::Value* ArgumentWords::word(std::uint64_t number) {
  return build_.CreateCall(function_, {build_.getInt32(argument_.getArgNo()),
                                       build_.getInt32(static_cast<std::uint32_t>(number))});
}

llvm::Value* ArgumentWords::variable(std::uint64_t bytes, llvm::Align align) {
  auto* type = llvm::ArrayType::get(build_.getInt32Ty(), (bytes + 3) / 4);
  llvm::AllocaInst* made = build_.CreateAlloca(type);
  made->setAlignment(std::max(align, llvm::Align(4)));
  for (std::uint64_t i = 0; i < type->getNumElements(); ++i)
    build_.CreateStore(word(i), build_.CreateConstGEP2_32(type, made, 0, static_cast<unsigned>(i)));
  return made;
}

llvm::Value* ArgumentWords::vector(llvm::FixedVectorType& type) {
  const unsigned bits = type.getScalarSizeInBits();
  llvm::Value* made = llvm::PoisonValue::get(&type);
  for (unsigned i = 0; i < type.getNumElements(); ++i) {
    llvm::Value* element = number(std::uint64_t{i} * bits, bits);
    made = build_.CreateInsertElement(made, build_.CreateBitCast(element, type.getElementType()), i);
  }
  return made;
}

llvm::Value* ArgumentWords::number(std::uint64_t bit, unsigned bits) {
  if (bits <= 32)
    return build_.CreateTrunc(build_.CreateLShr(word(bit / 32), bit % 32), build_.getIntNTy(bits));
  llvm::Value *low = build_.CreateZExt(word(bit / 32), build_.getInt64Ty()),
              *high = build_.CreateZExt(word(bit / 32 + 1), build_.getInt64Ty());
  return build_.CreateOr(low, build_.CreateShl(high, 32));
}

llvm::Value* ArgumentWords::pointer() { return build_.CreateIntToPtr(word(0), argument_.getType()); }

}  // namespace quadcl::compiler::qpu
