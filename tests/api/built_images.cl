// SPDX-License-Identifier: Apache-2.0
// Kernels with images, for quadcl-build; built_images.cpp knows the results.

kernel void moved(read_only image2d_t in, sampler_t sampler, write_only image2d_t out, int step) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(out, at, read_imageui(in, sampler, at + (int2)(step, 0)) ^ 0x55);
}

// Colours at places along the only row of an image, which is as wide as 1.
kernel void sampled(read_only image1d_t in, sampler_t sampler, global const float* places, global float* colours) {
  const size_t i = get_global_id(0);
  colours[i] = read_imagef(in, sampler, places[i]).x;
}
