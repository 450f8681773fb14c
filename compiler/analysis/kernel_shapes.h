// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <array>
#include <memory>
#include <optional>

#include "compiler/analysis/divergence.h"
#include "compiler/analysis/shapes.h"

namespace quadcl::compiler {

/// How values differ between all work-items of a group. They are uniform or varying, and uniform ones are
/// proven to be: every load is varying, except loads from a uniform address of constant memory, of buffers
/// that the kernel only reads, and of struct arguments that it does not change. In kernels with too many
/// branches everything is varying.
class GroupShapes final : public Shapes {
 public:
  GroupShapes(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators);

  bool is_varying(const llvm::Value& value) const { return of(value).is_varying(); }
  /// Whether work-items may diverge at the end of the block.
  bool diverges(const llvm::BasicBlock& block) const {
    return is_too_large() ? condition_of(*block.getTerminator()) != nullptr : divergence_.begins_at(block);
  }
  /// Whether either all work-items reach the block or none.
  bool reached_together(const llvm::BasicBlock& block) const {
    return !is_too_large() && !divergence_.divides(block);
  }
  /// Whether the way of a work-item decides which value it chooses.
  bool depends_on_way(const llvm::PHINode& phi) const { return is_too_large() || divergence_.decides(phi); }

 private:
  bool is_too_large() const { return divergence_.is_too_large(); }
  Shape compute(llvm::Instruction& instruction) const override;
  Shape of_phi(const llvm::PHINode& phi) const override;
  Shape of_extension(llvm::CastInst&, const Shape& from) const override { return from; }
  std::optional<Conditions> unless_it_wraps(const Shape&) const override { return Conditions{}; }
  bool leave(const llvm::BasicBlock& block) override;

  Divergence divergence_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> sources_;
};

/// How values differ between neighbours along one dimension of the local id. Some strides are assumed
/// (kAssumed), so that they guide choices and prove nothing.
class NeighbourShapes final : public Shapes {
 public:
  NeighbourShapes(llvm::Function& kernel, const GroupShapes& group, unsigned dimension);

  /// From one neighbour to the next, in bytes for a pointer. Empty if it is unknown, or not the same for all.
  std::optional<std::int64_t> stride_of(const llvm::Value& value) const { return of(value).step(); }

 private:
  Shape compute(llvm::Instruction& instruction) const override;
  Shape of_phi(const llvm::PHINode& phi) const override;
  Shape of_extension(llvm::CastInst& extension, const Shape& from) const override;
  std::optional<Conditions> unless_it_wraps(const Shape&) const override { return Conditions{kAssumed}; }
  Shape irregular(llvm::Instruction& instruction) const override;
  bool leave(const llvm::BasicBlock&) override { return false; }
  Shape of_source(const llvm::Instruction& instruction) const;
  Shape within_limit(const llvm::Value& a, const llvm::Value& b) const;
  Shape of_remainder(const llvm::Value& whole, const llvm::Value& divisor) const;
  Shape of_choice(const llvm::SelectInst& select) const;

  const GroupShapes& group_;
  unsigned dimension_;
};

/// The shapes of a kernel's values.
class KernelShapes {
 public:
  KernelShapes(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators);

  const GroupShapes& group() const { return *group_; }
  /// Between neighbours along the dimension (0 to 2), found at the first call.
  const NeighbourShapes& along(unsigned dimension);

 private:
  llvm::Function* kernel_;
  std::unique_ptr<GroupShapes> group_;
  std::array<std::unique_ptr<NeighbourShapes>, 3> neighbours_;
};

class KernelShapesAnalysis : public llvm::AnalysisInfoMixin<KernelShapesAnalysis> {
 public:
  using Result = KernelShapes;
  Result run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
  static llvm::AnalysisKey Key;
};

}  // namespace quadcl::compiler
