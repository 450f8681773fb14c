// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace quadcl {

/// The text of one printf call of a kernel: the format of OpenCL C 3.0, section 6.15.14, with `count`
/// records of values (core/kernel_abi.h). Empty if the format is invalid or needs more values.
std::optional<std::string> printf_text(const char* format, const void* values, std::uint64_t count);

}  // namespace quadcl
