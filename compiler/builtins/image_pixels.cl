// SPDX-License-Identifier: Apache-2.0
// Pixels of any format. With a format that the compiler knows, each is code without branches.
#include "image_pixels.h"

float pow(float x, float y) OVERLOAD;

// The bytes of a pixel, the first one lowest, and the same with each channel in an element of its own. What
// elements hold beyond the last channel means nothing.
static inline uint4 words_of(global const uchar* pixel, int bytes) {
  global const uint* words = (global const uint*)pixel;
  switch (bytes) {
    case 1:
      return (uint4)(*pixel);
    case 2:
      return (uint4)(*(global const ushort*)pixel);
    case 4:
      return (uint4)(*words);
    case 8:
      return (uint4)(words[0], words[1], 0, 0);
  }
  return (uint4)(words[0], words[1], words[2], words[3]);
}

static inline uint4 channels_in(uint4 words, int bytes) {
  switch (bytes) {
    case 1:
      return (uint4)(words.x & 255, words.x >> 8 & 255, words.x >> 16 & 255, words.x >> 24);
    case 2:
      return (uint4)(words.x & 65535, words.x >> 16, words.y & 65535, words.y >> 16);
  }
  return words;
}

static inline uint4 channels_at(global const uchar* pixel, int order, int type) {
  return channels_in(words_of(pixel, quadcl_pixel_bytes(order, type)), quadcl_type_bytes(type));
}

static inline int4 with_sign(uint4 channels, int bytes) {
  const int unused = 32 - 8 * bytes;
  return as_int4(channels << unused) >> unused;
}

static inline void store_words(global uchar* pixel, int bytes, uint4 c) {
  global uint* words = (global uint*)pixel;
  switch (bytes) {
    case 1:
      *pixel = (uchar)c.x;
      return;
    case 2:
      *(global ushort*)pixel = (ushort)c.x;
      return;
    case 4:
      *words = c.x;
      return;
    case 8:
      words[0] = c.x, words[1] = c.y;
      return;
  }
  words[0] = c.x, words[1] = c.y, words[2] = c.z, words[3] = c.w;
}

static inline uint4 words_with(uint4 c, int bytes) {
  switch (bytes) {
    case 1:
      return (uint4)(c.x | c.y << 8 | c.z << 16 | c.w << 24);
    case 2:
      return (uint4)(c.x | c.y << 16, c.z | c.w << 16, 0, 0);
  }
  return c;
}

enum { KIND_unorm, KIND_snorm, KIND_sint, KIND_uint, KIND_floating };

static inline int kind_of(int type) {
#define KIND(name, value, kind, ...) \
  case value:                        \
    return KIND_##kind;
  switch (type) { QUADCL_CHANNEL_TYPES(KIND) }
#undef KIND
  return KIND_unorm;
}

// Integers and normalised numbers with a sign have bits above those of their channel.
static inline uint4 without_sign(uint4 c, int type, int bytes) {
  if (kind_of(type) == KIND_unorm) return c;
  return bytes == 1 ? c & 255 : bytes == 2 ? c & 65535 : c;
}

static inline void store_channels(global uchar* pixel, int order, int type, uint4 channels) {
  store_words(pixel, quadcl_pixel_bytes(order, type),
              words_with(without_sign(channels, type, quadcl_type_bytes(type)), quadcl_type_bytes(type)));
}

static inline uint bits_of(uint number, int first, int count) {
  return number >> first & ((1u << count) - 1);
}

static inline float4 packed_channels(uint number, int type) {
#define UNPACK(name, value, bytes, red, green, blue, red_at, green_at, blue_at) \
  case value:                                                                   \
    return (float4)(bits_of(number, red_at, red) / ((1 << red) - 1.0f),         \
                    bits_of(number, green_at, green) / ((1 << green) - 1.0f),   \
                    bits_of(number, blue_at, blue) / ((1 << blue) - 1.0f), 0);
  switch (type) { QUADCL_PACKED_CHANNEL_TYPES(UNPACK) }
#undef UNPACK
  return (float4)(0);
}

static inline float4 floats(int4 c) { return __builtin_convertvector(c, float4); }

static inline float4 halves(uint4 c) {
  return __builtin_convertvector(__builtin_astype(__builtin_convertvector(c, ushort4), half4), float4);
}

// The floats that channels hold, normalised ones multiplied by the greatest number.
#define FLOATS_unorm(c, bits) floats(as_int4(c))
#define FLOATS_snorm(c, bits) not_below(floats(with_sign(c, (bits) / 8)), -GREATEST_snorm(bits))
#define FLOATS_sint(c, bits) (float4)(0)
#define FLOATS_uint(c, bits) (float4)(0)
#define FLOATS_floating(c, bits) ((bits) == 16 ? halves(c) : as_float4(c))

