// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiler/frontend/build_options.h"

namespace quadcl::compiler {

struct Source {
  std::string text;
  std::vector<std::pair<std::string, std::string>> headers;  ///< name, text
  std::vector<std::string> extensions;                       ///< and OpenCL C 3.0 features
  unsigned address_bits = 64;
};

/// Compiles OpenCL C to unoptimised LLVM IR, with the address spaces and the name mangling of libclc's
/// target-free library. Appends clang's diagnostics to `log`. Null if there was an error.
std::unique_ptr<llvm::Module> compile_source(llvm::LLVMContext& context, const Source& source,
                                             const BuildOptions& options, std::string& log);

}  // namespace quadcl::compiler
