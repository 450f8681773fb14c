// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/work_group.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>

#include "compiler/guard.h"
#include "compiler/passes/barrier_regions.h"
#include "compiler/passes/early_returns.h"
#include "compiler/passes/item_slots.h"
#include "compiler/passes/local_variables.h"
#include "compiler/passes/loop_decisions.h"
#include "compiler/passes/loop_interchange.h"
#include "compiler/passes/program_size.h"
#include "compiler/passes/region_function.h"

namespace quadcl::compiler {
namespace {

/// A struct argument is each work-item's own: it may write to it.
void copy_struct_arguments(llvm::Function& kernel) {
  for (llvm::Argument& argument : kernel.args()) {
    if (!argument.hasByValAttr()) continue;
    llvm::Type* type = argument.getParamByValType();
    const llvm::Align align = argument.getParamAlign().valueOrOne();
    llvm::IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
    llvm::AllocaInst* copy = builder.CreateAlloca(type);
    copy->setAlignment(align);
    argument.replaceAllUsesWith(copy);
    const std::uint64_t size = kernel.getParent()->getDataLayout().getTypeAllocSize(type);
    builder.CreateMemCpy(copy, align, &argument, llvm::Align(1), size);
    kernel.removeParamAttr(argument.getArgNo(), llvm::Attribute::ByVal);
    kernel.removeParamAttr(argument.getArgNo(), llvm::Attribute::Alignment);
  }
}

/// Loads argument `index` from the array of pointers that the runner passes.
llvm::Value* load_argument(llvm::IRBuilder<>& builder, llvm::Value* arguments, const llvm::Argument& argument,
                           bool by_reference) {
  llvm::Value* slot = builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), arguments, argument.getArgNo());
  llvm::Value* bytes = builder.CreateLoad(builder.getPtrTy(), slot);
  return by_reference ? bytes : builder.CreateAlignedLoad(argument.getType(), bytes, llvm::Align(1));
}

/// What a region function is called with, from the parameters of an entry.
std::vector<llvm::Value*> region_operands(llvm::IRBuilder<>& builder, llvm::Function& entry,
                                          const llvm::Function& kernel,
                                          const std::vector<bool>& by_reference) {
  std::vector<llvm::Value*> operands;
  for (const llvm::Argument& argument : kernel.args())
    operands.push_back(load_argument(builder, entry.getArg(0), argument, by_reference[argument.getArgNo()]));
  operands.push_back(entry.getArg(1));
  return operands;
}

class EntryBuilder {
 public:
  EntryBuilder(llvm::Function& kernel, const std::string& symbol)
      : kernel_(kernel), context_(kernel.getContext()) {
    llvm::Type* pointer = llvm::PointerType::get(context_, 0);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), {pointer, pointer}, false);
    entry_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, kernel.getParent());
    entry_->addFnAttr(llvm::Attribute::NoUnwind);
  }

  llvm::Function* build(const std::vector<llvm::Function*>& regions, const std::vector<bool>& by_reference) {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "", entry_));
    operands_ = region_operands(builder, *entry_, kernel_, by_reference);
    if (regions.size() == 1) {
      builder.CreateCall(regions[0], operands_);
      builder.CreateRetVoid();
    } else {
      dispatch(builder, regions);
    }
    return entry_;
  }

 private:
  /// Region after region, each saying which is next.
  void dispatch(llvm::IRBuilder<>& builder, const std::vector<llvm::Function*>& regions) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* choose = llvm::BasicBlock::Create(context_, "choose", entry_);
    auto* end = llvm::BasicBlock::Create(context_, "end", entry_);
    builder.CreateBr(choose);
    builder.SetInsertPoint(choose);
    llvm::PHINode* next = builder.CreatePHI(builder.getInt32Ty(), static_cast<unsigned>(regions.size()) + 1);
    next->addIncoming(builder.getInt32(0), before);
    llvm::SwitchInst* choice = builder.CreateSwitch(next, end, static_cast<unsigned>(regions.size()));
    for (unsigned i = 0; i < regions.size(); ++i) {
      auto* block = llvm::BasicBlock::Create(context_, "region" + llvm::Twine(i), entry_);
      builder.SetInsertPoint(block);
      next->addIncoming(builder.CreateCall(regions[i], operands_), block);
      builder.CreateBr(choose);
      choice->addCase(builder.getInt32(i), block);
    }
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();
  }

  llvm::Function& kernel_;
  llvm::LLVMContext& context_;
  llvm::Function* entry_;
  std::vector<llvm::Value*> operands_;
};

/// Regions go into their entry before LLVM optimises, so that it does so once, unless they are huge together.
void choose_inlining(const std::vector<llvm::Function*>& regions) {
  std::size_t instructions = 0;
  for (const llvm::Function* region : regions) instructions += region->getInstructionCount();
  const auto choice =
      instructions <= kHugeInstructions ? llvm::Attribute::AlwaysInline : llvm::Attribute::NoInline;
  for (llvm::Function* region : regions) {
    if (!region->hasFnAttribute(llvm::Attribute::NoInline)) region->addFnAttr(choice);
  }
}

