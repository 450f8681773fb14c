// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/bus_address.h"
#include "core/result.h"

// Texture lookups of a TMU, as far as images of OpenCL need them (docs/videocore4.md, Textures): addresses
// and values of texels. Nothing here depends on QPUs or memory. Undocumented details are marked `assumed`.
namespace quadcl::qpu::emulator {

/// The words P0 to P3 that writes to t, r, b and s take from the uniform stream, in the order of the writes.
using TextureConfig = std::array<std::uint32_t, 4>;

enum class TextureWrap : std::uint8_t { repeat, clamp, mirror, border };

/// Four channels: 0 to 255, or halves, depending on the format.
using Texel = std::array<std::uint32_t, 4>;

/// One row of the table of texture types.
struct TextureFormat {
  std::string_view name;
  unsigned bytes = 0;         ///< of a texel; 0: not emulated
  bool halves = false;        ///< channels are 16-bit floats
  bool point_only = false;    ///< integers, never filtered
  bool raster = false;        ///< rows of texels instead of tiles
  unsigned result_words = 1;  ///< loads of r4 for one lookup
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

/// The texture that the words describe. Error: unsupported, which names the feature that is not emulated.
Result<Texture> decode_texture(const TextureConfig& config);

/// Loads of r4 for a lookup with this P0 and P1; known before the lookup is complete.
unsigned texture_result_words(const TextureConfig& config);

/// The address of texel (x, y), a multiple of its size.
BusAddress texel_address(const Texture& texture, unsigned x, unsigned y);

/// The reads of one lane's lookup: up to four texels, and the weight of each.
struct TextureFootprint {
  struct Part {
    BusAddress address;
    bool border = false;       ///< outside the texture: use the border colour
    std::uint32_t weight = 0;  ///< of 65536
  };
  std::array<Part, 4> parts;
  unsigned count = 0;
};
/// The coordinates are floats, 0 to 1 across the texture.
TextureFootprint texture_footprint(const Texture& texture, std::uint32_t s, std::uint32_t t);

/// The words for r4, from the footprint's texels in memory. `border` is RGBA8888.
std::array<std::uint32_t, 2> filter_texels(const Texture& texture, const TextureFootprint& footprint,
                                           const std::array<std::uint64_t, 4>& raw, std::uint32_t border);

}  // namespace quadcl::qpu::emulator
