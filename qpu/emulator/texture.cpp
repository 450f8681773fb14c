// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace quadcl::qpu::emulator {

namespace {

constexpr std::uint32_t bits(std::uint64_t word, unsigned high, unsigned low) {
  return static_cast<std::uint32_t>(word >> low) & ((1u << (high - low + 1)) - 1);
}

// ---- texels of each format. Order of channels as in the interface of OpenGL: red in the lowest byte of
// RGBA8888, in the highest bits of the 16-bit formats (assumed; the vendor only names the formats).

/// `width` bits to 8, by repeating them.
constexpr std::uint32_t widen(std::uint32_t value, unsigned width) {
  std::uint32_t wide = value << (8 - width);
  for (unsigned have = width; have < 8; have *= 2) wide |= wide >> have;
  return wide;
}
static_assert(widen(31, 5) == 255 && widen(1, 1) == 255 && widen(9, 4) == 0x99 && widen(0x20, 6) == 0x82);

Texel unpack_rgba8888(std::uint64_t v) {
  return {bits(v, 7, 0), bits(v, 15, 8), bits(v, 23, 16), bits(v, 31, 24)};
}
Texel unpack_rgbx8888(std::uint64_t v) { return {bits(v, 7, 0), bits(v, 15, 8), bits(v, 23, 16), 255}; }
Texel unpack_rgba4444(std::uint64_t v) {
  return {widen(bits(v, 15, 12), 4), widen(bits(v, 11, 8), 4), widen(bits(v, 7, 4), 4),
          widen(bits(v, 3, 0), 4)};
}
Texel unpack_rgba5551(std::uint64_t v) {
  return {widen(bits(v, 15, 11), 5), widen(bits(v, 10, 6), 5), widen(bits(v, 5, 1), 5),
          widen(bits(v, 0, 0), 1)};
}
Texel unpack_rgb565(std::uint64_t v) {
  return {widen(bits(v, 15, 11), 5), widen(bits(v, 10, 5), 6), widen(bits(v, 4, 0), 5), 255};
}
Texel unpack_luminance(std::uint64_t v) {
  const std::uint32_t l = bits(v, 7, 0);
  return {l, l, l, 255};
}
Texel unpack_alpha(std::uint64_t v) { return {0, 0, 0, bits(v, 7, 0)}; }
Texel unpack_luminance_alpha(std::uint64_t v) {
  const std::uint32_t l = bits(v, 7, 0);
  return {l, l, l, bits(v, 15, 8)};
}
/// One sample, delivered in the low bits of r4 with zeros above (assumed).
Texel unpack_16(std::uint64_t v) { return {bits(v, 15, 0), 0, 0, 0}; }
Texel unpack_8(std::uint64_t v) { return {bits(v, 7, 0), 0, 0, 0}; }
Texel unpack_rgba64(std::uint64_t v) {
  return {bits(v, 15, 0), bits(v, 31, 16), bits(v, 47, 32), bits(v, 63, 48)};
}

/// By texture type. Formats of 16 bits per channel answer with two words, red and green first (assumed,
/// because the depth of the result FIFO is given in full results and in words).
constexpr TextureFormat kFormats[] = {
    {"RGBA8888", 4, false, false, false, 1, unpack_rgba8888},
    {"RGBX8888", 4, false, false, false, 1, unpack_rgbx8888},
    {"RGBA4444", 2, false, false, false, 1, unpack_rgba4444},
    {"RGBA5551", 2, false, false, false, 1, unpack_rgba5551},
    {"RGB565", 2, false, false, false, 1, unpack_rgb565},
    {"LUMINANCE", 1, false, false, false, 1, unpack_luminance},
    {"ALPHA", 1, false, false, false, 1, unpack_alpha},
    {"LUMALPHA", 2, false, false, false, 1, unpack_luminance_alpha},
    {"ETC1"},
    {"S16F", 2, true, false, false, 1, unpack_16},
    {"S8", 1, false, true, false, 1, unpack_8},
    {"S16", 2, false, true, false, 1, unpack_16},
    {"BW1"},
    {"A4"},
    {"A1"},
    {"RGBA64", 8, true, false, false, 2, unpack_rgba64},
    {"RGBA32R", 4, false, false, true, 1, unpack_rgba8888},
    {"YUYV422R"},
};

unsigned type_of(const TextureConfig& config) { return bits(config[0], 7, 4) | bits(config[1], 31, 31) << 4; }

// ---- filters

/// Bits 6:4 of P1. Without levels of detail, filters that mix levels equal their form within one level.
enum class Minification : std::uint8_t {
  linear,
  nearest,
  near_near,
  near_linear,
  linear_near,
  linear_linear
};
constexpr unsigned kMinifications = 6;

bool filters_linearly(Minification filter) {
  return filter == Minification::linear || filter == Minification::linear_near ||
         filter == Minification::linear_linear;
}

// ---- tiles. A micro-tile has 64 bytes, a sub-tile 4 by 4 micro-tiles, a tile 2 by 2 sub-tiles.

constexpr std::uint32_t kMicroTileBytes = 64;

struct MicroTile {
  unsigned width, height;
};

constexpr MicroTile micro_tile(unsigned texel_bytes) {
  return {texel_bytes == 8   ? 2u
          : texel_bytes == 1 ? 8u
          : texel_bytes == 2 ? 8u
                             : 4u,
          texel_bytes == 1 ? 8u : 4u};
}

constexpr unsigned round_up_divide(unsigned value, unsigned by) { return (value + by - 1) / by; }

/// LT-format: micro-tiles in rows.
std::uint32_t linear_tile_index(unsigned x, unsigned y, unsigned width_in_tiles) {
  return y * width_in_tiles + x;
}

/// The place of a sub-tile in its tile: [tile row runs leftwards][y][x].
constexpr unsigned kSubTileOrder[2][2][2] = {{{0, 3}, {1, 2}}, {{2, 1}, {3, 0}}};

/// T-format: rows of tiles run to the right and to the left in turn. The order of sub-tiles in a tile depends
/// on that, too. In micro-tiles.
std::uint32_t tiled_index(unsigned x, unsigned y, unsigned width) {
  const unsigned tiles = round_up_divide(width, 8);
  const bool to_the_left = (y / 8) % 2 != 0;
  const unsigned column = to_the_left ? tiles - 1 - x / 8 : x / 8;
  const unsigned sub_tile = kSubTileOrder[to_the_left][y / 4 % 2][x / 4 % 2];
  return ((y / 8) * tiles + column) * 64 + sub_tile * 16 + (y % 4) * 4 + x % 4;
}

// ---- coordinates

/// Texels in steps of 1/256 (assumed precision), rounded towards minus infinity. Exact in any rounding mode.
std::int64_t to_texels(std::uint32_t coordinate, unsigned size) {
  const std::uint32_t exponent = (coordinate >> 23) & 0xff;
  const bool nan = exponent == 0xff && (coordinate & 0x7fffff) != 0;
  if (exponent == 0 || nan) return 0;
  // From 2^24 on every float is an even number: all wrap modes treat it like 2^24.
  const double value = std::clamp<double>(std::bit_cast<float>(coordinate), -0x1p24, 0x1p24);
  return static_cast<std::int64_t>(std::floor(value * size * 256));
}

std::int64_t modulo(std::int64_t value, std::int64_t by) { return ((value % by) + by) % by; }

/// The texel's place after wrapping, or -1 for the border.
std::int64_t wrapped(std::int64_t texel, unsigned size, TextureWrap wrap) {
  switch (wrap) {
    case TextureWrap::repeat:
      return modulo(texel, size);
    case TextureWrap::clamp:
      return std::clamp<std::int64_t>(texel, 0, size - 1);
    case TextureWrap::mirror: {
      const std::int64_t place = modulo(texel, 2 * std::int64_t{size});
      return place < size ? place : 2 * std::int64_t{size} - 1 - place;
    }
    case TextureWrap::border:
      break;
  }
  return texel >= 0 && texel < size ? texel : -1;
}

TextureFootprint::Part part_at(const Texture& texture, std::int64_t x, std::int64_t y, std::uint32_t weight) {
  x = wrapped(x, texture.width, texture.wrap_s);
  y = wrapped(y, texture.height, texture.wrap_t);
  if (x < 0 || y < 0) return {BusAddress(), true, weight};
  return {texel_address(texture, static_cast<unsigned>(x), static_cast<unsigned>(y)), false, weight};
}

// ---- halves

double value_of_half(std::uint32_t half) {
  const int exponent = static_cast<int>((half >> 10) & 31);
  const double mantissa = half & 0x3ff;
  double value = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
  if (exponent == 31) value = mantissa == 0 ? HUGE_VAL : NAN;
  return (half & 0x8000) != 0 ? -value : value;
}

/// To nearest (assumed).
std::uint32_t half_of_value(double value) {
  const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  if (size == 0) return sign;
  if (std::isnan(value)) return sign | 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  int exponent = 0;
  std::frexp(size, &exponent);  // size = 0.5 .. 1 times 2^exponent
  const int field = std::max(exponent + 14, 0);
  const int scale = field == 0 ? 24 : 11 - exponent;
  const auto mantissa = static_cast<std::uint32_t>(std::floor(std::ldexp(size, scale) + 0.5));
  return sign | (field == 0 ? mantissa : (static_cast<std::uint32_t>(field) << 10) + mantissa - 1024);
}

std::uint32_t blend_halves(const TextureFootprint& footprint, const std::array<Texel, 4>& texels,
                           unsigned channel) {
  if (footprint.count == 1) return texels[0][channel];
  double sum = 0;
  for (unsigned i = 0; i < footprint.count; ++i) {
    const std::uint32_t weight = footprint.parts[i].weight;
    if (weight != 0) sum += value_of_half(texels[i][channel]) * weight;
  }
  return half_of_value(sum / 65536);
}

std::uint32_t blend_bytes(const TextureFootprint& footprint, const std::array<Texel, 4>& texels,
                          unsigned channel) {
  if (footprint.count == 1) return texels[0][channel];
  std::uint32_t sum = 0x8000;
  for (unsigned i = 0; i < footprint.count; ++i) sum += texels[i][channel] * footprint.parts[i].weight;
  return sum >> 16;
}

/// The border colour in the channels of the format.
Texel border_texel(const TextureFormat& format, std::uint32_t border) {
  Texel texel = unpack_rgba8888(border);
  if (format.point_only) return {texel[0], 0, 0, 0};
  if (!format.halves) return texel;
  for (std::uint32_t& channel : texel) channel = half_of_value(channel / 255.0);
  return texel;
}

Error unsupported(const std::string& what) { return {ErrorCode::unsupported, what + " are not emulated"}; }

}  // namespace

