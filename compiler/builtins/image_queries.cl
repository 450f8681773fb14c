// SPDX-License-Identifier: Apache-2.0
// The sizes and the format of an image.
#include "images.h"

#define QUERY(access, result, name, value, type) \
  PURE result name(access type image) {          \
    const Image i = IMAGE(image);                \
    return value;                                \
  }
#define QUERIES_OF_ANY(result, name, value, type, ...) \
  QUERY(read_only, result, name, value, type)          \
  QUERY(write_only, result, name, value, type)         \
  QUERY(read_write, result, name, value, type)
#define QUERIES(type, ...)                                                \
  QUERIES_OF_ANY(int, get_image_width, i->width, type)                    \
  QUERIES_OF_ANY(int, get_image_channel_data_type, i->channel_type, type) \
  QUERIES_OF_ANY(int, get_image_channel_order, i->channel_order, type)
#define ALL_QUERIES(none, type, ...) QUERIES(type)
COLOURED_IMAGES(ALL_QUERIES, )
DEPTH_IMAGES(ALL_QUERIES, )
BUFFER_IMAGES(ALL_QUERIES, )

#define QUERIES_OF_2D(type)                              \
  QUERIES_OF_ANY(int, get_image_height, i->height, type) \
  QUERIES_OF_ANY(int2, get_image_dim, ((int2)(i->width, i->height)), type)
QUERIES_OF_2D(image2d_t)
QUERIES_OF_2D(image2d_array_t)
QUERIES_OF_2D(image2d_depth_t)
QUERIES_OF_2D(image2d_array_depth_t)
QUERIES_OF_ANY(int, get_image_height, i->height, image3d_t)
QUERIES_OF_ANY(int, get_image_depth, i->depth, image3d_t)
QUERIES_OF_ANY(int4, get_image_dim, ((int4)(i->width, i->height, i->depth, 0)), image3d_t)

QUERIES_OF_ANY(size_t, get_image_array_size, i->layers, image1d_array_t)
QUERIES_OF_ANY(size_t, get_image_array_size, i->layers, image2d_array_t)
QUERIES_OF_ANY(size_t, get_image_array_size, i->layers, image2d_array_depth_t)
