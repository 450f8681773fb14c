// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/prepare/merge_adjacent_accesses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <optional>
#include <vector>
#include "compiler/vectorise/analysis/instruction_traits.h"

namespace quadcl::compiler {
namespace {

/// Of an element.
constexpr unsigned kScatteredBits = 16, kAnyBits = 64;
/// Of one block; all pairs are compared.
constexpr std::size_t kMostAccesses = 128;

struct Place {
  llvm::Instruction* access;
  std::int64_t distance;  ///< in bytes, from the first access of the run
};

/// Accesses of one kind and element type at constant distances.
using Run = llvm::SmallVector<Place, 8>;

llvm::Value& address_of(const llvm::Instruction& access) {
  return *const_cast<llvm::Value*>(llvm::getLoadStorePointerOperand(&access));
}

std::int64_t bytes_of_elements(const llvm::Instruction& access) {
  return static_cast<std::int64_t>(element_bytes(access) * element_count(*type_of_access(access)));
}

/// Whether it is a load or store of whole bytes that may be joined with others.
bool is_simple(const llvm::Instruction& instruction, unsigned most_bits) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if ((load == nullptr || !load->isSimple()) && (store == nullptr || !store->isSimple())) return false;
  llvm::Type* element = type_of_access(instruction)->getScalarType();
  return (element->isIntegerTy() || element->isFloatingPointTy()) &&
         element->getPrimitiveSizeInBits() <= most_bits &&
         element->getPrimitiveSizeInBits() == 8 * instruction.getDataLayout().getTypeStoreSize(element);
}

/// An index as another one plus a constant. Where it is an address's, neither wraps around.
struct Index {
  const llvm::Value* base;
  std::int64_t constant;
};

Index index_of(const llvm::Value& extended) {
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(&extended);
  if (cast == nullptr || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast)) return {&extended, 0};
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(cast->getOperand(0));
  const auto* constant = sum != nullptr ? llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1)) : nullptr;
  if (constant == nullptr) return {cast->getOperand(0), 0};
  const bool is_signed = llvm::isa<llvm::SExtInst>(cast);
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(sum);
  const bool is_sum = sum->getOpcode() == llvm::Instruction::Add
                          ? is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap()
                          : disjoint != nullptr && disjoint->isDisjoint();
  if (!is_sum) return {sum, 0};
  return {sum->getOperand(0),
          is_signed ? constant->getSExtValue() : static_cast<std::int64_t>(constant->getZExtValue())};
}

/// The distance of addresses that differ in a constant added to a narrow index, in bytes.
std::optional<std::int64_t> distance_of_indices(const llvm::Value& from, const llvm::Value& to,
                                                const llvm::DataLayout& layout) {
  const auto* first = llvm::dyn_cast<llvm::GetElementPtrInst>(&from);
  const auto* second = llvm::dyn_cast<llvm::GetElementPtrInst>(&to);
  if (first == nullptr || second == nullptr || first->getNumIndices() != 1 || second->getNumIndices() != 1 ||
      first->getPointerOperand() != second->getPointerOperand() ||
      first->getSourceElementType() != second->getSourceElementType())
    return std::nullopt;
  const llvm::Value& one = *first->getOperand(1);
  const llvm::Value& other = *second->getOperand(1);
  if (!llvm::isa<llvm::CastInst>(one) || !llvm::isa<llvm::CastInst>(other) ||
      llvm::cast<llvm::CastInst>(one).getOpcode() != llvm::cast<llvm::CastInst>(other).getOpcode())
    return std::nullopt;
  const Index a = index_of(one), b = index_of(other);
  if (a.base != b.base) return std::nullopt;
  const auto size =
      static_cast<std::int64_t>(layout.getTypeAllocSize(first->getSourceElementType()).getFixedValue());
  return (b.constant - a.constant) * size;
}

std::optional<std::int64_t> distance_of(const llvm::Value& from, const llvm::Value& to,
                                        const llvm::DataLayout& layout, llvm::ScalarEvolution& evolution) {
  if (from.getType() != to.getType()) return std::nullopt;
  llvm::APInt first(layout.getIndexTypeSizeInBits(from.getType()), 0), second = first;
  const llvm::Value* from_base = from.stripAndAccumulateConstantOffsets(layout, first, true);
  const llvm::Value* to_base = to.stripAndAccumulateConstantOffsets(layout, second, true);
  const std::int64_t constant = second.getSExtValue() - first.getSExtValue();
  if (from_base == to_base) return constant;
  if (const auto distance = distance_of_indices(*from_base, *to_base, layout)) return *distance + constant;
  const auto* distance = llvm::dyn_cast<llvm::SCEVConstant>(evolution.getMinusSCEV(
      evolution.getSCEV(const_cast<llvm::Value*>(&to)), evolution.getSCEV(const_cast<llvm::Value*>(&from))));
  if (distance == nullptr) return std::nullopt;
  return distance->getAPInt().getSExtValue();
}

