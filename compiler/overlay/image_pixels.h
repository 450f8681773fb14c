// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pixels in memory and colours (core/image_formats.h): OpenCL C 3.0, "Conversion rules". Nothing is read or
// written beside the pixel.

#include "images.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define ORDER_ENUM(name, value, ...) ORDER_##name = value,
#define TYPE_ENUM(name, value, ...) TYPE_##name = value,
enum { QUADCL_CHANNEL_ORDERS(ORDER_ENUM) };
enum { QUADCL_CHANNEL_TYPES(TYPE_ENUM) QUADCL_PACKED_CHANNEL_TYPES(TYPE_ENUM) };

static inline int channels_of(int order) {
#define CHANNELS(name, value, channels, ...) \
  case value:                                \
    return channels;
  switch (order) { QUADCL_CHANNEL_ORDERS(CHANNELS) }
#undef CHANNELS
  return 1;
}

// The bytes of a channel, or those of a pixel if all its channels share one number.
static inline int type_bytes(int type) {
#define BYTES(name, value, kind, bytes, ...) \
  case value:                                \
    return bytes;
#define PACKED_BYTES(name, value, bytes, ...) \
  case value:                                 \
    return bytes;
  switch (type) { QUADCL_CHANNEL_TYPES(BYTES) QUADCL_PACKED_CHANNEL_TYPES(PACKED_BYTES) }
#undef BYTES
#undef PACKED_BYTES
  return 0;
}

static inline int is_packed(int type) {
#define PACKED(name, value, ...) \
  case value:                    \
    return 1;
  switch (type) { QUADCL_PACKED_CHANNEL_TYPES(PACKED) }
#undef PACKED
  return 0;
}

static inline int pixel_bytes(int order, int type) {
  return type_bytes(type) * (is_packed(type) ? 1 : channels_of(order));
}

// The components of a colour from the channels of a pixel: COMPONENT(source, c, one).
#define COMPONENT(source, c, one)       \
  (source == 0                    ? c.x \
   : source == 1                  ? c.y \
   : source == 2                  ? c.z \
   : source == 3                  ? c.w \
   : source == QUADCL_CHANNEL_ONE ? one \
                                  : 0)
#define COLOUR_OF(vector, one)                                     \
  static inline OVERLOAD vector colour_of(vector c, int order) {   \
    switch (order) { QUADCL_CHANNEL_ORDERS(COLOUR_CASE_##vector) } \
    return (vector)(0);                                            \
  }
#define COLOUR_CASE(vector, one, value, red, green, blue, alpha)                               \
  case value:                                                                                  \
    return (vector)(COMPONENT(red, c, one), COMPONENT(green, c, one), COMPONENT(blue, c, one), \
                    COMPONENT(alpha, c, one));
#define COLOUR_CASE_float4(name, value, channels, red, green, blue, alpha, border) \
  COLOUR_CASE(float4, 1.0f, value, red, green, blue, alpha)
#define COLOUR_CASE_int4(name, value, channels, red, green, blue, alpha, border) \
  COLOUR_CASE(int4, 1, value, red, green, blue, alpha)
#define COLOUR_CASE_uint4(name, value, channels, red, green, blue, alpha, border) \
  COLOUR_CASE(uint4, 1u, value, red, green, blue, alpha)
COLOUR_OF(float4, 1.0f)
COLOUR_OF(int4, 1)
COLOUR_OF(uint4, 1u)

// Without branches, like all that kernels do for each pixel of a known format.
static inline int border_alpha(int order) {
#define BORDER(name, value, channels, red, green, blue, alpha, border) | ((order == value) & border)
  return 0 QUADCL_CHANNEL_ORDERS(BORDER);
#undef BORDER
}

// Which component of a colour a channel holds.
#define HELD(channel, red, green, blue, alpha) \
  (channel == red ? 0 : channel == green ? 1 : channel == blue ? 2 : 3)
#define CHANNELS_OF(vector)                                               \
  static inline OVERLOAD vector channels_from(vector colour, int order) { \
    switch (order) { QUADCL_CHANNEL_ORDERS(HELD_CASE) }                   \
    return colour;                                                        \
  }
#define HELD_CASE(name, value, channels, red, green, blue, alpha, border)                              \
  case value:                                                                                          \
    return __builtin_shufflevector(colour, colour, HELD(0, red, green, blue, alpha),                   \
                                   HELD(1, red, green, blue, alpha), HELD(2, red, green, blue, alpha), \
                                   HELD(3, red, green, blue, alpha));
CHANNELS_OF(float4)
CHANNELS_OF(int4)
CHANNELS_OF(uint4)

// The colour of a pixel, and the colour into a pixel, for any format (image_pixels.cl). They stay functions.
float4 quadcl_any_format_load_f(global const uchar* pixel, int order, int type) OVERLOAD;
int4 quadcl_any_format_load_i(global const uchar* pixel, int order, int type) OVERLOAD;
uint4 quadcl_any_format_load_ui(global const uchar* pixel, int order, int type) OVERLOAD;
void quadcl_any_format_store_f(global uchar* pixel, int order, int type, float4 colour) OVERLOAD;
void quadcl_any_format_store_i(global uchar* pixel, int order, int type, int4 colour) OVERLOAD;
void quadcl_any_format_store_ui(global uchar* pixel, int order, int type, uint4 colour) OVERLOAD;

// Kernels have versions for common formats (compiler/work_group/versions/format_versions.h). What the version
// knows of an image whose colours are floats, or unsigned integers; FORMAT_ANY: nothing.
int quadcl_format_of_f(Image image) PURE;
int quadcl_format_of_ui(Image image) PURE;
enum { FORMAT_ANY, FORMAT_FOUR_BYTES, FORMAT_ONE_BYTE, FORMAT_FOUR_WORDS, FORMAT_ONE_WORD };

// Versions for formats only run if all offsets fit into 31 bits.
static inline global uchar* near_address_of(Image image, int3 at, int pixel_bytes) {
  return (global uchar*)image->pixels +
         (at.z * (int)image->slice_pitch + at.y * (int)image->row_pitch + at.x * pixel_bytes);
}

// The first bit of red, green, blue and alpha in a pixel of four bytes.
static inline uint4 shifts_of(int order) {
  const uint in_order = 0x18100800;
  const uint packed = in_order ^ (-(uint)(order == ORDER_BGRA) & (in_order ^ 0x18000810)) ^
                      (-(uint)(order == ORDER_ARGB) & (in_order ^ 0x00181008)) ^
                      (-(uint)(order == ORDER_ABGR) & (in_order ^ 0x00081018));
  return (uint4)(packed & 31, packed >> 8 & 31, packed >> 16 & 31, packed >> 24);
}
static inline uint4 bytes_of(uint pixel, int order) { return (uint4)(pixel) >> shifts_of(order) & 255; }
static inline uint from_bytes(uint4 bytes, int order) {
  const uint4 pixel = bytes << shifts_of(order);
  return pixel.x | pixel.y | pixel.z | pixel.w;
}

// The nearest integers, from `low` to `high`; `low` for NaN.
static inline int4 whole(float4 x, float low, float high) {
  x = x > low ? x : low;
  x = x < high ? x : high;
  return __builtin_convertvector(__builtin_elementwise_rint(x), int4);
}
