// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/jam_lines.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "compiler/ir/runtime_functions.h"
#include "compiler/qpu/analysis/address_forms.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr const char* kLine = "quadcl.line";

bool is_line_id(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr ||
      call->getCalledFunction()->getName() != kGlobalIdFunction)
    return false;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  return dimension != nullptr && dimension->isOne();
}

using Instructions = llvm::SetVector<llvm::Instruction*>;

/// All that is computed from the id in dimension 1. Lines go the same way, so nothing else differs.
Instructions differing(llvm::Function& version) {
  Instructions found;
  for (llvm::Instruction& instruction : llvm::instructions(version))
    if (is_line_id(instruction)) found.insert(&instruction);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (llvm::User* user : found[i]->users()) found.insert(llvm::cast<llvm::Instruction>(user));
  return found;
}

class Jammer {
 public:
  Jammer(llvm::Function& version, unsigned lines)
      : forms_(version.getParent()->getDataLayout()),
        values_(version),
        differing_(differing(version)),
        copies_(lines - 1) {
    // In the order of the program, which those of one line keep.
    for (llvm::Instruction& instruction : llvm::instructions(version))
      if (differing_.contains(&instruction) && !instruction.isTerminator()) order_.push_back(&instruction);
  }

  void run() {
    for (llvm::Instruction* instruction : order_) copy(*instruction);
    for (auto& copies : copies_)
      for (const auto& [from, to] : copies)
        if (!is_line_id(*from)) remap(*to, copies);
    const auto runs = runs_of_stores();  // as addresses are now, for which forms are known
    for (llvm::Instruction* instruction : order_) step_address(*instruction);
    for (const Run& run : runs) gather(run);
  }

 private:
  using Copies = llvm::DenseMap<llvm::Instruction*, llvm::Instruction*>;
  using Run = std::vector<llvm::Instruction*>;  ///< stores of the first line

  void copy(llvm::Instruction& instruction) {
    llvm::Instruction* last = &instruction;
    for (unsigned line = 1; line <= copies_.size(); ++line) {
      llvm::Instruction* next = is_line_id(instruction)
                                    ? llvm::BinaryOperator::CreateAdd(
                                          &instruction, llvm::ConstantInt::get(instruction.getType(), line))
                                    : instruction.clone();
      next->setDebugLoc(instruction.getDebugLoc());
      next->insertAfter(last);
      auto* number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(next->getContext()), line);
      next->setMetadata(kLine, llvm::MDNode::get(next->getContext(), llvm::ConstantAsMetadata::get(number)));
      copies_[line - 1][&instruction] = next;
      last = next;
    }
  }

  static void remap(llvm::Instruction& copy, const Copies& copies) {
    for (llvm::Use& operand : copy.operands())
      if (auto* from = llvm::dyn_cast<llvm::Instruction>(operand))
        if (llvm::Instruction* own = copies.lookup(from)) operand.set(own);
  }

  /// Stores of a block at known distances, with no other access to memory between them.
  std::vector<Run> runs_of_stores() {
    std::vector<Run> runs;
    const llvm::BasicBlock* block = nullptr;
    bool is_open = false;
    for (llvm::Instruction* instruction : order_) {
      is_open &= instruction->getParent() == block;
      block = instruction->getParent();
      if (!instruction->mayReadOrWriteMemory()) continue;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction);
      const bool continues = is_open && store != nullptr && is_near(*store, *runs.back().back());
      is_open = store != nullptr;
      if (continues)
        runs.back().push_back(instruction);
      else if (store != nullptr)
        runs.push_back({instruction});
    }
    return runs;
  }

  bool is_near(const llvm::StoreInst& store, const llvm::Instruction& before) {
    const llvm::Value& other = *llvm::cast<llvm::StoreInst>(before).getPointerOperand();
    for (const llvm::Instruction* next = before.getNextNode(); next != &store; next = next->getNextNode())
      if (next->mayReadOrWriteMemory() && next->getMetadata(kLine) == nullptr) return false;
    return forms_.distance(other, *store.getPointerOperand()).has_value();
  }

  /// Lets the stores of each line follow each other: those side by side are one transfer.
  void gather(const Run& run) {
    if (run.size() < 2) return;
    llvm::Instruction* last = copies_.back().lookup(run.back());
    for (const Copies& copies : copies_) {
      for (llvm::Instruction* store : run) {
        llvm::Instruction* copy = copies.lookup(store);
        if (copy != last) copy->moveAfter(last);
        last = copy;
      }
    }
  }

  /// Lets each line add to the address of the one before, where all of them lie at equal distances.
  void step_address(llvm::Instruction& access) {
    const bool is_store = llvm::isa<llvm::StoreInst>(access);
    const unsigned place = is_store ? 1 : 0;
    if ((!is_store && !llvm::isa<llvm::LoadInst>(access)) || !differs(*access.getOperand(place))) return;
    llvm::IRBuilder<> builder(&access);
    llvm::Value* step = distance_of_lines(*access.getOperand(place), builder);
    if (step == nullptr) return;
    llvm::Value* address = access.getOperand(place);
    for (Copies& copies : copies_) {
      llvm::Instruction* copy = copies.lookup(&access);
      builder.SetInsertPoint(copy);
      address = builder.CreatePtrAdd(address, step);
      copy->setOperand(place, address);
    }
  }

  bool differs(const llvm::Value& value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return instruction != nullptr && differing_.contains(const_cast<llvm::Instruction*>(instruction));
  }

  /// From an address to that of the next line; null if it may differ.
  llvm::Value* distance_of_lines(const llvm::Value& address, llvm::IRBuilder<>& builder) {
    llvm::Value* sum = builder.getInt32(0);
    for (const auto& [product, factor] : values_.terms_of(forms_.of(address))) {
      const auto varying = llvm::count_if(product, [&](const llvm::Value* part) { return differs(*part); });
      if (varying == 0) continue;
      llvm::Value* term = builder.getInt32(factor);
      for (const llvm::Value* part : product) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(part);
        const bool is_id = instruction != nullptr && is_line_id(*instruction);
        if (varying > 1 || is_id != differs(*part)) return nullptr;
        if (!is_id)
          term = builder.CreateMul(term,
                                   builder.CreateTrunc(const_cast<llvm::Value*>(part), builder.getInt32Ty()));
      }
      sum = builder.CreateAdd(sum, term);
    }
    return sum;
  }

  AddressForms forms_;
  ValueOrder values_;
  Instructions differing_;
  std::vector<llvm::Instruction*> order_;
  std::vector<Copies> copies_;
};

}  // namespace

unsigned line_in_version(const llvm::Instruction& instruction) {
  const llvm::MDNode* line = instruction.getMetadata(kLine);
  if (line == nullptr) return 0;
  return static_cast<unsigned>(
      llvm::mdconst::extract<llvm::ConstantInt>(line->getOperand(0))->getZExtValue());
}

bool shares_loads_among_lines(llvm::Function& version) {
  const Instructions found = differing(version);
  if (found.empty()) return false;
  const llvm::LoopInfo loops{llvm::DominatorTree(version)};
  return llvm::any_of(llvm::instructions(version), [&](llvm::Instruction& instruction) {
    return llvm::isa<llvm::LoadInst>(instruction) && !found.contains(&instruction) &&
           loops.getLoopDepth(instruction.getParent()) > 0;
  });
}

void jam_lines(llvm::Function& version, unsigned lines) { Jammer(version, lines).run(); }

}  // namespace quadcl::compiler::qpu
