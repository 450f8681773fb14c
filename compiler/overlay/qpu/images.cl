// SPDX-License-Identifier: Apache-2.0
// Pixels of any format, with the operations of QPUs.
#define QUADCL_QPU
#include "../image_pixels.cl"

// Products are truncated, so that these are the floats above the inverses: the greatest number that a
// normalised channel can hold is read as 1.
MERGED float quadcl_reciprocal_scale(int type) {
  return type == TYPE_UNORM_INT8    ? 0x1.010102p-8f
         : type == TYPE_UNORM_INT16 ? 0x1.000102p-16f
         : type == TYPE_SNORM_INT8  ? 0x1.02040ap-7f
         : type == TYPE_SNORM_INT16 ? 0x1.000202p-15f
                                    : 1;
}