Result<Texture> decode_texture(const TextureConfig& config) {
  const unsigned type = type_of(config);
  if (type >= std::size(kFormats))
    return Error{ErrorCode::unsupported, "texture type " + std::to_string(type) + " is reserved"};
  const TextureFormat& format = kFormats[type];
  if (format.bytes == 0) return unsupported("textures of type " + std::string(format.name));
  if (bits(config[0], 9, 9) != 0) return unsupported("cube maps");
  if (bits(config[0], 3, 0) != 0) return unsupported("levels of detail of a texture");
  const unsigned minification = bits(config[1], 6, 4);
  if (minification >= kMinifications)
    return Error{ErrorCode::unsupported, "the texture's minification filter is reserved"};
  const bool linear = bits(config[1], 7, 7) == 0;
  if (linear != filters_linearly(static_cast<Minification>(minification))) {
    return unsupported("textures whose two filters differ");
  }
  if (linear && format.point_only)
    return unsupported("linear filters of textures of type " + std::string(format.name));
  const auto or_largest = [](unsigned size) { return size == 0 ? 2048 : size; };  // width: assumed as height
  Texture texture;
  texture.base = BusAddress(config[0] & 0xfffff000);
  texture.width = or_largest(bits(config[1], 18, 8));
  texture.height = or_largest(bits(config[1], 30, 20));
  texture.format = &format;
  texture.linear = linear;
  texture.flip_y = bits(config[0], 8, 8) != 0;
  texture.wrap_s = static_cast<TextureWrap>(bits(config[1], 1, 0));
  texture.wrap_t = static_cast<TextureWrap>(bits(config[1], 3, 2));
  return texture;
}

