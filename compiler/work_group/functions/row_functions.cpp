// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/row_functions.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <vector>

#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

/// Attributes: of a function, the name of its row function; of a parameter that is the same for all; of a row
/// function; and of a row function with lanes, its costs.
constexpr const char *kRowFunction = "quadcl-row-function", *kSame = "quadcl-same",
                     *kIsRowFunction = "quadcl-is-row-function", *kScalarCost = "quadcl-scalar-cost",
                     *kWideCost = "quadcl-wide-cost";

bool is_number(const llvm::Type& type) {
  return type.isFloatingPointTy() || type.isIntegerTy(1) || type.isIntegerTy(8) || type.isIntegerTy(16) ||
         type.isIntegerTy(32) || type.isIntegerTy(64);
}

/// A number, or a pointer to memory of others. What private pointers point to has other places for lanes.
bool can_be_parameter(const llvm::Type& type) {
  return is_number(type) || (type.isPointerTy() && type.getPointerAddressSpace() != 0);
}

bool can_be_result(const llvm::Type& type) {
  const auto* structure = llvm::dyn_cast<llvm::StructType>(&type);
  if (structure == nullptr) return type.isVoidTy() || is_number(type);
  return llvm::all_of(structure->elements(), [](const llvm::Type* element) { return is_number(*element); });
}

bool can_have_row_function(const llvm::Function& function) {
  if (function.isDeclaration() || !function.hasLocalLinkage() || function.isVarArg() ||
      function.use_empty() || is_huge(function) || !can_be_result(*function.getReturnType()))
    return false;
  return llvm::all_of(function.args(),
                      [](const llvm::Argument& one) { return can_be_parameter(*one.getType()); }) &&
         llvm::all_of(function.uses(), [](const llvm::Use& use) {
           const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
           return call != nullptr && call->isCallee(&use);
         });
}

/// The functions, callees first, without those that call themselves.
std::vector<llvm::Function*> callees_first(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  llvm::CallGraph graph(module);
  for (auto cycle = llvm::scc_begin(&graph); !cycle.isAtEnd(); ++cycle)
    if (llvm::Function* function = cycle->front()->getFunction(); function != nullptr && !cycle.hasCycle())
      functions.push_back(function);
  return functions;
}

/// Whether the argument of all calls is a parameter of a kernel, or a constant.
bool is_same_in_all_calls(const llvm::Function& function, unsigned number,
                          const llvm::SmallPtrSetImpl<const llvm::Function*>& chosen) {
  return llvm::all_of(function.users(), [&](const llvm::User* user) {
    const auto& call = llvm::cast<llvm::CallInst>(*user);
    const llvm::Value* argument = call.getArgOperand(number);
    if (llvm::isa<llvm::Constant>(argument)) return true;
    const auto* parameter = llvm::dyn_cast<llvm::Argument>(argument);
    return parameter != nullptr && (!chosen.contains(parameter->getParent()) ||
                                    is_same_for_row(*parameter->getParent(), parameter->getArgNo()));
  });
}

/// Makes the row function of a function.
class RowFunctionBuilder {
 public:
  explicit RowFunctionBuilder(llvm::Function& function)
      : function_(function), context_(function.getContext()), builder_(context_), block_(function) {}

  llvm::Function* build() {
    make_function();
    write_loop();
    llvm::InlineFunctionInfo info;
    const bool is_inlined = llvm::InlineFunction(*call_, info).isSuccess();
    assert(is_inlined);
    (void)is_inlined;
    declare_parallel();
    return row_;
  }

