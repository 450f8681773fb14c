// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler::qpu {

/// An argument that is an image becomes the address of its pixels. Its sizes and pitches are words, which
/// come from calls of kArgumentWordFunction. So does a sampler that is not known.
class ImageArguments : public RequiredPass<ImageArguments> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace quadcl::compiler::qpu
