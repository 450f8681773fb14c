// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace quadcl::qpu {

/// The machine code of all kernels, one after the other, and the byte offset of each entry in it.
struct KernelCode {
  std::span<const std::byte> bytes;
  std::uint32_t sgemm = 0;
  std::uint32_t transpose_load = 0;
  std::uint32_t transpose_store = 0;
  std::uint32_t transpose_alone = 0;
};

/// Assembled from qpu/kernels/*.qasm when QuadCL is built.
const KernelCode& kernel_code();

}  // namespace quadcl::qpu
