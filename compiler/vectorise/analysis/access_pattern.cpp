// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/access_pattern.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>

#include "compiler/vectorise/analysis/instruction_traits.h"

namespace quadcl::compiler {

bool is_packed(const llvm::Instruction& access, const Row& row) {
  if (interleaved(*llvm::getLoadStorePointerOperand(&access), row) != nullptr) return false;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access);
  if (store == nullptr) return row.packed.contains(&access);
  const llvm::Value& value = *store->getValueOperand();
  return row.packed.contains(&value) || (value.getType()->isVectorTy() && row.shapes->of(value).is_uniform());
}

bool has_instruction_for_places(const llvm::Instruction& access, unsigned lanes,
                                const llvm::TargetTransformInfo& target) {
  auto* type = llvm::FixedVectorType::get(type_of_access(access)->getScalarType(), lanes);
  const llvm::Align align = llvm::getLoadStoreAlignment(const_cast<llvm::Instruction*>(&access));
  return llvm::isa<llvm::LoadInst>(access) ? target.isLegalMaskedGather(type, align)
                                           : target.isLegalMaskedScatter(type, align);
}

bool gathers_words(const llvm::Instruction& load, const Row& row, unsigned lanes) {
  const TargetModel& model = *row.model;
  const llvm::Type* element = type_of_access(load)->getScalarType();
  const bool is_word = element->isFloatTy() || element->isIntegerTy(model.gathered_bits);
  return model.gathers == Gathers::words && is_word && lanes >= model.fewest_gathered;
}

bool gathers_at_once(const llvm::Instruction& load, const Row& row, unsigned lanes,
                     const llvm::TargetTransformInfo& target) {
  if (has_instruction_for_places(load, lanes, target)) return true;
  return gathers_words(load, row, lanes) && row.lookups.contains(&load) &&
         !row.shapes->of(*llvm::getLoadStorePointerOperand(&load)).is_strided();
}

const OwnVariable* interleaved(const llvm::Value& address, const Row& row) {
  const OwnVariable* own = row.own->of(address);
  return own != nullptr && own->is_interleaved() ? own : nullptr;
}

namespace {

/// As many offsets as the row has lanes; as usual, if their number is not known yet.
Offsets lane_offsets(const Shape& shape, const Row& row) {
  Offsets offsets = *shape.offsets_of_lanes();
  offsets.truncate(row.lanes != 0 ? row.lanes : kUsualLanes);
  return offsets;
}

/// The places at these distances from that of lane 0, in bytes, as those of elements of this size.
std::optional<NearPlaces> near_places(const Offsets& offsets, std::int64_t size, const TargetModel& model) {
  const auto [lowest, highest] = std::minmax_element(offsets.begin(), offsets.end());
  const auto most = model.near_elements * static_cast<std::int64_t>(offsets.size()) * size;
  if (*highest - *lowest >= most || *lowest % size != 0) return {};
  NearPlaces near{*lowest / size, static_cast<unsigned>((*highest - *lowest) / size) + 1, {}};
  for (const std::int64_t offset : offsets) {
    if (offset % size != 0) return {};
    near.of_lanes.push_back(static_cast<unsigned>((offset - *lowest) / size));
  }
  return near;
}

bool are_distinct(const NearPlaces& places) {
  const std::set<unsigned> distinct(places.of_lanes.begin(), places.of_lanes.end());
  return distinct.size() == places.of_lanes.size();
}

std::int64_t bytes_of(const llvm::Instruction& access) {
  return static_cast<std::int64_t>(
      access.getDataLayout().getTypeStoreSize(type_of_access(access)).getFixedValue());
}

/// How lanes reach places that rise by the same step.
Reach reach_in_steps(std::int64_t stride, const llvm::Instruction& access) {
  const std::int64_t size = bytes_of(access);
  if (stride == 0) return llvm::isa<llvm::LoadInst>(access) ? Reach::repeated : Reach::scattered;
  if (stride == size) return Reach::consecutive;
  return stride == -size && !type_of_access(access)->isVectorTy() ? Reach::reversed : Reach::spaced;
}

Reach reach_of_arranged(const llvm::Instruction& access, const Offsets& offsets, const TargetModel& model) {
  if (type_of_access(access)->isVectorTy()) return Reach::scattered;
  if (const auto stride = step_of(offsets)) {
    const Reach reach = reach_in_steps(*stride, access);
    return reach == Reach::spaced ? Reach::scattered : reach;
  }
  const auto places = near_places(offsets, bytes_of(access), model);
  const bool is_known = places && (llvm::isa<llvm::LoadInst>(access) || are_distinct(*places));
  return is_known ? Reach::arranged : Reach::scattered;
}

/// Whether the row loads from the same object after the store. A vector would wait until all of it is in the
/// cache.
bool is_loaded_later(const llvm::Instruction& store, const Row& row) {
  const auto object_of = [](const llvm::Instruction& access) {
    return llvm::getUnderlyingObject(llvm::getLoadStorePointerOperand(&access));
  };
  const llvm::Value* object = object_of(store);
  bool is_later = false;
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& one : *block) {
      is_later |= &one == &store;
      if (is_later && llvm::isa<llvm::LoadInst>(one) && object_of(one) == object) return true;
    }
  }
  return false;
}

}  // namespace

Reach reach_of(const llvm::Instruction& access, const Row& row) {
  const llvm::Value& pointer = *llvm::getLoadStorePointerOperand(&access);
  const Shape& address = row.shapes->of(pointer);
  if (address.is_uniform()) return Reach::same;
  if (address.is_arranged()) return reach_of_arranged(access, lane_offsets(address, row), *row.model);
  if (!address.is_strided()) return Reach::scattered;
  return interleaved(pointer, row) != nullptr ? Reach::own : reach_in_steps(address.stride, access);
}

bool lies_apart(const llvm::Instruction& access, const Row& row) {
  const Reach reach = reach_of(access, row);
  return reach == Reach::spaced || reach == Reach::scattered;
}

std::optional<NearPlaces> near_places(const llvm::Instruction& access, const Row& row) {
  const Shape& address = row.shapes->of(*llvm::getLoadStorePointerOperand(&access));
  const Reach reach = reach_of(access, row);
  const bool is_spaced =
      reach == Reach::spaced && !type_of_access(access)->isVectorTy() && address.stride > 0;
  if (!is_spaced && reach != Reach::arranged) return {};
  return near_places(lane_offsets(address, row), bytes_of(access), *row.model);
}

bool stores_between(const llvm::StoreInst& store, const Row& row, unsigned lanes,
                    const llvm::TargetTransformInfo& target) {
  const auto is_legal = [&](llvm::Type* element) {
    return target.isLegalMaskedStore(llvm::FixedVectorType::get(element, lanes), store.getAlign());
  };
  return near_places(store, row) && is_legal(type_of_access(store)) &&
         (reach_of(store, row) != Reach::spaced ||
          (is_legal(llvm::Type::getInt8Ty(store.getContext())) && !is_loaded_later(store, row)));
}

}  // namespace quadcl::compiler
