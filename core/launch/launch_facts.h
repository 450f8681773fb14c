// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/bus_address.h"
#include "core/image_abi.h"
#include "core/image_format.h"

namespace quadcl {

struct QpuCode;  // core/qpu_code.h

/// A word of what is known of a launch, for which a kernel can be compiled: the format of an image whose
/// bytes are all within 31 bits of the first, the bits of a sampler (core/image_abi.h), or a size. 0 if
/// nothing is known. A launch has one for each argument, and after these none or three: its local size.
using LaunchFact = std::uint32_t;

inline constexpr LaunchFact kIsSampler = LaunchFact{1} << 31;
/// Beside the format: the image lies as the texture units of the QPUs take it.
inline constexpr LaunchFact kIsTexture = LaunchFact{1} << 30;
/// Beside a number of bytes or work-items (core/launch/group_facts.h); no format or sampler has it alone.
inline constexpr LaunchFact kIsSize = LaunchFact{1} << 29;

constexpr LaunchFact fact_of_format(ChannelOrder order, ChannelType type) {
  return static_cast<LaunchFact>(order) << 16 | static_cast<LaunchFact>(type);
}
constexpr LaunchFact fact_of_sampler(std::uint32_t bits) { return kIsSampler | bits; }
LaunchFact fact_of(const quadcl_image& image);
/// Whether the texture units of the QPUs take pixels of this format: bytes in four channels.
bool is_texture_format(const ImageFormat& format);
/// Whether they take the image, whose pixels begin at that bus address: 2D, of such a format,
/// rows without gaps, and no larger than textures may be (docs/videocore4.md).
bool is_texture(const quadcl_image& image, BusAddress pixels);

/// From the first pixel of an image to the end of the last one.
std::uint64_t bytes_of(const quadcl_image& image);

constexpr bool is_sampler(LaunchFact fact) { return (fact & kIsSampler) != 0; }
constexpr bool is_size(LaunchFact fact) { return (fact & (kIsSampler | kIsTexture | kIsSize)) == kIsSize; }
constexpr bool is_format(LaunchFact fact) { return fact != 0 && !is_sampler(fact) && !is_size(fact); }
constexpr std::uint32_t order_in(LaunchFact fact) { return (fact & ~kIsTexture) >> 16; }
constexpr std::uint32_t type_in(LaunchFact fact) { return fact & 0xffff; }
constexpr std::uint32_t size_in(LaunchFact fact) { return fact & ~kIsSize; }

/// Code of a kernel for QPUs, for launches whose images have certain formats.
struct QpuVersion {
  std::vector<LaunchFact> facts;  ///< of the kernel's arguments; 0 where anything will do
  std::shared_ptr<const QpuCode> code;
};
/// Whether code for `facts` may run a launch, which has a fact for each argument.
bool suit_launch(std::span<const LaunchFact> facts, std::span<const LaunchFact> of_launch);

}  // namespace quadcl
