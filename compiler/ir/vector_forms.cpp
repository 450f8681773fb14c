// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/vector_forms.h"

#include <llvm/Analysis/VectorUtils.h>

namespace quadcl::compiler {

llvm::Function& vector_form(llvm::CallInst& call, llvm::Type& result,
                            llvm::ArrayRef<llvm::Value*> arguments) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  llvm::SmallVector<llvm::Type*, 2> types;
  if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1)) types.push_back(&result);
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i)))
      types.push_back(arguments[i]->getType());
  return *llvm::Intrinsic::getDeclaration(call.getModule(), id, types);
}

}  // namespace quadcl::compiler
