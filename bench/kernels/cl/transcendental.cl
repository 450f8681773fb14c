// SPDX-License-Identifier: Apache-2.0
kernel void evaluate(global const float *in, global float *out) {
  const size_t i = get_global_id(0);
  const float x = in[i];
  out[i] = sin(x) * cos(x + 1) + exp(-x) * log(x) + pow(x, 0.3f) + atan(x) + tanh(x) + erf(x);
}
