// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/cost/cost.h"

#include <llvm/Analysis/IVDescriptors.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/worklist.h"
#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/block_frequency.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/analysis/packed_vectors.h"
#include "compiler/vectorise/analysis/row.h"
#include "compiler/vectorise/analysis/skipped_blocks.h"

namespace quadcl::compiler {
namespace {

/// The most values that are looked at to find out whether a load's address depends on its earlier result.
constexpr std::size_t kMostReached = 64;

/// The index of the element that the instruction takes out of a vector or puts in; null for other
/// instructions.
const llvm::Value* index_of_element(const llvm::Instruction& instruction) {
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
    return extract->getIndexOperand();
  return llvm::isa<llvm::InsertElementInst>(instruction) ? instruction.getOperand(2) : nullptr;
}

class Estimate {
 public:
  Estimate(const Row& row, unsigned lanes, const RowAnalyses& analyses)
      : row_(row),
        lanes_(lanes),
        model_(analyses.model),
        target_(analyses.target),
        evolution_(analyses.evolution) {}

  Cost of_row() const {
    Cost sum;
    for (const llvm::BasicBlock* block : row_.flow->order()) {
      const double weight = weight_of(*block, row_);
      for (const llvm::Instruction& instruction : *block) {
        const Cost cost = of(instruction);
        sum.scalar += weight * cost.scalar;
        sum.wide += weight * cost.wide;
      }
    }
    return sum;
  }

