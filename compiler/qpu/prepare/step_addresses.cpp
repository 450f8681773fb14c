// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/step_addresses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <utility>
#include <vector>

#include "compiler/ir/runtime_functions.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kMostDepth = 8;
constexpr std::size_t kMostPhis = 6;  ///< of a loop: each takes a register
constexpr unsigned kWordBits = 32;

bool is_word(const llvm::Type& type) { return type.isIntegerTy() && type.getIntegerBitWidth() >= kWordBits; }

/// An address without the constant part of its offset: the indices with their factors.
struct Place {
  llvm::Value* base = nullptr;
  std::vector<std::pair<llvm::Value*, std::uint32_t>> indices;
  bool operator==(const Place&) const = default;
};

class LoopSteps {
 public:
  LoopSteps(llvm::Loop& loop, const llvm::LoopInfo& loops, const llvm::DataLayout& layout)
      : loop_(loop),
        loops_(loops),
        layout_(layout),
        builder_(loop.getHeader()->getContext(), llvm::InstSimplifyFolder(layout)) {}

  bool run() {
    if (loop_.getLoopPreheader() == nullptr || loop_.getLoopLatch() == nullptr || has_barrier()) return false;
    std::vector<llvm::GetElementPtrInst*> found;
    for (llvm::BasicBlock* block : loop_.blocks()) {
      if (loops_.getLoopFor(block) != &loop_) continue;
      for (llvm::Instruction& instruction : *block)
        if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) found.push_back(address);
    }
    bool changed = false;
    for (llvm::GetElementPtrInst* address : found) changed |= replace(*address);
    return changed;
  }

 private:
  /// What lives across a barrier takes rows of the VPM; an address that is computed again does not.
  bool has_barrier() const {
    return llvm::any_of(loop_.blocks(), [](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        return call != nullptr && call->getCalledFunction() != nullptr &&
               call->getCalledFunction()->getName() == kBarrierFunction;
      });
    });
  }

  bool replace(llvm::GetElementPtrInst& address) {
    const unsigned space = address.getPointerAddressSpace();
    Place place{address.getPointerOperand(), {}};
    llvm::MapVector<llvm::Value*, llvm::APInt> factors;
    llvm::APInt offset(64, 0);
    if (space == 0 || space == 3 || address.getType()->isVectorTy() || !loop_.isLoopInvariant(place.base) ||
        !llvm::cast<llvm::GEPOperator>(address).collectOffset(layout_, 64, factors, offset))
      return false;
    // LLVM takes constant parts out of loops, where they would each be a base.
    place.base = place.base->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    bool steps = false;
    for (const auto& [index, factor] : factors) {
      if (!is_linear(*index, 0)) return false;
      steps |= !loop_.isLoopInvariant(index);
      place.indices.emplace_back(&with_same_word(*index), static_cast<std::uint32_t>(factor.getZExtValue()));
    }
    llvm::PHINode* phi = steps ? phi_for(place) : nullptr;
    if (phi == nullptr) return false;
    llvm::Value* replacement = phi;
    if (!offset.isZero()) {
      builder_.SetInsertPoint(&address);
      replacement = builder_.CreatePtrAdd(phi, word(static_cast<std::uint32_t>(offset.getZExtValue())));
    }
    address.replaceAllUsesWith(replacement);
    return true;
  }

  /// What the low 32 bits of an index are from.
  static llvm::Value& with_same_word(llvm::Value& index) {
    const auto* cast = llvm::dyn_cast<llvm::CastInst>(&index);
    return cast != nullptr && is_word(*cast->getType()) && is_word(*cast->getSrcTy())
               ? with_same_word(*cast->getOperand(0))
               : index;
  }

  /// Whether the value grows by a number that is the same for all iterations.
  bool is_linear(const llvm::Value& value, unsigned depth) const {
    if (!is_word(*value.getType()) || depth > kMostDepth) return false;
    if (loop_.isLoopInvariant(&value)) return true;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) return step_of(*phi) != nullptr;
    const auto& instruction = llvm::cast<llvm::Instruction>(value);
    const auto is_part = [&](unsigned i) { return is_linear(*instruction.getOperand(i), depth + 1); };
    const auto is_fixed = [&](unsigned i) { return loop_.isLoopInvariant(instruction.getOperand(i)); };
    switch (instruction.getOpcode()) {
      case llvm::Instruction::ZExt:
      case llvm::Instruction::SExt:
      case llvm::Instruction::Trunc:
        return is_part(0);
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
        return is_part(0) && is_part(1);
      case llvm::Instruction::Mul:
        return is_part(0) && is_part(1) && (is_fixed(0) || is_fixed(1));
      case llvm::Instruction::Shl:
        return is_part(0) && llvm::isa<llvm::ConstantInt>(instruction.getOperand(1)) &&
               llvm::cast<llvm::ConstantInt>(instruction.getOperand(1))->getLimitedValue() < kWordBits;
      default:
        return false;
    }
  }

  /// What a counter of the loop grows by; null if it is none.
  llvm::Value* step_of(const llvm::PHINode& phi) const {
    if (phi.getParent() != loop_.getHeader()) return nullptr;
    const auto* next =
        llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
    if (next == nullptr || next->getOpcode() != llvm::Instruction::Add) return nullptr;
    for (const unsigned i : {0U, 1U})
      if (next->getOperand(i) == &phi && loop_.isLoopInvariant(next->getOperand(1 - i)))
        return next->getOperand(1 - i);
    return nullptr;
  }

  llvm::Value* word(std::uint32_t number) { return builder_.getInt32(number); }
  llvm::Value* as_word(llvm::Value* value) { return builder_.CreateTrunc(value, builder_.getInt32Ty()); }

  /// Before the loop: the value in the first iteration, or what it grows by.
  llvm::Value* make(llvm::Value& value, bool step) {
    if (loop_.isLoopInvariant(&value)) return step ? word(0) : as_word(&value);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&value))
      return as_word(step ? step_of(*phi) : phi->getIncomingValueForBlock(loop_.getLoopPreheader()));
    auto& instruction = llvm::cast<llvm::Instruction>(value);
    const auto part = [&](unsigned i, bool of_step) { return make(*instruction.getOperand(i), of_step); };
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Add:
        return builder_.CreateAdd(part(0, step), part(1, step));
      case llvm::Instruction::Sub:
        return builder_.CreateSub(part(0, step), part(1, step));
      case llvm::Instruction::Mul: {
        const unsigned fixed = loop_.isLoopInvariant(instruction.getOperand(0)) ? 0 : 1;
        return builder_.CreateMul(part(fixed, false), part(1 - fixed, step));
      }
      case llvm::Instruction::Shl:
        return builder_.CreateShl(part(0, step), part(1, false));
      default:
        return part(0, step);
    }
  }

  llvm::Value* make(const Place& place, bool step) {
    llvm::Value* sum = word(0);
    for (const auto& [index, factor] : place.indices)
      sum = builder_.CreateAdd(sum, builder_.CreateMul(make(*index, step), word(factor)));
    return sum;
  }

  llvm::PHINode* phi_for(const Place& place) {
    for (const auto& [known, phi] : phis_)
      if (known == place) return phi;
    if (phis_.size() == kMostPhis) return nullptr;
    llvm::BasicBlock *before = loop_.getLoopPreheader(), *latch = loop_.getLoopLatch();
    builder_.SetInsertPoint(before->getTerminator());
    llvm::Value* start = builder_.CreatePtrAdd(place.base, make(place, false));
    llvm::Value* step = make(place, true);
    builder_.SetInsertPoint(loop_.getHeader(), loop_.getHeader()->begin());
    llvm::PHINode* phi = builder_.CreatePHI(place.base->getType(), 2);
    builder_.SetInsertPoint(latch->getTerminator());
    phi->addIncoming(start, before);
    phi->addIncoming(builder_.CreatePtrAdd(phi, step), latch);
    phis_.emplace_back(place, phi);
    return phi;
  }

  llvm::Loop& loop_;
  const llvm::LoopInfo& loops_;
  const llvm::DataLayout& layout_;
  llvm::IRBuilder<llvm::InstSimplifyFolder> builder_;
  std::vector<std::pair<Place, llvm::PHINode*>> phis_;
};

}  // namespace

llvm::PreservedAnalyses StepAddresses::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    changed |= LoopSteps(*loop, loops, function.getParent()->getDataLayout()).run();
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
