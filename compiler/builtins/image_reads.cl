// SPDX-License-Identifier: Apache-2.0
// read_imagef, read_imagei, read_imageui.
#include "image_pixels.h"
#include "image_sampling.h"

#define PIXEL(name, letter, vector)                                                                       \
  static inline vector name(Image image, int3 at) {                                                       \
    const int order = image->channel_order, type = image->channel_type;                                   \
    return quadcl_any_format_load_##letter(address_of(image, at, quadcl_pixel_bytes(order, type)), order, \
                                           type);                                                         \
  }
PIXEL(scaled_f, f, float4)
PIXEL(pixel_i, i, int4)
PIXEL(pixel_ui, ui, uint4)

static inline float4 unscaled_f(Image image, float4 colour) {
  return colour * quadcl_reciprocal_scale(image->channel_type);
}

#ifdef QUADCL_QPU
PIXEL(pixel_f, unscaled_f, float4)
#else
static inline float4 pixel_f(Image image, int3 at) { return unscaled_f(image, scaled_f(image, at)); }
#endif

static inline float4 bordered_scaled_f(Image image, Place place) {
  const float4 border =
      (float4)(0, 0, 0, quadcl_border_alpha(image->channel_order) * quadcl_scale(image->channel_type));
  const float4 colour = scaled_f(image, place.at);
  return place.is_outside ? border : colour;
}
#define BORDERED(letter, vector)                                                        \
  static inline vector bordered_##letter(Image image, Place place) {                    \
    const vector border = (vector)(0, 0, 0, quadcl_border_alpha(image->channel_order)); \
    const vector colour = pixel_##letter(image, place.at);                              \
    return place.is_outside ? border : colour;                                          \
  }
#ifdef QUADCL_QPU
BORDERED(f, float4)
#else
static inline float4 bordered_f(Image image, Place place) {
  return unscaled_f(image, bordered_scaled_f(image, place));
}
#endif
BORDERED(i, int4)
BORDERED(ui, uint4)

// at_integers_<letter> and nearest_<letter>, for floats, signed and unsigned integers.
#define NEAREST(letter, vector)                                                              \
  static inline vector at_integers_##letter(Image image, uint sampler, int3 s, Axes axes) {  \
    return bordered_##letter(image, integer_place(s, sizes_of(image, axes), axes, sampler)); \
  }                                                                                          \
  static inline vector nearest_##letter(Image image, uint sampler, float3 s, Axes axes) {    \
    return bordered_##letter(image, nearest_place(s, sizes_of(image, axes), axes, sampler)); \
  }
NEAREST(f, float4)
NEAREST(i, int4)
NEAREST(ui, uint4)

static inline float4 at_coordinates(Image image, Coordinate x, Coordinate y, Coordinate z) {
  const Place place = {(int3)(x.at, y.at, z.at), x.is_outside || y.is_outside || z.is_outside};
  return bordered_scaled_f(image, place);
}

static inline float4 along_x(Image image, Neighbours x, Coordinate y, Coordinate z) {
  return at_coordinates(image, x.first, y, z) * (1 - x.weight) +
         at_coordinates(image, x.second, y, z) * x.weight;
}

static inline float4 along_x_y(Image image, Neighbours x, Neighbours y, Coordinate z) {
  return along_x(image, x, y.first, z) * (1 - y.weight) + along_x(image, x, y.second, z) * y.weight;
}

static inline float4 linear_f(Image image, uint sampler, float3 s, Axes axes) {
  const int3 size = sizes_of(image, axes);
  const Coordinate none = {0, 0}, layer = {axes.has_layers ? layer_of(s.z, size.z) : 0, 0};
  const Neighbours x = neighbours_of(s.x, size.x, sampler);
  if (axes.filtered == 1) return unscaled_f(image, along_x(image, x, none, layer));
  const Neighbours y = neighbours_of(s.y, size.y, sampler);
  if (axes.filtered == 2) return unscaled_f(image, along_x_y(image, x, y, layer));
  const Neighbours z = neighbours_of(s.z, size.z, sampler);
  return unscaled_f(
      image, along_x_y(image, x, y, z.first) * (1 - z.weight) + along_x_y(image, x, y, z.second) * z.weight);
}