// Multiplied by quadcl_scale(type).
static inline float4 float_channels(global const uchar* pixel, int order, int type) {
  if (is_packed(type)) return packed_channels(words_of(pixel, quadcl_type_bytes(type)).x, type);
  const uint4 c = channels_at(pixel, order, type);
#define FLOATS(name, value, kind, bytes, bits) \
  case value:                                  \
    return FLOATS_##kind(c, bits);
  switch (type) { QUADCL_CHANNEL_TYPES(FLOATS) }
#undef FLOATS
  return (float4)(0);
}

// From the curve of sRGB to linear light (IEC 61966-2-1).
static inline float linear_light(float x) {
  return x <= 0.04045f ? x / 12.92f : pow((x + 0.055f) / 1.055f, 2.4f);
}

static inline float4 scaled_colour(global const uchar* pixel, int order, int type) {
  float4 c = float_channels(pixel, order, type);
  if (order == ORDER_sRGBA)
    c = (float4)(255 * linear_light(c.x * (1 / 255.0f)), 255 * linear_light(c.y * (1 / 255.0f)),
                 255 * linear_light(c.z * (1 / 255.0f)), c.w);
  return colour_of(c, order, quadcl_scale(type));
}

OVERLOAD float4 quadcl_any_format_load_f(global const uchar* pixel, int order, int type) {
  return scaled_colour(pixel, order, type);
}

OVERLOAD int4 quadcl_any_format_load_i(global const uchar* pixel, int order, int type) {
  const int4 c = with_sign(channels_at(pixel, order, type), quadcl_type_bytes(type));
  return colour_of(kind_of(type) == KIND_sint ? c : (int4)(0), order, 1);
}

OVERLOAD uint4 quadcl_any_format_load_ui(global const uchar* pixel, int order, int type) {
  return colour_of(channels_at(pixel, order, type), order, 1u);
}

static inline float4 number_or_zero(float4 x) { return x == x ? x : 0; }

static inline uint packed_number(float4 c, int type) {
#define PACK(name, value, bytes, red, green, blue, red_at, green_at, blue_at)          \
  case value:                                                                          \
    return (uint)whole(c * ((1 << red) - 1.0f), 0, (1 << red) - 1).x << red_at |       \
           (uint)whole(c * ((1 << green) - 1.0f), 0, (1 << green) - 1).y << green_at | \
           (uint)whole(c * ((1 << blue) - 1.0f), 0, (1 << blue) - 1).z << blue_at;
  switch (type) { QUADCL_PACKED_CHANNEL_TYPES(PACK) }
#undef PACK
  return 0;
}

static inline uint4 bits_of_halves(float4 c) {
  return __builtin_convertvector(__builtin_astype(__builtin_convertvector(c, half4), ushort4), uint4);
}

#define CHANNELS_unorm(c, bits) as_uint4(whole(c * GREATEST_unorm(bits), 0, GREATEST_unorm(bits)))
#define CHANNELS_snorm(c, bits) \
  as_uint4(whole(number_or_zero(c) * GREATEST_snorm(bits), -GREATEST_snorm(bits) - 1, GREATEST_snorm(bits)))
#define CHANNELS_sint(c, bits) as_uint4(c)
#define CHANNELS_uint(c, bits) as_uint4(c)
#define CHANNELS_floating(c, bits) ((bits) == 16 ? bits_of_halves(c) : as_uint4(c))

static inline uint4 channels_of_floats(float4 c, int type) {
#define CHANNELS(name, value, kind, bytes, bits) \
  case value:                                    \
    return CHANNELS_##kind(c, bits);
  switch (type) { QUADCL_CHANNEL_TYPES(CHANNELS) }
#undef CHANNELS
  return as_uint4(c);
}

OVERLOAD void quadcl_any_format_store_f(global uchar* pixel, int order, int type, float4 colour) {
  const float4 c = channels_from(colour, order);
  if (is_packed(type)) {
    store_words(pixel, quadcl_type_bytes(type), (uint4)(packed_number(c, type)));
  } else {
    store_channels(pixel, order, type, channels_of_floats(c, type));
  }
}

static inline int4 limited(int4 x, int low, int high) {
  x = x > low ? x : low;
  return x < high ? x : high;
}

OVERLOAD void quadcl_any_format_store_i(global uchar* pixel, int order, int type, int4 colour) {
  int4 c = channels_from(colour, order);
  const int bits = 8 * quadcl_type_bytes(type);
  if (bits < 32) c = limited(c, -1 << (bits - 1), (1 << (bits - 1)) - 1);
  store_channels(pixel, order, type, as_uint4(c));
}

OVERLOAD void quadcl_any_format_store_ui(global uchar* pixel, int order, int type, uint4 colour) {
  uint4 c = channels_from(colour, order);
  const int bits = 8 * quadcl_type_bytes(type);
  if (bits < 32) c = c < (1u << bits) - 1 ? c : (1u << bits) - 1;
  store_channels(pixel, order, type, c);
}
