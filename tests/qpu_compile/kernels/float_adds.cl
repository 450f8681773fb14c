// SPDX-License-Identifier: Apache-2.0
// Loops that are repeated when another work-item came between. Sums of small whole numbers are exact.
// global: 150
// local: 30
// arg: in int 150
// arg: in float 9
// arg: in float 8
// arg: in float 4
void add(volatile global float* sum, float number) {
  union { uint bits; float number; } before, after;
  do {
    before.number = *sum;
    after.number = before.number + number;
  } while (atomic_cmpxchg((volatile global uint*)sum, before.bits, after.bits) != before.bits);
}
void add_local(volatile local float* sum, float number) {
  uint before, found = as_uint(*sum);
  do {
    before = found;
    found = atomic_cmpxchg((volatile local uint*)sum, before, as_uint(as_float(before) + number));
  } while (found != before);
}
void add_by_taking(volatile global float* sum, float number) {
  while ((number = atomic_xchg(sum, atomic_xchg(sum, 0.0f) + number)) != 0.0f);
}
void keep_largest(volatile global float* most, float number) {
  float before = *most;
  while (before < number) {
    const uint found =
        atomic_cmpxchg((volatile global uint*)most, as_uint(before), as_uint(number));
    if (found == as_uint(before)) break;
    before = as_float(found);
  }
}
kernel void k(global const int* x, global float* sums, global float* taken, global float* most) {
  local float bins[8];
  const int i = get_global_id(0), l = get_local_id(0);
  if (l < 8) bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  add_local(&bins[x[i] & 7], x[i] >> 8);
  if (i & 1) keep_largest(&most[x[i] & 3], x[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) add(&sums[l], bins[l]);
  add(&sums[8], x[i] & 15);
  add_by_taking(&taken[x[i] & 7], 1 + (x[i] & 15));
}
