// SPDX-License-Identifier: Apache-2.0
// options: -cl-std=CL3.0
// global: 144
// local: 12
// arg: in int 144
// arg: out int 8
// arg: out int 12
// arg: out float 3
// arg: out int 2
// What all work-items leave behind does not depend on their order.
kernel void k(global const int* x, volatile global atomic_int* sums, global int* groups,
              global atomic_float* floats, global atomic_flag* flags) {
  local atomic_int count;
  local atomic_uint most;
  int i = get_global_id(0), l = get_local_id(0);
  if (l == 0) {
    atomic_init(&count, 100);
    atomic_store_explicit(&most, 5u, memory_order_relaxed, memory_scope_work_group);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&count, x[i], memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_max(&most, (uint)x[i]);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 11)
    groups[get_group_id(0)] = atomic_load_explicit(&count, memory_order_relaxed, memory_scope_work_group) ^
                              (int)atomic_load(&most);
  atomic_fetch_add(&sums[0], x[i]);
  atomic_fetch_sub_explicit(&sums[1], x[i], memory_order_relaxed);
  atomic_fetch_or_explicit(&sums[2], 1 << (x[i] & 31), memory_order_acq_rel, memory_scope_device);
  atomic_fetch_and(&sums[3], ~(1 << (x[i] & 31)));
  atomic_fetch_xor(&sums[4], x[i]);
  atomic_fetch_min(&sums[5], x[i]);
  if (i == 3) atomic_store_explicit(&sums[6], 77, memory_order_release);
  if (i == 4) atomic_store(&sums[7], atomic_exchange(&sums[7], 9) + atomic_load(&sums[7]));
  atomic_store(&floats[0], 2.5f);
  float old = atomic_load(&floats[1]);
  while (!atomic_compare_exchange_weak(&floats[1], &old, old + 1.0f)) {
  }
  if (!atomic_flag_test_and_set(&flags[0])) atomic_flag_clear(&flags[1]);
}
