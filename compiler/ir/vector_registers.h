// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>

namespace quadcl::compiler {

/// The attribute of functions for a processor that gathers words of 32 bits well, and little else: Zen 4
/// and 5.
inline constexpr const char* kGathersWords = "quadcl-gathers-words";
/// The metadata of a gather that is to be one instruction.
inline constexpr const char* kChosenGather = "quadcl.gather";

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
