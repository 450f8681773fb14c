// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/rejoin_split_phis.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <vector>

namespace quadcl::compiler {
namespace {

using namespace llvm::PatternMatch;

/// The number `(high << shift) | (low & low_bits)`, where `high` and `low` are phis of one block. They have
/// half the width of the number, or all of it.
struct Joined {
  llvm::Instruction* whole;
  llvm::PHINode *high, *low;
  unsigned shift;
  llvm::APInt low_bits;

  bool has_halves() const { return low->getType() != whole->getType(); }
};

std::optional<Joined> joined(llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntegerTy()) return {};
  const unsigned bits = instruction.getType()->getIntegerBitWidth(), half = bits / 2;
  const llvm::APInt low_bits = llvm::APInt::getLowBitsSet(bits, half);
  llvm::Value *high = nullptr, *low = nullptr;
  const auto found = [&](unsigned shift) -> std::optional<Joined> {
    const Joined result{&instruction, llvm::dyn_cast<llvm::PHINode>(high), llvm::dyn_cast<llvm::PHINode>(low),
                        shift, low_bits};
    const bool are_alike = result.high != nullptr && result.low != nullptr &&
                           result.high->getParent() == result.low->getParent() &&
                           result.high->getType() == result.low->getType();
    return are_alike ? std::optional(result) : std::nullopt;
  };
  const auto lower = m_And(m_Value(low), m_SpecificInt(low_bits));
  if (match(&instruction, m_c_Or(m_Shl(m_ZExt(m_Value(high)), m_SpecificInt(half)), m_ZExt(m_Value(low)))))
    return low->getType()->getIntegerBitWidth() == half ? found(half) : std::nullopt;
  if (match(&instruction, m_c_Or(m_Shl(m_Value(high), m_SpecificInt(half)), lower))) return found(half);
  if (match(&instruction, m_c_Or(lower, m_Value(high)))) return found(0);
  return {};
}

/// The number of which these are the halves; null if there is none.
llvm::Value* whole_of(llvm::Value* high, llvm::Value* low, const Joined& found) {
  llvm::Value* whole = low;
  if (found.has_halves() && (!match(low, m_Trunc(m_Value(whole))) || !match(high, m_Trunc(m_Value(high)))))
    return nullptr;
  if (whole->getType() != found.whole->getType()) return nullptr;
  const bool is_high = found.shift != 0
                           ? match(high, m_LShr(m_Specific(whole), m_SpecificInt(found.shift)))
                           : match(high, m_And(m_Specific(whole), m_SpecificInt(~found.low_bits)));
  return is_high ? whole : nullptr;
}

/// Puts a number together.
llvm::Value* put_together(llvm::IRBuilder<>& builder, llvm::Value* high, llvm::Value* low,
                          const Joined& found) {
  llvm::Type* type = found.whole->getType();
  llvm::Value* lower = builder.CreateAnd(builder.CreateZExt(low, type), builder.getInt(found.low_bits));
  return builder.CreateOr(builder.CreateShl(builder.CreateZExt(high, type), found.shift), lower);
}

/// Whether the halves come from a number in some iteration.
bool is_divided(const Joined& found) {
  for (unsigned i = 0; i < found.low->getNumIncomingValues(); ++i) {
    llvm::BasicBlock* from = found.low->getIncomingBlock(i);
    if (whole_of(found.high->getIncomingValueForBlock(from), found.low->getIncomingValue(i), found))
      return true;
  }
  return false;
}

void join(const Joined& found) {
  llvm::IRBuilder<> builder(found.low);
  llvm::PHINode* phi = builder.CreatePHI(found.whole->getType(), found.low->getNumIncomingValues());
  for (llvm::BasicBlock* from : found.low->blocks()) {
    llvm::Value *high = found.high->getIncomingValueForBlock(from),
                *low = found.low->getIncomingValueForBlock(from);
    llvm::Value* whole = whole_of(high, low, found);
    if (whole == nullptr) {
      builder.SetInsertPoint(from->getTerminator());
      whole = put_together(builder, high, low, found);
    }
    phi->addIncoming(whole, from);
  }
  found.whole->replaceAllUsesWith(phi);
  if (found.has_halves()) {
    builder.SetInsertPoint(phi->getParent(), phi->getParent()->getFirstInsertionPt());
    found.low->replaceAllUsesWith(builder.CreateTrunc(phi, found.low->getType()));
    found.high->replaceAllUsesWith(
        builder.CreateTrunc(builder.CreateLShr(phi, found.shift), found.high->getType()));
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructions(found.whole);
}

}  // namespace

llvm::PreservedAnalyses RejoinSplitPhis::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  std::vector<llvm::WeakVH> wholes, halves;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (instruction.getOpcode() == llvm::Instruction::Or) wholes.emplace_back(&instruction);
  for (const llvm::WeakVH& whole : wholes) {
    auto* instruction = llvm::dyn_cast_or_null<llvm::Instruction>(whole);
    const auto found = instruction != nullptr ? joined(*instruction) : std::nullopt;
    if (!found || !is_divided(*found)) continue;
    halves.insert(halves.end(), {found->high, found->low});
    join(*found);
  }
  for (const llvm::WeakVH& half : halves)
    if (auto* phi = llvm::dyn_cast_or_null<llvm::PHINode>(half)) llvm::RecursivelyDeleteDeadPHINode(phi);
  return unless_values_changed(!halves.empty());
}

}  // namespace quadcl::compiler
