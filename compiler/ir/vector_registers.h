// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>

namespace quadcl::compiler {

/// Bits of a vector register; 0 without any.
inline unsigned vector_register_bits(const llvm::TargetTransformInfo& target) {
  return static_cast<unsigned>(
      target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
}

/// Their number.
inline unsigned vector_registers(const llvm::TargetTransformInfo& target) {
  return target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
}

}  // namespace quadcl::compiler
