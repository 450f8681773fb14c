// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/speculated_unit_strides.h"

#include <llvm/IR/Operator.h>

#include "compiler/ir/stride_arithmetic.h"
#include "compiler/ir/worklist.h"
#include "compiler/vectorise/analysis/instruction_traits.h"

namespace quadcl::compiler {
namespace {

/// The most instructions from which a value may be computed.
constexpr std::size_t kMostFollowed = 32;

bool changes_width(const llvm::Value& value) {
  return llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst, llvm::FreezeInst>(value);
}

/// Whether the value is computed from a counter of a loop around the row, or from a variable of the kernel.
bool changes(const llvm::Instruction& value) {
  Worklist<const llvm::Instruction*> open(&value);
  while (!open.empty() && open.taken() < kMostFollowed) {
    const llvm::Instruction* one = open.take();
    if (llvm::isa<llvm::PHINode>(one)) return true;
    if (llvm::isa<llvm::LoadInst>(one)) {
      if (!one->hasMetadata(llvm::LLVMContext::MD_invariant_load)) return true;
      continue;
    }
    for (const llvm::Value* operand : one->operand_values())
      if (const auto* before = llvm::dyn_cast<llvm::Instruction>(operand)) open.add(before);
  }
  return !open.empty();
}

/// A value from before the row, or an argument of the kernel that is loaded in it.
bool is_step(const llvm::Value& value, const llvm::Loop& row) {
  if (llvm::isa<llvm::Constant>(value)) return false;
  if (row.isLoopInvariant(&value)) return true;
  if (changes_width(value)) return is_step(*llvm::cast<llvm::Instruction>(value).getOperand(0), row);
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
  return load != nullptr && load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
         row.isLoopInvariant(load->getPointerOperand());
}

bool is_multiple(const llvm::Instruction& term, const llvm::Loop& row) {
  return term.getOpcode() == llvm::Instruction::Mul &&
         (is_step(*term.getOperand(0), row) || is_step(*term.getOperand(1), row));
}

bool is_compared(const llvm::Value& step) {
  const llvm::Value* whole = &step;
  while (changes_width(*whole)) whole = llvm::cast<llvm::Instruction>(whole)->getOperand(0);
  Worklist<const llvm::Value*> forms(whole);
  while (!forms.empty()) {
    for (const llvm::User* user : forms.take()->users()) {
      if (llvm::isa<llvm::ICmpInst>(user)) return true;
      if (changes_width(*user)) forms.add(user);
    }
  }
  return false;
}

/// Whether the program passes the step, and only as one.
bool is_passed(const llvm::Value& step) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&step);
  return !is_compared(step) && (instruction == nullptr || !changes(*instruction));
}

/// By how much the instruction multiplies its first operand, if it does nothing else.
std::optional<llvm::APInt> constant_factor(const llvm::Instruction& instruction, unsigned bits) {
  const auto* constant = instruction.getNumOperands() == 2
                             ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1))
                             : nullptr;
  if (constant == nullptr) return {};
  if (instruction.getOpcode() == llvm::Instruction::Mul) return constant->getValue().sextOrTrunc(bits);
  if (instruction.getOpcode() != llvm::Instruction::Shl || constant->uge(bits)) return {};
  return llvm::APInt::getOneBitSet(bits, static_cast<unsigned>(constant->getZExtValue()));
}

/// The terms of an index that is a sum.
class Terms {
 public:
  Terms(const llvm::Loop& row, std::uint64_t element_bytes) : row_(row), element_(element_bytes) {}

  /// `bytes` is for how much one step of the index counts.
  void add(llvm::Value& index, const llvm::APInt& bytes) {
    auto* term = llvm::dyn_cast<llvm::Instruction>(&index);
    if (term == nullptr) return;
    const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(term);
    const unsigned operation = term->getOpcode();
    if (changes_width(*term) || operation == llvm::Instruction::Add || operation == llvm::Instruction::Sub ||
        (disjoint != nullptr && disjoint->isDisjoint())) {
      for (llvm::Value* operand : term->operands()) add(*operand, bytes);
    } else if (const auto factor = constant_factor(*term, bytes.getBitWidth())) {
      add(*term->getOperand(0), bytes * *factor);
    } else if (!is_multiple(*term, row_)) {
      has_other_ |= row_.contains(term) || changes(*term);
    } else if (bytes == element_ && row_.contains(term)) {
      multiples_.push_back(term);
    }
  }

  /// Whether a term is neither such a multiple nor the same for all work-items of the group.
  bool has_other() const { return has_other_; }
  llvm::ArrayRef<const llvm::Instruction*> multiples() const { return multiples_; }

 private:
  const llvm::Loop& row_;
  std::uint64_t element_;
  bool has_other_ = false;
  llvm::SmallVector<const llvm::Instruction*> multiples_;
};

}  // namespace

llvm::Value& step_of(const llvm::Instruction& multiplication, const llvm::Loop& row) {
  llvm::Value& first = *multiplication.getOperand(0);
  return is_step(first, row) ? first : *multiplication.getOperand(1);
}

llvm::SmallPtrSet<const llvm::Instruction*, 4> unit_steps_of(const llvm::Loop& row) {
  llvm::SmallPtrSet<const llvm::Instruction*, 4> found;
  for (const llvm::BasicBlock* block : row.blocks()) {
    for (const llvm::Instruction& access : *block) {
      const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
      if (address == nullptr) continue;
      Terms terms(row, element_bytes(access));
      while (const auto* offset = llvm::dyn_cast<llvm::GetElementPtrInst>(address)) {
        if (const auto indices = terms_of(*offset))
          for (const auto& [index, bytes] : *indices) terms.add(*index, bytes);
        address = offset->getPointerOperand();
      }
      if (terms.has_other()) continue;
      for (const llvm::Instruction* multiple : terms.multiples())
        if (is_passed(step_of(*multiple, row))) found.insert(multiple);
    }
  }
  return found;
}

}  // namespace quadcl::compiler
