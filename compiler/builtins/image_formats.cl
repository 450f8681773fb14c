// SPDX-License-Identifier: Apache-2.0
// Facts of formats. They are the same for all pixels of an image, so that each kernel has them once.
#include "image_pixels.h"

static inline int channels_of(int order) {
#define CHANNELS(name, value, channels, ...) \
  case value:                                \
    return channels;
  switch (order) { QUADCL_CHANNEL_ORDERS(CHANNELS) }
#undef CHANNELS
  return 1;
}

MERGED int quadcl_type_bytes(int type) {
#define BYTES(name, value, kind, bytes, ...) \
  case value:                                \
    return bytes;
#define PACKED_BYTES(name, value, bytes, ...) \
  case value:                                 \
    return bytes;
  switch (type) { QUADCL_CHANNEL_TYPES(BYTES) QUADCL_PACKED_CHANNEL_TYPES(PACKED_BYTES) }
#undef BYTES
#undef PACKED_BYTES
  return 0;
}

MERGED int quadcl_pixel_bytes(int order, int type) {
  return quadcl_type_bytes(type) * (is_packed(type) ? 1 : channels_of(order));
}

MERGED int quadcl_border_alpha(int order) {
#define BORDER(name, value, channels, red, green, blue, alpha, border) | ((order == value) & border)
  return 0 QUADCL_CHANNEL_ORDERS(BORDER);
#undef BORDER
}

MERGED float quadcl_scale(int type) {
#define SCALE(name, value, kind, bytes, bits) \
  case value:                                 \
    return GREATEST_##kind(bits);
  switch (type) { QUADCL_CHANNEL_TYPES(SCALE) }
#undef SCALE
  return 1;
}

MERGED float quadcl_reciprocal_scale(int type) {
#define RECIPROCAL_SCALE(name, value, kind, bytes, bits) \
  case value:                                            \
    return 1 / GREATEST_##kind(bits);
  switch (type) { QUADCL_CHANNEL_TYPES(RECIPROCAL_SCALE) }
#undef RECIPROCAL_SCALE
  return 1;
}
