// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/image_abi.h"
#include "core/image_format.h"
#include "core/units.h"

namespace quadcl {

/// A word that says of an argument what a kernel can be compiled for: the format of an image whose bytes are
/// all within 31 bits of the first, or the bits of a sampler (core/image_abi.h). 0 for all other arguments.
using HandleFact = std::uint32_t;

inline constexpr HandleFact kIsSampler = HandleFact{1} << 31;
/// Beside the format: the image lies as the texture units of the QPUs take it.
inline constexpr HandleFact kIsTexture = HandleFact{1} << 30;

constexpr HandleFact fact_of_format(ChannelOrder order, ChannelType type) {
  return static_cast<HandleFact>(order) << 16 | static_cast<HandleFact>(type);
}
constexpr HandleFact fact_of_sampler(std::uint32_t bits) { return kIsSampler | bits; }
HandleFact fact_of(const quadcl_image& image);
/// Whether the texture units of the QPUs take the image, whose pixels begin at that bus address: 2D, with
/// bytes in four channels, rows without gaps, and no larger than textures may be (docs/videocore4.md).
bool is_texture(const quadcl_image& image, BusAddress pixels);

/// From the first pixel of an image to the end of the last one.
std::uint64_t bytes_of(const quadcl_image& image);

constexpr bool is_sampler(HandleFact fact) { return (fact & kIsSampler) != 0; }
constexpr bool is_format(HandleFact fact) { return fact != 0 && !is_sampler(fact); }
constexpr std::uint32_t order_in(HandleFact fact) { return (fact & ~kIsTexture) >> 16; }
constexpr std::uint32_t type_in(HandleFact fact) { return fact & 0xffff; }

}  // namespace quadcl
