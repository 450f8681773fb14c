// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// How many registers of 16 words hold the local memory of a kernel that runs work-groups row by row; 0 if it
/// stays in the VPM. Registers are for kernels that count at places that depend on data, as histograms do:
/// all accesses that are not side by side are atomic operations whose result nothing needs.
unsigned register_rows(llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
