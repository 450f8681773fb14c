// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>
#include <string>

#include "compiler/analysis/shapes.h"
#include "compiler/vectorise/analysis/border_selects.h"
#include "compiler/vectorise/analysis/clamped_indices.h"
#include "compiler/vectorise/analysis/flow.h"
#include "compiler/vectorise/analysis/lane_permutations.h"
#include "compiler/vectorise/analysis/modular_indices.h"
#include "compiler/vectorise/analysis/private_arrays.h"
#include "compiler/vectorise/analysis/speculated_unit_strides.h"

namespace quadcl::compiler {

/// How values differ between the lanes of a row: the iterations of a loop over work-items become lanes.
/// Strides hold under conditions (Guard) that are checked before the row or in it.
class LaneShapes final : public Shapes {
 public:
  LaneShapes(Flow& flow, const OwnVariables& own, const llvm::DominatorTree& dominators,
             llvm::ScalarEvolution& evolution);

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

 private:
  Shape compute(llvm::Instruction& instruction) const override;
  Shape of_phi(const llvm::PHINode& phi) const override;
  Shape of_extension(llvm::CastInst& extension, const Shape& from) const override;
  std::optional<Conditions> unless_it_wraps(const Shape& index) const override;
  Shape irregular(llvm::Instruction& instruction) const override;
  bool leave(const llvm::BasicBlock& block) override;
  std::string notes_on(const llvm::BasicBlock& block) const override;

  Shape of_source_or_rule(llvm::Instruction& instruction) const;
  Shape of_header_phi(const llvm::PHINode& phi) const;
  Shape of_interleaved(const llvm::GetElementPtrInst& address) const;
  Shape of_limit(llvm::Instruction& instruction) const;
  Shape of_choice(llvm::Instruction& instruction) const;
  Shape of_period(llvm::Instruction& instruction) const;
  bool is_mostly_within(const Period& period) const;
  Shape of_arrangement(llvm::Instruction& instruction, const Arrangement& arrangement) const;
  Shape of_unit_step(llvm::Instruction& multiplication) const;
  Shape of_load(const llvm::LoadInst& load) const;
  bool is_at_hand(const llvm::Value& value, const llvm::Instruction& instruction) const;
  void add_exactness(llvm::Instruction& instruction, Shape& shape) const;
  bool varies_outside(const llvm::PHINode& phi, unsigned incoming) const;
  bool is_checked_before(const Conditions& conditions, const llvm::PHINode& phi) const;

  Flow& flow_;
  const OwnVariables& own_;
  const llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  llvm::SCEVExpander expander_;  ///< only answers what can be computed before the row
  llvm::SmallPtrSet<const llvm::Instruction*, 4> unit_steps_;
};

}  // namespace quadcl::compiler
