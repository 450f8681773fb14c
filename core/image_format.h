// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/image_format_rows.h"

namespace quadcl {

/// Values of `cl_channel_order`.
enum class ChannelOrder : std::uint32_t {
#define QUADCL_ORDER(name, value, ...) name = value,
  QUADCL_CHANNEL_ORDERS(QUADCL_ORDER)
#undef QUADCL_ORDER
};

/// Values of `cl_channel_type`.
enum class ChannelType : std::uint32_t {
#define QUADCL_TYPE(name, value, ...) name = value,
  QUADCL_CHANNEL_TYPES(QUADCL_TYPE) QUADCL_PACKED_CHANNEL_TYPES(QUADCL_TYPE)
#undef QUADCL_TYPE
};

enum class ChannelKind { unorm, snorm, sint, uint, floating };

struct ChannelOrderRow {
  ChannelOrder order;
  std::uint8_t channels;
  /// Of red, green, blue, alpha: the channel that holds it, QUADCL_CHANNEL_ZERO or QUADCL_CHANNEL_ONE.
  std::array<std::uint8_t, 4> sources;
};

struct ChannelTypeRow {
  ChannelType type;
  ChannelKind kind;
  std::uint8_t bytes;                 ///< of a channel; of a pixel if packed
  std::array<std::uint8_t, 4> bits;   ///< of each channel
  std::array<std::uint8_t, 4> first;  ///< bit of each channel, if packed
  bool is_packed;
};

/// What may be done with images of a format.
struct ImageUses {
  bool write = true;           ///< in a kernel, or with a write_only image
  bool read_write = true;      ///< in one kernel
  bool any_dimensions = true;  ///< false: 2D images and arrays of them only
  bool buffers = true;         ///< 1D images from buffers
};

/// A format that our devices support; kernels can read all of them.
struct ImageFormat {
  const ChannelOrderRow* order;
  const ChannelTypeRow* type;
  ImageUses uses;

  std::size_t pixel_bytes() const { return type->bytes * (type->is_packed ? 1u : order->channels); }
};

/// All formats, ordered by channel order.
std::span<const ImageFormat> image_formats();
/// NULL if the values are none of a supported format.
const ImageFormat* find_image_format(std::uint32_t channel_order, std::uint32_t channel_type);

/// A colour: four floats, or four integers with or without sign, as the kind of the format demands.
union ImageColour {
  std::array<float, 4> floats;
  std::array<std::int32_t, 4> integers;
  std::array<std::uint32_t, 4> naturals;
};

inline constexpr std::size_t kMaxPixelBytes = 16;

/// The pixel of a colour, as write_imagef, write_imagei and write_imageui store it: normalised values and
/// halves are rounded to nearest even. Only where a signed normalised value is below -1, this stores -1, as
/// the conformance suite has it, and write_imagef the least number, which is read as -1, too.
std::array<std::byte, kMaxPixelBytes> encode_pixel(const ImageFormat& format, const ImageColour& colour);

}  // namespace quadcl
