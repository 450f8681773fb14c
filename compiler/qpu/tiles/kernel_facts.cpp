// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/kernel_facts.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/required_size.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/worklist.h"
#include "compiler/qpu/analysis/pointer_sources.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr Span kAnyId{0, 0x7fffffff};

std::optional<unsigned> dimension_of(const llvm::Value& value, llvm::StringRef function) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || call->getCalledFunction() == nullptr ||
      call->getCalledFunction()->getName() != function)
    return {};
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (dimension == nullptr || dimension->getValue().uge(3)) return {};
  return static_cast<unsigned>(dimension->getZExtValue());
}

Span span_of_range(const llvm::ConstantRange& range) {
  if (range.isFullSet() || range.isEmptySet() || range.getBitWidth() > 64) return kAnyNumber;
  if (range.isSignWrappedSet()) return kAnyNumber;
  const Span span{range.getSignedMin().getSExtValue(), range.getSignedMax().getSExtValue()};
  // Sums of larger numbers would wrap around.
  return span.low < kAnyNumber.low || span.high > kAnyNumber.high ? kAnyNumber : span;
}

}  // namespace

std::optional<unsigned> local_id_dimension(const llvm::Value& value) {
  return dimension_of(value, kLocalIdFunction);
}

std::optional<unsigned> global_id_dimension(const llvm::Value& value) {
  return dimension_of(value, kGlobalIdFunction);
}

KernelFacts::KernelFacts(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses)
    : kernel(kernel),
      layout(kernel.getParent()->getDataLayout()),
      dominators(analyses.getResult<llvm::DominatorTreeAnalysis>(kernel)),
      post_dominators(analyses.getResult<llvm::PostDominatorTreeAnalysis>(kernel)),
      loops(analyses.getResult<llvm::LoopAnalysis>(kernel)),
      evolution(analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel)),
      values(analyses.getResult<llvm::LazyValueAnalysis>(kernel)),
      group(find_row_divergence(kernel, Among::group)),
      local_size(required_size(kernel)) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const llvm::Value* pointer = accessed_pointer(instruction);
    if (pointer == nullptr || llvm::isa<llvm::LoadInst>(instruction)) continue;
    for (const llvm::Value* object : objects_of(*pointer)) stored.insert(object);
  }
}

Span KernelFacts::span_of(llvm::Value& number) const {
  using namespace llvm::PatternMatch;
  const llvm::APInt* by = nullptr;
  if (const auto dimension = local_id_dimension(number)) {
    const std::uint64_t size = local_size[*dimension];
    return size != 0 ? Span{0, static_cast<std::int64_t>(size) - 1} : kAnyId;
  }
  if (global_id_dimension(number)) return kAnyId;
  if (match(&number, m_URem(m_Value(), m_APInt(by))) && by->isIntN(31))
    return {0, static_cast<std::int64_t>(by->getZExtValue()) - 1};
  if (match(&number, m_And(m_Value(), m_APInt(by))) && by->isIntN(31))
    return {0, static_cast<std::int64_t>(by->getZExtValue())};
  return span_of_range(llvm::ConstantRange::getFull(32));
}

Span KernelFacts::span_at(llvm::Value& number, llvm::Instruction& place) const {
  Span span = span_of(number);
  if (!number.getType()->isIntegerTy() || llvm::isa<llvm::Constant>(number)) return span;
  const llvm::SCEV* expression = evolution.getSCEV(&number);
  span = both(span, span_of_range(evolution.getUnsignedRange(expression)));
  span = both(span, span_of_range(evolution.getSignedRange(expression)));
  return both(span, span_of_range(values.getConstantRange(&number, &place, /*UndefAllowed=*/false)));
}

bool KernelFacts::stays_until(const llvm::Instruction& value, const llvm::LoadInst& load) const {
  if (varies(value) || !dominators.dominates(&value, &load)) return false;
  const llvm::Loop* loop = loops.getLoopFor(value.getParent());
  return loop == nullptr || loop->contains(&load);
}

bool KernelFacts::leads(const llvm::Instruction& from, const llvm::Instruction& to,
                        llvm::function_ref<bool(const llvm::Instruction&)> ends) {
  Worklist<const llvm::BasicBlock*> open;
  for (const llvm::Instruction* at = from.getNextNode();; at = &open.take()->front()) {
    while (at != &to && !ends(*at) && !at->isTerminator()) at = at->getNextNode();
    if (at == &to) return true;
    if (!ends(*at)) open.add_all(llvm::successors(at->getParent()));
    if (open.empty()) return false;
  }
}

}  // namespace quadcl::compiler::qpu
