// SPDX-License-Identifier: Apache-2.0
//
// Versions of kernels for work-groups of different shapes (KernelVersion).
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives each kernel a second version, for work-groups that are wide enough for interchanged loops. Huge
/// kernels get none.
class WideVersions : public llvm::PassInfoMixin<WideVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Keeps wide versions that gain something: they have interchanged loops, leave out early returns before a
/// barrier, or exchange dimensions (row_dimension.h). Others are dropped. A wide version without early
/// returns gets a check whether a work-item of the group returns early: without it, the version would run
/// for all groups.
class KeepVersions : public RequiredPass<KeepVersions> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

/// Which kernels get a version for work-groups with short rows.
enum class LinearChoice {
  those_that_gain,
  all,  ///< for tests: all whose work-items differ in several dimensions
};

/// Gives kernels a version for work-groups with short rows. There, the loop over a row would be too short for
/// lanes. The version has one loop over all work-items, in the order of their linear ids. Lanes then access
/// scattered places. That pays for kernels that do much more arithmetic than accesses of memory.
class LinearVersions : public llvm::PassInfoMixin<LinearVersions> {
 public:
  explicit LinearVersions(LinearChoice choice = LinearChoice::those_that_gain) : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  LinearChoice choice_;
};

}  // namespace quadcl::compiler
