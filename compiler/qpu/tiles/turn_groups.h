// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// Without its tile, a work-item of a transpose still stores what another one loaded: its addresses mix the
/// number of its group along one dimension with its place in the group along the other. If the work-items of
/// a square group take each other's places, addresses are those of the whole range again:
///
///     out[(16 * group0 + local1) * n + 16 * group1 + local0] = ...  // before
///     out[global0 * n + global1] = ...                              // after
class TurnGroups : public llvm::PassInfoMixin<TurnGroups> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