  /// Whether the loop finds places by what it has loaded.
  bool chases(const llvm::Loop& loop) const {
    return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, [&](const llvm::Instruction& one) { return is_chased(one); });
    });
  }

 private:
  double registers(const llvm::Type& type, unsigned count) const {
    return std::max(1.0, static_cast<double>(type.getScalarSizeInBits()) * count / model_.register_bits);
  }

  /// The registers of a value of this type in all lanes.
  double in_lanes(const llvm::Instruction& instruction, const llvm::Type& type) const {
    const unsigned elements = element_count(type);
    return row_.packed.contains(&instruction) ? registers(type, elements * lanes_)
                                              : elements * registers(type, lanes_);
  }

  Cost of(const llvm::Instruction& instruction) const {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return of_choice(*phi);
    if (row_.packed.contains(&instruction) && repeated_scalar(instruction) != nullptr)
      return {0, element_count(*instruction.getType()) * registers(*instruction.getType(), lanes_)};
    if (const llvm::Value* index = index_of_element(instruction)) return of_element(instruction, *index);
    if (is_free(instruction, row_)) return {};
    if (takes_turns(instruction)) return of_turns(instruction);
    if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) return of_access(instruction);
    if (const llvm::Function* row_function = row_function_of(instruction)) return of_call(*row_function);
    const llvm::Type& type = *instruction.getType();
    if (type.isVoidTy()) return {};
    double scalar = registers(type, element_count(type));
    const bool by_constant =
        instruction.isIntDivRem() && llvm::isa<llvm::Constant>(instruction.getOperand(1));
    if (!row_.shapes->of(instruction).is_varying()) {
      if (is_stepped(instruction)) return {};
      if (instruction.isIntDivRem()) scalar *= by_constant ? model_.constant_division : model_.division;
      return {scalar, scalar};
    }
    double wide = in_lanes(instruction, type);
    if (is_stepped(instruction)) return {0, wide};
    const double latency = share_of_latency(instruction);
    scalar += latency;
    wide += latency;
    if (divides_long(instruction, lanes_, target_)) {
      scalar *= by_constant ? model_.constant_division : model_.division;
      wide *= 2 * model_.division;
    } else if (by_constant) {
      scalar *= model_.constant_division;
      wide *= model_.constant_division;
    } else if (instruction.isIntDivRem()) {
      scalar *= model_.division;
      const double as_numbers =
          has_one_divisor(instruction, row_) ? model_.common_division : 2 * model_.division;
      wide *= divides_as_numbers(instruction, lanes_, target_) ? as_numbers : model_.division * lanes_;
    }
    return {scalar, wide};
  }

  static Cost of_call(const llvm::Function& row_function) {
    const RowCost cost = quadcl::compiler::cost_of(row_function);
    return {cost.scalar, cost.wide};
  }

  /// Whether it is an index that rises by equal steps in an inner loop, so that a work-item on its own has it
  /// in the address of an access.
  bool is_stepped(const llvm::Instruction& instruction) const {
    const FlowRegion& region = row_.flow->region_of(*instruction.getParent());
    if (region.parent == nullptr || !instruction.getType()->isIntegerTy()) return false;
    const auto* index = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
        evolution_.getSCEV(const_cast<llvm::Instruction*>(&instruction)));
    return index != nullptr && index->getLoop() == region.loop && index->isAffine() &&
           llvm::none_of(instruction.users(), [](const llvm::User* user) {
             return llvm::isa<llvm::PHINode, llvm::CmpInst>(user);
           });
  }

  /// Lanes have elements apart, so they compare and select to find one whose place is a value. A work-item on
  /// its own permutes the vector then, and moves bytes and shorts; wider elements stay in their vectors
  /// mostly.
  Cost of_element(const llvm::Instruction& instruction, const llvm::Value& index) const {
    if (!row_.shapes->of(instruction).is_varying()) return {};
    const bool is_known = llvm::isa<llvm::Constant>(index);
    const unsigned others = element_count(*instruction.getOperand(0)->getType()) - 1;
    const double wide = row_.packed.contains(instruction.getOperand(0)) ? model_.divided_vector
                        : is_known                                      ? 0
                                                                        : 2 * others;
    return {is_known && element_bits(instruction) >= 32 ? 0.0 : 1.0,
            wide * registers(*instruction.getType(), lanes_)};
  }

  /// Whether LLVM's vectoriser may take the loop of one work-item instead, since the order of integer sums
  /// does not matter.
  bool suits_llvm(llvm::Loop& loop) const {
    return loop.isInnermost() && loop.getExitingBlock() != nullptr &&
           llvm::all_of(loop.getHeader()->phis(), [&](llvm::PHINode& phi) {
             llvm::RecurrenceDescriptor sum;
             llvm::InductionDescriptor counter;
             return llvm::RecurrenceDescriptor::isReductionPHI(&phi, &loop, sum) ||
                    llvm::InductionDescriptor::isInductionPHI(&phi, &loop, &evolution_, counter);
           });
  }

  /// Whether each lane runs through its own consecutive integers, in a loop that LLVM's vectoriser may take.
  bool walks(const llvm::Instruction& access) const {
    const FlowRegion& region = row_.flow->region_of(*access.getParent());
    if (region.parent == nullptr || !type_of_access(access)->isIntOrIntVectorTy() ||
        !suits_llvm(*region.loop))
      return false;
    const auto* address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
        evolution_.getSCEV(const_cast<llvm::Value*>(llvm::getLoadStorePointerOperand(&access))));
    if (address == nullptr || address->getLoop() != region.loop || !address->isAffine()) return false;
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(address->getStepRecurrence(evolution_));
    const auto bytes = access.getDataLayout().getTypeStoreSize(type_of_access(access)).getFixedValue();
    return step != nullptr && step->getAPInt().abs() == bytes;
  }

  /// Cost of each lane of an access to scattered places.
  double for_each_place(const llvm::Instruction& access) const {
    if (walks(access)) return model_.walked_place;
    if (has_instruction_for_places(access, lanes_, target_)) return model_.gathered_place;
    if (llvm::isa<llvm::LoadInst>(access) && gathers_at_once(access, row_, lanes_, target_))
      return model_.looked_up_place;
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
    const bool is_masked = row_.flow->node_of(*access.getParent()).is_partial();
    if (row_.shapes->of(*address).is_strided() && !is_masked) return model_.strided_place;
    llvm::Type* type = type_of_access(access);
    const bool is_word = !type->isVectorTy() && access.getDataLayout().getTypeSizeInBits(type) <= 32;
    return (is_word ? model_.word_place : model_.place) + slowness_of_insertion(*type->getScalarType());
  }

  /// What the processor needs beyond one instruction to put a number into a vector: much for bytes before
  /// SSE4.1.
  double slowness_of_insertion(llvm::Type& type) const {
    if (lanes_ < 2) return 0;
    const auto cost = target_.getVectorInstrCost(llvm::Instruction::InsertElement,
                                                 llvm::FixedVectorType::get(&type, lanes_),
                                                 llvm::TargetTransformInfo::TCK_RecipThroughput, 1);
    if (!cost.isValid()) return 0;
    const double more = static_cast<double>(*cost.getValue()) - 1;
    return more > model_.usual_insertion ? std::min(more, model_.most_insertion) : 0;
  }

  /// Cost of each register of an access. Elements of source vectors are divided by halves again and again,
  /// and masks must be spread over them.
  double of_consecutive(const llvm::Instruction& access, bool is_masked) const {
    const unsigned elements = element_count(*type_of_access(access));
    if (elements == 1) return llvm::isa<llvm::StoreInst>(access) && is_masked ? model_.masked_store : 1;
    const double steps = std::max(model_.divided_vector, llvm::Log2_32(elements) + 1.0);
    return elements * (is_masked ? std::max(2.0, steps - 2) : 1) * steps;
  }

  /// Whether the lanes move all that lies between their places.
  bool can_move_at_once(const llvm::Instruction& access, bool is_masked) const {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
    return store != nullptr ? stores_between(*store, row_, lanes_, target_) : !is_masked;
  }

  /// Each part of the stretch is moved, and permuted into or out of the lanes.
  double of_near(const NearPlaces& places, bool is_store) const {
    const auto of_part = is_store ? 1 + model_.masked_store : 2;
    const auto lanes = static_cast<unsigned>(places.of_lanes.size());
    return of_part * static_cast<double>(llvm::divideCeil(places.count, lanes)) - 1;
  }

  /// Loads of registers, and permutations for each register of lanes.
  double of_table(const RegisterTable& table) const {
    const double permuted = std::max(1u, table.entry_bits * lanes_ / model_.register_bits);
    return table.registers() + permuted * (table.registers() > 2 ? model_.two_permutations : 1);
  }

  /// In vectors.
  double length_of(const llvm::Instruction& access) const {
    const auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&access);
    if (set == nullptr) return 1;
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(set->getLength());
    return bytes != nullptr ? 1 + static_cast<double>(bytes->getZExtValue()) / model_.set_bytes
                            : model_.unknown_length;
  }

  Cost of_turns(const llvm::Instruction& instruction) const {
    const bool is_operation = llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
    const bool is_local = llvm::any_of(instruction.operands(), [](const llvm::Value* operand) {
      return operand->getType()->isPointerTy() &&
             operand->getType()->getPointerAddressSpace() == kLocalAddressSpace;
    });
    const double turn = is_local || !is_operation ? model_.short_turn * length_of(instruction) : model_.turn;
    if (combines_lanes(instruction, row_)) return {turn, 2 * turn};
    const bool is_conditional = row_.flow->node_of(*instruction.getParent()).is_partial();
    const double cost = is_conditional && !is_local ? turn * model_.turning_share : turn;
    return {cost, (cost + model_.turn_taking) * lanes_};
  }

  /// The next iteration waits for the result of a real operation, which takes longer than one cycle. Several
  /// results are waited for at the same time.
  double share_of_latency(const llvm::Instruction& instruction) const {
    const FlowRegion& region = row_.flow->region_of(*instruction.getParent());
    if (region.parent == nullptr || !is_real(instruction)) return 0;
    const llvm::BasicBlock* header = region.loop->getHeader();
    const bool is_carried = llvm::any_of(instruction.users(), [&](const llvm::User* user) {
      const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      return phi != nullptr && phi->getParent() == header;
    });
    if (!is_carried) return 0;
    return model_.carried_latency / static_cast<double>(llvm::count_if(header->phis(), is_real));
  }

  static bool is_real(const llvm::Instruction& instruction) {
    return instruction.getType()->isFPOrFPVectorTy();
  }

  /// Lanes that leave a loop at different times need a select for each value that they take along, in each
  /// iteration; after the loop, if all that are still there leave together.
  Cost of_choice(const llvm::PHINode& phi) const {
    if (!row_.shapes->of(phi).is_varying()) return {};
    double choices = 0;
    for (const llvm::BasicBlock* from : phi.blocks()) {
      const FlowRegion& region = row_.flow->region_of(*from);
      if (!region.diverges || region.loop->contains(&phi)) continue;
      choices += leave_together(row_, region, region.nodes[region.place_of(*from)]) ? 1 : kIterations;
    }
    return {0, choices * element_count(*phi.getType()) * registers(*phi.getType(), lanes_)};
  }

  /// Whether the load of the next iteration waits for this one, because its address depends on the result.
  bool is_chased(const llvm::Instruction& load) const {
    const FlowRegion& region = row_.flow->region_of(*load.getParent());
    if (region.parent == nullptr || !llvm::isa<llvm::LoadInst>(load)) return false;
    const Values before = reached(load, region, [](const llvm::Instruction& value) {
      return llvm::SmallVector<const llvm::Value*>(value.operand_values());
    });
    const Values after = values_after(load, region);
    return llvm::any_of(region.loop->getHeader()->phis(), [&](const llvm::PHINode& phi) {
      return before.contains(&phi) && after.contains(&phi);
    });
  }

  using Values = llvm::SmallPtrSet<const llvm::Value*, 16>;
  static Values values_after(const llvm::Instruction& load, const FlowRegion& region) {
    return reached(load, region, [](const llvm::Instruction& value) {
      return llvm::SmallVector<const llvm::Value*>(value.users());
    });
  }

  /// Whether neighbours mostly go the same way, which processors predict without waiting.
  bool is_predicted(const llvm::Instruction& load) const {
    return llvm::any_of(values_after(load, row_.flow->region_of(*load.getParent())),
                        [&](const llvm::Value* value) { return is_alike_for_neighbours(*value); });
  }

  /// Whether what is loaded is compared with numbers that rise from lane to lane. Then neighbours mostly go
  /// the same way, which processors predict.
  bool is_alike_for_neighbours(const llvm::Value& value) const {
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&value);
    return comparison != nullptr && llvm::any_of(comparison->operands(), [&](const llvm::Value* operand) {
             return row_.shapes->of(*operand).is_strided();
           });
  }

  /// The value and those of the region to which `next` leads, up to phis of its header.
  template <typename Next>
  static Values reached(const llvm::Instruction& from, const FlowRegion& region, const Next& next) {
    Worklist<const llvm::Value*> open(&from);
    while (!open.empty() && open.seen().size() <= kMostReached) {
      const auto& value = *llvm::cast<llvm::Instruction>(open.take());
      if (llvm::isa<llvm::PHINode>(value) && value.getParent() == region.loop->getHeader()) continue;
      for (const llvm::Value* other : next(value)) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(other);
        if (instruction != nullptr && region.loop->contains(instruction)) open.add(instruction);
      }
    }
    return open.seen();
  }

  /// Whether the access changes a number that the work-item has just loaded, at a place that data decide, as
  /// in a histogram.
  bool is_update(const llvm::Instruction& access) const {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
    return store != nullptr && reach_of(access, row_) == Reach::scattered &&
           llvm::any_of(store->getPointerOperand()->users(), [&](const llvm::User* user) {
             const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
             return load != nullptr && load->getParent() == store->getParent() && load->comesBefore(store);
           });
  }

  /// Whether the access is one of many updates. Some of them are of the same place. Processors do not foresee
  /// which, so that they start again, or wait.
  bool is_one_of_updates(const llvm::Instruction& access) const {
    return is_update(access) && llvm::count_if(*access.getParent(), [&](const llvm::Instruction& one) {
                                  return is_update(one);
                                }) >= model_.many_updates;
  }

  Cost of_access(const llvm::Instruction& access) const {
    Cost cost = of_places(access);
    if (is_one_of_updates(access)) cost.scalar += model_.update;
    if (!is_chased(access)) return cost;
    return {cost.scalar + (is_predicted(access) ? 0 : model_.load_latency),
            cost.wide + 2 * model_.load_latency};
  }

  Cost of_places(const llvm::Instruction& access) const {
    const llvm::Type& type = *type_of_access(access);
    const bool is_store = llvm::isa<llvm::StoreInst>(access);
    const bool is_masked = row_.flow->node_of(*access.getParent()).is_partial();
    const double scalar = registers(type, element_count(type));
    const unsigned elements = element_count(type);
    const auto table = row_.tables.find(&access);
    if (table != row_.tables.end()) return {scalar, of_table(table->second)};
    switch (reach_of(access, row_)) {
      case Reach::same:
        return {scalar, scalar};
      case Reach::repeated:
        return {scalar, scalar + elements * registers(type, lanes_)};
      case Reach::consecutive:
      case Reach::reversed:
        if (is_packed(access, row_))
          return {scalar, (is_masked ? model_.blend : 1) * registers(type, elements * lanes_)};
        return {scalar, of_consecutive(access, is_masked) * registers(type, lanes_)};
      case Reach::own:
        return {scalar, elements * (is_store && is_masked ? model_.blend : 1) * registers(type, lanes_)};
      case Reach::spaced:
      case Reach::arranged:
        if (const auto places = near_places(access, row_); places && can_move_at_once(access, is_masked))
          return {scalar, of_near(*places, is_store) * registers(type, lanes_)};
        break;
      case Reach::scattered:
        break;
    }
    const double divided = elements > 1 && !is_packed(access, row_) ? elements * registers(type, lanes_) : 0;
    return {scalar, for_each_place(access) * scalar * lanes_ + model_.divided_vector * divided};
  }

  const Row& row_;
  unsigned lanes_;
  const TargetModel& model_;
  const llvm::TargetTransformInfo& target_;
  llvm::ScalarEvolution& evolution_;
};

}  // namespace

unsigned element_bits(const llvm::Instruction& instruction) {
  const llvm::Type* type = instruction.getType()->getScalarType();
  if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    type = comparison->getOperand(0)->getType()->getScalarType();
  return type->isIntegerTy() || type->isFloatingPointTy() ? type->getScalarSizeInBits() : 0;
}

Cost cost_in_lanes(const Row& row, unsigned lanes, const RowAnalyses& analyses) {
  return Estimate(row, lanes, analyses).of_row();
}

bool chases(const llvm::Loop& loop, const Row& row, const RowAnalyses& analyses) {
  return Estimate(row, kUsualLanes, analyses).chases(loop);
}

RowCost cost_of_row(const Row& row, const RowAnalyses& analyses) {
  const Cost cost = cost_in_lanes(row, row.lanes, analyses);
  return {cost.scalar, cost.wide * kItemsOfRowFunction / row.lanes};
}

}  // namespace quadcl::compiler
