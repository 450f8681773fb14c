// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <deque>
#include <vector>

namespace quadcl::compiler {

/// A variable on the stack; each lane has its own.
struct OwnVariable {
  llvm::AllocaInst* variable;
  std::uint64_t bytes;    ///< of one lane, a multiple of the alignment
  std::uint64_t element;  ///< size of the elements of all accesses; 0 if they differ

  /// How the variables of the lanes lie in memory. Interleaved: element 0 of all lanes, which is one vector,
  /// then element 1 of all lanes, and so on; the source's offsets are multiplied by the number of lanes.
  /// Else: the whole variable of lane 0, then that of lane 1, and so on.
  bool is_interleaved() const { return element != 0; }
  /// The distance from one lane's variable to the next one's.
  std::int64_t stride() const { return static_cast<std::int64_t>(is_interleaved() ? element : bytes); }
};

/// The variables on the stack that this row accesses, and only rows. Each work-item finds them undefined and
/// leaves nothing in them.
class OwnVariables {
 public:
  OwnVariables(const llvm::Loop& row, const llvm::LoopInfo& loops);

  /// The variable into which the address leads; null if there is none.
  const OwnVariable* of(const llvm::Value& address) const { return places_.lookup(&address); }
  const std::deque<OwnVariable>& all() const { return variables_; }
  /// The variables, and the addresses in them that are computed before the row.
  std::vector<const llvm::Value*> addresses_before() const;
  /// Size of the variables of one lane.
  std::uint64_t bytes() const;
  /// Whether the instruction accesses only such variables, or reads a variable that the row does not change.
  bool stays_on_stack(const llvm::Instruction& access) const;

 private:
  void add(llvm::AllocaInst& variable, const llvm::LoopInfo& loops);

  const llvm::Loop& row_;
  std::deque<OwnVariable> variables_;
  llvm::DenseMap<const llvm::Value*, const OwnVariable*> places_;
  llvm::SmallPtrSet<const llvm::Instruction*, 4> constant_reads_;
};

/// Alignment in the wide form.
constexpr llvm::Align kAlignOfOwnVariables = llvm::Align::Constant<64>();
/// memset and memcpy of these lengths are done element by element.
constexpr std::uint64_t kMostElementsSet = 64;

}  // namespace quadcl::compiler
