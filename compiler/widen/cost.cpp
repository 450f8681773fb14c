// SPDX-License-Identifier: Apache-2.0
#include "compiler/widen/cost.h"

#include <llvm/Analysis/IVDescriptors.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <map>

#include "compiler/passes/address_spaces.h"
#include "compiler/passes/vector_registers.h"
#include "compiler/widen/blocks.h"
#include "compiler/widen/chains.h"
#include "compiler/widen/jam_rows.h"
#include "compiler/widen/row.h"

namespace quadcl::compiler {
namespace {

constexpr unsigned kFewestLanes = 4;
/// Least factor by which an estimate must be better: estimates are rough, and rows have a rest, which is
/// longer with twice the lanes.
constexpr double kLeastGain = 1.35, kGainOfMore = 1.2;
/// Least factor by which twice the lanes of a register must be better. Only rows reach it in which most work
/// is the same for all lanes and done once.
constexpr double kGainOfSharing = 1.6;
/// Costs, in additions.
constexpr double kDivision = 10, kConstantDivision = 4, kCommonDivision = 8, kMaskedStore = 8,
                 kForEachPlace = 1.5, kLookup = 3.5, kLookupInTwo = 4, kOneByOne = 4, kWordByWord = 2.5,
                 kOneByOneStrided = 3, kWalk = 8, kDivideVector = 3, kBlend = 3, kLatency = 3,
                 kLoadLatency = 8, kTurn = 20, kShortTurn = 3, kTurnTaking = 1, kUsualSlowness = 1,
                 kMostSlowness = 4, kBytesOfVector = 32, kUnknownLength = 8;
/// The share of lanes that reach an atomic or volatile operation under a condition: small, since programs
/// mostly use it to record rare finds.
constexpr double kShareUnderCondition = 0.1;
/// The most values that are looked at to find out whether a load's address depends on its earlier result.
constexpr std::size_t kMostFollowed = 64;
/// With more instructions for several vectors, building takes too long.
constexpr std::size_t kMostInAllVectors = 8000;
/// The most instructions of a short loop and of a loop around such ones, and the registers for each value
/// that passes from iteration to iteration.
constexpr std::size_t kMostInShortLoop = 40, kMostInShortNest = 60;
constexpr unsigned kRegistersForEachCarried = 4;
/// The most instructions of a row that gets a second form for the rest of its work-items, and of all rows of
/// its function; and the fewest lanes of that form.
constexpr std::size_t kMostInRowWithRest = 200, kMostInRowsWithRest = 400;
constexpr unsigned kFewestForRest = 8;
/// LLVM's vectoriser makes wide accesses of places that are no more elements apart.
constexpr std::int64_t kFarElements = 8;
/// Many rows have this many work-items, few have more.
constexpr unsigned kOftenInRow = 64;

unsigned element_bits(const llvm::Instruction& instruction) {
  const llvm::Type* type = instruction.getType()->getScalarType();
  if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    type = comparison->getOperand(0)->getType()->getScalarType();
  return type->isIntegerTy() || type->isFloatingPointTy() ? type->getScalarSizeInBits() : 0;
}

/// The most frequent size of the row's values, in bits.
unsigned main_bits(const Row& row) {
  std::map<unsigned, double> weights;
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& instruction : *block) {
      if (!row.shapes->of(instruction).is_varying() || is_free(instruction, row)) continue;
      const unsigned bits = element_bits(instruction);
      if (bits >= 8) weights[bits] += weight_of(*block, row) * element_count(*instruction.getType());
    }
  }
  const auto most = std::max_element(weights.begin(), weights.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most != weights.end() ? most->first : 0;
}

/// The index of the element that the instruction takes out of a vector or puts in; null for other
/// instructions.
const llvm::Value* index_of_element(const llvm::Instruction& instruction) {
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
    return extract->getIndexOperand();
  return llvm::isa<llvm::InsertElementInst>(instruction) ? instruction.getOperand(2) : nullptr;
}

/// The cost for one work-item, and for all lanes.
struct Cost {
  double scalar = 0, wide = 0;
};

class Estimate {
 public:
  Estimate(const Row& row, unsigned lanes, const RowAnalyses& analyses)
      : row_(row),
        lanes_(lanes),
        register_bits_(vector_register_bits(analyses.target)),
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
    return std::max(1.0, static_cast<double>(type.getScalarSizeInBits()) * count / register_bits_);
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
      if (instruction.isIntDivRem()) scalar *= by_constant ? kConstantDivision : kDivision;
      return {scalar, scalar};
    }
    double wide = element_count(type) * registers(type, lanes_);
    if (is_stepped(instruction)) return {0, wide};
    const double latency = share_of_latency(instruction);
    scalar += latency;
    wide += latency;
    if (divides_long(instruction, lanes_, target_)) {
      scalar *= by_constant ? kConstantDivision : kDivision;
      wide *= 2 * kDivision;
    } else if (by_constant) {
      scalar *= kConstantDivision;
      wide *= kConstantDivision;
    } else if (instruction.isIntDivRem()) {
      scalar *= kDivision;
      const double as_numbers = has_one_divisor(instruction, row_) ? kCommonDivision : 2 * kDivision;
      wide *= divides_as_numbers(instruction, lanes_, target_) ? as_numbers : kDivision * lanes_;
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
    const double wide = row_.packed.contains(instruction.getOperand(0)) ? kDivideVector
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
    if (walks(access)) return kWalk;
    if (has_instruction_for_places(access, lanes_, target_)) return kForEachPlace;
    if (llvm::isa<llvm::LoadInst>(access) && gathers_at_once(access, row_, lanes_, target_)) return kLookup;
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
    const bool is_masked = row_.flow->node_of(*access.getParent()).is_partial();
    if (row_.shapes->of(*address).is_strided() && !is_masked) return kOneByOneStrided;
    llvm::Type* type = type_of_access(access);
    const bool is_word = !type->isVectorTy() && access.getDataLayout().getTypeSizeInBits(type) <= 32;
    return (is_word ? kWordByWord : kOneByOne) + slowness_of_insertion(*type->getScalarType());
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
    return more > kUsualSlowness ? std::min(more, kMostSlowness) : 0;
  }

  /// Cost of each register of an access. Elements of source vectors are divided by halves again and again,
  /// and masks must be spread over them.
  double of_consecutive(const llvm::Instruction& access, bool is_masked) const {
    const unsigned elements = element_count(*type_of_access(access));
    if (elements == 1) return llvm::isa<llvm::StoreInst>(access) && is_masked ? kMaskedStore : 1;
    if (is_packed(access, row_)) return elements * (is_masked ? kBlend : 1);
    const double steps = std::max(kDivideVector, llvm::Log2_32(elements) + 1.0);
    return elements * (is_masked ? std::max(2.0, steps - 2) : 1) * steps;
  }

  /// Whether the lanes move all that lies between their places.
  bool can_move_at_once(const llvm::Instruction& access, bool is_masked) const {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
    if (store == nullptr) return !is_masked;
    return target_.isLegalMaskedStore(llvm::FixedVectorType::get(type_of_access(access), lanes_),
                                      store->getAlign());
  }

  /// Each part of the stretch is moved, and permuted into or out of the lanes.
  double of_near(const NearPlaces& places, bool is_store) const {
    const auto of_part = is_store ? 1 + kMaskedStore : 2;
    const auto lanes = static_cast<unsigned>(places.of_lanes.size());
    return of_part * static_cast<double>(llvm::divideCeil(places.count, lanes)) - 1;
  }

  /// Loads of registers, and permutations for each register of lanes.
  double of_table(const RegisterTable& table) const {
    const double permuted = std::max(1u, table.entry_bits * lanes_ / register_bits_);
    return table.registers() + permuted * (table.registers() > 2 ? kLookupInTwo : 1);
  }

