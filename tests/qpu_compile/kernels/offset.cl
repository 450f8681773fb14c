// SPDX-License-Identifier: Apache-2.0
// global: 100 3 2
// offset: 5 1 7
// arg: out int 4000
kernel void k(global int* c) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  c[((z - (int)get_global_offset(2)) * 4 + y) * 110 + x] = x + 1000 * y + 100000 * z + 10000000 * get_work_dim();
}
