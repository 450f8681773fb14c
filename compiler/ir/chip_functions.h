// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl::compiler {

/// Operations of QPUs that the builtin functions' definitions for them call (compiler/builtins/qpu/qpu.h).
inline constexpr const char* kSfuReciprocalFunction = "quadcl_sfu_reciprocal";
inline constexpr const char* kSfuRsqrtFunction = "quadcl_sfu_rsqrt";
inline constexpr const char* kSfuExp2Function = "quadcl_sfu_exp2";
inline constexpr const char* kSfuLog2Function = "quadcl_sfu_log2";
inline constexpr const char* kToIntegerFunction = "quadcl_to_integer";
/// (word, byte): a byte of the word, from 0 to 1.
inline constexpr const char* kByteFractionFunction = "quadcl_byte_fraction";
/// (image, sampler, s, t): the four bytes that the texture unit makes of a 2D image with a linear filter, for
/// coordinates from 0 to 1.
inline constexpr const char* kTextureFunction = "quadcl_texture";
/// Whether the program allows errors for speed.
inline constexpr const char* kRelaxesFunction = "quadcl_relaxes";

}  // namespace quadcl::compiler
