// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/lane_strides.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/worklist.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;
using Stride = std::optional<std::int32_t>;

Stride plus(const Stride& a, const Stride& b, bool subtract) {
  if (!a || !b) return {};
  const auto x = static_cast<std::uint32_t>(*a), y = static_cast<std::uint32_t>(*b);
  return static_cast<std::int32_t>(subtract ? x - y : x + y);
}

Stride times(const Stride& a, std::uint64_t factor) {
  if (!a) return {};
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(*a) * static_cast<std::uint32_t>(factor));
}

bool has_32_bits(const llvm::Type& type) {
  return type.isPointerTy() || (type.isIntegerTy() && type.getIntegerBitWidth() >= 32);
}

std::optional<std::uint64_t> constant_of(const llvm::Value& value) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (constant == nullptr || constant->getBitWidth() > 64) return {};
  return constant->getZExtValue();
}

/// What a value of 32 bits or more has its low 32 bits from, if something else has the same: addresses have
/// no more. LLVM makes a mask or two shifts of an index that is cut to 32 bits and extended again.
const llvm::Value* with_same_word(const llvm::Instruction& instruction) {
  const llvm::Value& from = *instruction.getOperand(0);
  if (instruction.isCast() || llvm::isa<llvm::FreezeInst>(instruction))
    return has_32_bits(*from.getType()) ? &from : nullptr;
  const llvm::Value* inner = nullptr;
  const llvm::APInt* mask = nullptr;
  if (match(&instruction, m_And(m_Value(inner), m_APInt(mask))) && mask->countr_one() >= 32) return inner;
  if (match(&instruction, m_Shr(m_Shl(m_Value(inner), m_SpecificInt(32)), m_SpecificInt(32)))) return inner;
  return nullptr;
}

/// Whether two values are the same by how they are computed.
bool are_same(const llvm::Value* a, const llvm::Value* b, unsigned depth = 0) {
  constexpr unsigned kMostDepth = 6;
  if (a == b) return true;
  const auto *one = llvm::dyn_cast<llvm::Instruction>(a), *other = llvm::dyn_cast<llvm::Instruction>(b);
  if (one == nullptr || other == nullptr || depth == kMostDepth || !one->isSameOperationAs(other))
    return false;
  if (llvm::isa<llvm::PHINode, llvm::CallBase, llvm::AllocaInst>(one) || one->mayReadOrWriteMemory())
    return false;
  for (unsigned i = 0; i < one->getNumOperands(); ++i)
    if (!are_same(one->getOperand(i), other->getOperand(i), depth + 1)) return false;
  return true;
}

bool are_all_same(const llvm::PHINode& phi) {
  return llvm::all_of(phi.incoming_values(),
                      [&](const llvm::Value* value) { return are_same(value, phi.getIncomingValue(0)); });
}

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

/// The blocks that a way from `start` reaches before `end`.
Blocks reached(const llvm::BasicBlock* start, const llvm::BasicBlock* end) {
  Blocks found;
  Worklist<const llvm::BasicBlock*> open(start);
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.take();
    if (block == end) continue;
    found.insert(block);
    open.add_all(llvm::successors(block));
  }
  return found;
}

/// Where lanes that parted may meet: where both their ways lead, up to the place that all come to. Not at the
/// headers of loops around: those that go round come from the same block.
llvm::DenseSet<const llvm::BasicBlock*> joins_of(llvm::Function& kernel, const RowDivergence& divergence) {
  llvm::DenseSet<const llvm::BasicBlock*> joins;
  const llvm::PostDominatorTree post_dominators(kernel);
  const llvm::DominatorTree dominators(kernel);
  for (const llvm::BasicBlock* from : divergence.parting) {
    const auto* node = post_dominators.getNode(from);
    const llvm::BasicBlock* end = node != nullptr ? node->getIDom()->getBlock() : nullptr;
    if (end != nullptr) joins.insert(end);
    Blocks seen;
    for (const llvm::BasicBlock* next : llvm::successors(from))
      for (const llvm::BasicBlock* block : reached(next, end))
        if (!seen.insert(block).second && !dominators.dominates(block, from)) joins.insert(block);
  }
  return joins;
}

}  // namespace

LaneStrides::LaneStrides(llvm::Function& kernel, const RowDivergence& divergence, Among among)
    : layout_(kernel.getParent()->getDataLayout()),
      divergence_(divergence),
      among_(among),
      joins_(joins_of(kernel, divergence)) {
  // From "unknown" downwards: a value without an entry may still be anything.
  for (bool changes = true; changes;) {
    changes = false;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (!divergence.varying.contains(&instruction)) continue;
      const auto found = strides_.find(&instruction);
      if (found != strides_.end() && !found->second) continue;
      const auto is_known = [&](const llvm::Use& operand) {
        return !divergence.varying.contains(operand) || strides_.contains(operand);
      };
      const bool is_ready = llvm::isa<llvm::PHINode>(instruction)
                                ? llvm::any_of(instruction.operands(), is_known)
                                : llvm::all_of(instruction.operands(), is_known);
      if (!is_ready) continue;
      const bool is_new = found == strides_.end();
      const Stride stride = compute(instruction);
      if (!is_new && found->second == stride) continue;
      strides_[&instruction] = is_new ? stride : Stride{};
      changes = true;
    }
  }
  find_even(kernel);
}

