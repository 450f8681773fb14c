// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/strides.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>

#include "compiler/passes/stride_arithmetic.h"
#include "compiler/passes/work_item_functions.h"

namespace quadcl::compiler {
namespace {

/// Bits of the numbers that indices mostly fit into.
constexpr unsigned kIndexBits = 32;

/// A value that does not come from the phi itself, if there is one.
const llvm::Value& initial_value(const llvm::PHINode& phi) {
  for (const llvm::Value* value : phi.incoming_values()) {
    const auto* step = llvm::dyn_cast<llvm::Instruction>(value);
    if (step == nullptr || !llvm::is_contained(step->operands(), &phi)) return *value;
  }
  return *phi.getIncomingValue(0);
}

/// Whether the result depends on nothing but the operands.
bool follows_from_operands(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::UnaryOperator, llvm::BinaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                   llvm::FreezeInst, llvm::ExtractElementInst, llvm::InsertElementInst,
                   llvm::ShuffleVectorInst>(instruction) ||
         (llvm::isa<llvm::IntrinsicInst>(instruction) && !instruction.mayReadOrWriteMemory() &&
          !instruction.mayHaveSideEffects());
}

}  // namespace

llvm::AnalysisKey StridesAnalysis::Key;

Strides StridesAnalysis::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  return Strides(analyses.getResult<UniformityAnalysis>(kernel));
}

bool Strides::invalidate(llvm::Function& kernel, const llvm::PreservedAnalyses& preserved,
                         llvm::FunctionAnalysisManager::Invalidator& invalidator) {
  auto checker = preserved.getChecker<StridesAnalysis>();
  const bool is_preserved =
      checker.preserved() || checker.preservedSet<llvm::AllAnalysesOn<llvm::Function>>();
  return !is_preserved || invalidator.invalidate<UniformityAnalysis>(kernel, preserved);
}

std::optional<std::int64_t> Strides::along_row(const llvm::Value& value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || !uniformity_->is_varying(value)) return 0;
  // Unknown until computed, which ends recursion around a loop.
  const auto [place, is_new] = known_.try_emplace(&value);
  if (!is_new) return place->second;
  const Stride stride = compute(*instruction);
  return known_[&value] = stride;
}

std::optional<std::int64_t> Strides::compute(const llvm::Instruction& instruction) {
  if (const WorkItemFunction* row = called_work_item_function(instruction)) {
    const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(0));
    if (!row->is_local_id || dimension == nullptr) return {};
    return dimension->equalsInt(dimension_) ? 1 : 0;
  }
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return of_address(*address);
  if (llvm::isa<llvm::PHINode>(instruction)) return of_phi(instruction);
  if (follows_from_operands(instruction) && all_zero(instruction)) return 0;
  if (llvm::isa<llvm::CastInst>(instruction) && !instruction.getType()->isFPOrFPVectorTy())
    return along_row(*instruction.getOperand(0));
  return of_operation(instruction);
}

std::optional<std::int64_t> Strides::of_address(const llvm::GetElementPtrInst& address) {
  const auto terms = terms_of(address);
  Stride sum = terms ? along_row(*address.getPointerOperand()) : Stride();
  if (!sum) return {};
  for (const auto& [index, factor] : *terms) {
    const Stride stride = along_row(*index);
    const Stride bytes = stride ? multiple_of_stride(*stride, factor.getSExtValue()) : Stride();
    if (!bytes) return {};
    *sum += *bytes;
  }
  return sum;
}

/// A phi of a loop has the stride of its initial value, if each iteration adds a uniform value.
std::optional<std::int64_t> Strides::of_phi(const llvm::Instruction& instruction) {
  const auto& phi = llvm::cast<llvm::PHINode>(instruction);
  const Stride first = along_row(initial_value(phi));
  if (!phi.getType()->isIntOrPtrTy() && first != 0) return {};
  known_[&instruction] = first;
  for (const llvm::Value* value : phi.incoming_values()) {
    if (along_row(*value) != first) return {};
  }
  return first;
}

bool Strides::all_zero(const llvm::Instruction& instruction) {
  return llvm::all_of(instruction.operands(),
                      [&](const llvm::Use& operand) { return along_row(*operand.get()) == 0; });
}

/// The stride of an index that is kept within a uniform limit: that of the index, which it has nearly
/// everywhere.
static std::optional<std::int64_t> within_limit(std::optional<std::int64_t> index,
                                                std::optional<std::int64_t> other) {
  if (index == 0) std::swap(index, other);
  return other == 0 ? index : std::nullopt;
}

std::optional<std::int64_t> Strides::of_choice(const llvm::SelectInst& select) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(select.getCondition());
  if (comparison == nullptr || comparison->isEquality()) return {};
  const Stride compared =
      within_limit(along_row(*comparison->getOperand(0)), along_row(*comparison->getOperand(1)));
  const Stride kept = within_limit(along_row(*select.getTrueValue()), along_row(*select.getFalseValue()));
  return compared && compared == kept && kept != 0 ? kept : Stride();
}

std::optional<std::int64_t> Strides::of_operation(const llvm::Instruction& instruction) {
  if (const auto low = low_bits(instruction); low && low->bits >= kIndexBits) return along_row(*low->whole);
  if (llvm::isa<llvm::LoadInst>(instruction)) return all_zero(instruction) ? Stride(0) : Stride();
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return of_choice(*select);
  const bool is_limit = llvm::isa<llvm::MinMaxIntrinsic>(instruction);
  if (!llvm::isa<llvm::BinaryOperator>(instruction) && !is_limit) return {};
  const Stride left = along_row(*instruction.getOperand(0)), right = along_row(*instruction.getOperand(1));
  if (!left || !right) return {};
  if (is_limit) return within_limit(left, right);
  return combined_stride(instruction, *left, *right);
}

void Strides::print(const llvm::Function& kernel, llvm::raw_ostream& out) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (instruction.getType()->isVoidTy()) continue;
    const Stride stride = along_row(instruction);
    out << "stride " << (stride ? std::to_string(*stride) : "unknown") << instruction << '\n';
  }
}

}  // namespace quadcl::compiler
