// SPDX-License-Identifier: Apache-2.0
#pragma once

// The channel orders and channel types of images, one row each. Plain C: the builtin functions
// (compiler/builtins) take the same rows. core/image_format.h makes C++ of them.

/// Where a component of a colour comes from when a kernel reads a pixel: one of its channels, by number, or
/// a constant.
#define QUADCL_CHANNEL_ZERO 4
#define QUADCL_CHANNEL_ONE 5

/// X(NAME, VALUE, CHANNELS, RED, GREEN, BLUE, ALPHA, BORDER_ALPHA): CL_NAME is VALUE. A pixel has so many
/// CHANNELS in memory, the first one at the lowest address. The alpha of the colour of the border is 0 or 1;
/// its other components are 0. CL_sRGBA is CL_RGBA with red, green and blue along the curve of sRGB.
#define QUADCL_CHANNEL_ORDERS(X)                                                          \
  X(R, 0x10B0, 1, 0, QUADCL_CHANNEL_ZERO, QUADCL_CHANNEL_ZERO, QUADCL_CHANNEL_ONE, 1)     \
  X(A, 0x10B1, 1, QUADCL_CHANNEL_ZERO, QUADCL_CHANNEL_ZERO, QUADCL_CHANNEL_ZERO, 0, 0)    \
  X(RG, 0x10B2, 2, 0, 1, QUADCL_CHANNEL_ZERO, QUADCL_CHANNEL_ONE, 1)                      \
  X(RA, 0x10B3, 2, 0, QUADCL_CHANNEL_ZERO, QUADCL_CHANNEL_ZERO, 1, 0)                     \
  X(RGB, 0x10B4, 3, 0, 1, 2, QUADCL_CHANNEL_ONE, 1)                                       \
  X(RGBA, 0x10B5, 4, 0, 1, 2, 3, 0)                                                       \
  X(BGRA, 0x10B6, 4, 2, 1, 0, 3, 0)                                                       \
  X(ARGB, 0x10B7, 4, 1, 2, 3, 0, 0)                                                       \
  X(INTENSITY, 0x10B8, 1, 0, 0, 0, 0, 0)                                                  \
  X(LUMINANCE, 0x10B9, 1, 0, 0, 0, QUADCL_CHANNEL_ONE, 1)                                 \
  X(DEPTH, 0x10BD, 1, 0, QUADCL_CHANNEL_ZERO, QUADCL_CHANNEL_ZERO, QUADCL_CHANNEL_ONE, 0) \
  X(sRGBA, 0x10C1, 4, 0, 1, 2, 3, 0)                                                      \
  X(ABGR, 0x10C3, 4, 3, 2, 1, 0, 0)

/// X(NAME, VALUE, KIND, BYTES, BITS): CL_NAME is VALUE. A channel has so many BITS, and BYTES of its own.
/// KIND: unorm and snorm are read as floats from 0 or -1 to 1; sint, uint and floating are what they say.
#define QUADCL_CHANNEL_TYPES(X)          \
  X(SNORM_INT8, 0x10D0, snorm, 1, 8)     \
  X(SNORM_INT16, 0x10D1, snorm, 2, 16)   \
  X(UNORM_INT8, 0x10D2, unorm, 1, 8)     \
  X(UNORM_INT16, 0x10D3, unorm, 2, 16)   \
  X(SIGNED_INT8, 0x10D7, sint, 1, 8)     \
  X(SIGNED_INT16, 0x10D8, sint, 2, 16)   \
  X(SIGNED_INT32, 0x10D9, sint, 4, 32)   \
  X(UNSIGNED_INT8, 0x10DA, uint, 1, 8)   \
  X(UNSIGNED_INT16, 0x10DB, uint, 2, 16) \
  X(UNSIGNED_INT32, 0x10DC, uint, 4, 32) \
  X(HALF_FLOAT, 0x10DD, floating, 2, 16) \
  X(FLOAT, 0x10DE, floating, 4, 32)

/// X(NAME, VALUE, BYTES, RED_BITS, GREEN_BITS, BLUE_BITS, RED_AT, GREEN_AT, BLUE_AT): types that have all
/// channels of a pixel, normalised and unsigned, in one little-endian number of so many BYTES. A channel
/// starts AT this bit.
#define QUADCL_PACKED_CHANNEL_TYPES(X)             \
  X(UNORM_SHORT_565, 0x10D4, 2, 5, 6, 5, 11, 5, 0) \
  X(UNORM_SHORT_555, 0x10D5, 2, 5, 5, 5, 10, 5, 0) \
  X(UNORM_INT_101010, 0x10D6, 4, 10, 10, 10, 20, 10, 0)
