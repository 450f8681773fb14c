// SPDX-License-Identifier: Apache-2.0
// Ids and sizes of work-groups, also of smaller ones at the end.
// options: -cl-std=CL3.0
// global: 50 7
// local: 12 3
// offset: 3 1
// arg: out int 3000
kernel void k(global int* c) {
  const int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1), i = (y * 50 + x) * 6;
  c[i] = get_local_id(0) + 100 * get_local_id(1);
  c[i + 1] = get_group_id(0) + 100 * get_group_id(1);
  c[i + 2] = get_local_size(0) + 100 * get_local_size(1);
  c[i + 3] = get_num_groups(0) + 100 * get_num_groups(1) + 10000 * get_num_groups(2);
  c[i + 4] = get_enqueued_local_size(0) + 100 * get_enqueued_local_size(1);
  c[i + 5] = get_group_id(0) * get_enqueued_local_size(0) + get_local_id(0);
}
