// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/work_item_loops.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace quadcl::compiler {
namespace {

constexpr const char* kRegions = "quadcl.loop.regions";
constexpr const char* kInOrder = "quadcl.loop.in_order";

}  // namespace

bool touches_stack(const llvm::Instruction& instruction) {
  return llvm::any_of(instruction.operands(), [](const llvm::Value* operand) {
    if (!operand->getType()->isPointerTy()) return false;
    llvm::SmallVector<const llvm::Value*> objects;
    llvm::getUnderlyingObjects(operand, objects, nullptr, /*MaxLookup=*/0);
    return llvm::any_of(objects,
                        [](const llvm::Value* object) { return llvm::isa<llvm::AllocaInst>(object); });
  });
}

llvm::MDNode* make_region_loop(llvm::LLVMContext& context) {
  llvm::Metadata* properties[] = {nullptr,
                                  llvm::MDNode::get(context, llvm::MDString::get(context, kRegions))};
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, properties);
  loop->replaceOperandWith(0, loop);
  return loop;
}

bool is_over_regions(const llvm::Loop& loop) { return llvm::findOptionMDForLoop(&loop, kRegions) != nullptr; }

bool is_over_work_items(const llvm::Loop& loop) {
  return llvm::findOptionMDForLoop(&loop, kParallelAccesses) != nullptr;
}

void set_in_order(llvm::Loop& loop) { llvm::addStringMetadataToLoop(&loop, kInOrder, 1); }

bool is_in_order(const llvm::Loop& loop) { return llvm::findOptionMDForLoop(&loop, kInOrder) != nullptr; }

bool is_parallel_access(const llvm::Instruction& access, const llvm::Loop& loop) {
  const llvm::MDNode* parallel = llvm::findOptionMDForLoop(&loop, kParallelAccesses);
  llvm::MDNode* group = access.getMetadata(llvm::LLVMContext::MD_access_group);
  if (parallel == nullptr || group == nullptr) return false;
  const auto is_parallel = [&](const llvm::Metadata* one) {
    return llvm::is_contained(parallel->operands(), one);
  };
  if (llvm::isValidAsAccessGroup(group)) return is_parallel(group);
  return llvm::any_of(group->operands(), [&](const llvm::MDOperand& one) { return is_parallel(one.get()); });
}

}  // namespace quadcl::compiler
