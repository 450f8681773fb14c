// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pixels in memory and colours (core/image_format_rows.h): OpenCL C 3.0, "Conversion rules". Nothing is read
// or written beside the pixel.

#include "images.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define ORDER_ENUM(name, value, ...) ORDER_##name = value,
#define TYPE_ENUM(name, value, ...) TYPE_##name = value,
enum { QUADCL_CHANNEL_ORDERS(ORDER_ENUM) };
enum { QUADCL_CHANNEL_TYPES(TYPE_ENUM) QUADCL_PACKED_CHANNEL_TYPES(TYPE_ENUM) };

static inline int is_packed(int type) {
#define PACKED(name, value, ...) | (type == value)
  return 0 QUADCL_PACKED_CHANNEL_TYPES(PACKED);
#undef PACKED
}

// The greatest number of a channel of so many bits, by its KIND; 1 if it holds no normalised numbers.
#define GREATEST_unorm(bits) (float)((1u << (bits)) - 1)
#define GREATEST_snorm(bits) (float)((1u << ((bits) - 1)) - 1)
#define GREATEST_sint(bits) 1.0f
#define GREATEST_uint(bits) 1.0f
#define GREATEST_floating(bits) 1.0f

// The components of a colour from the channels of a pixel: COMPONENT(source, c, one).
#define COMPONENT(source, c, one)       \
  (source == 0                    ? c.x \
   : source == 1                  ? c.y \
   : source == 2                  ? c.z \
   : source == 3                  ? c.w \
   : source == QUADCL_CHANNEL_ONE ? one \
                                  : 0)
#define COLOUR_CASE(name, value, channels, red, green, blue, alpha, border)                           \
  case value:                                                                                         \
    return (__typeof__(c))(COMPONENT(red, c, one), COMPONENT(green, c, one), COMPONENT(blue, c, one), \
                           COMPONENT(alpha, c, one));
#define COLOUR_OF(vector, element)                                            \
  static inline OVERLOAD vector colour_of(vector c, int order, element one) { \
    switch (order) { QUADCL_CHANNEL_ORDERS(COLOUR_CASE) }                     \
    return (vector)(0);                                                       \
  }
COLOUR_OF(float4, float)
COLOUR_OF(int4, int)
COLOUR_OF(uint4, uint)

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

// Facts of formats (image_formats.cl). The bytes of a channel, or those of a
// pixel if all its channels share one number; the bytes of a pixel; the alpha of the border; and what a
// normalised channel holds for 1: reads of floats give all components multiplied by this, so that a linear
// filter divides once.
int quadcl_type_bytes(int type) MERGED;
int quadcl_pixel_bytes(int order, int type) MERGED;
int quadcl_border_alpha(int order) MERGED;
float quadcl_scale(int type) MERGED;
float quadcl_reciprocal_scale(int type) MERGED;

// The colour of a pixel, that of floats multiplied by quadcl_scale(type), and the colour into a pixel
// (image_pixels.cl). They stay functions where the compiler does not know the format
// (compiler/work_group/versions/known_handles.h).
float4 quadcl_any_format_load_f(global const uchar* pixel, int order, int type) OVERLOAD;
int4 quadcl_any_format_load_i(global const uchar* pixel, int order, int type) OVERLOAD;
uint4 quadcl_any_format_load_ui(global const uchar* pixel, int order, int type) OVERLOAD;
void quadcl_any_format_store_f(global uchar* pixel, int order, int type, float4 colour) OVERLOAD;
void quadcl_any_format_store_i(global uchar* pixel, int order, int type, int4 colour) OVERLOAD;
void quadcl_any_format_store_ui(global uchar* pixel, int order, int type, uint4 colour) OVERLOAD;

// The nearest integers, from `low` to `high`, which are whole; `low` for NaN.
#ifdef QUADCL_QPU
// Of two that are equally near, the upper one. Sums that are not negative become integers by truncation.
static inline int4 whole(float4 x, float low, float high) {
  x = __builtin_elementwise_min(__builtin_elementwise_max(x, (float4)(low)), (float4)(high));
  return __builtin_convertvector(x - low + 0.5f, int4) + (int)low;
}
static inline float4 not_below(float4 c, float least) {
  return __builtin_elementwise_max(c, (float4)(least));
}
#else
static inline int4 whole(float4 x, float low, float high) {
  x = x > low ? x : low;
  x = x < high ? x : high;
  return __builtin_convertvector(__builtin_elementwise_rint(x), int4);
}
static inline float4 not_below(float4 c, float least) { return c < least ? (float4)(least) : c; }
#endif
