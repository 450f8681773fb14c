// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/own_elements.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/qpu/analysis/lost_barriers.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::uint64_t kElementBytes = 4;

/// Sizes of ranges and groups are at least 1, and buffers too small for a multiple of one to wrap around.
bool is_never_zero(const llvm::Value& number) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&number)) return !constant->isZero();
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&number);
      cast != nullptr && !cast->getType()->isPointerTy())
    return number.getType()->getScalarSizeInBits() >= 32 && is_never_zero(*cast->getOperand(0));
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&number);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && llvm::is_contained({"_Z18quadcl_global_sizej", "_Z14get_local_sizej",
                                                  "_Z23get_enqueued_local_sizej"},
                                                 callee->getName());
}

/// What a place depends on in the loop, if it is another place for each number; null if that is not known.
const llvm::PHINode* counter_of(const llvm::Value& place, const llvm::Loop& loop) {
  using namespace llvm::PatternMatch;
  const auto in_loop = [&](const llvm::Value* value) { return !loop.isLoopInvariant(value); };
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&place))
    return phi->getParent() == loop.getHeader() ? phi : nullptr;
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&place);
  if (operation == nullptr || llvm::count_if(operation->operands(), in_loop) != 1) return nullptr;
  const llvm::APInt* factor = nullptr;
  const auto* wraps = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(operation);
  const bool is_multiple = match(operation, m_Shl(m_Value(), m_ConstantInt())) ||
                           (match(operation, m_Mul(m_Value(), m_APInt(factor))) && !factor->isZero());
  const bool keeps_apart = llvm::isa<llvm::GetElementPtrInst, llvm::SExtInst, llvm::ZExtInst>(operation) ||
                           match(operation, m_Add(m_Value(), m_Value())) ||
                           match(operation, m_Sub(m_Value(), m_Value())) ||
                           (is_multiple && (wraps->hasNoSignedWrap() || wraps->hasNoUnsignedWrap()));
  return keeps_apart ? counter_of(**llvm::find_if(operation->operands(), in_loop), loop) : nullptr;
}

/// Whether the number of each turn is that of the turn before and something. Before it comes round to an
/// earlier one, it is beyond any buffer.
bool goes_on(const llvm::PHINode& counter, const llvm::Loop& loop) {
  using namespace llvm::PatternMatch;
  const llvm::Value* next = counter.getIncomingValueForBlock(loop.getLoopLatch());
  const llvm::Value* step = nullptr;
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(next);
      address != nullptr && address->getPointerOperand() == &counter && address->getNumIndices() == 1)
    return is_never_zero(*address->idx_begin()->get());
  return (match(next, m_c_Add(m_Specific(&counter), m_Value(step))) ||
          match(next, m_Sub(m_Specific(&counter), m_Value(step)))) &&
         is_never_zero(*step);
}

}  // namespace

struct OwnElements::Analyses {
  explicit Analyses(llvm::Function& kernel) : dominators(kernel), loops(dominators) {}

  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
};

OwnElements::OwnElements(llvm::Function& kernel)
    : kernel_(kernel), has_barriers_(has_lost_barriers(kernel) || !find_barriers(kernel).empty()) {}

OwnElements::~OwnElements() = default;

bool OwnElements::are_loaded_first(const llvm::Instruction& load, const llvm::Instruction& store) {
  const auto* from = llvm::dyn_cast<llvm::LoadInst>(&load);
  const auto* to = llvm::dyn_cast<llvm::StoreInst>(&store);
  if (has_barriers_ || from == nullptr || to == nullptr || !from->isSimple() || !to->isSimple() ||
      from->getPointerOperand() != to->getPointerOperand() ||
      from->getType() != to->getValueOperand()->getType())
    return false;
  const llvm::TypeSize bytes = kernel_.getParent()->getDataLayout().getTypeStoreSize(from->getType());
  if (bytes.isScalable() || bytes.getFixedValue() != kElementBytes ||
      from->getAlign() < llvm::Align(kElementBytes))
    return false;
  if (analyses_ == nullptr) analyses_ = std::make_unique<Analyses>(kernel_);
  const llvm::Loop* loop = analyses_->loops.getLoopFor(from->getParent());
  if (loop == nullptr || loop->getParentLoop() != nullptr ||
      analyses_->loops.getLoopFor(to->getParent()) != loop || !analyses_->dominators.dominates(from, to))
    return false;
  const llvm::BasicBlock* latch = loop->getLoopLatch();
  if (latch == nullptr || !analyses_->dominators.dominates(from->getParent(), latch)) return false;
  const llvm::PHINode* counter = counter_of(*from->getPointerOperand(), *loop);
  return counter != nullptr && goes_on(*counter, *loop);
}

}  // namespace quadcl::compiler::qpu