 private:
  void make_function() {
    llvm::SmallVector<llvm::Type*> types{builder_.getPtrTy()};
    for (const llvm::Argument& parameter : function_.args())
      if (is_same_for_row(function_, parameter.getArgNo())) types.push_back(parameter.getType());
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), types, false);
    row_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, function_.getName() + ".row",
                                  function_.getParent());
    row_->addFnAttr(llvm::Attribute::NoUnwind);
    row_->addFnAttr(llvm::Attribute::NoInline);
    row_->addFnAttr(kIsRowFunction);
  }

  llvm::BasicBlock* new_block(const char* name) { return llvm::BasicBlock::Create(context_, name, row_); }

  void write_loop() {
    llvm::BasicBlock *entry = new_block("entry"), *head = new_block("items"), *body = new_block("item"),
                     *end = new_block("done");
    latch_ = new_block("next");
    builder_.SetInsertPoint(entry);
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    item_ = builder_.CreatePHI(builder_.getInt64Ty(), 2, "i");
    item_->addIncoming(builder_.getInt64(0), entry);
    llvm::Value* is_there = builder_.CreateLoad(
        builder_.getInt8Ty(), builder_.CreateInBoundsGEP(builder_.getInt8Ty(), row_->getArg(0), item_));
    builder_.CreateCondBr(builder_.CreateIsNotNull(is_there), body, latch_);
    builder_.SetInsertPoint(body);
    call_function();
    builder_.CreateBr(latch_);
    builder_.SetInsertPoint(latch_);
    llvm::Value* next = builder_.CreateNUWAdd(item_, builder_.getInt64(1));
    item_->addIncoming(next, latch_);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, builder_.getInt64(kItemsOfRowFunction)), head, end);
    builder_.SetInsertPoint(end);
    builder_.CreateRetVoid();
  }

  llvm::Value* place(llvm::Type* type, std::uint64_t array) {
    llvm::Value* first = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), row_->getArg(0), array);
    return builder_.CreateInBoundsGEP(type, first, item_);
  }

  llvm::Value* load(llvm::Type* type, std::uint64_t array) {
    llvm::Type* kept = type_in_block(*type);
    llvm::Value* value = builder_.CreateLoad(kept, place(kept, array));
    return kept == type ? value : builder_.CreateTrunc(value, type);
  }

  void store(llvm::Value* value, std::uint64_t array) {
    llvm::Type* kept = type_in_block(*value->getType());
    builder_.CreateStore(kept == value->getType() ? value : builder_.CreateZExt(value, kept),
                         place(kept, array));
  }

  void call_function() {
    llvm::SmallVector<llvm::Value*> arguments;
    unsigned same = 1;
    for (const llvm::Argument& parameter : function_.args()) {
      const unsigned number = parameter.getArgNo();
      llvm::Type* type = parameter.getType();
      arguments.push_back(is_same_for_row(function_, number) ? static_cast<llvm::Value*>(row_->getArg(same++))
                                                             : load(type, block_.parameter(number)));
    }
    call_ = builder_.CreateCall(&function_, arguments);
    call_->setCallingConv(function_.getCallingConv());
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(call_->getType())) {
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        store(builder_.CreateExtractValue(call_, i), block_.result(i));
    } else if (!call_->getType()->isVoidTy()) {
      store(call_, block_.result(0));
    }
  }

  void declare_parallel() {
    llvm::MDNode* group = llvm::MDNode::getDistinct(context_, {});
    for (llvm::BasicBlock& block : *row_)
      for (llvm::Instruction& instruction : block)
        if (instruction.mayReadOrWriteMemory() && !touches_stack(instruction) &&
            !llvm::isa<llvm::CallInst>(instruction))
          instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
    llvm::Metadata* accesses[] = {llvm::MDString::get(context_, kParallelAccesses), group};
    llvm::Metadata* properties[] = {nullptr, llvm::MDNode::get(context_, accesses)};
    llvm::MDNode* loop = llvm::MDNode::getDistinct(context_, properties);
    loop->replaceOperandWith(0, loop);
    latch_->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, loop);
  }

  llvm::Function& function_;
  llvm::LLVMContext& context_;
  llvm::IRBuilder<> builder_;
  RowBlock block_;
  llvm::Function* row_ = nullptr;
  llvm::BasicBlock* latch_ = nullptr;
  llvm::PHINode* item_ = nullptr;
  llvm::CallInst* call_ = nullptr;
};

