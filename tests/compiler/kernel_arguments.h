// SPDX-License-Identifier: Apache-2.0
// Kernel arguments as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quadcl::test {

/// A scalar type of OpenCL C, as bytes and as text.
struct ScalarType {
  std::string_view name;
  std::size_t size;
  std::vector<std::byte> (*to_bytes)(const std::string&);  ///< throws std::invalid_argument
  std::string (*to_text)(const std::byte*);
};

/// The element type of a pointer, a vector or a scalar, as kernel arguments name it: "uint4*" has elements of
/// type uint. Throws std::invalid_argument for anything else.
const ScalarType& element_type(std::string_view type_name);

/// Elements between commas: a number; N*V for N times the same; A..B for whole numbers from A up to B.
/// Throws std::invalid_argument.
std::vector<std::byte> parse_elements(const ScalarType& type, std::string_view text);

/// Numbers between commas. Floating-point numbers have enough digits to be exact.
std::string format_elements(const ScalarType& type, std::span<const std::byte> bytes);

}  // namespace quadcl::test
