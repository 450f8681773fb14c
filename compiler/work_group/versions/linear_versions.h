// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

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
