// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/loops/index_period.h"

#include <llvm/ADT/SmallSet.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace quadcl::compiler {
namespace {

using namespace llvm::PatternMatch;

/// A number that begins with one constant and rises by another.
struct Counter {
  std::uint64_t start, step;
};

std::optional<Counter> counter_of(llvm::Value& value, const llvm::Loop& loop,
                                  llvm::ScalarEvolution& evolution) {
  if (!evolution.isSCEVable(value.getType())) return {};
  const auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&value));
  if (sum == nullptr || sum->getLoop() != &loop || !sum->isAffine()) return {};
  const auto* start = llvm::dyn_cast<llvm::SCEVConstant>(sum->getStart());
  const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(sum->getStepRecurrence(evolution));
  if (start == nullptr || step == nullptr || start->getAPInt().getActiveBits() > 32 ||
      step->getAPInt().getActiveBits() > 32)
    return {};
  return Counter{start->getAPInt().getZExtValue(), step->getAPInt().getZExtValue()};
}

/// Whether a low bit of the result depends on the same and lower bits of the operands alone.
bool keeps_low_bits(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
      return true;
    default:
      return false;
  }
}

/// The number of which the instruction takes the remainder, if that is a power of two.
std::uint64_t modulus_of(const llvm::Instruction& instruction) {
  const llvm::APInt* number = nullptr;
  if (match(&instruction, m_And(m_Value(), m_APInt(number))) && (*number + 1).isPowerOf2())
    return (*number + 1).getZExtValue();
  if (match(&instruction, m_URem(m_Value(), m_APInt(number))) && number->isPowerOf2())
    return number->getZExtValue();
  return 0;
}

bool is_private_address(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::GetElementPtrInst>(instruction) &&
         llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(instruction.getOperand(0)));
}

/// Follows a counter to indices of private arrays.
class Follower {
 public:
  Follower(const llvm::Loop& loop, const llvm::PHINode& counter) : loop_(loop), counter_(counter) {}

  /// Whether it comes to none but as a remainder.
  bool follow(const llvm::Value& number, bool has_low_bits) {
    return llvm::all_of(number.users(), [&](const llvm::User* user) {
      const auto& instruction = *llvm::cast<llvm::Instruction>(user);
      if (&instruction == &counter_ || !loop_.contains(&instruction) ||
          !seen_.insert({&instruction, has_low_bits}).second)
        return true;
      if (llvm::isa<llvm::CmpInst>(instruction) || llvm::isa<llvm::LoadInst>(instruction) ||
          instruction.getType()->isVoidTy())
        return true;
      if (llvm::isa<llvm::GetElementPtrInst>(instruction))
        return !is_private_address(instruction) && follow(instruction, false);
      if (const std::uint64_t modulus = modulus_of(instruction); modulus != 0 && has_low_bits) {
        modulus_ = std::max(modulus_, modulus);
        return true;
      }
      return follow(instruction, has_low_bits && keeps_low_bits(instruction));
    });
  }

  /// The largest number whose remainders are indices, or something else; 0 if there are none.
  std::uint64_t modulus() const { return modulus_; }

 private:
  const llvm::Loop& loop_;
  const llvm::PHINode& counter_;
  llvm::SmallSet<std::pair<const llvm::Instruction*, bool>, 16> seen_;
  std::uint64_t modulus_ = 0;
};

}  // namespace

bool tests_first(const llvm::Loop& loop) {
  return loop.isLoopExiting(loop.getHeader()) && loop.getLoopLatch() != nullptr &&
         !loop.isLoopExiting(loop.getLoopLatch());
}

unsigned index_period(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const unsigned trips = evolution.getSmallConstantTripCount(&loop),
                 count = trips - (tests_first(loop) ? 1 : 0);
  if (trips == 0) return 0;
  std::uint64_t period = 1;
  for (llvm::PHINode& phi : loop.getHeader()->phis()) {
    const auto counter = counter_of(phi, loop, evolution);
    Follower follower(loop, phi);
    if (!follower.follow(phi, counter.has_value())) return 0;
    const std::uint64_t modulus = follower.modulus();
    if (modulus == 0) continue;
    if (!counter || counter->start % modulus != 0) return 0;
    period = std::max(period, modulus / std::gcd(modulus, counter->step));
  }
  return period > 1 && period < count && count % period == 0 ? static_cast<unsigned>(period) : 0;
}

bool differs_in_first_iteration(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const unsigned count = evolution.getSmallConstantTripCount(&loop);
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      llvm::ICmpInst::Predicate predicate;
      llvm::Value* number = nullptr;
      const llvm::APInt* with = nullptr;
      if (!match(&instruction, m_ICmp(predicate, m_Value(number), m_APInt(with)))) continue;
      const auto counter = counter_of(*number, loop, evolution);
      if (!counter) continue;
      const auto holds = [&](std::uint64_t iteration) {
        const llvm::APInt value =
            llvm::APInt(64, counter->start + iteration * counter->step).zextOrTrunc(with->getBitWidth());
        return llvm::ICmpInst::compare(value, *with, predicate);
      };
      bool same_behind = true;
      for (unsigned i = 2; i < count; ++i) same_behind &= holds(i) == holds(1);
      if (count > 2 && same_behind && holds(0) != holds(1)) return true;
    }
  }
  return false;
}

}  // namespace quadcl::compiler
