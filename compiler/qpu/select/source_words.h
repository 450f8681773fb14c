// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IntrinsicInst.h>

#include <string>

namespace quadcl::compiler::qpu {

/// What QPUs lack, in words of OpenCL C, for messages: "it loads a vector as a whole".
std::string words_of_access(const llvm::Type& type, const std::string& verb);
std::string words_of_operation(const llvm::Instruction& instruction);
std::string words_of_call(const llvm::IntrinsicInst& call);

}  // namespace quadcl::compiler::qpu
