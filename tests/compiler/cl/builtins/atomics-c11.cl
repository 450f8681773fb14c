// SPDX-License-Identifier: Apache-2.0
// Atomics in the style of C11, by 1000 work-items; one of them gets the flag.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 1000 a:int=10 u:ulong=1 f:float=0.5 flag:int=0 winners:int=0 | FileCheck %s

// CHECK: a = 3010
// CHECK: u = 5001
// CHECK: f = 1000.5
// CHECK: flag = 1
// CHECK: winners = 1
kernel void k(global atomic_int* a, global atomic_ulong* u, global atomic_float* f, global atomic_flag* flag,
              global atomic_int* winners) {
  atomic_fetch_add(a, 3);
  atomic_fetch_add_explicit(u, 5ul, memory_order_relaxed, memory_scope_device);
  float old = atomic_load_explicit(f, memory_order_relaxed, memory_scope_device);
  while (!atomic_compare_exchange_strong(f, &old, old + 1.0f));
  if (!atomic_flag_test_and_set(flag)) atomic_fetch_add(winners, 1);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}
