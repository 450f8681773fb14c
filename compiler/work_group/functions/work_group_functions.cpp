// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/work_group_functions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/build_limits.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/group_context.h"
#include "compiler/ir/handles.h"
#include "compiler/ir/kernels.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/work_group/barriers/item_slots.h"
#include "compiler/work_group/functions/local_variables.h"
#include "compiler/work_group/functions/region_function.h"
#include "compiler/work_group/functions/several_rows.h"
#include "compiler/work_group/versions/row_dimension.h"
#include "core/image_abi.h"
#include "core/kernel_abi.h"
#include "core/ndrange.h"

namespace quadcl::compiler {
namespace {

/// The functions that run the work-groups of a kernel or of one of its versions.
struct GroupFunction {
  llvm::Function* entry = nullptr;
  std::uint64_t local_bytes = 0;
  std::uint64_t item_bytes = 0;
  std::uint64_t private_bytes = 0;
  unsigned row_dimension = 0;  ///< of the NDRange, along which rows run
  bool has_blocks = false;
  bool may_join_groups = false;
};

/// The versions of a kernel; missing ones have no entry.
struct Versions {
  GroupFunction wide, linear, narrow;
  llvm::Function* check = nullptr;

  std::array<const GroupFunction*, 3> all() const { return {&wide, &linear, &narrow}; }
};

/// Loads an argument from the runner's array of pointers. A struct stays in memory. A sampler is a pointer to
/// clang, and 32 bits to the runner (core/image_abi.h). What an image points to may be read at any time.
llvm::Value* load_argument(llvm::IRBuilder<>& builder, llvm::Value* arguments,
                           const llvm::Argument& argument) {
  llvm::Value* slot = builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), arguments, argument.getArgNo());
  llvm::Value* bytes = builder.CreateLoad(builder.getPtrTy(), slot);
  if (argument.hasByValAttr()) return bytes;
  const HandleType handle = handle_type(argument);
  if (handle == HandleType::sampler) {
    llvm::Value* bits = builder.CreateAlignedLoad(builder.getInt32Ty(), bytes, llvm::Align(1));
    return builder.CreateIntToPtr(bits, argument.getType());
  }
  llvm::LoadInst* value = builder.CreateAlignedLoad(argument.getType(), bytes, llvm::Align(1));
  if (handle != HandleType::none) {
    auto* size = llvm::ConstantAsMetadata::get(builder.getInt64(sizeof(quadcl_image)));
    value->setMetadata(llvm::LLVMContext::MD_dereferenceable, llvm::MDNode::get(builder.getContext(), size));
  }
  return value;
}