  /// In vectors.
  static double length_of(const llvm::Instruction& access) {
    const auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&access);
    if (set == nullptr) return 1;
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(set->getLength());
    return bytes != nullptr ? 1 + static_cast<double>(bytes->getZExtValue()) / kBytesOfVector
                            : kUnknownLength;
  }

  Cost of_turns(const llvm::Instruction& instruction) const {
    const bool is_operation = llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
    const bool is_local = llvm::any_of(instruction.operands(), [](const llvm::Value* operand) {
      return operand->getType()->isPointerTy() &&
             operand->getType()->getPointerAddressSpace() == kLocalAddressSpace;
    });
    const double turn = is_local || !is_operation ? kShortTurn * length_of(instruction) : kTurn;
    if (combines_lanes(instruction, row_)) return {turn, 2 * turn};
    const bool is_conditional = row_.flow->node_of(*instruction.getParent()).is_partial();
    const double cost = is_conditional && !is_local ? turn * kShareUnderCondition : turn;
    return {cost, (cost + kTurnTaking) * lanes_};
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
    return kLatency / static_cast<double>(llvm::count_if(header->phis(), is_real));
  }

  static bool is_real(const llvm::Instruction& instruction) {
    return instruction.getType()->isFPOrFPVectorTy();
  }

  /// Lanes that leave a loop at different times need a select for each value that they take along, in each
  /// iteration.
  Cost of_choice(const llvm::PHINode& phi) const {
    if (!row_.shapes->of(phi).is_varying()) return {};
    double choices = 0;
    for (const llvm::BasicBlock* from : phi.blocks()) {
      const FlowRegion& region = row_.flow->region_of(*from);
      if (region.diverges && !region.loop->contains(&phi)) choices += kIterations;
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

  /// The values of the region to which `next` leads, up to phis of its header.
  template <typename Next>
  static Values reached(const llvm::Instruction& from, const FlowRegion& region, const Next& next) {
    Values found;
    llvm::SmallVector<const llvm::Instruction*> open{&from};
    while (!open.empty() && found.size() < kMostFollowed) {
      const llvm::Instruction& value = *open.pop_back_val();
      for (const llvm::Value* other : next(value)) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(other);
        if (instruction == nullptr || !region.loop->contains(instruction) ||
            !found.insert(instruction).second)
          continue;
        const bool is_end =
            llvm::isa<llvm::PHINode>(instruction) && instruction->getParent() == region.loop->getHeader();
        if (!is_end) open.push_back(instruction);
      }
    }
    return found;
  }

  Cost of_access(const llvm::Instruction& access) const {
    Cost cost = of_places(access);
    if (!is_chased(access)) return cost;
    return {cost.scalar + (is_predicted(access) ? 0 : kLoadLatency), cost.wide + 2 * kLoadLatency};
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
        return {scalar, of_consecutive(access, is_masked) * registers(type, lanes_)};
      case Reach::own:
        return {scalar, elements * (is_store && is_masked ? kBlend : 1) * registers(type, lanes_)};
      case Reach::spaced:
      case Reach::arranged:
        if (const auto places = near_places(access, row_); places && can_move_at_once(access, is_masked))
          return {scalar, of_near(*places, is_store) * registers(type, lanes_)};
        break;
      case Reach::scattered:
        break;
    }
    const double divided = elements > 1 && !is_packed(access, row_) ? elements * registers(type, lanes_) : 0;
    return {scalar, for_each_place(access) * scalar * lanes_ + kDivideVector * divided};
  }

  const Row& row_;
  unsigned lanes_;
  unsigned register_bits_;
  const llvm::TargetTransformInfo& target_;
  llvm::ScalarEvolution& evolution_;
};

/// Whether the access is consecutive, or of one place, where an index is away from its limits or within its
/// period.
bool is_limited(const llvm::Instruction& access, const Row& row) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  return address != nullptr &&
         llvm::any_of(row.shapes->of(*address).conditions,
                      [](const NoWrap& condition) { return condition.keeps_index; }) &&
         !lies_apart(access, row);
}

