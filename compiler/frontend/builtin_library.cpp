// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/builtin_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/embedded.h"
#include "compiler/passes/runtime_functions.h"

namespace quadcl::compiler {
namespace {

/// Function bodies are read from the bitcode only when they turn out to be needed.
bool link_needed(llvm::Module& module, llvm::StringRef bitcode) {
  auto buffer = llvm::MemoryBuffer::getMemBuffer(bitcode, "builtins", false);
  auto library = llvm::getOwningLazyBitcodeModule(std::move(buffer), module.getContext());
  if (!library) {
    llvm::consumeError(library.takeError());
    return false;
  }
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  return !llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded);
}

/// Whether anything is left that libclc may define. To open libclc takes 30 ms, so it matters.
bool is_complete(const llvm::Module& module) {
  return llvm::none_of(module, [](const llvm::Function& function) {
    return function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
           !is_runtime_function(function.getName());
  });
}

}  // namespace

bool link_builtin_library(llvm::Module& module, unsigned address_bits) {
  if (!link_needed(module, embedded_overlay(address_bits))) return false;
  if (is_complete(module)) return true;
  // libclc in turn calls barriers and work-item functions of ours.
  return link_needed(module, embedded_libclc(address_bits)) &&
         (is_complete(module) || link_needed(module, embedded_overlay(address_bits)));
}

}  // namespace quadcl::compiler
