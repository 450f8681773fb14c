// SPDX-License-Identifier: Apache-2.0
// The second store runs in some rows only.
// global: 60
// arg: out uchar 600
kernel void k(global uchar* o) {
  uint g = get_global_id(0);
  vstore8((uchar8)(g, g + 1, g + 2, g + 3, g + 4, g + 5, g + 6, g + 7), 67 - get_global_id(0), o);
  if ((g >> 4) & 1) vstore8((uchar8)((uchar)g), 67 - get_global_id(0), o);
}
