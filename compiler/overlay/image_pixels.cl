// SPDX-License-Identifier: Apache-2.0
// Pixels of any format. Kernels take these functions where they do not know an image's format.
#include "image_pixels.h"

float pow(float x, float y) OVERLOAD;

// Four channels of a type. A pixel with fewer repeats its last one.
#define CHANNELS(vector, element, type)                                                       \
  ((vector)((element)((global const type*)pixel)[0], (element)((global const type*)pixel)[y], \
            (element)((global const type*)pixel)[z], (element)((global const type*)pixel)[w]))
#define LAST_CHANNELS(order)               \
  const int last = channels_of(order) - 1; \
  const int y = least(1, last), z = least(2, last), w = least(3, last)

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

static inline float4 not_below_minus_one(float4 x) { return x < -1.0f ? (float4)(-1) : x; }

static float4 float_channels(global const uchar* pixel, int order, int type) {
  LAST_CHANNELS(order);
  switch (type) {
    case TYPE_UNORM_INT8:
      return CHANNELS(float4, float, uchar) * (1 / 255.0f);
    case TYPE_UNORM_INT16:
      return CHANNELS(float4, float, ushort) * (1 / 65535.0f);
    case TYPE_SNORM_INT8:
      return not_below_minus_one(CHANNELS(float4, float, char) * (1 / 127.0f));
    case TYPE_SNORM_INT16:
      return not_below_minus_one(CHANNELS(float4, float, short) * (1 / 32767.0f));
    case TYPE_HALF_FLOAT:
      return CHANNELS(float4, float, half);
    case TYPE_FLOAT:
      return CHANNELS(float4, float, float);
  }
  if (!is_packed(type)) return (float4)(0);
  return packed_channels(type_bytes(type) == 2 ? *(global const ushort*)pixel : *(global const uint*)pixel,
                         type);
}

// From the curve of sRGB to linear light (IEC 61966-2-1).
static inline float linear_light(float x) {
  return x <= 0.04045f ? x / 12.92f : pow((x + 0.055f) / 1.055f, 2.4f);
}

OVERLOAD float4 quadcl_any_format_load_f(global const uchar* pixel, int order, int type) {
  float4 c = float_channels(pixel, order, type);
  if (order == ORDER_sRGBA) c = (float4)(linear_light(c.x), linear_light(c.y), linear_light(c.z), c.w);
  return colour_of(c, order);
}

OVERLOAD int4 quadcl_any_format_load_i(global const uchar* pixel, int order, int type) {
  LAST_CHANNELS(order);
  int4 c = (int4)(0);
  if (type == TYPE_SIGNED_INT8) c = CHANNELS(int4, int, char);
  if (type == TYPE_SIGNED_INT16) c = CHANNELS(int4, int, short);
  if (type == TYPE_SIGNED_INT32) c = CHANNELS(int4, int, int);
  return colour_of(c, order);
}

OVERLOAD uint4 quadcl_any_format_load_ui(global const uchar* pixel, int order, int type) {
  LAST_CHANNELS(order);
  uint4 c = (uint4)(0);
  if (type == TYPE_UNSIGNED_INT8) c = CHANNELS(uint4, uint, uchar);
  if (type == TYPE_UNSIGNED_INT16) c = CHANNELS(uint4, uint, ushort);
  if (type == TYPE_UNSIGNED_INT32) c = CHANNELS(uint4, uint, uint);
  return colour_of(c, order);
}

// Into as many channels as a pixel has.
#define STORE_CHANNELS(type, c)                                          \
  static inline void store_##type(global uchar* pixel, int count, c v) { \
    global type* channel = (global type*)pixel;                          \
    channel[0] = (type)v.x;                                              \
    if (count > 1) channel[1] = (type)v.y;                               \
    if (count > 2) channel[2] = (type)v.z;                               \
    if (count > 3) channel[3] = (type)v.w;                               \
  }
STORE_CHANNELS(char, int4)
STORE_CHANNELS(short, int4)
STORE_CHANNELS(int, int4)
STORE_CHANNELS(uchar, uint4)
STORE_CHANNELS(ushort, uint4)
STORE_CHANNELS(uint, uint4)
STORE_CHANNELS(half, float4)
STORE_CHANNELS(float, float4)

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

static inline void store_packed(global uchar* pixel, int type, float4 c) {
  const uint number = packed_number(c, type);
  if (type_bytes(type) == 2) {
    *(global ushort*)pixel = (ushort)number;
  } else {
    *(global uint*)pixel = number;
  }
}

OVERLOAD void quadcl_any_format_store_f(global uchar* pixel, int order, int type, float4 colour) {
  const float4 c = channels_from(colour, order);
  const int count = channels_of(order);
  switch (type) {
    case TYPE_UNORM_INT8:
      return store_uchar(pixel, count, as_uint4(whole(c * 255, 0, 255)));
    case TYPE_UNORM_INT16:
      return store_ushort(pixel, count, as_uint4(whole(c * 65535, 0, 65535)));
    case TYPE_SNORM_INT8:
      return store_char(pixel, count, whole(number_or_zero(c) * 127, -128, 127));
    case TYPE_SNORM_INT16:
      return store_short(pixel, count, whole(number_or_zero(c) * 32767, -32768, 32767));
    case TYPE_HALF_FLOAT:
      return store_half(pixel, count, c);
    case TYPE_FLOAT:
      return store_float(pixel, count, c);
  }
  if (is_packed(type)) store_packed(pixel, type, c);
}

static inline int4 limited(int4 x, int low, int high) {
  x = x > low ? x : low;
  return x < high ? x : high;
}

OVERLOAD void quadcl_any_format_store_i(global uchar* pixel, int order, int type, int4 colour) {
  const int4 c = channels_from(colour, order);
  const int count = channels_of(order);
  if (type == TYPE_SIGNED_INT8) store_char(pixel, count, limited(c, -128, 127));
  if (type == TYPE_SIGNED_INT16) store_short(pixel, count, limited(c, -32768, 32767));
  if (type == TYPE_SIGNED_INT32) store_int(pixel, count, c);
}

OVERLOAD void quadcl_any_format_store_ui(global uchar* pixel, int order, int type, uint4 colour) {
  const uint4 c = channels_from(colour, order);
  const int count = channels_of(order);
  if (type == TYPE_UNSIGNED_INT8) store_uchar(pixel, count, c < 255 ? c : 255);
  if (type == TYPE_UNSIGNED_INT16) store_ushort(pixel, count, c < 65535 ? c : 65535);
  if (type == TYPE_UNSIGNED_INT32) store_uint(pixel, count, c);
}
