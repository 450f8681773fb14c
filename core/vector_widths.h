// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace quadcl {

/// Elements of each type in the widest vector register that compiled kernels use. At most 16, as in OpenCL C;
/// 1 if there are no vectors of the type.
struct VectorWidths {
  std::uint32_t of_char = 1;
  std::uint32_t of_short = 1;
  std::uint32_t of_int = 1;
  std::uint32_t of_long = 1;
  std::uint32_t of_float = 1;
  std::uint32_t of_double = 1;

  bool operator==(const VectorWidths&) const = default;
};

/// The widths for a target line (HostTarget::name()), such as "x86_64 +avx2,+fma abi2".
VectorWidths vector_widths(std::string_view target);

}  // namespace quadcl
