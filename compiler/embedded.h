// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

namespace quadcl::compiler {

/// Files that are part of the plugin, so that it needs none at run time (embedded.S).
llvm::StringRef embedded_opencl_header();

/// The file of builtin functions (frontend/builtin_index.h) that split_builtins made of overlay/ and libclc,
/// for the given size of an address.
llvm::StringRef embedded_builtins(unsigned address_bits);

}  // namespace quadcl::compiler
