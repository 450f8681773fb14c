// SPDX-License-Identifier: Apache-2.0
// Structs come as words of uniforms; a kernel may change its own copy.
// global: 100
// arg: bytes 24
// arg: bytes 8
// arg: out int 200
struct S { int a; float b; short c; char d; uchar e; long f; };
typedef struct __attribute__((packed)) { char a; int b; char c[3]; } P;
kernel void k(struct S s, P p, global int* out) {
  const int i = get_global_id(0);
  s.c ^= i;
  out[i] = s.a + (int)s.c * s.d + (int)(s.f >> 20) + s.e + as_int(s.b);
  out[i + 100] = p.a + p.b * p.c[1] - p.c[2];
}
