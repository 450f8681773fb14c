// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/examine_row.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/analysis/loop_form.h"
#include "compiler/analysis/order_matters.h"
#include "compiler/clean_up/lower_printf.h"
#include "compiler/ir/computed_from.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/block_frequency.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/analysis/packed_vectors.h"
#include "compiler/vectorise/cost/choose_lane_count.h"
#include "compiler/work_group/functions/row_functions.h"

namespace quadcl::compiler {
namespace {

/// Larger rows would take too much of the compiler's time.
constexpr std::size_t kMostInstructions = 40000, kMostBlocks = 400;
/// Size of the variables of all lanes, on the stack.
constexpr std::uint64_t kMostBytesOfVariables = 288u << 10;
constexpr std::uint64_t kFewTries = 256;

bool is_element(const llvm::Type& type) {
  return type.isHalfTy() || type.isFloatTy() || type.isDoubleTy() || type.isPointerTy() ||
         type.isIntegerTy(1) || type.isIntegerTy(8) || type.isIntegerTy(16) || type.isIntegerTy(32) ||
         type.isIntegerTy(64);
}

bool can_have_lanes(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector != nullptr ? is_element(*vector->getElementType()) && !vector->getElementType()->isPointerTy()
                           : is_element(type);
}

/// Whether it is what a function with a form for rows may return, besides single numbers.
bool is_result(const llvm::Type& type) {
  const auto* structure = llvm::dyn_cast<llvm::StructType>(&type);
  return structure != nullptr &&
         llvm::all_of(structure->elements(), [](const llvm::Type* element) { return is_element(*element); });
}

/// Whether lanes can load and store the type. Bits are not whole bytes.
bool can_access(const llvm::Type& type) {
  return can_have_lanes(type) && !type.getScalarType()->isIntegerTy(1);
}

class Examiner {
 public:
  Examiner(const Row& row, llvm::ScalarEvolution& evolution)
      : row_(row), shapes_(*row.shapes), evolution_(evolution) {}

  /// The reason why the instruction cannot be widened; null if it can.
  const char* problem_of(const llvm::Instruction& instruction) const {
    const Shape& shape = shapes_.of(instruction);
    if (takes_turns(instruction)) return problem_of_turns(instruction);
    if (llvm::isa<llvm::LoadInst>(instruction) && shape.is_uniform()) return nullptr;
    if (llvm::getLoadStorePointerOperand(&instruction) != nullptr)
      return can_access(*type_of_access(instruction)) ? nullptr : "an access of an unusual type";
    if (llvm::isa<llvm::FenceInst>(instruction)) return nullptr;
    if (instruction.isTerminator())
      return llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction) ? nullptr : "an unusual branch";
    if (const auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) return problem_of_setting(*set);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return problem_of_call(*call);
    if (instruction.mayHaveSideEffects() || llvm::isa<llvm::AllocaInst>(instruction))
      return "an atomic operation or a variable";
    return shape.is_varying() ? problem_of_varying(instruction) : nullptr;
  }

 private:
  /// A lane that has taken a lock would wait in the loop for the lanes that still try to take it.
  const char* problem_of_turns(const llvm::Instruction& instruction) const {
    if (prints(instruction)) return problem_of_print(llvm::cast<llvm::CallInst>(instruction));
    for (const FlowRegion* region = &row_.flow->region_of(*instruction.getParent()); region != nullptr;
         region = region->parent)
      if (region->diverges && !is_counted(*region->loop) && !ends_soon(*region->loop))
        return "an atomic or volatile operation in a loop that lanes leave at different times";
    if (llvm::isa<llvm::MemIntrinsic>(instruction)) return nullptr;
    if (llvm::getLoadStorePointerOperand(&instruction) == nullptr) return problem_of_varying(instruction);
    const bool is_variable = touches_stack(instruction) || element_count(*type_of_access(instruction)) > 1;
    return is_variable || !can_access(*type_of_access(instruction))
               ? "a volatile or atomic access of a vector or variable"
               : nullptr;
  }

