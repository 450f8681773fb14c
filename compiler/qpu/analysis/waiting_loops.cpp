// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/waiting_loops.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/worklist.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/analysis/source_line.h"

namespace quadcl::compiler::qpu {
namespace {

bool is_outside(const llvm::Value& value, const llvm::Loop& loop) { return loop.isLoopInvariant(&value); }

const llvm::Value& bits_of(const llvm::Value& value) {
  const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&value);
  return cast != nullptr ? bits_of(*cast->getOperand(0)) : value;
}

bool are_same(const llvm::Value& a, const llvm::Value& b) {
  const auto is_null = [](const llvm::Value& value) {
    return llvm::isa<llvm::Constant>(value) && llvm::cast<llvm::Constant>(value).isNullValue();
  };
  return &bits_of(a) == &bits_of(b) || (is_null(a) && is_null(b));
}

/// The operation of memory, if what it found there is the value.
const llvm::Instruction* finder_of(const llvm::Value& value) {
  const llvm::Value* source = &bits_of(value);
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(source);
      part != nullptr && part->getIndices()[0] == 0)
    source = part->getAggregateOperand();
  return llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(source)
             ? llvm::cast<llvm::Instruction>(source)
             : nullptr;
}

/// Whether each turn of the loop but the first has the number from that place.
bool was_found_there(const llvm::Value& number, const llvm::Value& place, const llvm::Loop& loop) {
  if (is_outside(number, loop)) return false;
  Worklist<const llvm::Value*> open(&number);
  while (!open.empty()) {
    const llvm::Value& value = bits_of(*open.take());
    if (const llvm::Instruction* finder = finder_of(value)) {
      if (accessed_pointer(*finder) != &place) return false;
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
      for (const llvm::Value* incoming : phi->incoming_values())
        if (!is_outside(*incoming, loop)) open.add(incoming);
    } else {
      return false;
    }
  }
  return true;
}

bool is_exchanged(const llvm::Value& place, const llvm::Loop& loop) {
  return llvm::any_of(place.users(), [&](const llvm::User* user) {
    const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(user);
    return exchange != nullptr && loop.contains(exchange) && exchange->getPointerOperand() == &place;
  });
}

/// Whether the operation changes the place each time, and nothing else in the loop does: it counts.
bool counts(const llvm::AtomicRMWInst& atomic, const llvm::Loop& loop) {
  using Kind = llvm::AtomicRMWInst::BinOp;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(atomic.getValOperand());
  return llvm::is_contained({Kind::Add, Kind::Sub}, atomic.getOperation()) && number != nullptr &&
         !number->isZero() && llvm::none_of(atomic.getPointerOperand()->users(), [&](const llvm::User* user) {
           const auto* other = llvm::dyn_cast<llvm::Instruction>(user);
           return other != nullptr && other != &atomic && loop.contains(other) && other->mayWriteToMemory();
         });
}

/// Whether the operation may find the same and leave the same behind however often it is repeated.
bool can_stand_still(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return is_outside(*exchange->getPointerOperand(), loop);
  if (!loop.hasLoopInvariantOperands(&instruction)) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isVolatile() || load->isAtomic() || is_exchanged(*load->getPointerOperand(), loop);
  const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  return atomic != nullptr && !counts(*atomic, loop);
}

using Instructions = llvm::SmallSetVector<llvm::Instruction*, 16>;

void add(llvm::Value* value, const llvm::Loop& loop, Instructions& found) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction != nullptr && loop.contains(instruction)) found.insert(instruction);
}

/// What the end of the loop depends on, in the loop.
Instructions deciding(const llvm::Loop& loop) {
  Instructions found;
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  for (llvm::BasicBlock* block : exiting) found.insert(block->getTerminator());
  for (std::size_t i = 0; i < found.size(); ++i) {
    llvm::Instruction& user = *found[i];
    for (llvm::Value* operand : user.operand_values()) add(operand, loop, found);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user))
      for (llvm::BasicBlock* from : phi->blocks()) add(from->getTerminator(), loop, found);
  }
  return found;
}

