// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>

#include <memory>

#include "compiler/ir/target_model.h"
#include "compiler/vectorise/analysis/flow.h"
#include "compiler/vectorise/analysis/lane_shapes.h"
#include "compiler/vectorise/analysis/packed_vectors.h"
#include "compiler/vectorise/analysis/private_arrays.h"
#include "compiler/vectorise/analysis/register_tables.h"

namespace quadcl::compiler {

/// A loop over a row of work-items that is to be widened.
struct Row {
  llvm::Loop* loop = nullptr;
  const TargetModel* model = nullptr;
  std::unique_ptr<Flow> flow;
  std::unique_ptr<OwnVariables> own;
  std::unique_ptr<LaneShapes> shapes;
  const llvm::SCEV* last = nullptr;  ///< number of the last iteration
  unsigned lanes = 0;
  bool is_left_by_llvm = false;  ///< its vectoriser has not taken the row
  /// LLVM's vectoriser could change the order of a work-item's accesses, so it will not take the row.
  bool needs_order = false;
  bool calls_functions = false;  ///< that have forms for rows (row_functions.h)
  /// Checks before the row that accesses depend on.
  Conditions checks;
  /// Lengths of periods, known before the row. If one is shorter than a vector, lanes never find the source
  /// vectors of one place or of consecutive ones, and work-items on their own are faster.
  llvm::SmallSetVector<llvm::Value*, 2> lengths;
  /// Loads from tables: the address depends on a loaded value. It does not rise by equal steps in the
  /// innermost loop, and no other load is at a constant distance.
  llvm::SmallPtrSet<const llvm::Instruction*, 8> lookups;
  /// Loads from tables that fit in registers, and what is only computed for their addresses.
  llvm::DenseMap<const llvm::Instruction*, RegisterTable> tables;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> addresses_in_tables;
  /// What such loads need from other blocks.
  llvm::SmallPtrSet<const llvm::Value*, 8> needed_by_tables;
  PackedVectors packed;
};

/// Whether the loop goes over work-items, and no loop in it does.
bool is_row(const llvm::Loop& loop);

/// Whether the order in which work-items access memory does not matter, except for accesses of their own
/// variables.
bool are_independent(const llvm::Loop& loop, llvm::function_ref<bool(const llvm::Instruction&)> is_private);

struct RowAnalyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
  const llvm::TargetTransformInfo& target;
  const TargetModel& model;
  llvm::AAResults& aliases;
};

/// The number of instructions of all blocks, including those of inner loops.
std::size_t count_instructions(const llvm::Loop& loop);

/// The number of elements of a source vector, or of a structure that a function returns; 1 for a scalar.
unsigned element_count(const llvm::Type& type);

/// Whether it divides the bits of a vector into elements of another size.
bool regroups(const llvm::Instruction& instruction);

/// Whether it is a call of a function that prints.
bool prints(const llvm::Instruction& instruction);

/// Whether the active lanes run the instruction one after the other: atomic operations, volatile accesses.
bool takes_turns(const llvm::Instruction& instruction);

/// Whether one atomic operation can do the work of all lanes: all are on the same place, nobody needs the old
/// value, and the values can be combined before.
bool combines_lanes(const llvm::Instruction& instruction, const Row& row);

/// Whether lanes divide integers as doubles.
bool divides_as_numbers(const llvm::Instruction& instruction, unsigned lanes,
                        const llvm::TargetTransformInfo& target);
/// Whether lanes divide 64-bit integers by constants as products, and others as doubles if these are small.
bool divides_long(const llvm::Instruction& instruction, unsigned lanes,
                  const llvm::TargetTransformInfo& target);
/// Whether all lanes divide by the same number.
bool has_one_divisor(const llvm::Instruction& division, const Row& row);

/// Whether the lanes move a source vector packed.
bool is_packed(const llvm::Instruction& access, const Row& row);

/// The type of the value that a load or store moves.
llvm::Type* type_of_access(const llvm::Instruction& access);
/// The size of one of its elements.
std::uint64_t element_bytes(const llvm::Instruction& access);

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
