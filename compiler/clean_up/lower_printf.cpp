// SPDX-License-Identifier: Apache-2.0
#include "compiler/clean_up/lower_printf.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <set>

#include "compiler/clean_up/printf_format.h"
#include "compiler/ir/group_context.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/log_diagnostics.h"
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
  llvm::IRBuilder<> builder(&call);
  std::vector<llvm::Value*> operands(call.arg_begin(), call.arg_end());
  operands[0] = builder.CreateAddrSpaceCast(operands[0], builder.getPtrTy());
  call.replaceAllUsesWith(builder.CreateCall(print, operands));
  call.eraseFromParent();
}

/// Empty if it is not known.
llvm::StringRef format_of(const llvm::Value& operand) {
  llvm::StringRef text;
  return llvm::getConstantStringInfo(operand.stripPointerCasts(), text) ? text : llvm::StringRef();
}

/// Inlining makes copies of calls; each problem is told once.
void report_problems(llvm::ArrayRef<llvm::CallInst*> calls) {
  std::set<std::string> problems;
  for (const llvm::CallInst* call : calls)
    for (std::string& problem : problems_of_format(format_of(*call->getArgOperand(0))))
      problems.insert(std::move(problem));
  for (const std::string& problem : problems) calls.front()->getContext().diagnose(Warning(problem));
}

/// Calls the runner's function: (context, format, values).
void define_print(llvm::Function& print) {
  llvm::LLVMContext& context = print.getContext();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", &print));
  const auto count = static_cast<unsigned>(print.arg_size() - 2);
  llvm::Value* records =
      builder.CreateAlloca(llvm::ArrayType::get(builder.getInt64Ty(), count * QUADCL_PRINT_RECORD / 8));
  for (unsigned i = 0; i < count; ++i)
    store_record(builder, builder.CreateConstGEP1_64(builder.getInt8Ty(), records, i * QUADCL_PRINT_RECORD),
                 print.getArg(i + 2));
  llvm::Value* runner = load_context_field(builder, print.getArg(0), ContextField::print);
  auto* type = llvm::FunctionType::get(
      builder.getInt32Ty(),
      {builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty()}, false);
  builder.CreateRet(
      builder.CreateCall(type, runner, {print.getArg(0), print.getArg(1), records, builder.getInt64(count)}));
}

std::vector<llvm::CallInst*> calls_of(llvm::Function* function) {
  std::vector<llvm::CallInst*> calls;
  if (function == nullptr) return calls;
  for (llvm::User* user : function->users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  return calls;
}

}  // namespace

llvm::PreservedAnalyses LowerPrintf::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const auto calls = calls_of(module.getFunction(kPrintfFunction));
  if (calls.empty()) return llvm::PreservedAnalyses::all();
  report_problems(calls);
  auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(module.getContext()),
                                       llvm::PointerType::get(module.getContext(), 0), /*isVarArg=*/true);
  const auto print = module.getOrInsertFunction(kPrintFunction, type);
  for (llvm::CallInst* call : calls) lower(*call, print);
  return llvm::PreservedAnalyses::none();
}

void lower_print_calls(llvm::Function& function, llvm::Value* group_context) {
  for (llvm::CallInst* call : calls_of(function.getParent()->getFunction(kPrintFunction))) {
    if (call->getFunction() != &function) continue;
    llvm::IRBuilder<> builder(call);
    std::vector<llvm::Value*> operands{group_context};
    operands.insert(operands.end(), call->arg_begin(), call->arg_end());
    std::vector<llvm::Type*> types;
    for (const llvm::Value* operand : operands) types.push_back(operand->getType());
    auto* print = llvm::Function::Create(llvm::FunctionType::get(builder.getInt32Ty(), types, false),
                                         llvm::Function::InternalLinkage, "print", *function.getParent());
    print->addFnAttr(llvm::Attribute::NoInline);
    print->addFnAttr(kPrints, format_of(*operands[1]).ends_with("\n") ? kWholeLines : "");
    define_print(*print);
    call->replaceAllUsesWith(builder.CreateCall(print, operands));
    call->eraseFromParent();
  }
}

}  // namespace quadcl::compiler
