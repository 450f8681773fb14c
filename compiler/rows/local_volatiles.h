// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Makes `volatile` accesses of local memory ordinary ones. Only the thread that runs the work-group sees
/// this memory, so once the order of the work-items' accesses stands, nobody can tell the difference; and
/// lanes can access it together.
class LocalVolatiles : public llvm::PassInfoMixin<LocalVolatiles> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
