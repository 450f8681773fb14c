// SPDX-License-Identifier: Apache-2.0
// write_imagef, write_imagei, write_imageui. Coordinates outside of the image write nothing.
#include "image_pixels.h"

#define SET_PIXEL(letter, vector)                                                                         \
  static inline void set_pixel_##letter(Image image, int3 at, vector c) {                                 \
    const int order = image->channel_order, type = image->channel_type;                                   \
    quadcl_any_format_store_##letter(address_of(image, at, quadcl_pixel_bytes(order, type)), order, type, \
                                     c);                                                                  \
  }
SET_PIXEL(f, float4)
SET_PIXEL(i, int4)
SET_PIXEL(ui, uint4)

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
