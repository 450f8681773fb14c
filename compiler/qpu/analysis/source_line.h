// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instruction.h>

#include <string>

namespace quadcl::compiler::qpu {

/// " in line 7", or nothing if the line is not known.
inline std::string line_of(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& place = instruction.getDebugLoc();
  return place && place.getLine() != 0 ? " in line " + std::to_string(place.getLine()) : "";
}

}  // namespace quadcl::compiler::qpu
