// SPDX-License-Identifier: Apache-2.0
// A layer of a neural network: each output channel is a sum over 3 by 3 elements of all input channels, and what is
// negative becomes 0. The input has a border of one element.
kernel void convolution(global const float *in, global const float *weights, global const float *bias, global float *out,
                        int channels, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), output = get_global_id(2);
  float sum = bias[output];
  for (int channel = 0; channel < channels; channel++)
    for (int dy = 0; dy < 3; dy++)
      for (int dx = 0; dx < 3; dx++)
        sum += weights[((output * channels + channel) * 3 + dy) * 3 + dx] *
               in[(channel * (height + 2) + y + dy) * (width + 2) + x + dx];
  out[(output * height + y) * width + x] = fmax(sum, 0.0f);
}
