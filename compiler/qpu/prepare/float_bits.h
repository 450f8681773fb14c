// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace quadcl::compiler::qpu {

inline constexpr std::uint32_t kInfinity = 0x7f800000;

inline llvm::Value* bits_of(llvm::IRBuilder<>& build, llvm::Value* x) {
  return build.CreateBitCast(x, build.getInt32Ty());
}

/// The bits of a float without its sign.
inline llvm::Value* size_of(llvm::IRBuilder<>& build, llvm::Value* x) {
  return build.CreateAnd(bits_of(build, x), build.getInt32(0x7fffffff));
}

}  // namespace quadcl::compiler::qpu