/// Whether LLVM's vectoriser would make vectors of more lanes than many rows have work-items, and leave all
/// of them to a scalar loop. It is better than lanes at small strides.
bool is_too_short_for_llvm(const Row& row, unsigned lanes) {
  return lanes > kUsualLanes && llvm::all_of(row.flow->order(), [&](const llvm::BasicBlock* block) {
           return llvm::all_of(*block, [&](const llvm::Instruction& one) {
             return llvm::getLoadStorePointerOperand(&one) == nullptr || !lies_apart(one, row);
           });
         });
}

/// Whether the places of the work-items are so far apart that LLVM's vectoriser makes no wide accesses of
/// them.
bool is_far(const llvm::Instruction& access, const Row& row) {
  const Shape& address = row.shapes->of(*llvm::getLoadStorePointerOperand(&access));
  return reach_of(access, row) == Reach::scattered ||
         std::abs(address.stride) > kFarElements * static_cast<std::int64_t>(element_bytes(access));
}

/// Whether LLVM's vectoriser can take the row. It takes innermost loops that have only scalars. But it would
/// run rare blocks, too, cannot give lanes variables of their own, divides integers one by one, and computes
/// all places of a store to scattered ones in vectors of 64 bits, or branches for each lane, as it does for
/// all stores under a condition without instructions for masked ones. If accesses might overlap, it takes
/// them to depend on each other.
bool is_left_to_llvm(const Row& row, unsigned lanes, const llvm::TargetTransformInfo& target) {
  const auto is_bad_store = [&](const llvm::Instruction& instruction) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr) return false;
    const bool is_partial = row.flow->node_of(*instruction.getParent()).is_partial();
    if (lies_apart(instruction, row)) return is_partial || is_far(instruction, row);
    llvm::Type* type = store->getValueOperand()->getType();
    return is_partial && llvm::VectorType::isValidElementType(type) &&
           !target.isLegalMaskedStore(llvm::FixedVectorType::get(type, lanes), store->getAlign());
  };
  const auto has_form = [&](const llvm::Instruction& instruction) {
    return !instruction.getType()->isVectorTy() && !takes_turns(instruction) && !is_bad_store(instruction) &&
           !is_limited(instruction, row) &&
           !(!row.shapes->of(instruction).is_uniform() &&
             (divides_as_numbers(instruction, lanes, target) || divides_long(instruction, lanes, target)));
  };
  return row.loop->isInnermost() && row.own->all().empty() && !row.needs_order && row.tables.empty() &&
         !is_too_short_for_llvm(row, lanes) &&
         llvm::all_of(row.flow->order(), [&](const llvm::BasicBlock* block) {
           return !is_rare(*block) && llvm::all_of(*block, has_form);
         });
}

bool accesses_memory(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& one) { return one.mayReadOrWriteMemory(); });
  });
}

/// Whether two vectors of each value fit where a short loop is all that takes time in the row. In it, each
/// iteration waits for the previous one: it is a loop of arithmetic that lanes leave at different times, or
/// of loads whose addresses come from earlier loads.
class ShortLoops {
 public:
  ShortLoops(const Row& row, const RowAnalyses& analyses)
      : row_(row), estimate_(row, kUsualLanes, analyses), registers_(vector_registers(analyses.target)) {}

  bool are_bound_by_latency() { return all_fit(row_.flow->row()) && waits_; }

 private:
  bool all_fit(const FlowRegion& region) {
    return llvm::all_of(region.nodes, [&](const FlowNode& node) { return !node.loop || fits(node); });
  }

  bool fits(const FlowNode& node) {
    const llvm::Loop& loop = *node.loop->loop;
    unsigned carried = 0;
    for (const llvm::PHINode& phi : node.block->phis())
      if (row_.shapes->of(phi).is_varying()) carried += element_count(*phi.getType());
    if (kRegistersForEachCarried * carried > registers_) return false;
    if (!loop.isInnermost()) return count_instructions(loop) <= kMostInShortNest && all_fit(*node.loop);
    if (count_instructions(loop) > kMostInShortLoop) return false;
    const bool chases = estimate_.chases(loop);
    if (!chases && accesses_memory(loop)) return false;
    waits_ |= node.loop->diverges || chases;
    return true;
  }

