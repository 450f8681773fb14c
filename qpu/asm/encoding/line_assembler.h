// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadcl::qpu::assembly {

/// The word of one line of instructions without labels or named constants; empty if the line is wrong.
std::optional<std::uint64_t> assemble_line(std::string_view line);

}  // namespace quadcl::qpu::assembly
