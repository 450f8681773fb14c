// SPDX-License-Identifier: Apache-2.0
// All QPUs store large pieces, and take the memory for vectors by turns. The last rows are not full.
// rows together: several
// global: 6000
// arg: in float 6100
// arg: out float 6000
// arg: out float 6000
// arg: out ushort 6000
kernel void k(global const float *in, global float *sums, global float *differences, global ushort *numbers) {
  const size_t i = get_global_id(0);
  sums[i] = in[i] + in[i + 64];
  differences[i] = in[i] - in[i + 100];
  numbers[i] = i;
}