  const Row& row_;
  Estimate estimate_;
  unsigned registers_;
  bool waits_ = false;
};

/// How many times as fast the row would be.
double gain_of(const Row& row, unsigned lanes, const RowAnalyses& analyses) {
  const Cost cost = Estimate(row, lanes, analyses).of_row();
  return cost.scalar * lanes / std::max(cost.wide, 1.0);
}

/// How many lanes should share the work that is the same for all, from this number on, which has this gain.
unsigned lanes_that_share(const Row& row, unsigned lanes, double gain, const RowAnalyses& analyses) {
  while (2 * lanes <= kMostLanes) {
    const double gain_of_twice = gain_of(row, 2 * lanes, analyses);
    if (gain_of_twice < kGainOfSharing * gain) break;
    lanes *= 2;
    gain = gain_of_twice;
  }
  return lanes;
}

}  // namespace

LaneChoice lanes_of(const Row& row, const RowAnalyses& analyses) {
  const llvm::TargetTransformInfo& target = analyses.target;
  const unsigned bits = main_bits(row);
  if (bits == 0) return {0, "no work"};
  const unsigned most = std::min(vector_register_bits(target) / bits, kMostLanes);
  if (most < kFewestLanes) return {0, "too few elements in a register"};
  if (row.calls_functions) {
    const double gain = gain_of(row, kItemsOfRowFunction, analyses);
    return {gain > kLeastGain ? kItemsOfRowFunction : 0, gain > kLeastGain ? "" : "no gain with calls"};
  }
  unsigned vectors = vectors_for_results(row, analyses);
  while (vectors > 1 && vectors * count_instructions(*row.loop) > kMostInAllVectors) vectors /= 2;
  if (!row.is_left_by_llvm && vectors == 1 && is_left_to_llvm(row, most, target))
    return {0, "left to LLVM's vectoriser"};
  unsigned lanes = 0;
  double gain = 0;
  for (unsigned tried = std::min(most, kUsualLanes); tried <= most; tried *= 2) {
    const double gain_of_tried = gain_of(row, tried, analyses);
    if (gain_of_tried <= kGainOfMore * gain) continue;
    gain = gain_of_tried;
    lanes = tried;
  }
  if (gain <= kLeastGain)
    return {0, llvm::formatv("no gain: {0} lanes would be {1:F1} times as fast", lanes, gain)};
  const bool needs_two =
      ShortLoops(row, analyses).are_bound_by_latency() || (is_jammed(*row.loop) && !row.loop->isInnermost());
  const unsigned sharing = lanes_that_share(row, lanes, gain, analyses);
  return {std::max(sharing, std::max(vectors, needs_two ? 2u : 1u) * lanes), ""};
}

RowCost cost_of_row(const Row& row, const RowAnalyses& analyses) {
  const Cost cost = Estimate(row, row.lanes, analyses).of_row();
  return {cost.scalar, cost.wide * kItemsOfRowFunction / row.lanes};
}

unsigned lanes_of_rest(const Row& row, const RowAnalyses& analyses, std::size_t in_all_rows) {
  if (row.calls_functions) return 0;
  if (row.lanes > kOftenInRow) return row.lanes / 2;
  if (row.lanes > kUsualLanes) return gain_of(row, kUsualLanes, analyses) > kLeastGain ? kUsualLanes : 0;
  const bool is_long =
      count_instructions(*row.loop) > kMostInRowWithRest || in_all_rows > kMostInRowsWithRest;
  const unsigned fewer = row.lanes / 2;
  return fewer >= kFewestForRest && !is_long && gain_of(row, fewer, analyses) > kLeastGain ? fewer : 0;
}

}  // namespace quadcl::compiler