unsigned texture_result_words(const TextureConfig& config) {
  const unsigned type = type_of(config);
  return type < std::size(kFormats) ? kFormats[type].result_words : 1;
}

BusAddress texel_address(const Texture& texture, unsigned x, unsigned y) {
  // t = 0 is the first row in memory; flipped, it is the last (assumed).
  if (texture.flip_y) y = texture.height - 1 - y;
  const unsigned bytes = texture.format->bytes;
  if (texture.format->raster) {
    // Rows start at multiples of 16 bytes (assumed: the width of a micro-tile).
    const unsigned pitch = round_up_divide(texture.width * bytes, 16) * 16;
    return texture.base + (y * pitch + x * bytes);
  }
  const MicroTile tile = micro_tile(bytes);
  const unsigned width = round_up_divide(texture.width, tile.width);
  // LT-format for textures at most half a tile wide or high, as in drivers that run on the chip. The vendor
  // writes "less than one tile": that differs only for 5 to 7 micro-tiles.
  const bool small = texture.width <= 4 * tile.width || texture.height <= 4 * tile.height;
  const std::uint32_t index = small ? linear_tile_index(x / tile.width, y / tile.height, width)
                                    : tiled_index(x / tile.width, y / tile.height, width);
  const unsigned within = (y % tile.height) * tile.width + x % tile.width;
  return texture.base + (index * kMicroTileBytes + within * bytes);
}

