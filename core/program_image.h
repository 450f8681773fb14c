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
inline constexpr std::uint32_t kProgramFormat = 16;

/// A compiled program. The bytes of `serialise` cross the compiler boundary, are the CL_PROGRAM_BINARIES, and
/// are stored in the disk cache.
struct ProgramImage {
  ProgramKind kind = ProgramKind::executable;
  std::string target;                ///< HostTarget::name() of the machine that the code is for
  std::string options;               ///< as given to the build
  std::uint64_t variable_bytes = 0;  ///< of variables at program scope in global memory
  std::vector<KernelImage> kernels;
  std::shared_ptr<const NativeCode> code;  ///< executables only
  std::vector<std::byte> bitcode;          ///< of all others

  /// Whether it has the facts of kernels that can be launched, with or without their code.
  bool has_kernels() const { return kind == ProgramKind::executable || kind == ProgramKind::postponed; }
};

std::vector<std::byte> serialise(const ProgramImage& image);

/// Reads bytes from anywhere: a user's clCreateProgramWithBinary, a damaged cache file. Errors:
/// invalid_argument_value if they are not a complete, undamaged image of this version; unsupported if the
/// image is sound but its code is for another `target` (HostTarget::name()).
Result<ProgramImage> deserialise(std::span<const std::byte> bytes, std::string_view target);

}  // namespace quadcl
