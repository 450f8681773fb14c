// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>

#include <cstdint>
#include <optional>

#include "compiler/vectorise/analysis/row.h"

// Where the accesses of a row lead.
namespace quadcl::compiler {

/// Whether the lanes move a source vector packed.
bool is_packed(const llvm::Instruction& access, const Row& row);

/// Whether one instruction is good for the scattered places of an access, wherever they are.
bool has_instruction_for_places(const llvm::Instruction& access, unsigned lanes,
                                const llvm::TargetTransformInfo& target);
/// Whether the processor has an instruction that loads what the lanes find at scattered places, though it may
/// take longer than single loads.
bool gathers_words(const llvm::Instruction& load, const Row& row, unsigned lanes);
/// Whether one instruction is to load it.
bool gathers_at_once(const llvm::Instruction& load, const Row& row, unsigned lanes,
                     const llvm::TargetTransformInfo& target);

/// The places that the lanes of an access touch. `repeated`: the same for a load if a check holds. `own`: in
/// an interleaved variable, one vector for each element of the source's vector. `spaced`: at equal distances.
/// `arranged`: near each other, in a known order.
enum class Reach { same, repeated, consecutive, reversed, own, spaced, arranged, scattered };
Reach reach_of(const llvm::Instruction& access, const Row& row);
/// Whether the places do not lie side by side.
bool lies_apart(const llvm::Instruction& access, const Row& row);

/// Places of lanes in a stretch of memory that is short enough to be moved as a whole. In elements.
struct NearPlaces {
  std::int64_t begin;                                ///< of the stretch, counted from the place of lane 0
  unsigned count;                                    ///< length of the stretch
  llvm::SmallVector<unsigned, kMostLanes> of_lanes;  ///< counted from its begin
};
/// The places of an access that is spaced or arranged, if they are near.
std::optional<NearPlaces> near_places(const llvm::Instruction& access, const Row& row);
/// Whether masked stores of all that lies between are best. For places at equal distances, single stores are
/// as good where only words have masked stores (AVX2), and better where the row loads again.
bool stores_between(const llvm::StoreInst& store, const Row& row, unsigned lanes,
                    const llvm::TargetTransformInfo& target);

/// The interleaved variable into which the address leads; null for all other memory.
const OwnVariable* interleaved(const llvm::Value& address, const Row& row);

}  // namespace quadcl::compiler
