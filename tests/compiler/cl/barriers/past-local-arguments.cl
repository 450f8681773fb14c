// SPDX-License-Identifier: Apache-2.0
// Behind the end of a local argument a group finds the rest of the device's 64 KiB, as on GPUs, not the
// application's memory. hashcat uses it.
// RUN: kernel-run %s --global 4 --local 4 data=0..3 a=16 | FileCheck %s

// CHECK: data = 16384,32768,49152,65536
kernel void k(global int* data, local int* a) {
  const int i = get_local_id(0);
  for (int j = i; j < 16384; j += 4) a[j] = i + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int j = 0; j < 16384; ++j) sum += (a[j] == j % 4 + 1) * (i + 1);
  data[get_global_id(0)] = sum;
}
