// SPDX-License-Identifier: Apache-2.0
// More numbers that all work-items share than registers: each of those that find none lies in a lane of one.
// global: 100
// arg: in float 100
// arg: out float 116
// arg: value int 5
// arg: value float 1
// arg: value float 2
// arg: value float 3
// arg: value float 4
// arg: value float 5
// arg: value float 6
// arg: value float 7
// arg: value float 8
// arg: value float 9
// arg: value float 10
// arg: value float 11
// arg: value float 12
// arg: value float 13
// arg: value float 14
// arg: value float 15
// arg: value float 16
// arg: value float 17
// arg: value float 18
// arg: value float 19
// arg: value float 20
// arg: value float 21
// arg: value float 22
// arg: value float 23
// arg: value float 24
// arg: value float 25
// arg: value float 26
// arg: value float 27
// arg: value float 28
// arg: value float 29
// arg: value float 30
// arg: value float 31
// arg: value float 32
// arg: value float 33
// arg: value float 34
// arg: value float 35
// arg: value float 36
// arg: value float 37
// arg: value float 38
// arg: value float 39
// arg: value float 40
// arg: value float 41
// arg: value float 42
// arg: value float 43
// arg: value float 44
// arg: value float 45
// arg: value float 46
// arg: value float 47
// arg: value float 48
// arg: value float 49
// arg: value float 50
// arg: value float 51
// arg: value float 52
// arg: value float 53
// arg: value float 54
// arg: value float 55
// arg: value float 56
// arg: value float 57
// arg: value float 58
// arg: value float 59
// arg: value float 60
// arg: value float 61
// arg: value float 62
// arg: value float 63
// arg: value float 64
// arg: value float 65
// arg: value float 66
// arg: value float 67
// arg: value float 68
// arg: value float 69
// arg: value float 70
// arg: value float 71
// arg: value float 72
// arg: value float 73
// arg: value float 74
// arg: value float 75
// arg: value float 76
// tolerance: 1e-4
// assembly: mov r5rep, r[0-3](<<|>>)
kernel void k(global const float* in, global float* out, int n, float a0, float a1, float a2, float a3,
              float a4, float a5, float a6, float a7, float a8, float a9, float a10, float a11, float a12,
              float a13, float a14, float a15, float a16, float a17, float a18, float a19, float a20,
              float a21, float a22, float a23, float a24, float a25, float a26, float a27, float a28,
              float a29, float a30, float a31, float a32, float a33, float a34, float a35, float a36,
              float a37, float a38, float a39, float a40, float a41, float a42, float a43, float a44,
              float a45, float a46, float a47, float a48, float a49, float a50, float a51, float a52,
              float a53, float a54, float a55, float a56, float a57, float a58, float a59, float a60,
              float a61, float a62, float a63, float a64, float a65, float a66, float a67, float a68,
              float a69, float a70, float a71, float a72, float a73, float a74, float a75) {
  const int i = get_global_id(0);
  float x = in[i];
  x = x * 0.5f + a0;
  x = x * 0.5f + a1;
  x = x * 0.5f + a2;
  x = x * 0.5f + a3;
  x = x * 0.5f + a4;
  x = x * 0.5f + a5;
  x = x * 0.5f + a6;
  x = x * 0.5f + a7;
  x = x * 0.5f + a8;
  x = x * 0.5f + a9;
  x = x * 0.5f + a10;
  x = x * 0.5f + a11;
  x = x * 0.5f + a12;
  x = x * 0.5f + a13;
  x = x * 0.5f + a14;
  x = x * 0.5f + a15;
  x = x * 0.5f + a16;
  x = x * 0.5f + a17;
  x = x * 0.5f + a18;
  x = x * 0.5f + a19;
  x = x * 0.5f + a20;
  x = x * 0.5f + a21;
  x = x * 0.5f + a22;
  x = x * 0.5f + a23;
  x = x * 0.5f + a24;
  x = x * 0.5f + a25;
  x = x * 0.5f + a26;
  x = x * 0.5f + a27;
  x = x * 0.5f + a28;
  x = x * 0.5f + a29;
  x = x * 0.5f + a30;
  x = x * 0.5f + a31;
  x = x * 0.5f + a32;
  x = x * 0.5f + a33;
  x = x * 0.5f + a34;
  x = x * 0.5f + a35;
  x = x * 0.5f + a36;
  x = x * 0.5f + a37;
  x = x * 0.5f + a38;
  x = x * 0.5f + a39;
  x = x * 0.5f + a40;
  x = x * 0.5f + a41;
  x = x * 0.5f + a42;
  x = x * 0.5f + a43;
  x = x * 0.5f + a44;
  x = x * 0.5f + a45;
  x = x * 0.5f + a46;
  x = x * 0.5f + a47;
  x = x * 0.5f + a48;
  x = x * 0.5f + a49;
  x = x * 0.5f + a50;
  x = x * 0.5f + a51;
  x = x * 0.5f + a52;
  x = x * 0.5f + a53;
  x = x * 0.5f + a54;
  x = x * 0.5f + a55;
  x = x * 0.5f + a56;
  x = x * 0.5f + a57;
  x = x * 0.5f + a58;
  x = x * 0.5f + a59;
  x = x * 0.5f + a60;
  x = x * 0.5f + a61;
  x = x * 0.5f + a62;
  x = x * 0.5f + a63;
  x = x * 0.5f + a64;
  x = x * 0.5f + a65;
  x = x * 0.5f + a66;
  x = x * 0.5f + a67;
  x = x * 0.5f + a68;
  x = x * 0.5f + a69;
  x = x * 0.5f + a70;
  x = x * 0.5f + a71;
  x = x * 0.5f + a72;
  x = x * 0.5f + a73;
  x = x * 0.5f + a74;
  x = x * 0.5f + a75;
  for (int j = 0; j < n; ++j) x = x * 0.5f + in[(i + j) % 100];
  x = x * 0.25f - a75;
  x = x * 0.25f - a74;
  x = x * 0.25f - a73;
  x = x * 0.25f - a72;
  x = x * 0.25f - a71;
  x = x * 0.25f - a70;
  x = x * 0.25f - a69;
  x = x * 0.25f - a68;
  x = x * 0.25f - a67;
  x = x * 0.25f - a66;
  x = x * 0.25f - a65;
  x = x * 0.25f - a64;
  x = x * 0.25f - a63;
  x = x * 0.25f - a62;
  x = x * 0.25f - a61;
  x = x * 0.25f - a60;
  x = x * 0.25f - a59;
  x = x * 0.25f - a58;
  x = x * 0.25f - a57;
  x = x * 0.25f - a56;
  x = x * 0.25f - a55;
  x = x * 0.25f - a54;
  x = x * 0.25f - a53;
  x = x * 0.25f - a52;
  x = x * 0.25f - a51;
  x = x * 0.25f - a50;
  x = x * 0.25f - a49;
  x = x * 0.25f - a48;
  x = x * 0.25f - a47;
  x = x * 0.25f - a46;
  x = x * 0.25f - a45;
  x = x * 0.25f - a44;
  x = x * 0.25f - a43;
  x = x * 0.25f - a42;
  x = x * 0.25f - a41;
  x = x * 0.25f - a40;
  x = x * 0.25f - a39;
  x = x * 0.25f - a38;
  x = x * 0.25f - a37;
  x = x * 0.25f - a36;
  x = x * 0.25f - a35;
  x = x * 0.25f - a34;
  x = x * 0.25f - a33;
  x = x * 0.25f - a32;
  x = x * 0.25f - a31;
  x = x * 0.25f - a30;
  x = x * 0.25f - a29;
  x = x * 0.25f - a28;
  x = x * 0.25f - a27;
  x = x * 0.25f - a26;
  x = x * 0.25f - a25;
  x = x * 0.25f - a24;
  x = x * 0.25f - a23;
  x = x * 0.25f - a22;
  x = x * 0.25f - a21;
  x = x * 0.25f - a20;
  x = x * 0.25f - a19;
  x = x * 0.25f - a18;
  x = x * 0.25f - a17;
  x = x * 0.25f - a16;
  x = x * 0.25f - a15;
  x = x * 0.25f - a14;
  x = x * 0.25f - a13;
  x = x * 0.25f - a12;
  x = x * 0.25f - a11;
  x = x * 0.25f - a10;
  x = x * 0.25f - a9;
  x = x * 0.25f - a8;
  x = x * 0.25f - a7;
  x = x * 0.25f - a6;
  x = x * 0.25f - a5;
  x = x * 0.25f - a4;
  x = x * 0.25f - a3;
  x = x * 0.25f - a2;
  x = x * 0.25f - a1;
  x = x * 0.25f - a0;
  out[i] = x;
}