#ifdef QUADCL_QPU
// A coordinate from 0 to 1. The texture unit cuts it to 8 bits of a pixel's fraction.
static inline float texture_coordinate(float s, int size, uint sampler) {
  const float pixel = 1.0f / size, half_step = 0x1p-9f;
  return sampler & QUADCL_SAMPLER_NORMALISED ? s + half_step * pixel : (s + half_step) * pixel;
}

static inline float4 texture_f(Image image, uint sampler, float3 s) {
  const uint c = quadcl_texture(image, sampler, texture_coordinate(s.x, image->width, sampler),
                                texture_coordinate(s.y, image->height, sampler));
  const float4 channels = (float4)(quadcl_byte_fraction(c, 0), quadcl_byte_fraction(c, 1),
                                   quadcl_byte_fraction(c, 2), quadcl_byte_fraction(c, 3));
  return colour_of(channels, image->channel_order, 1.0f);
}
#endif

static inline float4 sampled_f(Image image, uint sampler, float3 s, Axes axes) {
#ifdef QUADCL_QPU
  const int is_filtered = axes.filtered == 2 && !axes.has_layers && sampler & QUADCL_SAMPLER_LINEAR;
  if (is_filtered && quadcl_relaxes() && quadcl_is_texture(image)) return texture_f(image, sampler, s);
#endif
  return sampler & QUADCL_SAMPLER_LINEAR ? linear_f(image, sampler, s, axes)
                                         : nearest_f(image, sampler, s, axes);
}

#define READS(name, letter, vector, sampled, type, filtered, layers, integers, floats, ALONG) \
  OVERLOAD vector name(read_only type image, sampler_t sampler, integers at) {                \
    const Axes axes = {filtered, layers};                                                     \
    return at_integers_##letter(IMAGE(image), SAMPLER(sampler), (int3)ALONG(at), axes);       \
  }                                                                                           \
  OVERLOAD vector name(read_only type image, sampler_t sampler, floats at) {                  \
    const Axes axes = {filtered, layers};                                                     \
    return sampled(IMAGE(image), SAMPLER(sampler), (float3)ALONG(at), axes);                  \
  }
#define SAMPLERLESS_READ(access, name, letter, vector, type, filtered, layers, integers, floats, ALONG) \
  OVERLOAD vector name(access type image, integers at) {                                                \
    const Axes axes = {filtered, layers};                                                               \
    const Image pixels = IMAGE(image);                                                                  \
    return pixel_##letter(pixels, place_of((int3)ALONG(at), sizes_of(pixels, axes)).at);                \
  }
#define SAMPLERLESS_READS(...)             \
  SAMPLERLESS_READ(read_only, __VA_ARGS__) \
  SAMPLERLESS_READ(read_write, __VA_ARGS__)

COLOURED_IMAGES(READS, read_imagef, f, float4, sampled_f)
COLOURED_IMAGES(READS, read_imagei, i, int4, nearest_i)
COLOURED_IMAGES(READS, read_imageui, ui, uint4, nearest_ui)
COLOURED_IMAGES(SAMPLERLESS_READS, read_imagef, f, float4)
COLOURED_IMAGES(SAMPLERLESS_READS, read_imagei, i, int4)
COLOURED_IMAGES(SAMPLERLESS_READS, read_imageui, ui, uint4)
BUFFER_IMAGES(SAMPLERLESS_READS, read_imagef, f, float4)
BUFFER_IMAGES(SAMPLERLESS_READS, read_imagei, i, int4)
BUFFER_IMAGES(SAMPLERLESS_READS, read_imageui, ui, uint4)

// Images of depths have one number.
static inline float at_integers_d(Image image, uint sampler, int3 s, Axes axes) {
  return at_integers_f(image, sampler, s, axes).x;
}
static inline float sampled_d(Image image, uint sampler, float3 s, Axes axes) {
  return sampled_f(image, sampler, s, axes).x;
}
static inline float pixel_d(Image image, int3 at) { return pixel_f(image, at).x; }
DEPTH_IMAGES(READS, read_imagef, d, float, sampled_d)
DEPTH_IMAGES(SAMPLERLESS_READS, read_imagef, d, float)
