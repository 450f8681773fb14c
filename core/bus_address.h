// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace quadcl {

/// A 32-bit address of the VideoCore IV, used by QPU code, uniform streams and DMA engines. Distinct from
/// host pointers and from ARM physical addresses (docs/videocore4.md, Memory).
class BusAddress {
 public:
  constexpr BusAddress() = default;
  constexpr explicit BusAddress(std::uint32_t value) : value_(value) {}

  constexpr std::uint32_t value() const { return value_; }

  /// The address `bytes` further on. Wraps modulo 2^32 like the hardware's address arithmetic.
  constexpr BusAddress operator+(std::uint32_t bytes) const { return BusAddress(value_ + bytes); }

  /// Bytes from `other` up to this address, modulo 2^32.
  constexpr std::uint32_t operator-(BusAddress other) const { return value_ - other.value_; }

  constexpr auto operator<=>(const BusAddress&) const = default;

 private:
  std::uint32_t value_ = 0;
};

}  // namespace quadcl