bool make_row_functions(llvm::Module& module) {
  std::vector<llvm::Function*> functions = callees_first(module);
  llvm::erase_if(functions, [](const llvm::Function* function) { return !can_have_row_function(*function); });
  const llvm::SmallPtrSet<const llvm::Function*, 16> chosen(functions.begin(), functions.end());
  for (llvm::Function* function : llvm::reverse(functions))
    for (unsigned i = 0; i < function->arg_size(); ++i)
      if (is_same_in_all_calls(*function, i, chosen))
        function->addParamAttr(i, llvm::Attribute::get(module.getContext(), kSame));
  std::vector<llvm::Function*> made;
  for (llvm::Function* function : functions) {
    made.push_back(RowFunctionBuilder(*function).build());
    function->addFnAttr(kRowFunction, made.back()->getName());
  }
  // Callees come first, and all before those that call them: widen-rows must know which have lanes.
  for (llvm::Function* row : llvm::reverse(made)) {
    row->removeFromParent();
    module.getFunctionList().push_front(row);
  }
  llvm::SmallVector<llvm::GlobalValue*> kept(functions.begin(), functions.end());
  kept.append(made.begin(), made.end());
  llvm::appendToCompilerUsed(module, kept);
  return !made.empty();
}

bool drop_row_functions(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  if (module.getGlobalVariable("llvm.compiler.used") == nullptr) return false;
  llvm::removeFromUsedLists(module, [](const llvm::Constant* used) {
    const auto* function = llvm::dyn_cast<llvm::Function>(used->stripPointerCasts());
    return function != nullptr && (is_row_function(*function) || function->hasFnAttribute(kRowFunction));
  });
  llvm::GlobalDCEPass().run(module, analyses);
  return true;
}

}  // namespace

llvm::PreservedAnalyses RowFunctions::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  return unless_changed(choice_ == RowFunctionsChoice::make ? make_row_functions(module)
                                                            : drop_row_functions(module, analyses));
}

llvm::Type* type_in_block(llvm::Type& type) {
  return type.isIntegerTy(1) ? llvm::Type::getInt8Ty(type.getContext()) : &type;
}

RowBlock::RowBlock(const llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  for (const llvm::Argument& parameter : function.args())
    parameters_.push_back(
        is_same_for_row(function, parameter.getArgNo()) ? 0 : add_array(*parameter.getType(), layout));
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(function.getReturnType())) {
    for (llvm::Type* element : structure->elements()) results_.push_back(add_array(*element, layout));
  } else if (!function.getReturnType()->isVoidTy()) {
    results_.push_back(add_array(*function.getReturnType(), layout));
  }
}

std::uint64_t RowBlock::add_array(llvm::Type& element, const llvm::DataLayout& layout) {
  const std::uint64_t start = llvm::alignTo(bytes_, kAlignment);
  const std::uint64_t size = layout.getTypeAllocSize(type_in_block(element)).getFixedValue();
  bytes_ = start + kItemsOfRowFunction * size;
  return start;
}

bool is_same_for_row(const llvm::Function& function, unsigned parameter) {
  return function.getAttributes().hasParamAttr(parameter, kSame);
}

bool is_row_function(const llvm::Function& function) { return function.hasFnAttribute(kIsRowFunction); }

void set_lanes_cost(llvm::Function& row_function, const RowCost& cost) {
  row_function.addFnAttr(kScalarCost, std::to_string(static_cast<std::uint64_t>(cost.scalar)));
  row_function.addFnAttr(kWideCost, std::to_string(static_cast<std::uint64_t>(cost.wide)));
}

llvm::Function* row_function_of(const llvm::Instruction& call) {
  const auto* plain = llvm::dyn_cast<llvm::CallInst>(&call);
  const llvm::Function* callee = plain != nullptr ? plain->getCalledFunction() : nullptr;
  if (callee == nullptr || !callee->hasFnAttribute(kRowFunction)) return nullptr;
  const llvm::StringRef name = callee->getFnAttribute(kRowFunction).getValueAsString();
  llvm::Function* row = const_cast<llvm::Module*>(callee->getParent())->getFunction(name);
  return row != nullptr && row->hasFnAttribute(kWideCost) ? row : nullptr;
}

RowCost cost_of(const llvm::Function& row_function) {
  return {static_cast<double>(row_function.getFnAttributeAsParsedInteger(kScalarCost)),
          static_cast<double>(row_function.getFnAttributeAsParsedInteger(kWideCost))};
}

}  // namespace quadcl::compiler
