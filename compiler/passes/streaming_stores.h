// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// Versions innermost loops that fill whole cache lines of buffers that the kernel does not read: in launches
/// whose runner says so (quadcl_group_context::streams), and where the lines are aligned, their vectors are
/// stored past the caches. Such a store does not load the line first, a third of a vector add's traffic.
class StreamingStores : public llvm::PassInfoMixin<StreamingStores> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
