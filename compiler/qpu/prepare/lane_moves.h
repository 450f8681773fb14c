// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <map>
#include <unordered_map>

#include "compiler/qpu/analysis/row_divergence.h"
#include "compiler/qpu/prepare/lane_numbers.h"

namespace quadcl::compiler::qpu {

/// For each lane, the lane that its word comes from; -1 for any.
using LaneTable = std::array<std::int8_t, kLanes>;
/// For each lane, a value and the lane of it that its word comes from; null for any word.
struct LaneSource {
  llvm::Value* words = nullptr;
  unsigned lane = 0;
};
using LaneSources = std::array<LaneSource, kLanes>;

/// A call of one of these functions: kRotateFunction, kBroadcastFunction.
llvm::Value* turned(llvm::Value& word, unsigned lanes, llvm::IRBuilder<>& builder, const char* function);

/// Moves words between lanes that are known when a kernel is built, by rotations and choices. Words that were
/// collected from somewhere, computed with and then moved again are moved once where that takes less: `a[2 *
/// i]
/// += a[2 * i + 1]` is computed in the lanes where the result will be.
class LaneMoves {
 public:
  /// `lane`: the number of each lane.
  LaneMoves(llvm::Function& function, llvm::Value& lane);

  /// A word that stands for what these are, of 32 bits. It has no code until `write_out`.
  llvm::Value* collected(const LaneSources& sources, llvm::Instruction& place);
  /// The value with the words of other lanes.
  llvm::Value* moved(llvm::Value& value, const LaneTable& table, llvm::IRBuilder<>& builder);
  /// The value is made for all lanes, whatever else is.
  void keep(llvm::Value& value) { costs_to_make_[&value] = 0; }
  /// Whether a lane is in a set of bits.
  llvm::Value* is_in(std::uint32_t lanes, llvm::IRBuilder<>& builder) const;
  /// Writes code for what was collected and is used; drops what is not. Nothing else may be called after it.
  void write_out();

 private:
  using Key = std::pair<llvm::Value*, LaneTable>;
  enum class Way { as_it_is, constants, collect, compute, move };
  struct Choice {
    Way way = Way::as_it_is;
    unsigned cost = 0;
  };

  unsigned cost_to_make(llvm::Value& value, unsigned depth);
  Choice choose(llvm::Value& value, const LaneTable& table, unsigned depth);
  bool is_same_in_lanes(llvm::Value& value, unsigned depth = 0);
  llvm::Value* computed(llvm::Instruction& instruction, const LaneTable& table, llvm::IRBuilder<>& builder);
  llvm::Value* by_rotations(const LaneSources& sources, llvm::IRBuilder<>& builder);
  LaneSources composed(const LaneSources& sources, const LaneTable& table) const;

  llvm::Function& function_;
  llvm::Value& lane_;
  LaneNumbers numbers_;
  std::map<llvm::Value*, LaneSources> collected_;
  std::map<Key, Choice> choices_;  ///< for one call of `moved`
  std::map<Key, llvm::Value*> made_;
  std::unordered_map<llvm::Value*, bool> same_in_lanes_;
  std::unordered_map<llvm::Value*, unsigned> costs_to_make_;
};

}  // namespace quadcl::compiler::qpu
