// SPDX-License-Identifier: Apache-2.0
// Images for kernels to work on, and what their pixels mean.
#pragma once

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>

#include "core/image_abi.h"
#include "core/image_format.h"
#include "core/launch/launch_facts.h"
#include "program.h"

namespace quadcl::test {

using Colour = std::array<double, 4>;
using Place = std::array<std::int64_t, 3>;
using Coordinates = std::array<float, 4>;

/// A program with a kernel `k`, as it is built, and made for the images and samplers of a launch.
class ImageProgram {
 public:
  explicit ImageProgram(const std::string& source, const std::string& options = "")
      : general_(source, options), postponed_(build_postponed(source, options)) {
    INFO(postponed_.log);
    REQUIRE(postponed_.status == QUADCL_OK);
  }

  Program& general() { return general_; }
  Program made_for(const std::vector<LaunchFact>& facts) const {
    const Outcome made = finish(postponed_.image, "k", facts);
    INFO(made.log);
    REQUIRE(made.status == QUADCL_OK);
    auto image = read_image(made.image);
    REQUIRE(image.ok());
    return Program(std::move(image).value());
  }

 private:
  Program general_;
  Outcome postponed_;
};

inline LaunchFact fact_of(const ImageFormat& format) {
  return fact_of_format(format.order->order, format.type->type);
}

/// A type of images: its name, the coordinates that a kernel gives, and what they are.
struct ImageType {
  const char* name;
  const char* coordinates;  ///< of a float4 `at`
  unsigned filtered;        ///< axes along which a filter works
  bool has_layers;
};

inline constexpr ImageType kTypes[]{{"image1d_t", "at.x", 1, false},
                                    {"image1d_array_t", "at.xz", 1, true},
                                    {"image2d_t", "at.xy", 2, false},
                                    {"image2d_array_t", "at", 2, true},
                                    {"image3d_t", "at", 3, false}};

/// Memory of an image between guards that nobody may write.
class Picture {
 public:
  static constexpr std::size_t kGuard = 4096;
  static constexpr std::byte kUntouched{0x5a};

  Picture(const ImageFormat& format, const ImageType& type, std::array<int, 3> size)
      : format_(format), size_(size) {
    if (type.filtered < 2) size_[1] = 1;
    if (type.filtered < 3 && !type.has_layers) size_[2] = 1;
    const auto bytes = static_cast<std::int64_t>(format.pixel_bytes());
    row_pitch_ = bytes * (size_[0] + 3);
    slice_pitch_ = row_pitch_ * size_[1] + 2 * bytes;
    memory_.assign(kGuard + static_cast<std::size_t>(slice_pitch_ * size_[2]) + kGuard, kUntouched);
    descriptor_.pixels = &memory_[kGuard];
    descriptor_.row_pitch = row_pitch_;
    descriptor_.slice_pitch = slice_pitch_;
    descriptor_.width = size_[0];
    descriptor_.height = size_[1];
    descriptor_.depth = type.has_layers ? 1 : size_[2];
    descriptor_.layers = type.has_layers ? size_[2] : 1;
    descriptor_.channel_order = static_cast<std::int32_t>(format.order->order);
    descriptor_.channel_type = static_cast<std::int32_t>(format.type->type);
  }

  /// Any bytes; floats are numbers of moderate size.
  void fill(unsigned seed) {
    std::mt19937 random(seed);
    for_each_pixel([&](std::byte* pixel) {
      for (std::size_t i = 0; i < format_.pixel_bytes(); ++i) pixel[i] = std::byte(random());
      if (format_.type->kind != ChannelKind::floating) return;
      const std::size_t step = format_.type->bytes;
      for (std::size_t i = step; i <= format_.pixel_bytes(); i += step)
        pixel[i - 1] = std::byte(random() % 2 == 0 ? 0x3b : 0xbb);
    });
  }

  const ImageFormat& format() const { return format_; }
  const std::array<int, 3>& size() const { return size_; }
  std::byte* pixel(const Place& at) {
    return &memory_[kGuard + static_cast<std::size_t>(at[2] * slice_pitch_ + at[1] * row_pitch_) +
                    static_cast<std::size_t>(at[0]) * format_.pixel_bytes()];
  }
  MemoryRange argument() { return {reinterpret_cast<std::byte*>(&descriptor_), sizeof descriptor_, {}}; }

  /// Whether nothing beside the pixels was written.
  bool is_whole() {
    std::vector<std::byte> copy = memory_;
    for_each_pixel([&](std::byte* pixel) {
      std::fill_n(copy.begin() + (pixel - memory_.data()), format_.pixel_bytes(), kUntouched);
    });
    return std::ranges::all_of(copy, [](std::byte byte) { return byte == kUntouched; });
  }

 private:
  template <typename Action>
  void for_each_pixel(Action action) {
    for (int z = 0; z < size_[2]; ++z)
      for (int y = 0; y < size_[1]; ++y)
        for (int x = 0; x < size_[0]; ++x) action(pixel({x, y, z}));
  }

  const ImageFormat& format_;
  std::array<int, 3> size_;
  std::int64_t row_pitch_, slice_pitch_;
  std::vector<std::byte> memory_;
  quadcl_image descriptor_{};
};

inline std::uint32_t bits_at(const std::byte* bytes, std::size_t count) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes, count);
  return bits;
}

inline double value_of_half(std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double size =
      exponent == 0 ? (bits & 1023) * 0x1p-24 : std::ldexp(1024 + (bits & 1023), exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

inline double value_of_channel(ChannelKind kind, unsigned bits, std::uint32_t number) {
  const double most = std::exp2(kind == ChannelKind::snorm ? bits - 1 : bits) - 1;
  const auto with_sign = static_cast<std::int32_t>(number << (32 - bits)) >> (32 - bits);
  switch (kind) {
    case ChannelKind::unorm:
      return number / most;
    case ChannelKind::snorm:
      return std::max(with_sign / most, -1.0);
    case ChannelKind::sint:
      return with_sign;
    case ChannelKind::uint:
      return number;
    case ChannelKind::floating:
      break;
  }
  return bits == 16 ? value_of_half(number) : std::bit_cast<float>(number);
}

inline Colour colour_of(const ImageFormat& format, const std::byte* pixel) {
  std::array<double, 6> channels{0, 0, 0, 0, 0, 1};
  const ChannelTypeRow& type = *format.type;
  for (unsigned c = 0; c < format.order->channels; ++c) {
    const std::uint32_t number =
        type.is_packed ? bits_at(pixel, type.bytes) >> type.first[c] & ((1u << type.bits[c]) - 1)
                       : bits_at(pixel + c * type.bytes, type.bytes);
    channels[c] = value_of_channel(type.kind, type.bits[c], number);
  }
  Colour colour;
  for (unsigned i = 0; i < 4; ++i) {
    double value = channels[format.order->sources[i]];
    if (format.order->order == ChannelOrder::sRGBA && i < 3)
      value = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    colour[i] = value;
  }
  return colour;
}

/// The format, which exists.
inline const ImageFormat& format_of(ChannelOrder order, ChannelType type) {
  return *find_image_format(static_cast<std::uint32_t>(order), static_cast<std::uint32_t>(type));
}

}  // namespace quadcl::test
