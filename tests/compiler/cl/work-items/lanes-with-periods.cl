// SPDX-License-Identifier: Apache-2.0
// Indices that are linear within periods: rows of lanes within one, across the end of one, and with periods shorter
// than a row. `signed_places` divides negative numbers, too, and by a negative number.
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel flip --global 48 --local 48 a=100..195 o=48*0 n=21 | FileCheck %s --check-prefix=FLIP21
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel flip --global 48 --local 48 a=100..195 o=48*0 n=21 | FileCheck %s --check-prefix=FLIP21
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel flip --global 48 --local 48 a=100..195 o=48*0 n=2 | FileCheck %s --check-prefix=FLIP2
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel flip --global 48 --local 48 a=100..195 o=48*0 n=2 | FileCheck %s --check-prefix=FLIP2
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel flip --global 48 --local 48 a=100..195 o=48*0 n=48 | FileCheck %s --check-prefix=FLIP48
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel flip --global 48 --local 48 a=100..195 o=48*0 n=48 | FileCheck %s --check-prefix=FLIP48
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel pair --global 48 --local 48 a=100..195 o=48*0 n=16 | FileCheck %s --check-prefix=PAIR16
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel pair --global 48 --local 48 a=100..195 o=48*0 n=16 | FileCheck %s --check-prefix=PAIR16
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel pair --global 48 --local 48 a=100..195 o=48*0 n=2 | FileCheck %s --check-prefix=PAIR2
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel pair --global 48 --local 48 a=100..195 o=48*0 n=2 | FileCheck %s --check-prefix=PAIR2
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel signed_places --global 48 --local 48 a=100..195 o=48*0 n=17 | FileCheck %s --check-prefix=SIGNED
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel signed_places --global 48 --local 48 a=100..195 o=48*0 n=17 | FileCheck %s --check-prefix=SIGNED
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel signed_places --global 48 --local 48 a=100..195 o=48*0 n=-1000 | FileCheck %s --check-prefix=NEGATIVE
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel signed_places --global 48 --local 48 a=100..195 o=48*0 n=-1000 | FileCheck %s --check-prefix=NEGATIVE
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel bits --global 48 --local 48 a=100..195 o=48*0 n=15 | FileCheck %s --check-prefix=BITS15
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel bits --global 48 --local 48 a=100..195 o=48*0 n=15 | FileCheck %s --check-prefix=BITS15
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel bits --global 48 --local 48 a=100..195 o=48*0 n=32 | FileCheck %s --check-prefix=BITS32
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel bits --global 48 --local 48 a=100..195 o=48*0 n=32 | FileCheck %s --check-prefix=BITS32
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel shifted --global 48 --local 48 a=100..195 o=48*0 n=4 | FileCheck %s --check-prefix=SHIFTED4
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel shifted --global 48 --local 48 a=100..195 o=48*0 n=4 | FileCheck %s --check-prefix=SHIFTED4
// RUN: env QUADCL_VECTORISE=always kernel-run %s --kernel shifted --global 48 --local 48 a=100..195 o=48*0 n=1 | FileCheck %s --check-prefix=SHIFTED1
// RUN: env QUADCL_VECTORISE=off kernel-run %s --kernel shifted --global 48 --local 48 a=100..195 o=48*0 n=1 | FileCheck %s --check-prefix=SHIFTED1
// RUN: env QUADCL_VECTORISE=verbose kernel-run %s --kernel flip --global 48 --local 48 a=100..195 o=48*0 n=21 2>&1 | FileCheck %s --check-prefix=LANES

// LANES: {{.*}} has {{[0-9]+}} lanes
// FLIP21: o = 120,119,118,117,116,115,114,113,112,111,110,109,108,107,106,105,104,103,102,101,100,141,140,139,138,137,136,135,134,133,132,131,130,129,128,127,126,125,124,123,122,121,162,161,160,159,158,157
// FLIP2: o = 101,100,103,102,105,104,107,106,109,108,111,110,113,112,115,114,117,116,119,118,121,120,123,122,125,124,127,126,129,128,131,130,133,132,135,134,137,136,139,138,141,140,143,142,145,144,147,146
// FLIP48: o = 147,146,145,144,143,142,141,140,139,138,137,136,135,134,133,132,131,130,129,128,127,126,125,124,123,122,121,120,119,118,117,116,115,114,113,112,111,110,109,108,107,106,105,104,103,102,101,100
kernel void flip(global const int* a, global int* o, int n) {
  int i = get_global_id(0), x = i % n, y = i / n;
  o[i] = a[y * n + n - 1 - x];
}
// PAIR16: o = 233,235,237,239,241,243,245,247,249,251,253,255,257,259,261,263,200,202,204,206,208,210,212,214,216,218,220,222,224,226,228,230,297,299,301,303,305,307,309,311,313,315,317,319,321,323,325,327
// PAIR2: o = 205,207,200,202,213,215,208,210,221,223,216,218,229,231,224,226,237,239,232,234,245,247,240,242,253,255,248,250,261,263,256,258,269,271,264,266,277,279,272,274,285,287,280,282,293,295,288,290
kernel void pair(global const int* a, global int* o, int n) {
  int i = get_global_id(0), other = i ^ n;
  o[i] = 2 * a[other] + (other > i);
}
// SIGNED: o = -2,-1,0,1,-16,-15,-14,-13,-12,-11,-10,-9,-8,-7,-6,-5,-4,-3,-2,-1,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,-1,0,1,2,3,4,5,6,7,8,9
// NEGATIVE: o = -20,-19,-18,-17,-16,-15,-14,-13,-12,-11,-10,-9,-8,-7,-6,-5,-4,-3,-2,-1,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27
kernel void signed_places(global const int* a, global int* o, int n) {
  int i = get_global_id(0);
  o[i] = a[40 + (i - 20) % n] - a[40 + (i - 20) / n];
}
// BITS15: o = 215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,263,264,265,266,267,268,269,270,271,272,273,274,275,276,277,278,311,312,313,314,315,316,317,318,319,320,321,322,323,324,325,326
// BITS32: o = 232,235,238,241,244,247,250,253,256,259,262,265,268,271,274,277,280,283,286,289,292,295,298,301,304,307,310,313,316,319,322,325,264,267,270,273,276,279,282,285,288,291,294,297,300,303,306,309
kernel void bits(global const int* a, global int* o, int n) {
  int i = get_global_id(0);
  o[i] = a[2 * i - (i & n)] + a[i | n];
}
// SHIFTED4: o = 100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,100,101,101,101,101,101,101,101,101,101,101,101,101,101,101,101,101,102,102,102,102,102,102,102,102,102,102,102,102,102,102,102,102
// SHIFTED1: o = 100,100,101,101,102,102,103,103,104,104,105,105,106,106,107,107,108,108,109,109,110,110,111,111,112,112,113,113,114,114,115,115,116,116,117,117,118,118,119,119,120,120,121,121,122,122,123,123
kernel void shifted(global const int* a, global int* o, int n) {
  int i = get_global_id(0);
  o[i] = a[i >> n];
}
