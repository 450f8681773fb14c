// SPDX-License-Identifier: Apache-2.0
// global: 53 3
// assembly: and.setf -, elem_num, 8
// arg: in float 1020
// arg: in uint 159
// arg: out float 159
// tolerance: 1e-5
// Sixteen words at places that depend on data, and sixteen more that not all work-items of a row load.
kernel void k(global const float *in, global const uint *places, global float *out) {
  const uint i = get_global_id(1) * 53 + get_global_id(0), place = places[i];
  global const float *words = in + place % 1000;
  float sum = 0;
  for (uint j = 0; j < 16; ++j) sum = sum * 0.5f + words[15 - j];
  if (place & 8) {
    global const float *others = in + place / 7 % 1000;
    for (uint j = 0; j < 16; ++j) sum = sum * 0.25f - others[j];
  }
  out[i] = sum;
}
