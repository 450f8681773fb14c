// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <unordered_map>

#include "compiler/qpu/analysis/chip.h"

namespace quadcl::compiler::qpu {

/// A constant for each lane; null where it is not known.
using LaneConstants = std::array<llvm::Constant*, kLanes>;

/// An operation that does the same in each lane with what that has.
bool is_lanewise(const llvm::Instruction& instruction);

/// Finds the values that are constants in each lane, such as `get_local_id(0) ^ 1`.
class LaneNumbers {
 public:
  /// Whether local ids in dimension 0 are those of lanes: 0 to 15. Else they are not known.
  LaneNumbers(const llvm::DataLayout& layout, bool knows_ids) : layout_(layout), knows_ids_(knows_ids) {}

  LaneConstants of(llvm::Value& value) { return of(value, 0); }
  /// What is the same in all lanes; else null.
  llvm::Constant* same_in_all(llvm::Value& value);

  /// Takes a value for these from now on. Forgets what was found before.
  void assume(const std::unordered_map<llvm::Value*, LaneConstants>& values) { known_ = values; }

 private:
  LaneConstants of(llvm::Value& value, unsigned depth);
  LaneConstants computed(llvm::Instruction& instruction, unsigned depth);
  LaneConstants chosen(llvm::SelectInst& choice, unsigned depth);

  const llvm::DataLayout& layout_;
  const bool knows_ids_;
  std::unordered_map<llvm::Value*, LaneConstants> known_;
};

/// Replaces what is the same constant in all lanes, and branches that follow.
void fold_known_lanes(llvm::Function& function, bool knows_ids);

}  // namespace quadcl::compiler::qpu