TextureFootprint texture_footprint(const Texture& texture, std::uint32_t s, std::uint32_t t) {
  std::int64_t u = to_texels(s, texture.width), v = to_texels(t, texture.height);
  TextureFootprint footprint;
  if (!texture.linear) {
    footprint.count = 1;
    footprint.parts[0] = part_at(texture, u >> 8, v >> 8, 65536);
    return footprint;
  }
  // Texel centres are at n + 1/2.
  u -= 128;
  v -= 128;
  const auto fraction_u = static_cast<std::uint32_t>(u & 255),
             fraction_v = static_cast<std::uint32_t>(v & 255);
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned right = i & 1, down = i >> 1;
    const std::uint32_t weight_u = right != 0 ? fraction_u : 256 - fraction_u;
    const std::uint32_t weight_v = down != 0 ? fraction_v : 256 - fraction_v;
    footprint.parts[i] = part_at(texture, (u >> 8) + right, (v >> 8) + down, weight_u * weight_v);
  }
  footprint.count = 4;
  return footprint;
}

std::array<std::uint32_t, 2> filter_texels(const Texture& texture, const TextureFootprint& footprint,
                                           const std::array<std::uint64_t, 4>& raw, std::uint32_t border) {
  const TextureFormat& format = *texture.format;
  std::array<Texel, 4> texels{};
  for (unsigned i = 0; i < footprint.count; ++i) {
    texels[i] = footprint.parts[i].border ? border_texel(format, border) : format.unpack(raw[i]);
  }
  const auto blend = format.halves ? blend_halves : blend_bytes;
  Texel result{};
  for (unsigned channel = 0; channel < 4; ++channel) result[channel] = blend(footprint, texels, channel);
  if (format.result_words == 2) return {result[0] | result[1] << 16, result[2] | result[3] << 16};
  // For integers and single halves the other channels are zero.
  if (format.halves || format.point_only) return {result[0], 0};
  return {result[0] | result[1] << 8 | result[2] << 16 | result[3] << 24, 0};
}

}  // namespace quadcl::qpu::emulator
