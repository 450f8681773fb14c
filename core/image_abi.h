// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

// How kernels see images and samplers. Plain C: the builtin functions (compiler/builtins) read the
// same layout.

#ifdef __OPENCL_C_VERSION__
#define QUADCL_GLOBAL global
#else
#define QUADCL_GLOBAL
#endif
/// The same on all processors.
#define QUADCL_ALIGNED __attribute__((aligned(8)))

#ifdef __cplusplus
extern "C" {
#endif

/// The argument of a kernel for an image is a pointer to this. It stays valid until the launch has ended.
struct quadcl_image {
  QUADCL_GLOBAL void* pixels;        ///< the first one
  QUADCL_ALIGNED int64_t row_pitch;  ///< bytes from a row to the next one
  int64_t slice_pitch;    ///< bytes from a slice of a 3D image, or a layer of an array, to the next one
  int32_t width;          ///< in pixels
  int32_t height;         ///< in pixels; 1 where the type has none
  int32_t depth;          ///< in pixels; 1 where the type has none
  int32_t layers;         ///< of an array; 1 where the type has none
  int32_t channel_order;  ///< as clCreateImage takes it: CL_R, CL_RGBA, ...
  int32_t channel_type;   ///< CL_UNORM_INT8, CL_FLOAT, ...
};

/// The argument of a kernel for a sampler is a 32-bit integer of these bits, which are those that Clang gives
/// a constant of the type sampler_t.
enum quadcl_sampler {
  QUADCL_SAMPLER_NORMALISED = 0x1,  ///< coordinates from 0 to 1
  QUADCL_SAMPLER_CLAMP_TO_EDGE = 0x2,
  QUADCL_SAMPLER_CLAMP = 0x4,  ///< to the colour of the border
  QUADCL_SAMPLER_REPEAT = 0x6,
  QUADCL_SAMPLER_MIRRORED_REPEAT = 0x8,
  QUADCL_SAMPLER_ADDRESS_BITS = 0xe,  ///< 0: the program keeps its coordinates within the image
  QUADCL_SAMPLER_NEAREST = 0x10,
  QUADCL_SAMPLER_LINEAR = 0x20,
};

#ifdef __cplusplus
}
#endif