/// Whether the row would have no gaps between the accesses of its work-items if each had some more elements.
bool may_fill(const llvm::Instruction& access, const Row& row) {
  const Shape& address = row.shapes->of(address_of(access));
  const auto size = static_cast<std::int64_t>(element_bytes(access));
  return address.is_strided() && address.stride > bytes_of_elements(access) && address.stride % size == 0 &&
         address.stride <= row.model->near_elements * size;
}

/// Whether the access is to a narrow element far from those of other work-items. Each place costs as much as
/// one of a word.
bool is_narrow_and_far(const llvm::Instruction& access, const Row& row) {
  const Shape& address = row.shapes->of(address_of(access));
  const auto size = static_cast<std::int64_t>(element_bytes(access));
  return 8 * size <= kScatteredBits && address.is_strided() &&
         std::abs(address.stride) > row.model->near_elements * size;
}

bool is_load(const Place& place) { return llvm::isa<llvm::LoadInst>(place.access); }

/// The first and the last in the order of the program.
std::pair<const Place*, const Place*> span_of(llvm::ArrayRef<Place> places) {
  const auto [first, last] =
      std::minmax_element(places.begin(), places.end(),
                          [](const Place& a, const Place& b) { return a.access->comesBefore(b.access); });
  return {first, last};
}

/// An access of a vector, in place of those of its elements.
class JoinedAccess {
 public:
  /// In the order of their addresses.
  explicit JoinedAccess(llvm::ArrayRef<Place> places)
      : places_(places),
        at_(is_load(places.front()) ? *span_of(places).first : *span_of(places).second),
        builder_(at_.access),
        element_(type_of_access(*at_.access)->getScalarType()),
        size_(static_cast<std::int64_t>(element_bytes(*at_.access))) {}

  void make() {
    std::int64_t bytes = 0;
    for (const Place& place : places_) bytes += bytes_of_elements(*place.access);
    const auto count = static_cast<unsigned>(bytes / size_);
    auto* type = llvm::FixedVectorType::get(element_, count);
    llvm::Instruction* joined = is_load(at_) ? load(type) : store(type);
    llvm::SmallVector<llvm::Value*, 8> accesses;
    for (const Place& place : places_) accesses.push_back(place.access);
    joined->copyMetadata(*at_.access, llvm::LLVMContext::MD_access_group);  // for LLVM to start from
    llvm::propagateMetadata(joined, accesses);
    for (const Place& place : places_) place.access->eraseFromParent();
  }

 private:
  /// The place's first element.
  unsigned first_of(const Place& place) const {
    return static_cast<unsigned>((place.distance - places_.front().distance) / size_);
  }

  llvm::Value* address() {
    const std::int64_t back = places_.front().distance - at_.distance;
    llvm::Value& own = address_of(*at_.access);
    return back == 0 ? &own
                     : builder_.CreatePtrAdd(&own, builder_.getInt64(static_cast<std::uint64_t>(back)));
  }

  llvm::Align alignment() const { return llvm::getLoadStoreAlignment(places_.front().access); }

  llvm::Instruction* load(llvm::FixedVectorType* type) {
    llvm::LoadInst* all = builder_.CreateAlignedLoad(type, address(), alignment());
    for (const Place& place : places_) {
      const unsigned count = element_count(*place.access->getType());
      llvm::Value* own =
          place.access->getType()->isVectorTy()
              ? builder_.CreateShuffleVector(all, llvm::createSequentialMask(first_of(place), count, 0))
              : builder_.CreateExtractElement(all, first_of(place));
      place.access->replaceAllUsesWith(own);
    }
    return all;
  }

  llvm::Instruction* store(llvm::FixedVectorType* type) {
    llvm::Value* all = llvm::PoisonValue::get(type);
    for (const Place& place : places_) {
      llvm::Value* own = llvm::cast<llvm::StoreInst>(place.access)->getValueOperand();
      for (unsigned i = 0; i < element_count(*own->getType()); ++i) {
        llvm::Value* element = own->getType()->isVectorTy() ? builder_.CreateExtractElement(own, i) : own;
        all = builder_.CreateInsertElement(all, element, first_of(place) + i);
      }
    }
    return builder_.CreateAlignedStore(all, address(), alignment());
  }

