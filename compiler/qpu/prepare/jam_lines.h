// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// Whether loops of the version load what is the same for work-items that lie side by side in dimension 1.
bool shares_loads_among_lines(llvm::Function& version);

/// Makes each work-item of a version in which all lines go the same way do what it and the next ones along
/// dimension 1 do, `lines` in all. What does not differ between them is done once.
void jam_lines(llvm::Function& version, unsigned lines);

/// The number of the line that an instruction of such a version computes for, of `lines`.
unsigned line_in_version(const llvm::Instruction& instruction);

}  // namespace quadcl::compiler::qpu
