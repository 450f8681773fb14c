// SPDX-License-Identifier: Apache-2.0
// abs and ctz of the smallest signed numbers, which have no negative: what is made of the results must not suppose that.
// RUN: kernel-run %s --options=-cl-std=CL3.0 --global 16 --local 16 x=-2147483648,-7,13*5,-2147483648 z=8*0,-9223372036854775808,7*-3 m=13 r=80*0 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --options=-cl-std=CL3.0 --global 16 --local 16 x=-2147483648,-7,13*5,-2147483648 z=8*0,-9223372036854775808,7*-3 m=13 r=80*0 | FileCheck %s
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --options=-cl-std=CL3.0 --global 16 --local 16 x=-2147483648,-7,13*5,-2147483648 z=8*0,-9223372036854775808,7*-3 m=13 r=80*0 | FileCheck %s

// Of each: the highest bit of |x|, |x| % m, whether |x| as a float is 2^31, the highest bit of |z|, zeros at the ends of x and z.
// CHECK: r = 1,11,1,0,3164,0,7,0,0,64,0,5,0,0,64,0,5,0,0,64,0,5,0,0,64,0,5,0,0,64,0,5,0,0,64,0,5,0,0,64,0,5,0,1,63,0,5,0,0,0,0,5,0,0,0,0,5,0,0,0,0,5,0,0,0,0,5,0,0,0,0,5,0,0,0,1,11,1,0,3100
kernel void k(global const int* x, global const long* z, uint m, global uint* r) {
  const size_t i = get_global_id(0);
  const uint size = abs(x[i]);
  const uint2 sizes = abs((int2)(7, x[i]));
  r[5 * i] = (int)size < 0 ? sizes.y >> 31 : 0;
  r[5 * i + 1] = size % m;
  r[5 * i + 2] = (float)size == 2147483648.0f;
  r[5 * i + 3] = abs(z[i]) >> 63;
  r[5 * i + 4] = ctz(x[i]) * 100 + ctz(z[i]);
}