  llvm::ArrayRef<Place> places_;
  Place at_;
  llvm::IRBuilder<> builder_;
  llvm::Type* element_;
  std::int64_t size_;  ///< of an element, in bytes
};

class Joiner {
 public:
  Joiner(const Row& row, const RowAnalyses& analyses, bool is_ours)
      : row_(row), analyses_(analyses), is_ours_(is_ours) {}

  bool join_in(llvm::BasicBlock& block) {
    std::vector<llvm::Instruction*> accesses;
    for (llvm::Instruction& instruction : block)
      if (is_simple(instruction, is_ours_ ? kAnyBits : kScatteredBits) && may_be_joined(instruction))
        accesses.push_back(&instruction);
    bool has_joined = false;
    while (accesses.size() > 1 && accesses.size() <= kMostAccesses)
      has_joined |= join_some(take_run(accesses));
    return has_joined;
  }

 private:
  bool may_be_joined(const llvm::Instruction& access) const {
    return may_fill(access, row_) || (is_ours_ && is_narrow_and_far(access, row_));
  }

  /// Takes the first access and all like it at constant distances, in the order of their addresses.
  Run take_run(std::vector<llvm::Instruction*>& accesses) const {
    llvm::Instruction& first = *accesses.front();
    Run run;
    llvm::erase_if(accesses, [&](llvm::Instruction* access) {
      if (access->getOpcode() != first.getOpcode() ||
          type_of_access(*access)->getScalarType() != type_of_access(first)->getScalarType())
        return false;
      const auto distance =
          distance_of(address_of(first), address_of(*access), first.getDataLayout(), analyses_.evolution);
      if (!distance) return false;
      run.push_back({access, *distance});
      return true;
    });
    llvm::stable_sort(run, [](const Place& a, const Place& b) { return a.distance < b.distance; });
    return run;
  }

  /// Joins those places of a run that lie side by side, as many as fill what a work-item has of the row, or
  /// as make a word.
  bool join_some(const Run& run) const {
    bool has_joined = false;
    for (std::size_t begin = 0; begin < run.size();) {
      const std::size_t end = end_of_filled(run, begin);
      const llvm::ArrayRef<Place> places = llvm::ArrayRef(run).slice(begin, end - begin);
      const bool joins = !places.empty() && can_join(places);
      if (joins) JoinedAccess(places).make();
      has_joined |= joins;
      begin = joins ? end : begin + 1;
    }
    return has_joined;
  }

  /// The end of the places from `begin` that lie side by side and are enough; `begin` if there are none.
  std::size_t end_of_filled(const Run& run, std::size_t begin) const {
    const llvm::Instruction& first = *run[begin].access;
    const std::int64_t wanted =
        may_fill(first, row_) ? row_.shapes->of(address_of(first)).stride
                              : row_.model->near_elements * static_cast<std::int64_t>(element_bytes(first));
    std::int64_t filled = 0;
    for (std::size_t i = begin; i < run.size() && run[i].distance == run[begin].distance + filled; ++i) {
      filled += bytes_of_elements(*run[i].access);
      if (filled == wanted) return i + 1;
    }
    return begin;
  }

  /// Whether all of them can take place where the first load or the last store does.
  bool can_join(llvm::ArrayRef<Place> places) const {
    const auto [first, last] = span_of(places);
    const bool are_loads = is_load(*first);
    for (const llvm::Instruction* other = first->access; other != last->access;
         other = other->getNextNode()) {
      if (llvm::any_of(places, [&](const Place& place) { return place.access == other; })) continue;
      if (!llvm::isGuaranteedToTransferExecutionToSuccessor(other)) return false;
      if (!(are_loads ? other->mayWriteToMemory() : other->mayReadOrWriteMemory())) continue;
      const bool collides = llvm::any_of(places, [&](const Place& place) {
        return llvm::isModOrRefSet(
            analyses_.aliases.getModRefInfo(other, llvm::MemoryLocation::get(place.access)));
      });
      if (collides) return false;
    }
    return true;
  }

  const Row& row_;
  const RowAnalyses& analyses_;
  bool is_ours_;
};

}  // namespace

bool join_neighbours(const Row& row, const RowAnalyses& analyses, bool is_ours) {
  Joiner joiner(row, analyses, is_ours);
  bool has_joined = false;
  for (llvm::BasicBlock* block : row.loop->blocks()) has_joined |= joiner.join_in(*block);
  return has_joined;
}

}  // namespace quadcl::compiler
