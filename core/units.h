// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace quadcl {

/// A 32-bit address as the VideoCore IV sees memory: what QPU code, uniform streams and DMA engines use.
/// Distinct from host pointers and from ARM physical addresses (docs/videocore4.md, Memory).
class BusAddress {
 public:
  constexpr BusAddress() = default;
  constexpr explicit BusAddress(std::uint32_t value) : value_(value) {}

  constexpr std::uint32_t value() const { return value_; }

  /// The address `bytes` further on; wraps modulo 2^32 as the hardware's address arithmetic does.
  constexpr BusAddress operator+(std::uint32_t bytes) const { return BusAddress(value_ + bytes); }

  /// Distance in bytes from `other` up to this address, modulo 2^32.
  constexpr std::uint32_t operator-(BusAddress other) const { return value_ - other.value_; }

  constexpr auto operator<=>(const BusAddress&) const = default;

 private:
  std::uint32_t value_ = 0;
};

}  // namespace quadcl
