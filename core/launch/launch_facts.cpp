// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_facts.h"

#include <algorithm>
#include <limits>

namespace quadcl {
namespace {

bool fits(std::int64_t pitch, std::int64_t count) {
  std::int64_t bytes;
  return !__builtin_mul_overflow(pitch, count, &bytes) && bytes <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

LaunchFact fact_of(const quadcl_image& image) {
  constexpr std::int64_t kMost = kMaxPixelBytes;
  const bool is_near = fits(kMost, image.width) && fits(image.row_pitch, image.height) &&
                       fits(image.slice_pitch, std::int64_t{image.depth} * image.layers);
  if (!is_near) return 0;
  return fact_of_format(static_cast<ChannelOrder>(image.channel_order),
                        static_cast<ChannelType>(image.channel_type));
}

bool is_texture_format(const ImageFormat& format) {
  return format.type->type == ChannelType::UNORM_INT8 && format.order->channels == 4 &&
         format.order->order != ChannelOrder::sRGBA;
}

/// Rows of whole micro-tiles: nobody says where the next one begins otherwise.
bool is_texture(const quadcl_image& image, BusAddress pixels) {
  constexpr std::int32_t kMost = 2048;
  constexpr std::uint32_t kAlignment = 4096, kRowAlignment = 16;
  const ImageFormat* format = find_image_format(static_cast<std::uint32_t>(image.channel_order),
                                                static_cast<std::uint32_t>(image.channel_type));
  return format != nullptr && is_texture_format(*format) && image.width <= kMost && image.height <= kMost &&
         image.depth == 1 && image.layers == 1 && image.row_pitch == std::int64_t{image.width} * 4 &&
         image.row_pitch % kRowAlignment == 0 && pixels.value() % kAlignment == 0;
}

std::uint64_t bytes_of(const quadcl_image& image) {
  const ImageFormat* format = find_image_format(static_cast<std::uint32_t>(image.channel_order),
                                                static_cast<std::uint32_t>(image.channel_type));
  const auto pixel = static_cast<std::int64_t>(format != nullptr ? format->pixel_bytes() : kMaxPixelBytes);
  const std::int64_t slices = std::int64_t{image.depth} * image.layers;
  return static_cast<std::uint64_t>((slices - 1) * image.slice_pitch + (image.height - 1) * image.row_pitch +
                                    image.width * pixel);
}

bool suit_launch(std::span<const LaunchFact> facts, std::span<const LaunchFact> of_launch) {
  return std::ranges::equal(
      facts, of_launch, [](LaunchFact wanted, LaunchFact given) { return wanted == 0 || wanted == given; });
}

}  // namespace quadcl