/// The ends of a loop that come unless another work-item changes a place between two operations of this one.
/// Among the work-items that change the place, one is always the first, and leaves the loop.
class UndisturbedEnds {
 public:
  UndisturbedEnds(const llvm::Loop& loop, const llvm::DominatorTree& dominators)
      : loop_(loop), dominators_(dominators) {}

  /// Whether each turn of the loop has such an end.
  bool exist() const {
    llvm::SmallVector<llvm::BasicBlock*> exiting;
    loop_.getExitingBlocks(exiting);
    return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
      return branch != nullptr && branch->isConditional() && is_in_each_turn(*block) &&
             holds_undisturbed(*branch->getCondition(), !loop_.contains(branch->getSuccessor(0)));
    });
  }

 private:
  bool is_in_each_turn(const llvm::BasicBlock& block) const {
    llvm::SmallVector<llvm::BasicBlock*> latches;
    loop_.getLoopLatches(latches);
    return llvm::all_of(latches,
                        [&](const llvm::BasicBlock* latch) { return dominators_.dominates(&block, latch); });
  }

  /// Whether the condition is that if no other work-item came between.
  bool holds_undisturbed(const llvm::Value& condition, bool is) const {
    using namespace llvm::PatternMatch;
    const llvm::Value *a = nullptr, *b = nullptr;
    if (match(&condition, m_Not(m_Value(a)))) return holds_undisturbed(*a, !is);
    if (is ? match(&condition, m_LogicalOr(m_Value(a), m_Value(b)))
           : match(&condition, m_LogicalAnd(m_Value(a), m_Value(b))))
      return holds_undisturbed(*a, is) || holds_undisturbed(*b, is);
    if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&condition)) {
      const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(part->getAggregateOperand());
      return is && exchange != nullptr && part->getIndices()[0] == 1 &&
             finds_as_before(*exchange, *exchange->getCompareOperand());
    }
    const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&condition);
    return comparison != nullptr && asks_for_equality(*comparison, is) &&
           (compares(*comparison->getOperand(0), *comparison->getOperand(1)) ||
            compares(*comparison->getOperand(1), *comparison->getOperand(0)));
  }

  static bool asks_for_equality(const llvm::CmpInst& comparison, bool is) {
    using Kind = llvm::CmpInst::Predicate;
    return is ? llvm::is_contained({Kind::ICMP_EQ, Kind::FCMP_OEQ, Kind::FCMP_UEQ}, comparison.getPredicate())
              : llvm::is_contained({Kind::ICMP_NE, Kind::FCMP_ONE, Kind::FCMP_UNE},
                                   comparison.getPredicate());
  }

  bool compares(const llvm::Value& found, const llvm::Value& expected) const {
    const llvm::Instruction* finder = finder_of(found);
    return finder != nullptr && finder->isAtomic() && finds_as_before(*finder, expected);
  }

  /// Whether that is what the work-item found or left at the place.
  bool finds_as_before(const llvm::Instruction& finder, const llvm::Value& expected) const {
    const llvm::Value& place = *accessed_pointer(finder);
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&finder))
      return are_same(*exchange->getCompareOperand(), expected) && was_found_there(expected, place, loop_);
    return llvm::any_of(place.users(), [&](const llvm::User* user) {
      const auto* before = llvm::dyn_cast<llvm::AtomicRMWInst>(user);
      return before != nullptr && before != &finder && loop_.contains(before) &&
             before->getOperation() == llvm::AtomicRMWInst::Xchg && before->getPointerOperand() == &place &&
             are_same(*before->getValOperand(), expected) && dominators_.dominates(before, &finder);
    });
  }

  const llvm::Loop& loop_;
  const llvm::DominatorTree& dominators_;
};

const llvm::Instruction* waits(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  if (UndisturbedEnds(loop, dominators).exist()) return nullptr;
  for (const llvm::Instruction* instruction : deciding(loop))
    if (can_stand_still(*instruction, loop)) return instruction;
  return nullptr;
}

}  // namespace

std::string waiting_problem(llvm::Function& kernel) {
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (const llvm::Instruction* instruction = waits(*loop, dominators))
      return "it waits in a loop for another work-item" + line_of(*instruction);
  return {};
}

}  // namespace quadcl::compiler::qpu
