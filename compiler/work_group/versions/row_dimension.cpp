// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/versions/row_dimension.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <optional>

#include "compiler/analysis/kernel_shapes.h"
#include "compiler/clean_up/inline_choice.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/computed_from.h"
#include "compiler/ir/required_size.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/target/target_model.h"
#include "core/kernel_abi.h"
#include "core/ndrange.h"

namespace quadcl::compiler {
namespace {

/// Metadata of kernels: the dimension that was exchanged with dimension 0.
constexpr const char* kExchanged = "quadcl.row_dimension";

/// A store by all work-items of a row to one place: a race, unless the row has only one.
constexpr std::uint64_t kRace = 1u << 20;
/// An access counts kIterations times for each loop around it, for up to kMostLoops loops.
constexpr unsigned kIterations = 8, kMostLoops = 3;

/// The calls with a dimension; empty if the dimension of one is not known.
std::optional<std::vector<llvm::CallInst*>> calls_with_dimension(llvm::Function& kernel) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (called_work_item_function(instruction) == nullptr) continue;
    auto& call = llvm::cast<llvm::CallInst>(instruction);
    if (call.arg_size() == 0) continue;
    if (!llvm::isa<llvm::ConstantInt>(call.getArgOperand(0))) return {};
    calls.push_back(&call);
  }
  return calls;
}

std::uint64_t dimension_of(const llvm::CallInst& call) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue();
}

/// The dimensions in which the work-items of the kernel differ.
std::array<bool, 3> used_dimensions(const std::vector<llvm::CallInst*>& calls) {
  std::array<bool, 3> used{};
  for (const llvm::CallInst* call : calls)
    if (called_work_item_function(*call)->is_local_id && dimension_of(*call) < 3)
      used[dimension_of(*call)] = true;
  return used;
}

/// Cost of one access of memory, if rows run along the dimension of these neighbours; 0 for other
/// instructions, and for an access to one place for all.
std::uint64_t cost_of(llvm::Instruction& access, const NeighbourShapes& neighbours, const GroupShapes& group,
                      const TargetModel& model) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
  if (pointer == nullptr || llvm::isa<llvm::AllocaInst>(pointer)) return 0;
  const auto stride = neighbours.stride_of(*pointer);
  const auto size =
      static_cast<std::int64_t>(access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)));
  if (!stride || std::abs(*stride) > model.near_elements * size) {
    const bool is_local = pointer->getType()->getPointerAddressSpace() == kLocalAddressSpace;
    return is_local ? model.row_anywhere_local : model.row_anywhere;
  }
  if (*stride != 0) return *stride == size ? model.row_consecutive : model.row_near;
  if (!llvm::isa<llvm::StoreInst>(access)) return 0;
  return group.reached_together(*access.getParent()) ? kRace : model.row_anywhere;
}

/// Whether a loop may wait here until another work-item has changed something; or one of a called function.
bool may_wait(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
  if (calls_function(instruction) && instruction.mayReadOrWriteMemory()) return true;
  return (instruction.isAtomic() || instruction.isVolatile()) &&
         loops.getLoopFor(instruction.getParent()) != nullptr;
}

bool is_data(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::LoadInst, llvm::FPToSIInst, llvm::FPToUIInst>(instruction);
}

/// Whether the address is in a table of the program or of a builtin function.
bool is_in_table(const llvm::Value& address) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&address));
  return variable != nullptr && variable->isConstant();
}

/// Whether the address depends on what the work-item has loaded, or on real numbers.
bool depends_on_data(const llvm::Value& address) {
  return is_computed_from(address, [](const llvm::Instruction&) { return true; }, is_data);
}

/// Cost of all accesses of memory, if rows run along this dimension.
std::uint64_t cost_along(unsigned dimension, llvm::Function& kernel,
                         llvm::FunctionAnalysisManager& analyses) {
  auto& shapes = analyses.getResult<KernelShapesAnalysis>(kernel);
  const NeighbourShapes& neighbours = shapes.along(dimension);
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  const TargetModel& model = analyses.getResult<TargetModelAnalysis>(kernel);
  std::uint64_t cost = 0;
  for (llvm::BasicBlock& block : kernel) {
    const std::uint64_t times = runs_of(block, loops);
    for (llvm::Instruction& instruction : block)
      cost += times * cost_of(instruction, neighbours, shapes.group(), model);
  }
  return cost;
}

unsigned best_dimension(const std::array<bool, 3>& used, llvm::Function& kernel,
                        llvm::FunctionAnalysisManager& analyses) {
  const FixedLocalSize required = required_size(kernel);
  const auto suits = [&](unsigned d) {
    return used[d] && (required[d] == 0 || required[d] >= QUADCL_WIDE_ROW);
  };
  const unsigned gain = analyses.getResult<TargetModelAnalysis>(kernel).gain_of_dimension;
  std::uint64_t least = suits(0) ? cost_along(0, kernel, analyses) / gain : ~std::uint64_t{0};
  unsigned best = 0;
  for (unsigned d = 1; d < 3; ++d) {
    if (!suits(d)) continue;
    const std::uint64_t cost = cost_along(d, kernel, analyses);
    if (cost >= least) continue;
    least = cost;
    best = d;
  }
  return best;
}

}  // namespace

llvm::PreservedAnalyses RowDimension::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const auto calls = calls_with_dimension(kernel);
  if (!calls) return llvm::PreservedAnalyses::all();
  const std::array<bool, 3> used = used_dimensions(*calls);
  if (!used[1] && !used[2]) return llvm::PreservedAnalyses::all();
  const unsigned dimension = best_dimension(used, kernel, analyses);
  if (dimension != 0) exchange_dimensions(kernel, dimension);
  return unless_values_changed(dimension != 0);
}

bool suits_longer_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  auto& shapes = analyses.getResult<KernelShapesAnalysis>(kernel);
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  const TargetModel& model = analyses.getResult<TargetModelAnalysis>(kernel);
  return llvm::all_of(llvm::instructions(kernel), [&](llvm::Instruction& instruction) {
    if (may_wait(instruction, loops)) return false;
    if (cost_of(instruction, shapes.along(0), shapes.group(), model) < model.row_anywhere) return true;
    const llvm::Value& address = *llvm::getLoadStorePointerOperand(&instruction);
    return is_in_table(address) || depends_on_data(address);
  });
}

std::array<bool, 3> varying_dimensions(llvm::Function& kernel) {
  const auto calls = calls_with_dimension(kernel);
  return calls ? used_dimensions(*calls) : std::array{true, true, true};
}

std::uint64_t runs_of(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  std::uint64_t times = 1;
  for (unsigned i = std::min(loops.getLoopDepth(&block), kMostLoops); i > 0; --i) times *= kIterations;
  return times;
}

unsigned row_dimension_of(const llvm::Function& kernel) {
  const llvm::MDNode* node = kernel.getMetadata(kExchanged);
  if (node == nullptr) return 0;
  return static_cast<unsigned>(
      llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue());
}

void exchange_dimensions(llvm::Function& kernel, unsigned dimension) {
  const auto calls = calls_with_dimension(kernel);
  for (llvm::CallInst* call : *calls) {
    const std::uint64_t old = dimension_of(*call);
    if (old >= 3) continue;
    llvm::Type* type = call->getArgOperand(0)->getType();
    call->setArgOperand(0, llvm::ConstantInt::get(type, dimensions_from(dimension)[old]));
  }
  llvm::LLVMContext& context = kernel.getContext();
  auto* number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), dimension);
  kernel.setMetadata(kExchanged, llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(number)}));
}

}  // namespace quadcl::compiler
