// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/lower_vector_bitcasts.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kMostBits = 64;

/// The vector on one side of a cast, if a number of few bits is on the other.
const llvm::FixedVectorType* vector_of(const llvm::Type& one, const llvm::Type& other) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&one);
  return vector != nullptr && !other.isVectorTy() && other.getPrimitiveSizeInBits() <= kMostBits ? vector
                                                                                                 : nullptr;
}

/// Replaces the elements that are taken of the vector. Element 0 has the lowest bits.
bool take_by_shifts(llvm::BitCastInst& cast, const llvm::FixedVectorType& vector) {
  if (llvm::none_of(cast.users(),
                    [](const llvm::User* user) { return llvm::isa<llvm::ExtractElementInst>(user); }))
    return false;
  llvm::IRBuilder<> build(&cast);
  const unsigned bits = vector.getScalarSizeInBits();
  llvm::Value* all = build.CreateBitCast(cast.getOperand(0), build.getIntNTy(bits * vector.getNumElements()));
  for (llvm::User* user : llvm::make_early_inc_range(cast.users())) {
    auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(user);
    if (element == nullptr) continue;
    build.SetInsertPoint(element);
    llvm::Value* place = build.CreateZExtOrTrunc(element->getIndexOperand(), all->getType());
    llvm::Value* distance = build.CreateMul(place, llvm::ConstantInt::get(all->getType(), bits));
    llvm::Value* taken = build.CreateTrunc(build.CreateLShr(all, distance), build.getIntNTy(bits));
    element->replaceAllUsesWith(build.CreateBitCast(taken, element->getType()));
    element->eraseFromParent();
  }
  if (cast.use_empty()) cast.eraseFromParent();
  return true;
}

void put_together(llvm::BitCastInst& cast, const llvm::FixedVectorType& vector) {
  llvm::IRBuilder<> build(&cast);
  const unsigned bits = vector.getScalarSizeInBits();
  llvm::Type* type = build.getIntNTy(bits * vector.getNumElements());
  llvm::Value* all = llvm::ConstantInt::get(type, 0);
  for (unsigned i = 0; i < vector.getNumElements(); ++i) {
    llvm::Value* element = build.CreateExtractElement(cast.getOperand(0), i);
    llvm::Value* number = build.CreateZExt(build.CreateBitCast(element, build.getIntNTy(bits)), type);
    all = build.CreateOr(all, build.CreateShl(number, i * bits));
  }
  cast.replaceAllUsesWith(build.CreateBitCast(all, cast.getType()));
  cast.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerVectorBitcasts::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::BitCastInst*> casts;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction)) casts.push_back(cast);
  bool changed = false;
  for (llvm::BitCastInst* cast : casts) {
    const llvm::Type &from = *cast->getSrcTy(), &to = *cast->getDestTy();
    if (const auto* taken = vector_of(to, from)) {
      changed |= take_by_shifts(*cast, *taken);
    } else if (const auto* given = vector_of(from, to)) {
      put_together(*cast, *given);
      changed = true;
    }
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
