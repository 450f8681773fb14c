// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

namespace quadcl::compiler {

/// Files inside the plugin, so it needs none at run time (embedded.S).
llvm::StringRef embedded_opencl_header();

/// The file of builtin functions (frontend/builtin_index.h) that split_builtins made from builtins/ and
/// libclc, for the given address size.
llvm::StringRef embedded_builtins(unsigned address_bits);

/// The same for QPUs, from builtins/qpu/ alone.
llvm::StringRef embedded_qpu_builtins(unsigned address_bits);

}  // namespace quadcl::compiler
