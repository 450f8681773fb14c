// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/lower_printf.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/passes/group_context.h"
#include "compiler/passes/runtime_functions.h"
#include "core/kernel_abi.h"

namespace quadcl::compiler {
namespace {

constexpr std::uint64_t kElements = (QUADCL_PRINT_RECORD - 8) / 8;

quadcl_print_kind kind_of(const llvm::Type& element) {
  if (element.isPointerTy()) return QUADCL_PRINT_POINTER;
  if (element.isFloatTy()) return QUADCL_PRINT_F32;
  if (element.isDoubleTy()) return QUADCL_PRINT_F64;
  if (element.isIntegerTy(8)) return QUADCL_PRINT_I8;
  if (element.isIntegerTy(16)) return QUADCL_PRINT_I16;
  return element.isIntegerTy(64) ? QUADCL_PRINT_I64 : QUADCL_PRINT_I32;
}

/// The value as the eight bytes of an element; unused bytes are zero.
llvm::Value* widen(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::Type* type = value->getType();
  if (type->isPointerTy()) {
    value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  } else if (type->isFloatingPointTy()) {
    value = builder.CreateBitCast(value, builder.getIntNTy(type->getPrimitiveSizeInBits()));
  }
  return builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
}

void store_record(llvm::IRBuilder<>& builder, llvm::Value* record, llvm::Value* value) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  const std::uint64_t count =
      vector != nullptr ? std::min<std::uint64_t>(vector->getNumElements(), kElements) : 1;
  builder.CreateStore(builder.getInt32(kind_of(*value->getType()->getScalarType())), record);
  builder.CreateStore(builder.getInt32(static_cast<std::uint32_t>(count)),
                      builder.CreateConstGEP1_32(builder.getInt8Ty(), record, 4));
  for (std::uint64_t i = 0; i < count; ++i) {
    llvm::Value* element = vector != nullptr ? builder.CreateExtractElement(value, i) : value;
    builder.CreateStore(widen(builder, element),
                        builder.CreateConstGEP1_64(builder.getInt8Ty(), record, 8 + 8 * i));
  }
}

void lower(llvm::CallInst& call, llvm::FunctionCallee print) {
  const unsigned count = call.arg_size() - 1;
  auto* type =
      llvm::ArrayType::get(llvm::Type::getInt64Ty(call.getContext()), count * QUADCL_PRINT_RECORD / 8);
  llvm::BasicBlock& entry = call.getFunction()->getEntryBlock();
  llvm::Value* records = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
  llvm::IRBuilder<> builder(&call);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value* record = builder.CreateConstGEP1_64(builder.getInt8Ty(), records, i * QUADCL_PRINT_RECORD);
    store_record(builder, record, call.getArgOperand(i + 1));
  }
  llvm::Value* format = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
  call.replaceAllUsesWith(builder.CreateCall(print, {format, records, builder.getInt64(count)}));
  call.eraseFromParent();
}

std::vector<llvm::CallInst*> calls_of(llvm::Function* function) {
  std::vector<llvm::CallInst*> calls;
  if (function == nullptr) return calls;
  for (llvm::User* user : function->users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  return calls;
}

llvm::FunctionType* print_type(llvm::LLVMContext& context) {
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  return llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                 {pointer, pointer, llvm::Type::getInt64Ty(context)}, false);
}

}  // namespace

llvm::PreservedAnalyses LowerPrintf::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const auto calls = calls_of(module.getFunction(kPrintfFunction));
  if (calls.empty()) return llvm::PreservedAnalyses::all();
  const auto print = module.getOrInsertFunction(kPrintFunction, print_type(module.getContext()));
  for (llvm::CallInst* call : calls) lower(*call, print);
  return llvm::PreservedAnalyses::none();
}

void lower_print_calls(llvm::Function& function, llvm::Value* group_context) {
  for (llvm::CallInst* call : calls_of(function.getParent()->getFunction(kPrintFunction))) {
    if (call->getFunction() != &function) continue;
    llvm::IRBuilder<> builder(call);
    llvm::Value* print = load_context_field(builder, group_context, ContextField::print);
    std::vector<llvm::Value*> operands{group_context};
    operands.insert(operands.end(), call->arg_begin(), call->arg_end());
    std::vector<llvm::Type*> types;
    for (const llvm::Value* operand : operands) types.push_back(operand->getType());
    auto* type = llvm::FunctionType::get(builder.getInt32Ty(), types, false);
    call->replaceAllUsesWith(builder.CreateCall(type, print, operands));
    call->eraseFromParent();
  }
}

}  // namespace quadcl::compiler
