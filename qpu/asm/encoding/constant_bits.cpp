// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/encoding/constant_bits.h"

#include <bit>
#include <string>
#include <variant>

#include "qpu/asm/language/error.h"

namespace quadcl::qpu::assembly {

std::uint32_t constant_bits(const Value& value, unsigned column) {
  if (const double* real = std::get_if<double>(&value)) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(*real));
  }
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer == nullptr) {
    fail(column, "expected a number, found " + describe(value) + " (" + std::string(kind_name(value)) + ")");
  }
  if (*integer < -0x80000000LL || *integer > 0xffffffffLL) {
    fail(column, describe(value) + " does not fit into 32 bits");
  }
  return static_cast<std::uint32_t>(*integer);
}

}  // namespace quadcl::qpu::assembly
