// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "qpu/asm/language/value.h"

namespace quadcl::qpu::assembly {

/// Functions that test the kind of an expression. The standard include gives them their public names.
struct Intrinsic {
  std::string_view name;
  bool (*ask)(const Value& value);
};

const Intrinsic* find_intrinsic(std::string_view name);
Value call_intrinsic(const Intrinsic& intrinsic, const std::vector<Value>& arguments, unsigned column);

}  // namespace quadcl::qpu::assembly
