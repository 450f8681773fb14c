// SPDX-License-Identifier: Apache-2.0
// Reads by the texture units of QPUs, where they can.
#define QUADCL_QPU
#include "../images.h"

int quadcl_is_texture(Image image) PURE;
uint quadcl_texture(Image image, uint sampler, float s, float t) __attribute__((pure));

#include "../image_reads.cl"