/// The arguments for a region function, from the parameters of an entry.
std::vector<llvm::Value*> region_operands(llvm::IRBuilder<>& builder, llvm::Function& entry,
                                          const llvm::Function& kernel) {
  std::vector<llvm::Value*> operands;
  for (const llvm::Argument& argument : kernel.args())
    operands.push_back(load_argument(builder, entry.getArg(0), argument));
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
    entry_->addParamAttr(1, llvm::Attribute::get(context_, kGroupContextAttribute));
  }

  llvm::Function* build(const std::vector<llvm::Function*>& regions) {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "", entry_));
    operands_ = region_operands(builder, *entry_, kernel_);
    if (regions.size() == 1) {
      builder.CreateCall(regions[0], operands_);
      builder.CreateRetVoid();
    } else {
      dispatch(builder, regions);
    }
    return entry_;
  }

 private:
  /// Runs region after region; each returns the number of the next.
  void dispatch(llvm::IRBuilder<>& builder, const std::vector<llvm::Function*>& regions) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* choose = llvm::BasicBlock::Create(context_, "choose", entry_);
    auto* end = llvm::BasicBlock::Create(context_, "end", entry_);
    builder.CreateBr(choose);
    builder.SetInsertPoint(choose);
    llvm::PHINode* next = builder.CreatePHI(builder.getInt32Ty(), static_cast<unsigned>(regions.size()) + 1);
    next->addIncoming(builder.getInt32(0), before);
    llvm::SwitchInst* choice = builder.CreateSwitch(next, end, static_cast<unsigned>(regions.size()));
    llvm::MDNode* loop = make_region_loop(context_);
    for (unsigned i = 0; i < regions.size(); ++i) {
      auto* block = llvm::BasicBlock::Create(context_, "region" + llvm::Twine(i), entry_);
      builder.SetInsertPoint(block);
      next->addIncoming(builder.CreateCall(regions[i], operands_), block);
      builder.CreateBr(choose)->setMetadata(llvm::LLVMContext::MD_loop, loop);
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

/// Regions are inlined into their entry before LLVM optimises, so it optimises them only once, unless they
/// are huge together.
void choose_inlining(const std::vector<llvm::Function*>& regions) {
  std::size_t instructions = 0;
  for (const llvm::Function* region : regions) instructions += region->getInstructionCount();
  const auto choice =
      instructions <= kHugeInstructions ? llvm::Attribute::AlwaysInline : llvm::Attribute::NoInline;
  for (llvm::Function* region : regions) {
    if (!region->hasFnAttribute(llvm::Attribute::NoInline)) region->addFnAttr(choice);
  }
}

/// The fixed size of all work-groups of a kernel: its required size, if its launches have no smaller groups
/// at the end.
FixedLocalSize fixed_local_size(const KernelImage& image) {
  FixedLocalSize size{};
  if (image.uniform_groups) std::copy(image.required_local.begin(), image.required_local.end(), size.begin());
  return size;
}

/// Makes the group function of one kernel.
class KernelCompiler {
 public:
  KernelCompiler(const KernelImage& image, llvm::FunctionAnalysisManager& analyses)
      : symbol_(image.code.symbol),
        fixed_local_size_(fixed_local_size(image)),
        sees_groups_(image.sees_groups),
        analyses_(analyses) {}

  GroupFunction compile(const KernelVersions& versions) {
    const bool may_join_groups = !sees_groups_ && suits_longer_rows(of_long_rows(versions), analyses_);
    const bool has_blocks = gains_by_several_rows(of_long_rows(versions), analyses_);
    GroupFunction result = compile_versions(versions);
    result.has_blocks = has_blocks;
    result.may_join_groups = may_join_groups;
    return result;
  }

 private:
  static llvm::Function& of_long_rows(const KernelVersions& versions) {
    return versions.wide != nullptr ? *versions.wide : *versions.kernel;
  }

  GroupFunction compile_versions(const KernelVersions& versions) {
    if (versions.wide == nullptr && versions.linear == nullptr) return compile_version(*versions.kernel, "");
    Versions made;
    const auto compile_if_made = [&](llvm::Function* version, const char* suffix) {
      return version != nullptr ? compile_version(*version, suffix) : GroupFunction();
    };
    if (versions.check != nullptr) made.check = compile_check(*versions.check);
    made.wide = compile_if_made(versions.wide, ".wide");
    made.linear = compile_if_made(versions.linear, ".linear");
    const bool is_needed = versions.wide == nullptr || versions.linear == nullptr || made.check != nullptr;
    if (is_needed) {
      const bool is_short = versions.wide != nullptr && made.check == nullptr;
      made.narrow =
          compile_version(*versions.kernel, ".narrow", is_short ? RowLength::is_short : RowLength::any);
    } else {
      erase(*versions.kernel);
    }
    return choose(made);
  }

  /// Makes the regions of a kernel or of its wide version, and the entry that runs them.
  GroupFunction compile_version(llvm::Function& kernel, const char* suffix,
                                RowLength length = RowLength::any) {
    const ItemSlots slots = make_item_slots(kernel, analyses_);
    const auto& regions = analyses_.getResult<BarrierRegionsAnalysis>(kernel);
    GroupFunction result;
    result.item_bytes = slots.item_bytes;
    result.private_bytes = slots.private_bytes;
    result.row_dimension = row_dimension_of(kernel);
    std::vector<llvm::Function*> functions;
    for (unsigned i = 0; i < regions.regions.size(); ++i) {
      check_build_time();
      functions.push_back(make_region_function(kernel, regions, slots, i, fixed_local_size_, length));
      result.local_bytes = place_local_variables(*functions.back(), kernel);
    }
    choose_inlining(functions);
    result.entry = EntryBuilder(kernel, symbol_ + suffix).build(functions);
    erase(kernel);
    return result;
  }

  /// A function (arguments, group context) -> kGroupDone if no work-item of the group returns early.
  llvm::Function* compile_check(llvm::Function& kernel) {
    const auto& regions = analyses_.getResult<BarrierRegionsAnalysis>(kernel);
    llvm::Function* region = make_region_function(kernel, regions, ItemSlots(), 0, fixed_local_size_);
    place_local_variables(*region, kernel);
    region->addFnAttr(llvm::Attribute::AlwaysInline);
    llvm::Type* pointer = llvm::PointerType::get(kernel.getContext(), 0);
    auto* type = llvm::FunctionType::get(region->getReturnType(), {pointer, pointer}, false);
    auto* check = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                         kernel.getName() + ".check", kernel.getParent());
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(kernel.getContext(), "", check));
    builder.CreateRet(builder.CreateCall(region, region_operands(builder, *check, kernel)));
    erase(kernel);
    return check;
  }

  /// A function that chooses the version for a work-group.
  GroupFunction choose(const Versions& made) {
    GroupFunction result;
    for (const GroupFunction* version : made.all()) {
      result.local_bytes = std::max(version->local_bytes, result.local_bytes);
      result.item_bytes = std::max(version->item_bytes, result.item_bytes);
      result.private_bytes = std::max(version->private_bytes, result.private_bytes);
      if (version->entry != nullptr) result.entry = version->entry;
    }
    result.row_dimension = made.wide.row_dimension;
    llvm::LLVMContext& context = result.entry->getContext();
    result.entry = llvm::Function::Create(result.entry->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                          symbol_, *result.entry->getParent());
    result.entry->addFnAttr(llvm::Attribute::NoUnwind);
    result.entry->addParamAttr(1, llvm::Attribute::get(context, kGroupContextAttribute));
    write_choice(made, *result.entry);
    return result;
  }

  /// The linear version, or else the narrow one, runs work-groups with short rows. The wide version runs the
  /// others; if there is a check, only groups for which it returns kGroupDone. The narrow version does what
  /// is left.
  void write_choice(const Versions& made, llvm::Function& entry) {
    if (made.linear.entry != nullptr) keep_apart(made);
    llvm::BasicBlock* first = llvm::BasicBlock::Create(entry.getContext(), "", &entry);
    llvm::BasicBlock* run_narrow = run(made.narrow, entry);
    llvm::BasicBlock* run_short = made.linear.entry != nullptr ? run(made.linear, entry) : run_narrow;
    llvm::IRBuilder<> builder(first);
    const auto require = [&](llvm::Value* condition, llvm::BasicBlock* otherwise) {
      llvm::BasicBlock* next = llvm::BasicBlock::Create(entry.getContext(), "", &entry);
      builder.CreateCondBr(condition, next, otherwise);
      builder.SetInsertPoint(next);
    };
    llvm::Value* length =
        load_context_field(builder, entry.getArg(1), ContextField::local_size, made.wide.row_dimension);
    const std::uint64_t least = made.linear.entry != nullptr ? QUADCL_LINEAR_ROW : QUADCL_WIDE_ROW;
    require(builder.CreateICmpUGE(length, builder.getInt64(least)), run_short);
    if (made.check != nullptr) {
      llvm::Value* checked = builder.CreateCall(made.check, {entry.getArg(0), entry.getArg(1)});
      require(builder.CreateICmpEQ(checked, builder.getInt32(kGroupDone)), run_narrow);
    }
    builder.CreateBr(made.wide.entry != nullptr ? run(made.wide, entry) : run_narrow);
  }

  /// In one function with the linear version, which few launches use, the other loops would get fewer
  /// registers.
  static void keep_apart(const Versions& made) {
    for (const GroupFunction* version : made.all())
      if (version->entry != nullptr) version->entry->addFnAttr(llvm::Attribute::NoInline);
  }

  /// A block that runs the version; null if there is none.
  static llvm::BasicBlock* run(const GroupFunction& version, llvm::Function& entry) {
    if (version.entry == nullptr) return nullptr;
    version.entry->setLinkage(llvm::GlobalValue::InternalLinkage);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(entry.getContext(), "", &entry));
    builder.CreateCall(version.entry, {entry.getArg(0), entry.getArg(1)});
    builder.CreateRetVoid();
    return builder.GetInsertBlock();
  }

  void erase(llvm::Function& kernel) {
    analyses_.clear(kernel, kernel.getName());
    kernel.eraseFromParent();
  }

  const std::string& symbol_;
  FixedLocalSize fixed_local_size_;
  bool sees_groups_;
  llvm::FunctionAnalysisManager& analyses_;
};

}  // namespace

llvm::PreservedAnalyses WorkGroupFunctions::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const std::vector<KernelVersions> kernels = versions_of_kernels(module);
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    KernelCode& code = compilation_.images[i]->code;
    const GroupFunction made = KernelCompiler(*compilation_.images[i], functions).compile(kernels[i]);
    code.local_bytes = made.local_bytes;
    code.item_bytes = made.item_bytes;
    code.private_bytes = made.private_bytes;
    code.row_dimension = made.row_dimension;
    code.has_blocks = made.has_blocks;
    code.may_join_groups = made.may_join_groups;
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