  /// Lanes print one after the other, so what one of them prints with several calls would be mixed up with
  /// what the others print. Whole lines may be.
  const char* problem_of_print(const llvm::CallInst& call) const {
    const FlowRegion& region = row_.flow->region_of(*call.getParent());
    if (!row_.flow->node_of(*call.getParent()).is_partial() && region.parent == nullptr)
      return "printf for each work-item";
    if (call.getCalledFunction()->getFnAttribute(kPrints).getValueAsString() == kWholeLines) return nullptr;
    return region.parent == nullptr && count_prints() == 1 ? nullptr : "printf of parts of a line";
  }

  std::ptrdiff_t count_prints() const {
    std::ptrdiff_t count = 0;
    for (const llvm::BasicBlock* block : row_.flow->order()) count += llvm::count_if(*block, prints);
    return count;
  }

  /// Whether a lane only tries a few times, so that it does not wait for long, whatever for.
  bool ends_soon(const llvm::Loop& loop) const {
    const auto* most = llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getConstantMaxBackedgeTakenCount(&loop));
    return most != nullptr && most->getAPInt().ule(kFewTries);
  }

  /// Whether a lane leaves the loop by numbers that only depend on how often it has run it, so that it waits
  /// for nothing in it.
  static bool is_counted(const llvm::Loop& loop) {
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    return llvm::none_of(exiting, [&](const llvm::BasicBlock* block) {
      const llvm::Value& condition = *block->getTerminator()->getOperand(0);
      return is_computed_from(
          condition, [&](const llvm::Instruction& instruction) { return loop.contains(&instruction); },
          [&](const llvm::Instruction& instruction) {
            const bool is_choice =
                llvm::isa<llvm::PHINode>(instruction) && instruction.getParent() != loop.getHeader();
            return is_choice || instruction.mayReadOrWriteMemory();
          },
          /*if_unknown=*/true);
    });
  }

  /// memset and memcpy must set the same place of each lane's own variable, to values that are the same for
  /// all lanes.
  const char* problem_of_setting(const llvm::MemIntrinsic& set) const {
    const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&set);
    const bool is_own = interleaved(*set.getRawDest(), row_) != nullptr &&
                        shapes_.of(*set.getRawDest()).is_strided() &&
                        (copy == nullptr || shapes_.of(*copy->getRawSource()).is_uniform());
    return is_own ? nullptr : "memory set or copied at once";
  }

  const char* problem_of_call(const llvm::CallBase& call) const {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
    if (intrinsic == nullptr) return problem_of_row_call(call);
    if (intrinsic->isAssumeLikeIntrinsic()) return nullptr;
    if (!llvm::isTriviallyVectorizable(intrinsic->getIntrinsicID()))
      return "an intrinsic function without a form for lanes";
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const bool is_scalar = llvm::isVectorIntrinsicWithScalarOpAtArg(intrinsic->getIntrinsicID(), i);
      if (is_scalar && !shapes_.of(*call.getArgOperand(i)).is_uniform())
        return "an intrinsic function with a varying argument that must be uniform";
    }
    return problem_of_varying(call);
  }

  const char* problem_of_row_call(const llvm::CallBase& call) const {
    if (row_function_of(call) == nullptr) return "a call";
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (is_same_for_row(*call.getCalledFunction(), i) && !shapes_.of(*call.getArgOperand(i)).is_uniform())
        return "a call with an argument that varies only here";
    return nullptr;
  }

  const char* problem_of_varying(const llvm::Instruction& instruction) const {
    const bool takes_results = llvm::isa<llvm::PHINode, llvm::ExtractValueInst>(instruction);
    const bool is_results = is_result(*instruction.getType()) &&
                            llvm::isa<llvm::PHINode, llvm::CallInst, llvm::AtomicCmpXchgInst>(instruction);
    if (!can_have_lanes(*instruction.getType()) && !is_results) return "a value of an unusual type";
    for (const llvm::Value* operand : instruction.operands()) {
      const bool is_value = !llvm::isa<llvm::BasicBlock, llvm::Function>(operand) &&
                            !(takes_results && is_result(*operand->getType()));
      if (is_value && !can_have_lanes(*operand->getType())) return "an operand of an unusual type";
    }
    const unsigned elements = element_count(*instruction.getType());
    switch (instruction.getOpcode()) {
      case llvm::Instruction::GetElementPtr:
        return elements == 1 ? nullptr : "vectors of pointers";
      case llvm::Instruction::ExtractElement:
      case llvm::Instruction::InsertElement:
      case llvm::Instruction::AtomicCmpXchg:
      case llvm::Instruction::AtomicRMW:
      case llvm::Instruction::ShuffleVector:
      case llvm::Instruction::ExtractValue:
      case llvm::Instruction::PHI:
      case llvm::Instruction::Select:
      case llvm::Instruction::Freeze:
      case llvm::Instruction::Call:
      case llvm::Instruction::ICmp:
      case llvm::Instruction::FCmp:
        return nullptr;
      default:
        break;
    }
    return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst>(instruction)
               ? nullptr
               : "an instruction without a form for lanes";
  }

  const Row& row_;
  const LaneShapes& shapes_;
  llvm::ScalarEvolution& evolution_;
};

