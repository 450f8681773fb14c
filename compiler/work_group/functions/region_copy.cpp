// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/region_copy.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace quadcl::compiler {
namespace {

/// The least size of a group context, that of processors with 32 bits included.
constexpr std::uint64_t kContextBytes = 168;

llvm::AllocaInst* copy_variable(const llvm::AllocaInst& variable, llvm::BasicBlock& prologue) {
  auto* copy = llvm::cast<llvm::AllocaInst>(variable.clone());
  copy->insertInto(&prologue, prologue.begin());
  return copy;
}

/// Copies a variable when it is first used.
class VariableCopies : public llvm::ValueMaterializer {
 public:
  explicit VariableCopies(llvm::BasicBlock& prologue) : prologue_(prologue) {}
  llvm::Value* materialize(llvm::Value* value) override {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(value);
    const bool is_copy = variable == nullptr || variable->getFunction() == prologue_.getParent();
    return is_copy ? nullptr : copy_variable(*variable, prologue_);
  }

 private:
  llvm::BasicBlock& prologue_;
};

}  // namespace

RegionCopy::RegionCopy(llvm::Function& kernel, const BarrierRegions& regions, unsigned index)
    : kernel_(kernel), regions_(regions), region_(regions.regions[index]), context_(kernel.getContext()) {
  copy_kernel(index);
}

void RegionCopy::copy_kernel(unsigned index) {
  std::vector<llvm::Type*> parameters;
  for (const llvm::Argument& argument : kernel_.args()) parameters.push_back(argument.getType());
  parameters.push_back(llvm::PointerType::get(context_, 0));
  auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context_), parameters, false);
  function_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                     kernel_.getName() + ".region" + llvm::Twine(index), kernel_.getParent());
  for (llvm::Argument& argument : kernel_.args()) copies_[&argument] = function_->getArg(argument.getArgNo());
  adopt_attributes();
  copy_blocks();
  group_context_ = function_->getArg(function_->arg_size() - 1);
  function_->addParamAttr(group_context_->getArgNo(), llvm::Attribute::NoAlias);
  function_->addParamAttr(group_context_->getArgNo(), llvm::Attribute::ReadOnly);
  function_->addParamAttr(group_context_->getArgNo(),
                          llvm::Attribute::getWithDereferenceableBytes(context_, kContextBytes));
}

/// The kernel's parameter types, except that a struct argument is a plain pointer: it was copied
/// (struct_arguments.h).
void RegionCopy::adopt_attributes() {
  function_->setAttributes(kernel_.getAttributes());
  for (const llvm::Argument& argument : kernel_.args()) {
    if (!argument.hasByValAttr()) continue;
    function_->removeParamAttr(argument.getArgNo(), llvm::Attribute::ByVal);
    function_->removeParamAttr(argument.getArgNo(), llvm::Attribute::Alignment);
    const std::uint64_t size =
        kernel_.getParent()->getDataLayout().getTypeAllocSize(argument.getParamByValType());
    function_->addParamAttr(argument.getArgNo(),
                            llvm::Attribute::getWithDereferenceableBytes(context_, size));
  }
}

/// The region's blocks, and an empty block for each barrier behind it. Values that they use from other
/// blocks are in variables.
void RegionCopy::copy_blocks() {
  prologue_ = llvm::BasicBlock::Create(context_, "prologue", function_);
  for (llvm::BasicBlock* block : region_.blocks)
    copies_[block] = llvm::CloneBasicBlock(block, copies_, "", function_);
  for (const unsigned next : region_.next)
    copies_[regions_.barriers[next - 1]->getParent()] = llvm::BasicBlock::Create(context_, "", function_);
  for (llvm::BasicBlock* block : region_.blocks) {
    for (llvm::Instruction& copy : llvm::make_early_inc_range(*of(block))) adopt(copy);
  }
}

void RegionCopy::adopt(llvm::Instruction& copy) {
  if (llvm::isa<llvm::AllocaInst>(copy)) return copy.moveBefore(*prologue_, prologue_->end());
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&copy)) {
    for (unsigned i = phi->getNumIncomingValues(); i-- > 0;) {
      if (copies_.count(phi->getIncomingBlock(i)) == 0) phi->removeIncomingValue(i, false);
    }
  }
  VariableCopies variables(*prologue_);
  llvm::RemapInstruction(&copy, copies_, llvm::RF_NoModuleLevelChanges, nullptr, &variables);
}

llvm::AllocaInst* RegionCopy::of_variable(llvm::AllocaInst* variable) {
  llvm::WeakTrackingVH& copy = copies_[variable];
  if (!copy) copy = copy_variable(*variable, *prologue_);
  return llvm::cast<llvm::AllocaInst>(copy);
}

}  // namespace quadcl::compiler
