// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>

#include "compiler/widen/arrangements.h"
#include "compiler/widen/choices.h"
#include "compiler/widen/flow.h"
#include "compiler/widen/limits.h"
#include "compiler/widen/own_variables.h"
#include "compiler/widen/periods.h"
#include "compiler/widen/unit_steps.h"

namespace quadcl::compiler {

/// How many lanes most rows have.
inline constexpr unsigned kUsualLanes = 16;

/// The condition that the results of an integer instruction do not wrap around from lane to lane; for an
/// extension, that its operand does not; for a limit, that the values of all lanes are within it (limits.h);
/// for a choice, that all active lanes keep the same index (choices.h); for a value with a period, that the
/// indices of all lanes are in the same one (periods.h), or lane 0 begins a block of indices
/// (arrangements.h); for a multiple of a step, that the step is 1 (unit_steps.h). It is checked in the row
/// for these, before the row for others.
struct NoWrap {
  llvm::Instruction* value;
  bool is_signed;
  bool is_promised = false;  ///< by the program, for active lanes
  bool keeps_index = false;  ///< of a limit, a choice, a value with a period or a multiple
  bool operator==(const NoWrap&) const = default;
  bool is_checked_in_row() const { return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value) || keeps_index; }
};
using Conditions = llvm::SmallVector<NoWrap, 2>;

/// Under which conditions a strided integer is also exact as a number.
struct Exactness {
  Conditions conditions;
  /// The program promises that nothing wraps around in lanes that are active where the value is used. Lane 0
  /// may be inactive there and wrap around; the other lanes then cannot be computed from it.
  bool is_promised = false;
  bool operator==(const Exactness&) const = default;
};

/// How a value differs from lane to lane, for lanes that compute it together.
struct Shape {
  enum class Kind { unknown, uniform, strided, arranged, varying };

  Kind kind = Kind::unknown;
  /// If strided: lane i has lane 0's value plus i times this, modulo the type's width; in bytes for pointers.
  std::int64_t stride = 0;
  /// If arranged: lane i has lane 0's value plus the i-th of these, in no regular steps; in bytes for
  /// pointers.
  Offsets offsets;
  Conditions conditions;                                  ///< under which that holds
  std::optional<Exactness> exact_signed, exact_unsigned;  ///< empty if nothing is known

  bool is_uniform() const { return kind == Kind::uniform; }
  bool is_strided() const { return kind == Kind::strided; }
  bool is_arranged() const { return kind == Kind::arranged; }
  bool is_varying() const { return kind == Kind::varying; }
  /// Whether the value of each lane follows from that of lane 0, but differs from it.
  bool follows_lane_0() const { return is_strided() || is_arranged(); }
  /// By how much lanes differ from lane 0; empty if that is not known.
  std::optional<Offsets> offsets_of_lanes() const;
};

/// The shapes of all values of a loop over a row of work-items, whose iterations become lanes.
class Shapes {
 public:
  Shapes(Flow& flow, const OwnVariables& own, const llvm::DominatorTree& dominators,
         llvm::ScalarEvolution& evolution);

  const Shape& of(const llvm::Value& value) const;
  /// The value as a limit of a strided index.
  std::optional<Limit> limit_of(const llvm::Instruction& instruction) const;
  /// The value as a choice of a strided index.
  std::optional<Choice> choice_of(const llvm::Instruction& instruction) const;
  /// The value as one with a period of a strided index.
  std::optional<Period> period_of(const llvm::Instruction& instruction) const;
  /// The value as one of a block of indices.
  std::optional<Arrangement> arrangement_of(const llvm::Instruction& instruction) const;
  /// The step by which the instruction multiplies an index, if it is most often 1; null otherwise.
  llvm::Value* unit_step_of(const llvm::Instruction& instruction) const;
  /// The value as a linear function of the number of the work-item, if it is one throughout the row.
  const llvm::SCEVAddRecExpr* along_row(llvm::Instruction& value) const;

  void print(llvm::raw_ostream& out) const;

 private:
  void solve();
  bool visit(llvm::Instruction& instruction);
  Shape compute(llvm::Instruction& instruction) const;
  Shape of_phi(const llvm::PHINode& phi) const;
  Shape of_header_phi(const llvm::PHINode& phi) const;
  Shape of_address(const llvm::GetElementPtrInst& address) const;
  Shape of_interleaved(const llvm::GetElementPtrInst& address) const;
  Shape of_cast(llvm::CastInst& cast) const;
  Shape of_arithmetic(const llvm::Instruction& instruction) const;
  Shape of_comparison(const llvm::ICmpInst& comparison) const;
  Shape of_select(const llvm::SelectInst& select) const;
  Shape of_limit(llvm::Instruction& instruction) const;
  Shape of_choice(llvm::Instruction& instruction) const;
  Shape of_period(const llvm::Instruction& instruction) const;
  bool is_mostly_within(const Period& period) const;
  Shape of_arrangement(const llvm::Instruction& instruction, const Arrangement& arrangement) const;
  Shape of_unit_step(const llvm::Instruction& multiplication) const;
  Shape of_load(const llvm::LoadInst& load) const;
  bool is_at_hand(const llvm::Value& value, const llvm::Instruction& instruction) const;
  Shape uniform_or_varying(const llvm::Instruction& instruction) const;
  void add_exactness(llvm::Instruction& instruction, Shape& shape) const;
  bool varies_outside(const llvm::PHINode& phi, unsigned incoming) const;
  bool is_checked_before(const Conditions& conditions, const llvm::PHINode& phi) const;

  Flow& flow_;
  const OwnVariables& own_;
  const llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  llvm::SCEVExpander expander_;  ///< only answers what can be computed before the row
  llvm::SmallPtrSet<const llvm::Instruction*, 4> unit_steps_;
  llvm::DenseMap<const llvm::Value*, Shape> shapes_;
};

}  // namespace quadcl::compiler
