// SPDX-License-Identifier: Apache-2.0
// A function that calls itself last is a loop, as gputools' selection of the k-th smallest number has it.
// RUN: kernel-run %s --global 5 o:int=0,0,0,0,0 | FileCheck %s

// CHECK: o = 10,20,30,40,50

int partition(int a[], int l, int r) {
  int x = a[r], i = l;
  for (int j = l; j < r; j++) {
    if (a[j] > x) continue;
    int t = a[i];
    a[i++] = a[j];
    a[j] = t;
  }
  a[r] = a[i];
  a[i] = x;
  return i;
}
int kth_smallest(int a[], int l, int r, int k) {
  if (k > 0 && k <= r - l + 1) {
    int i = partition(a, l, r);
    if (i - l == k - 1) return a[i];
    if (i - l > k - 1) return kth_smallest(a, l, i - 1, k);
    return kth_smallest(a, i + 1, r, k - i + l - 1);
  } else {
    return 0;
  }
}
kernel void k(global int* o) {
  int a[5] = {50, 10, 40, 20, 30};
  o[get_global_id(0)] = kth_smallest(a, 0, 4, get_global_id(0) + 1);
}
