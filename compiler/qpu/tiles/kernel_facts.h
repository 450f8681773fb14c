// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

#include "compiler/ir/work_item_functions.h"
#include "compiler/qpu/analysis/row_divergence.h"
#include "compiler/qpu/tiles/tile_digits.h"

namespace quadcl::compiler::qpu {

/// What RemoveTiles knows of a kernel, until it changes it.
struct KernelFacts {
  KernelFacts(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

  /// What a value may be at an instruction. The first only looks at what kind of value it is.
  Span span_of(llvm::Value& number) const;
  Span span_at(llvm::Value& number, llvm::Instruction& place) const;
  /// Whether the value differs between the work-items of a group.
  bool varies(const llvm::Value& value) const { return group.varying.contains(&value); }
  /// Whether a value that the group shares is the same wherever it is used before a load, and there.
  bool stays_until(const llvm::Instruction& value, const llvm::LoadInst& load) const;
  /// Whether a path leads from one instruction to another, and not over one that ends it.
  static bool leads(const llvm::Instruction& from, const llvm::Instruction& to,
                    llvm::function_ref<bool(const llvm::Instruction&)> ends);

  llvm::Function& kernel;
  const llvm::DataLayout& layout;
  llvm::DominatorTree& dominators;
  llvm::PostDominatorTree& post_dominators;
  llvm::LoopInfo& loops;
  llvm::ScalarEvolution& evolution;
  llvm::LazyValueInfo& values;
  RowDivergence group;
  FixedLocalSize local_size;
  /// Buffers and variables that it stores to.
  llvm::SmallPtrSet<const llvm::Value*, 8> stored;
};

/// The dimension of which a call asks for the local id, or for the global id.
std::optional<unsigned> local_id_dimension(const llvm::Value& value);
std::optional<unsigned> global_id_dimension(const llvm::Value& value);

}  // namespace quadcl::compiler::qpu
