// SPDX-License-Identifier: Apache-2.0
#include "core/image_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "core/half.h"

namespace quadcl {
namespace {

constexpr ChannelOrderRow kOrders[]{
#define QUADCL_ORDER(name, value, channels, red, green, blue, alpha, border_alpha) \
  {ChannelOrder::name, channels, {red, green, blue, alpha}},
    QUADCL_CHANNEL_ORDERS(QUADCL_ORDER)
#undef QUADCL_ORDER
};

constexpr ChannelTypeRow kTypes[]{
#define QUADCL_TYPE(name, value, kind, bytes, bits) \
  {ChannelType::name, ChannelKind::kind, bytes, {bits, bits, bits, bits}, {}, false},
    QUADCL_CHANNEL_TYPES(QUADCL_TYPE)
#undef QUADCL_TYPE
#define QUADCL_TYPE(name, value, bytes, red, green, blue, red_at, green_at, blue_at) \
  {ChannelType::name, ChannelKind::unorm, bytes, {red, green, blue, 0}, {red_at, green_at, blue_at, 0}, true},
        QUADCL_PACKED_CHANNEL_TYPES(QUADCL_TYPE)
#undef QUADCL_TYPE
};

using enum ChannelType;
constexpr ChannelType kAll[]{UNORM_INT8,     UNORM_INT16,    SNORM_INT8,   SNORM_INT16,
                             SIGNED_INT8,    SIGNED_INT16,   SIGNED_INT32, UNSIGNED_INT8,
                             UNSIGNED_INT16, UNSIGNED_INT32, HALF_FLOAT,   FLOAT};
constexpr ChannelType kReal[]{UNORM_INT8, UNORM_INT16, SNORM_INT8, SNORM_INT16, HALF_FLOAT, FLOAT};
constexpr ChannelType kOfOneByte[]{UNORM_INT8, SNORM_INT8, SIGNED_INT8, UNSIGNED_INT8};
constexpr ChannelType kPacked[]{UNORM_SHORT_565, UNORM_SHORT_555, UNORM_INT_101010};
constexpr ChannelType kDepth[]{UNORM_INT16, FLOAT};
constexpr ChannelType kStandardColours[]{UNORM_INT8};

/// The types that an order may be combined with (OpenCL 3.0 API, "Image Format Descriptor").
struct Family {
  ChannelOrder order;
  std::span<const ChannelType> types;
  ImageUses uses = {};
};

constexpr Family kFamilies[]{
    {ChannelOrder::R, kAll},
    {ChannelOrder::A, kAll},
    {ChannelOrder::RG, kAll},
    {ChannelOrder::RA, kAll},
    {ChannelOrder::RGBA, kAll},
    {ChannelOrder::BGRA, kOfOneByte},
    {ChannelOrder::ARGB, kOfOneByte},
    {ChannelOrder::ABGR, kOfOneByte},
    {ChannelOrder::INTENSITY, kReal},
    {ChannelOrder::LUMINANCE, kReal},
    {ChannelOrder::RGB, kPacked, {.read_write = false}},
    {ChannelOrder::DEPTH, kDepth, {.read_write = false, .any_dimensions = false, .buffers = false}},
    {ChannelOrder::sRGBA, kStandardColours, {.write = false, .read_write = false, .buffers = false}},
};

constexpr std::size_t kCount =
    std::accumulate(std::begin(kFamilies), std::end(kFamilies), std::size_t{0},
                    [](std::size_t sum, const Family& family) { return sum + family.types.size(); });

constexpr std::array<ImageFormat, kCount> make_formats() {
  std::array<ImageFormat, kCount> formats{};
  auto next = formats.begin();
  for (const Family& family : kFamilies)
    for (const ChannelType type : family.types)
      *next++ = {std::ranges::find(kOrders, family.order, &ChannelOrderRow::order),
                 std::ranges::find(kTypes, type, &ChannelTypeRow::type), family.uses};
  return formats;
}

constexpr auto kFormats = make_formats();

/// Of linear light, from 0 to 1 (IEC 61966-2-1).
double along_curve_of_srgb(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

std::uint32_t real_bits(ChannelKind kind, unsigned bits, float value) {
  if (kind == ChannelKind::floating) return bits == 16 ? to_half(value) : std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return 0;
  const double low = kind == ChannelKind::snorm ? -1 : 0;
  const double most = std::exp2(kind == ChannelKind::snorm ? bits - 1 : bits) - 1;
  return static_cast<std::uint32_t>(
      static_cast<std::int32_t>(std::nearbyint(std::clamp<double>(value, low, 1) * most)));
}

std::uint32_t signed_bits(unsigned bits, std::int32_t value) {
  const auto most = static_cast<std::int32_t>((std::uint32_t{1} << (bits - 1)) - 1);
  return static_cast<std::uint32_t>(std::clamp(value, -most - 1, most));
}

/// The bits of a channel that holds this component of the colour; bits above are any.
std::uint32_t channel_bits(const ImageFormat& format, unsigned channel, const ImageColour& colour,
                           std::size_t component) {
  const ChannelTypeRow& type = *format.type;
  const unsigned bits = type.bits[channel];
  if (type.kind == ChannelKind::sint) return signed_bits(bits, colour.integers[component]);
  if (type.kind == ChannelKind::uint)
    return std::min(colour.naturals[component], static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1));
  const float value = colour.floats[component];
  const bool is_curved =
      format.order->order == ChannelOrder::sRGBA && component < 3 && value > 0 && value < 1;
  return real_bits(type.kind, bits, is_curved ? static_cast<float>(along_curve_of_srgb(value)) : value);
}

}  // namespace

std::span<const ImageFormat> image_formats() { return kFormats; }

const ImageFormat* find_image_format(std::uint32_t channel_order, std::uint32_t channel_type) {
  const auto* found = std::ranges::find_if(kFormats, [&](const ImageFormat& format) {
    return static_cast<std::uint32_t>(format.order->order) == channel_order &&
           static_cast<std::uint32_t>(format.type->type) == channel_type;
  });
  return found != kFormats.end() ? found : nullptr;
}

std::array<std::byte, kMaxPixelBytes> encode_pixel(const ImageFormat& format, const ImageColour& colour) {
  std::array<std::byte, kMaxPixelBytes> pixel{};
  std::uint32_t packed = 0;
  const auto& sources = format.order->sources;
  for (unsigned channel = 0; channel < format.order->channels; ++channel) {
    const auto component = static_cast<std::size_t>(std::ranges::find(sources, channel) - sources.begin());
    const std::uint32_t bits = channel_bits(format, channel, colour, component);
    if (format.type->is_packed) {
      packed |= bits << format.type->first[channel];
    } else {
      std::memcpy(&pixel[std::size_t{channel} * format.type->bytes], &bits, format.type->bytes);
    }
  }
  if (format.type->is_packed) std::memcpy(pixel.data(), &packed, sizeof packed);
  return pixel;
}

}  // namespace quadcl
