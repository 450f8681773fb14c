// SPDX-License-Identifier: Apache-2.0
// options: -cl-std=CL3.0
// global: 64
// arg: in int 64
// arg: in int 64
// arg: out int 64
// arg: out int 1
// assembly: vr_addr.*vr_addr
// Work-items that see the flag see the message, too, which others store: both loads go by DMA. Here, nobody
// sees the flag.
kernel void k(global const int* x, global int* message, global int* y, global atomic_int* flag) {
  int i = get_global_id(0);
  if (x[i] == 40000) {
    message[i] = x[i];
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) {
    y[i] = message[63 - i];
  }
}
