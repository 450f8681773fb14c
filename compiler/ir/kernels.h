// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

namespace quadcl::compiler {

/// Whether the function is a kernel of the program, or a version of one.
bool is_kernel(const llvm::Function& function);

/// The kernels of a module, in the order of the source, without versions.
std::vector<llvm::Function*> kernels_of(llvm::Module& module);

/// The purpose of a copy of a kernel.
enum class KernelVersion {
  wide,    ///< runs work-groups that are wide enough for interchanged loops
  check,   ///< checks whether the wide version may run
  linear,  ///< runs work-groups with short rows, as one row in the order of linear ids
};

/// A kernel with its versions; null for missing ones.
struct KernelVersions {
  llvm::Function* kernel = nullptr;
  llvm::Function* wide = nullptr;
  llvm::Function* check = nullptr;
  llvm::Function* linear = nullptr;
};

/// Copies the kernel, or one of its versions.
llvm::Function* make_version(llvm::Function& kernel, KernelVersion version);
bool is_version(const llvm::Function& function, KernelVersion version);

/// In the order of kernels_of.
std::vector<KernelVersions> versions_of_kernels(llvm::Module& module);

}  // namespace quadcl::compiler
