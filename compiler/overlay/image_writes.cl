// SPDX-License-Identifier: Apache-2.0
// write_imagef, write_imagei, write_imageui. Coordinates outside of the image write nothing.
#include "image_pixels.h"

static inline void set_pixel_f(Image image, int3 at, float4 c) {
  const int order = image->channel_order, type = image->channel_type;
  switch (quadcl_format_of_f(image)) {
    case FORMAT_FOUR_BYTES:
      *(global uint*)near_address_of(image, at, 4) = from_bytes(as_uint4(whole(c * 255, 0, 255)), order);
      return;
    case FORMAT_ONE_BYTE:
      *near_address_of(image, at, 1) = (uchar)whole(c * 255, 0, 255).x;
      return;
    case FORMAT_FOUR_WORDS: {
      global float* words = (global float*)near_address_of(image, at, 16);
      words[0] = c.x, words[1] = c.y, words[2] = c.z, words[3] = c.w;
      return;
    }
    case FORMAT_ONE_WORD:
      *(global float*)near_address_of(image, at, 4) = c.x;
      return;
  }
  quadcl_any_format_store_f(address_of(image, at, pixel_bytes(order, type)), order, type, c);
}

static inline void set_pixel_i(Image image, int3 at, int4 c) {
  const int order = image->channel_order, type = image->channel_type;
  quadcl_any_format_store_i(address_of(image, at, pixel_bytes(order, type)), order, type, c);
}

static inline void set_pixel_ui(Image image, int3 at, uint4 c) {
  const int order = image->channel_order, type = image->channel_type;
  switch (quadcl_format_of_ui(image)) {
    case FORMAT_FOUR_BYTES:
      *(global uint*)near_address_of(image, at, 4) = from_bytes(c < 255 ? c : 255, order);
      return;
    case FORMAT_ONE_BYTE:
      *near_address_of(image, at, 1) = c.x < 255 ? (uchar)c.x : 255;
      return;
    case FORMAT_FOUR_WORDS: {
      global uint* words = (global uint*)near_address_of(image, at, 16);
      words[0] = c.x, words[1] = c.y, words[2] = c.z, words[3] = c.w;
      return;
    }
    case FORMAT_ONE_WORD:
      *(global uint*)near_address_of(image, at, 4) = c.x;
      return;
  }
  quadcl_any_format_store_ui(address_of(image, at, pixel_bytes(order, type)), order, type, c);
}

static inline int is_inside(int3 at, int3 size) {
  return (uint)at.x < (uint)size.x && (uint)at.y < (uint)size.y && (uint)at.z < (uint)size.z;
}

#define WRITE(letter, vector)                                                         \
  static inline void write_##letter(Image image, int3 at, Axes axes, vector colour) { \
    if (is_inside(at, sizes_of(image, axes))) set_pixel_##letter(image, at, colour);  \
  }
WRITE(f, float4)
WRITE(i, int4)
WRITE(ui, uint4)
static inline void write_d(Image image, int3 at, Axes axes, float depth) {
  write_f(image, at, axes, (float4)(depth));
}

#define WRITE_OF(access, name, letter, vector, type, filtered, layers, integers, floats, ALONG) \
  OVERLOAD void name(access type image, integers at, vector colour) {                           \
    const Axes axes = {filtered, layers};                                                       \
    write_##letter(IMAGE(image), (int3)ALONG(at), axes, colour);                                \
  }
#define WRITES(...)                 \
  WRITE_OF(write_only, __VA_ARGS__) \
  WRITE_OF(read_write, __VA_ARGS__)
COLOURED_IMAGES(WRITES, write_imagef, f, float4)
COLOURED_IMAGES(WRITES, write_imagei, i, int4)
COLOURED_IMAGES(WRITES, write_imageui, ui, uint4)
BUFFER_IMAGES(WRITES, write_imagef, f, float4)
BUFFER_IMAGES(WRITES, write_imagei, i, int4)
BUFFER_IMAGES(WRITES, write_imageui, ui, uint4)
DEPTH_IMAGES(WRITES, write_imagef, d, float)