std::string problem_of_form(const llvm::Loop& loop, const OwnVariables& own,
                            llvm::ScalarEvolution& evolution) {
  if (!loop.isLoopSimplifyForm() || loop.getExitingBlock() != loop.getLoopLatch()) return "its exits";
  const auto is_private = [&](const llvm::Instruction& access) { return own.stays_on_stack(access); };
  if (!are_independent(loop, is_private)) return "accesses that are not independent";
  if (loop.getNumBlocks() > kMostBlocks || count_instructions(loop) > kMostInstructions) return "its size";
  return last_iteration(loop, evolution) != nullptr ? "" : "an unknown number of iterations";
}

std::string problem_of_values(const Row& row, llvm::ScalarEvolution& evolution) {
  const Examiner examiner(row, evolution);
  for (const llvm::PHINode& phi : row.loop->getHeader()->phis())
    if (!row.shapes->of(phi).is_strided()) return "a value that passes from work-item to work-item";
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& instruction : *block) {
      if (const char* problem = examiner.problem_of(instruction)) return problem;
    }
  }
  return {};
}

void find_lengths(Row& row) {
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& access : *block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
      if (pointer == nullptr || element_count(*type_of_access(access)) == 1) continue;
      for (const Guard& condition : row.shapes->of(*pointer).conditions) {
        const auto period = row.shapes->period_of(*condition.value);
        if (period && period->divides() && !llvm::isa<llvm::Constant>(period->length) &&
            row.loop->isLoopInvariant(period->length))
          row.lengths.insert(period->length);
      }
    }
  }
}

/// Whether LLVM's vectoriser can compare at run time what the row's accesses touch.
bool has_known_bounds(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  return llvm::all_of(loop.blocks(), [&](llvm::BasicBlock* block) {
    return llvm::all_of(*block, [&](llvm::Instruction& instruction) {
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) return true;
      const llvm::SCEV* address = evolution.getSCEV(pointer);
      const auto* line = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
      return evolution.isLoopInvariant(address, &loop) || (line != nullptr && line->isAffine());
    });
  });
}

/// Whether the value is computed from loaded ones, within the row.
bool depends_on_loads(const llvm::Value& value, const llvm::Loop& row) {
  return is_computed_from(
      value, [&](const llvm::Instruction& instruction) { return row.contains(&instruction); },
      [](const llvm::Instruction& instruction) { return llvm::isa<llvm::LoadInst>(instruction); });
}

/// The address without constant offsets.
const llvm::Value* base_of(const llvm::Instruction& load) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&load);
  llvm::APInt offset(load.getDataLayout().getIndexTypeSizeInBits(address->getType()), 0);
  return address->stripAndAccumulateConstantOffsets(load.getDataLayout(), offset, /*AllowNonInbounds=*/true);
}

/// Whether each lane's address rises by equal steps in the innermost loop.
bool steps_evenly(llvm::Instruction& load, const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::SCEV* address = evolution.getSCEV(llvm::getLoadStorePointerOperand(&load));
  const auto* line = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
  return line != nullptr && line->getLoop() == &loop && line->isAffine();
}

void find_lookups(Row& row, llvm::ScalarEvolution& evolution) {
  llvm::DenseMap<const llvm::Value*, unsigned> loads_from;
  for (const llvm::BasicBlock* block : row.flow->order())
    for (const llvm::Instruction& instruction : *block)
      if (llvm::isa<llvm::LoadInst>(instruction)) ++loads_from[base_of(instruction)];
  for (llvm::BasicBlock* block : row.flow->order())
    for (llvm::Instruction& instruction : *block)
      if (llvm::isa<llvm::LoadInst>(instruction) && loads_from[base_of(instruction)] == 1 &&
          !steps_evenly(instruction, *row.flow->region_of(*block).loop, evolution) &&
          depends_on_loads(*llvm::getLoadStorePointerOperand(&instruction), *row.loop))
        row.lookups.insert(&instruction);
}

