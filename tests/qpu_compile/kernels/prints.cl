// SPDX-License-Identifier: Apache-2.0
// on the CPU: it prints in line 11
// global: 4
// arg: in int 4
// arg: out int 4
kernel void k(global const int* a, global int* out) {
  const int i = get_global_id(0);
  out[i] = a[i];
  if (a[i] == 123456)

    printf("%d\n", i);
}
