// SPDX-License-Identifier: Apache-2.0
#pragma once

// From coordinates and a sampler to pixels: OpenCL C 3.0, "Image addressing and filtering". A sampler that is
// a constant leaves code without branches.

#include "images.h"

static inline uint addressing(uint sampler) { return sampler & QUADCL_SAMPLER_ADDRESS_BITS; }
static inline int has_border(uint sampler) { return addressing(sampler) == QUADCL_SAMPLER_CLAMP; }

// A coordinate in pixels. Coordinates that repeat come back into the image.
static inline float in_pixels(float s, int size, uint sampler) {
  const uint mode = addressing(sampler);
  if (mode == QUADCL_SAMPLER_REPEAT) s = s - __builtin_floorf(s);
  if (mode == QUADCL_SAMPLER_MIRRORED_REPEAT) s = __builtin_fabsf(s - 2 * __builtin_rintf(0.5f * s));
  return sampler & QUADCL_SAMPLER_NORMALISED ? s * size : s;
}

// The pixel that a coordinate lies in. QPUs truncate: a coordinate that starts a pixel comes out up to three
// units of the last place of `size` below it, and still counts as its start.
static inline float pixel_of(float place, int size, uint sampler) {
#ifdef QUADCL_QPU
  if (sampler & QUADCL_SAMPLER_NORMALISED) place += size * 0x1p-22f;
#endif
  return __builtin_floorf(place);
}

// A coordinate of a pixel, which may lie up to two pixels outside of the image.
typedef struct {
  int at;
  int is_outside;
} Coordinate;

static inline Coordinate coordinate_of(int at, int size, uint sampler) {
  Coordinate result;
  if (addressing(sampler) == QUADCL_SAMPLER_REPEAT) at = at < 0 ? at + size : at >= size ? at - size : at;
  result.at = within(at, size);
  result.is_outside = has_border(sampler) && result.at != at;
  return result;
}

static inline Coordinate nearest_coordinate(float s, int size, uint sampler) {
  const float pixel = pixel_of(in_pixels(s, size, sampler), size, sampler);
  return coordinate_of((int)between(pixel, -1, size), size, sampler);
}

// The layer of an array, which no sampler changes.
static inline int layer_of(float s, int layers) { return (int)between(__builtin_rintf(s), 0, layers - 1); }

static inline Place nearest_place(float3 s, int3 size, Axes axes, uint sampler) {
  Place place = {(int3)(0), 0};
  const Coordinate x = nearest_coordinate(s.x, size.x, sampler);
  place.at.x = x.at;
  place.is_outside = x.is_outside;
  if (axes.filtered > 1) {
    const Coordinate y = nearest_coordinate(s.y, size.y, sampler);
    place.at.y = y.at;
    place.is_outside |= y.is_outside;
  }
  if (axes.filtered > 2) {
    const Coordinate z = nearest_coordinate(s.z, size.z, sampler);
    place.at.z = z.at;
    place.is_outside |= z.is_outside;
  }
  if (axes.has_layers) place.at.z = layer_of(s.z, size.z);
  return place;
}

// With integers for coordinates, only clamping is defined.
static inline Place integer_place(int3 s, int3 size, Axes axes, uint sampler) {
  Place place = place_of(s, size);
  if (axes.has_layers) place.is_outside = place.at.x != s.x || place.at.y != s.y;
  place.is_outside = place.is_outside && has_border(sampler);
  return place;
}

// The two pixels along an axis between which a linear filter takes a value, and how near the second one is.
typedef struct {
  Coordinate first, second;
  float weight;
} Neighbours;

static inline Neighbours neighbours_of(float s, int size, uint sampler) {
  Neighbours result;
  const float place = between(in_pixels(s, size, sampler) - 0.5f, -2, size);
  const float before = pixel_of(place, size, sampler);
  const int first = (int)before;
  result.first = coordinate_of(first, size, sampler);
  result.second = coordinate_of(first + 1, size, sampler);
#ifdef QUADCL_QPU
  result.weight = place > before ? place - before : 0;
#else
  result.weight = place - before;
#endif
  return result;
}
