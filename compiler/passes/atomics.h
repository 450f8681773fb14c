// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

namespace quadcl::compiler {

/// Atomic operations on local memory become a load, an operation and a store: one thread runs all work-items
/// of a group, one after the other between barriers, and no other thread knows the memory. To be run when
/// accesses have been declared parallel, which is withdrawn for all of a function that has such operations:
/// what comes out depends from one work-item to the next, and so may whatever they order, locks for instance,
/// even where nothing is left of them after optimisation.
void make_local_atomics_plain(llvm::Module& module);

/// Atomic operations address memory by pointers of address space 0, where all spaces are one for a CPU:
/// LLVM's code for 64 bits on 32-bit ARM knows no others.
void make_atomic_pointers_generic(llvm::Module& module);

}  // namespace quadcl::compiler
