// SPDX-License-Identifier: Apache-2.0
//
// Atomic operations in the form that code for CPUs wants.
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Gives atomic operations pointers of address space 0; on a CPU all spaces are one. LLVM's 64-bit atomics
/// for 32-bit ARM accept no other.
class GenericAtomics : public RequiredPass<GenericAtomics> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

enum class LocalAtomicsChoice {
  all,
  without_lanes  ///< leaves those of functions in which a row of lanes may pay
};

/// Turns atomic operations on local memory into a load, an operation and a store: one thread runs all
/// work-items of a group, and no other thread accesses the memory. It withdraws the declaration of parallel
/// accesses in functions with such operations. Their results, and accesses that they order (locks, for
/// example), depend from one work-item to the next, even if optimisation removes the operations.
///
/// A row of lanes may pay where nothing waits for a result, and work-items have loops, or count under a
/// condition in one place. The operations stay, without an order, until lanes combine them or take turns in
/// them, or until no row has become one of lanes.
class LocalAtomics : public RequiredPass<LocalAtomics> {
 public:
  explicit LocalAtomics(LocalAtomicsChoice choice = LocalAtomicsChoice::all) : choice_(choice) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  LocalAtomicsChoice choice_;
};

}  // namespace quadcl::compiler
