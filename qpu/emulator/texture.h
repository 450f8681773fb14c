// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/result.h"
#include "core/units.h"

// Texture lookups of a TMU, as far as images of OpenCL need them (docs/videocore4.md, Textures): where texels
// lie and what they become. Nothing here knows of QPUs or memory. What is open there is marked `assumed`.
namespace quadcl::qpu::emulator {

/// The words that writes to t, r, b and s take from the uniform stream, in the order of the writes: P0 to P3.
using TextureConfig = std::array<std::uint32_t, 4>;

enum class TextureWrap : std::uint8_t { repeat, clamp, mirror, border };

/// Four channels: 0 to 255, or halves, as the format says.
using Texel = std::array<std::uint32_t, 4>;

/// One row of the table of texture types.
struct TextureFormat {
  std::string_view name;
  unsigned bytes = 0;         ///< of a texel; 0: not emulated
  bool halves = false;        ///< channels are 16-bit floats
  bool point_only = false;    ///< integers, never filtered
  bool raster = false;        ///< rows of texels instead of tiles
  unsigned result_words = 1;  ///< loads of r4 that one lookup answers
  Texel (*unpack)(std::uint64_t raw) = nullptr;
};

struct Texture {
  BusAddress base;
  unsigned width = 0, height = 0;
  const TextureFormat* format = nullptr;
  bool linear = false;
  bool flip_y = false;
  TextureWrap wrap_s = TextureWrap::repeat, wrap_t = TextureWrap::repeat;

  bool has_border() const { return wrap_s == TextureWrap::border || wrap_t == TextureWrap::border; }
};

/// The texture that the words describe. Errors: unsupported, naming what is not emulated.
Result<Texture> decode_texture(const TextureConfig& config);

/// Loads of r4 that a lookup with this P0 and P1 answers; known before the lookup is complete.
unsigned texture_result_words(const TextureConfig& config);

/// Where texel (x, y) lies; always a multiple of its size.
BusAddress texel_address(const Texture& texture, unsigned x, unsigned y);

/// What one lane's lookup reads: up to four texels and how much each counts.
struct TextureFootprint {
  struct Part {
    BusAddress address;
    bool border = false;       ///< outside the texture: the border colour instead
    std::uint32_t weight = 0;  ///< of 65536
  };
  std::array<Part, 4> parts;
  unsigned count = 0;
};
/// The coordinates are floats, 0 to 1 across the texture.
TextureFootprint texture_footprint(const Texture& texture, std::uint32_t s, std::uint32_t t);

/// The words that r4 gets, from the footprint's texels in memory; `border` is RGBA8888.
std::array<std::uint32_t, 2> filter_texels(const Texture& texture, const TextureFootprint& footprint,
                                           const std::array<std::uint64_t, 4>& raw, std::uint32_t border);

}  // namespace quadcl::qpu::emulator
