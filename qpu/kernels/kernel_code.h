// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "builtin_code.inc"  // assembled from *.qasm when QuadCL is built

namespace quadcl::qpu {

/// The machine code of all kernels, one after the other. Each label is the byte offset of an entry, such as
/// `builtin_code_label_sgemm`.
inline std::span<const std::byte> kernel_code() { return std::as_bytes(std::span(builtin_code)); }

}  // namespace quadcl::qpu
