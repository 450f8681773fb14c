// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace quadcl::qpu::assembly {

constexpr std::string_view kStandardIncludeName = "vc4.qinc";

/// The text of `.include <vc4.qinc>`.
extern const std::string_view kStandardInclude;

/// Whether that text defines the name.
bool standard_include_defines(std::string_view name);

}  // namespace quadcl::qpu::assembly
