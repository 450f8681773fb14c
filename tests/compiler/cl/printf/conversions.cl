// SPDX-License-Identifier: Apache-2.0
// The conversions of printf, vectors among them; the call returns 0.
// RUN: kernel-run %s --global 1 o=9 | FileCheck %s --strict-whitespace

//      CHECK:-7| 3.14|text|q|ff|%|42    |+1.235e+04
// CHECK-NEXT:1,-2,3,-4|0.500000,1.500000|0x1,0x2,0xfe,0xff|-5000000000|18446744073709551615
// CHECK-NEXT:plain
// CHECK-NEXT:-1 -300
// CHECK-NEXT:o = 0
kernel void k(global int* o) {
  o[0] = printf("%d|%5.2f|%s|%c|%x|%%|%-6d|%+.3e\n", -7, 3.14159f, "text", 'q', 255u, 42, 12345.678);
  printf("%v4hld|%v2hlf|%#v4hhx|%ld|%lu\n", (int4)(1, -2, 3, -4), (float2)(0.5f, 1.5f), (uchar4)(1, 2, 254, 255),
         -5000000000l, 18446744073709551615ul);
  printf("plain\n");
  printf("%hhd %hd\n", (char)-1, (short)-300);
}