/// From all numbers downwards.
void LaneStrides::find_even(llvm::Function& kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    if (divergence_.varying.contains(&instruction) && has_32_bits(*instruction.getType()))
      even_.insert(&instruction);
  for (bool changes = true; changes;) {
    changes = false;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel))
      if (even_.contains(&instruction) && !stays_even(instruction)) changes |= even_.erase(&instruction);
  }
}

bool LaneStrides::stays_even(const llvm::Instruction& instruction) const {
  const auto operand = [&](unsigned i) -> const llvm::Value& { return *instruction.getOperand(i); };
  const auto is_uniform = [&](unsigned i) { return !divergence_.varying.contains(&operand(i)); };
  const auto are_even = [&] {
    return llvm::all_of(instruction.operands(), [&](const llvm::Use& use) { return is_even(*use); });
  };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::GetElementPtr:
      return are_even() && llvm::all_of(instruction.operands(), [](const llvm::Use& use) {
               return llvm::isa<llvm::Constant>(use) || has_32_bits(*use->getType());
             });
    case llvm::Instruction::Mul:
      return are_even() && (is_uniform(0) || is_uniform(1));
    case llvm::Instruction::Shl:
      return is_even(operand(0)) && is_uniform(1);
    case llvm::Instruction::PHI:
      return are_even() && (!joins_.contains(instruction.getParent()) ||
                            are_all_same(llvm::cast<llvm::PHINode>(instruction)));
    default: {
      const llvm::Value* same = with_same_word(instruction);
      return compute(instruction).has_value() || (same != nullptr && is_even(*same));
    }
  }
}

bool LaneStrides::is_even(const llvm::Value& value) const {
  return !divergence_.varying.contains(&value) || even_.contains(&value);
}

Stride LaneStrides::of(const llvm::Value& value) const {
  if (!divergence_.varying.contains(&value)) return 0;
  const auto found = strides_.find(&value);
  return found != strides_.end() ? found->second : Stride{};
}

Stride LaneStrides::compute(const llvm::Instruction& instruction) const {
  if (!has_32_bits(*instruction.getType())) return {};
  const auto operand = [&](unsigned i) -> const llvm::Value& { return *instruction.getOperand(i); };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Call: {
      const llvm::Function* callee = llvm::cast<llvm::CallInst>(instruction).getCalledFunction();
      const bool is_id = callee != nullptr &&
                         (callee->getName() == kGlobalIdFunction || callee->getName() == kLocalIdFunction);
      if (!is_id) return {};
      const auto dimension = constant_of(operand(0));
      return dimension == 0 || (among_ == Among::lines && dimension == 1) ? Stride{1} : Stride{};
    }
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      return plus(of(operand(0)), of(operand(1)), instruction.getOpcode() == llvm::Instruction::Sub);
    case llvm::Instruction::Or:
      return llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()
                 ? plus(of(operand(0)), of(operand(1)), false)
                 : Stride{};
    case llvm::Instruction::Mul:
      if (const auto factor = constant_of(operand(1))) return times(of(operand(0)), *factor);
      return {};
    case llvm::Instruction::Shl:
      if (const auto by = constant_of(operand(1)); by && *by < 32) return times(of(operand(0)), 1U << *by);
      return {};
    case llvm::Instruction::GetElementPtr: {
      const auto& address = llvm::cast<llvm::GEPOperator>(instruction);
      llvm::MapVector<llvm::Value*, llvm::APInt> factors;
      llvm::APInt offset(64, 0);
      if (!address.collectOffset(layout_, 64, factors, offset)) return {};
      Stride stride = of(operand(0));
      for (const auto& [index, factor] : factors)
        stride = plus(stride, times(of(*index), factor.getZExtValue()), false);
      return stride;
    }
    case llvm::Instruction::PHI: {
      if (joins_.contains(instruction.getParent()) && !are_all_same(llvm::cast<llvm::PHINode>(instruction)))
        return {};
      Stride stride;
      for (const llvm::Value* incoming : llvm::cast<llvm::PHINode>(instruction).incoming_values()) {
        if (divergence_.varying.contains(incoming) && !strides_.contains(incoming)) continue;
        const Stride one = of(*incoming);
        if (!one || (stride && *stride != *one)) return {};
        stride = one;
      }
      return stride;
    }
    default: {
      const llvm::Value* same = with_same_word(instruction);
      return same != nullptr ? of(*same) : Stride{};
    }
  }
}

}  // namespace quadcl::compiler::qpu