void find_tables(Row& row, const RowAnalyses& analyses) {
  for (const llvm::BasicBlock* block : row.flow->order()) {
    if (is_rare(*block)) continue;
    for (const llvm::Instruction& instruction : *block) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr || reach_of(*load, row) != Reach::scattered) continue;
      auto table = table_of(*load, *row.shapes, analyses.target, analyses.model);
      if (!table) continue;
      for (const llvm::Value* part : table->parts()) {
        const auto* own = llvm::dyn_cast<llvm::Instruction>(part);
        if (own != nullptr && own->getParent() != block) row.needed_by_tables.insert(own);
      }
      row.tables.try_emplace(load, std::move(*table));
    }
  }
  if (row.tables.empty()) return;
  const auto serves_tables = [&](const llvm::User* user) {
    const auto* instruction = llvm::cast<llvm::Instruction>(user);
    return row.tables.contains(instruction) || row.addresses_in_tables.contains(instruction);
  };
  for (const llvm::BasicBlock* block : llvm::reverse(row.flow->order()))
    for (const llvm::Instruction& instruction : llvm::reverse(*block))
      if (llvm::isa<llvm::GetElementPtrInst, llvm::ZExtInst>(instruction) &&
          row.shapes->of(instruction).is_varying() && llvm::all_of(instruction.users(), serves_tables))
        row.addresses_in_tables.insert(&instruction);
}

/// The conditions of consecutive accesses that are checked once for the row.
Conditions checks_before(const Row& row) {
  Conditions checks;
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      for (const Guard& condition : row.shapes->of(*pointer).conditions)
        if (!condition.is_checked_in_row() && !llvm::is_contained(checks, condition))
          checks.push_back(condition);
    }
  }
  return checks;
}

bool calls_functions(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& one) { return row_function_of(one) != nullptr; });
  });
}

}  // namespace

RowOrReason examine_row(llvm::Loop& loop, const RowAnalyses& analyses, const LaneRequest& request) {
  RowOrReason result;
  Row& row = result.row;
  row.loop = &loop;
  row.model = &analyses.model;
  row.is_left_by_llvm = request.is_left_by_llvm;
  row.own = std::make_unique<OwnVariables>(loop, analyses.loops);
  result.reason = problem_of_form(loop, *row.own, analyses.evolution);
  if (!result.reason.empty()) return result;
  row.last = analyses.evolution.getBackedgeTakenCount(&loop);
  row.flow = Flow::make(loop, analyses.loops);
  if (row.flow == nullptr) {
    result.reason = "its control flow";
    return result;
  }
  row.shapes = std::make_unique<LaneShapes>(*row.flow, *row.own, analyses.dominators, analyses.evolution);
  result.reason = problem_of_values(row, analyses.evolution);
  if (!result.reason.empty()) return result;
  result.has_form = true;
  row.calls_functions = calls_functions(loop);
  row.checks = checks_before(row);
  find_lengths(row);
  find_lookups(row, analyses.evolution);
  find_tables(row, analyses);
  row.packed = packed_vectors(row);
  row.needs_order = loop.isInnermost() && !has_known_bounds(loop, analyses.evolution) &&
                    order_matters(loop, analyses.loops, analyses.evolution, analyses.aliases);
  const unsigned lanes = request.lanes != 0 && row.calls_functions ? kItemsOfRowFunction : request.lanes;
  const LaneChoice choice = lanes != 0 ? LaneChoice{lanes, ""} : lanes_of(row, analyses);
  row.lanes = choice.lanes;
  const unsigned count = analyses.evolution.getSmallConstantTripCount(&loop);
  while (lanes == 0 && count != 0 && count < row.lanes) row.lanes /= 2;
  if (!choice.reason.empty()) {
    result.reason = choice.reason;
  } else if (row.lanes < 2 || (count != 0 && count < row.lanes)) {
    result.reason = "its length";
  } else if (row.own->bytes() * row.lanes > kMostBytesOfVariables) {
    result.reason = "the size of its variables";
  }
  return result;
}

}  // namespace quadcl::compiler
