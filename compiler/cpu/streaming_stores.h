// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// Vectors that fill whole cache lines of buffers that the kernel does not read go past the caches, in
/// launches whose runner says so (quadcl_group_context::streams). Such a store does not load the line first,
/// which is a fourth of the traffic of a vector add. Each tests the alignment of its address.
class StreamingStores : public llvm::PassInfoMixin<StreamingStores> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler
