// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/address_spaces.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/ir/group_context.h"
#include "compiler/ir/runtime_functions.h"
#include "core/kernel_abi.h"

namespace quadcl::compiler {
namespace {

/// The numbers of the front end's target; 0 is both generic and private.
std::optional<quadcl_address_space> known_space(const llvm::Value& pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(&pointer, 0);
  if (llvm::isa<llvm::AllocaInst>(object)) return QUADCL_ADDRESS_PRIVATE;
  switch (object->getType()->getPointerAddressSpace()) {
    case 1:
      return QUADCL_ADDRESS_GLOBAL;
    case 3:
      return QUADCL_ADDRESS_LOCAL;
    default:
      return {};
  }
}

llvm::Value* answer(llvm::CallInst& call, llvm::Value* group_context) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* pointer = call.getArgOperand(0);
  if (const auto space = known_space(*pointer)) return builder.getInt32(*space);
  auto* type = llvm::FunctionType::get(builder.getInt32Ty(), {builder.getPtrTy(), builder.getPtrTy()}, false);
  llvm::Value* function = load_context_field(builder, group_context, ContextField::address_space);
  llvm::CallInst* asked = builder.CreateCall(type, function, {group_context, pointer});
  asked->setOnlyReadsMemory();
  asked->setDoesNotThrow();
  return asked;
}

}  // namespace

void lower_address_space_calls(llvm::Function& function, llvm::Value* group_context) {
  llvm::Function* asked = function.getParent()->getFunction(kAddressSpaceFunction);
  if (asked == nullptr) return;
  for (llvm::User* user : llvm::make_early_inc_range(asked->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getFunction() != &function) continue;
    call->replaceAllUsesWith(answer(*call, group_context));
    call->eraseFromParent();
  }
}

}  // namespace quadcl::compiler