/// One version of a kernel: its regions and the entry that runs them.
WorkGroupKernel compile_regions(llvm::Function& kernel, const std::string& symbol,
                                const std::vector<bool>& by_reference, const WorkGroupOptions& options) {
  if (options.optimise) separate_loop_decisions(kernel);
  const BarrierRegions regions = form_barrier_regions(kernel);
  const ItemSlots slots = make_item_slots(kernel, regions);

  WorkGroupKernel result;
  result.item_bytes = slots.item_bytes;
  result.private_bytes = slots.private_bytes;
  std::vector<llvm::Function*> functions;
  for (unsigned i = 0; i < regions.regions.size(); ++i) {
    check_build_time();
    functions.push_back(make_region_function(kernel, regions, slots, i, options.fixed_local_size));
    result.local_bytes = place_local_variables(*functions.back(), kernel);
  }
  choose_inlining(functions);
  result.entry = EntryBuilder(kernel, symbol).build(functions, by_reference);
  kernel.eraseFromParent();
  return result;
}

/// A function (arguments, group context) -> kGroupDone if no work-item of the group returns early.
llvm::Function* make_early_return_check(llvm::Function& kernel, const std::vector<bool>& by_reference,
                                        const FixedLocalSize& fixed_local_size) {
  llvm::ValueToValueMapTy ignored;
  llvm::Function* guards = llvm::CloneFunction(&kernel, ignored);
  keep_early_returns_only(*guards);
  const BarrierRegions regions = form_barrier_regions(*guards);
  llvm::Function* region = make_region_function(*guards, regions, ItemSlots(), 0, fixed_local_size);
  place_local_variables(*region, *guards);
  region->addFnAttr(llvm::Attribute::AlwaysInline);

  llvm::Type* pointer = llvm::PointerType::get(kernel.getContext(), 0);
  auto* type = llvm::FunctionType::get(region->getReturnType(), {pointer, pointer}, false);
  auto* check = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, guards->getName() + ".check",
                                       kernel.getParent());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(kernel.getContext(), "", check));
  builder.CreateRet(builder.CreateCall(region, region_operands(builder, *check, kernel, by_reference)));
  guards->eraseFromParent();
  return check;
}

/// Two versions of a kernel: with interchanged loops, and as it is.
struct Versions {
  WorkGroupKernel wide, narrow;
  llvm::Function* check;  ///< says kGroupDone if the wide one may run; null if it always may
};

/// An entry that takes the wide version for work-groups that are wide enough.
WorkGroupKernel choose_version(const Versions& versions, const std::string& symbol) {
  const auto& [wide, narrow, check] = versions;
  llvm::Module& module = *wide.entry->getParent();
  llvm::LLVMContext& context = module.getContext();
  WorkGroupKernel result = narrow;
  result.item_bytes = std::max(wide.item_bytes, narrow.item_bytes);
  result.private_bytes = std::max(wide.private_bytes, narrow.private_bytes);
  result.entry = llvm::Function::Create(wide.entry->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                        symbol, module);
  result.entry->addFnAttr(llvm::Attribute::NoUnwind);
  const auto new_block = [&] { return llvm::BasicBlock::Create(context, "", result.entry); };
  llvm::IRBuilder<> builder(new_block());
  llvm::BasicBlock *run_wide = new_block(), *run_narrow = new_block();
  llvm::Value* items = load_context_field(builder, result.entry->getArg(1), ContextField::local_size, 0);
  llvm::Value* is_wide = builder.CreateICmpUGE(items, builder.getInt64(kLeastItemsForInterchange));
  const std::array<llvm::Value*, 2> operands{result.entry->getArg(0), result.entry->getArg(1)};
  if (check != nullptr) {
    llvm::BasicBlock* ask = new_block();
    builder.CreateCondBr(is_wide, ask, run_narrow);
    builder.SetInsertPoint(ask);
    is_wide = builder.CreateICmpEQ(builder.CreateCall(check, operands), builder.getInt32(kGroupDone));
  }
  builder.CreateCondBr(is_wide, run_wide, run_narrow);
  for (const auto& [block, version] :
       {std::pair{run_wide, wide.entry}, std::pair{run_narrow, narrow.entry}}) {
    version->setLinkage(llvm::GlobalValue::InternalLinkage);
    builder.SetInsertPoint(block);
    builder.CreateCall(version, operands);
    builder.CreateRetVoid();
  }
  return result;
}

}  // namespace

WorkGroupKernel compile_for_work_group(llvm::Function& kernel, const std::string& symbol,
                                       const WorkGroupOptions& options) {
  std::vector<bool> by_reference;
  for (const llvm::Argument& argument : kernel.args()) by_reference.push_back(argument.hasByValAttr());
  copy_struct_arguments(kernel);
  const auto compile = [&](llvm::Function& version, const char* suffix) {
    return compile_regions(version, symbol + suffix, by_reference, options);
  };
  if (!options.optimise) return compile(kernel, "");
  llvm::ValueToValueMapTy ignored;
  llvm::Function* interchanged = llvm::CloneFunction(&kernel, ignored);
  const bool is_guarded = remove_early_returns(*interchanged);
  if (interchange_uniform_loops(*interchanged) == 0) {
    interchanged->eraseFromParent();
    return compile(kernel, "");
  }
  Versions versions{};
  if (is_guarded) versions.check = make_early_return_check(kernel, by_reference, options.fixed_local_size);
  versions.wide = compile(*interchanged, ".wide");
  versions.narrow = compile(kernel, ".narrow");
  return choose_version(versions, symbol);
}

}  // namespace quadcl::compiler
