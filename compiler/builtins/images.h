// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the functions of images share: coordinates, places of pixels in memory, and all image types.

#include "builtins.h"
#include "core/image_abi.h"
#include "core/image_format_rows.h"

typedef global const struct quadcl_image* Image;

#define IMAGE(image) __builtin_astype(image, Image)
#define SAMPLER(sampler) ((uint)(size_t)__builtin_astype(sampler, constant void*))

// A place in an image: pixel, row, and slice or layer. It always lies within the image. `is_outside`: the
// coordinates do not, and the sampler has a border.
typedef struct {
  int3 at;
  int is_outside;
} Place;

// The axes of a type of images: `filtered` ones from x on, then the layer of an array, if it has layers.
typedef struct {
  int filtered;
  int has_layers;
} Axes;

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }
static inline int within(int i, int size) { return most(0, least(i, size - 1)); }
// NaN gives the lower limit.
static inline float between(float x, float low, float high) {
  x = x > low ? x : low;
  return x < high ? x : high;
}

static inline int3 sizes_of(Image image, Axes axes) {
  const int rows = axes.filtered > 1 ? image->height : 1;
  const int slices = axes.has_layers ? image->layers : axes.filtered > 2 ? image->depth : 1;
  return (int3)(image->width, rows, slices);
}

// Whether the offset of each byte from the first fits into 31 bits, if the compiler knows.
int quadcl_is_near(Image image) PURE;

static inline global uchar* address_of(Image image, int3 at, int pixel_bytes) {
  const int near = at.z * (int)image->slice_pitch + at.y * (int)image->row_pitch + at.x * pixel_bytes;
  const long far = at.z * image->slice_pitch + at.y * image->row_pitch + (long)at.x * pixel_bytes;
  return (global uchar*)image->pixels + (quadcl_is_near(image) ? near : far);
}

// Coordinates of pixels, as a function without a sampler takes them.
static inline Place place_of(int3 at, int3 size) {
  Place place;
  place.at = (int3)(within(at.x, size.x), within(at.y, size.y), within(at.z, size.z));
  place.is_outside = at.x != place.at.x || at.y != place.at.y || at.z != place.at.z;
  return place;
}

// Coordinates of a type of images, named `at`, as vectors of three.
#define ALONG_1(at) (at, 0, 0)
#define ALONG_1_LAYER(at) ((at).x, 0, (at).y)
#define ALONG_2(at) ((at).x, (at).y, 0)
#define ALONG_3(at) ((at).x, (at).y, (at).z)
#define COLOURED_IMAGES(X, ...)                                      \
  X(__VA_ARGS__, image1d_t, 1, 0, int, float, ALONG_1)               \
  X(__VA_ARGS__, image1d_array_t, 1, 1, int2, float2, ALONG_1_LAYER) \
  X(__VA_ARGS__, image2d_t, 2, 0, int2, float2, ALONG_2)             \
  X(__VA_ARGS__, image2d_array_t, 2, 1, int4, float4, ALONG_3)       \
  X(__VA_ARGS__, image3d_t, 3, 0, int4, float4, ALONG_3)
#define DEPTH_IMAGES(X, ...)                                   \
  X(__VA_ARGS__, image2d_depth_t, 2, 0, int2, float2, ALONG_2) \
  X(__VA_ARGS__, image2d_array_depth_t, 2, 1, int4, float4, ALONG_3)
#define BUFFER_IMAGES(X, ...) X(__VA_ARGS__, image1d_buffer_t, 1, 0, int, float, ALONG_1)
