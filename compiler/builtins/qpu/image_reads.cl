// SPDX-License-Identifier: Apache-2.0
// Reads by the texture units of QPUs, where they can.
#define QUADCL_QPU
#include "qpu.h"

#include "../images.h"

int quadcl_is_texture(Image image) PURE;
float4 quadcl_any_format_load_unscaled_f(global const uchar* pixel, int order, int type) OVERLOAD;
uint quadcl_texture(Image image, uint sampler, float s, float t) __attribute__((pure));

#include "../image_reads.cl"
