// SPDX-License-Identifier: Apache-2.0
#include <llvm/Passes/PassPlugin.h>

/// The archives of clang and lld ask LLVM's extensions, of which Debian's has one, to add their passes to
/// pipelines that we do not run. Without this function, Polly would have to be linked.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "no Polly", LLVM_VERSION_STRING, [](llvm::PassBuilder&) {}};
}
