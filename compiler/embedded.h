// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

namespace quadcl::compiler {

/// Files that are part of the plugin, so that it needs none at run time (embedded.S).
llvm::StringRef embedded_opencl_header();

/// Bitcode of libclc, and of what it leaves open (overlay/), for the given size of an address.
llvm::StringRef embedded_libclc(unsigned address_bits);
llvm::StringRef embedded_overlay(unsigned address_bits);

}  // namespace quadcl::compiler
