// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel_image.h"
#include "core/result.h"

namespace quadcl {

/// `postponed`: an executable whose kernels are still to be compiled. It does not leave the process but for
/// the disk cache.
enum class ProgramKind : std::uint32_t { object = 1, library = 2, executable = 3, postponed = 4 };

/// Version of the bytes that `serialise` writes. Increase it when the format changes.
inline constexpr std::uint32_t kProgramFormat = 23;

/// The name of QPUs among the targets of code. Others are HostTarget::name().
inline constexpr std::string_view kQpuTarget = "VideoCore IV";

/// The code of a program for one kind of processor, as its binary has it.
struct TargetCode {
  std::string target;
  std::vector<std::byte> bytes;
};

/// A compiled program. The bytes of `serialise` cross the compiler boundary, are the CL_PROGRAM_BINARIES, and
/// are stored in the disk cache.
struct ProgramImage {
  ProgramKind kind = ProgramKind::executable;
  std::string target;                ///< HostTarget::name() of the machine that code and bitcode are for
  std::string options;               ///< as given to the build
  std::uint64_t variable_bytes = 0;  ///< of variables at program scope in global memory
  std::vector<KernelImage> kernels;
  std::shared_ptr<const NativeCode> code;  ///< executables only
  std::vector<TargetCode> others;          ///< code for other processors; executables only
  /// Of all others than executables, and of executables whose kernels take images: they can be compiled again
  /// for the formats of these (core/launch/launch_facts.h).
  std::vector<std::byte> bitcode;
  /// The same before the builtin functions of the CPU are in it, if kernels that take images shall be
  /// compiled for QPUs, too.
  std::vector<std::byte> qpu_bitcode;

  /// Whether it has the facts of kernels that can be launched, with or without their code.
  bool has_kernels() const { return kind == ProgramKind::executable || kind == ProgramKind::postponed; }
};

std::vector<std::byte> serialise(const ProgramImage& image);

/// Reads bytes from anywhere: a user's clCreateProgramWithBinary, a damaged cache file. Errors:
/// invalid_argument_value if they are not a complete, undamaged image of this version; unsupported if the
/// image is sound but has no code for `target` (HostTarget::name()). Only code for the target and for QPUs is
/// looked at; that for others is kept as it is.
Result<ProgramImage> deserialise(std::span<const std::byte> bytes, std::string_view target);

/// Adds the other executable's code to those of `image`. Errors: invalid_argument_value if they differ in
/// more than their code, or are for the same target.
Result<void> add_code(ProgramImage& image, const ProgramImage& other);

}  // namespace quadcl
