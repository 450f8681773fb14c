// SPDX-License-Identifier: Apache-2.0
// Pixels of any format, with the operations of QPUs.
#define QUADCL_QPU
#include "qpu.h"

#include "../image_pixels.cl"

// The colour as it is. A byte of a word that was just loaded is a float from 0 to 1 in one operation.
OVERLOAD float4 quadcl_any_format_load_unscaled_f(global const uchar* pixel, int order, int type) {
  if (type != TYPE_UNORM_INT8 || order == ORDER_sRGBA || quadcl_pixel_bytes(order, type) != 4)
    return scaled_colour(pixel, order, type) * quadcl_reciprocal_scale(type);
  const uint c = *(global const uint*)pixel;
  return colour_of((float4)(quadcl_byte_fraction(c, 0), quadcl_byte_fraction(c, 1),
                            quadcl_byte_fraction(c, 2), quadcl_byte_fraction(c, 3)),
                   order, 1.0f);
}

// Products are truncated, so that these are the floats above the inverses: the greatest number that a
// normalised channel can hold is read as 1.
MERGED float quadcl_reciprocal_scale(int type) {
  return type == TYPE_UNORM_INT8    ? 0x1.010102p-8f
         : type == TYPE_UNORM_INT16 ? 0x1.000102p-16f
         : type == TYPE_SNORM_INT8  ? 0x1.02040ap-7f
         : type == TYPE_SNORM_INT16 ? 0x1.000202p-15f
                                    : 1;
}
