// SPDX-License-Identifier: Apache-2.0
// Pointers in memory are addresses of the host.
// options: -cl-std=CL2.0
// on the CPU: it loads a pointer in line 12
// global: 16
// arg: in ulong 2
// arg: value int 0
// arg: out int 16
typedef struct { global int* data; ulong n; } Table;
kernel void k(global const Table* table, int reads, global int* out) {
  const int i = get_global_id(0);
  if (reads) out[i] = table->data[i];
  else out[i] = i;
}
