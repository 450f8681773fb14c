// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/builtin_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/embedded.h"

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

}  // namespace

bool link_builtin_library(llvm::Module& module, unsigned address_bits) {
  return link_needed(module, embedded_overlay(address_bits)) &&
         link_needed(module, embedded_libclc(address_bits)) &&
         link_needed(module, embedded_overlay(address_bits));
}

}  // namespace quadcl::compiler
