// SPDX-License-Identifier: Apache-2.0
// Products with constants, and of numbers of 64 bits whose upper halves are known.
// global: 160
// arg: out ulong 2240
// arg: in ulong 160
kernel void k(global ulong* results, global const ulong* numbers) {
  const int i = get_global_id(0);
  const ulong x = numbers[i] * 0x123456789abcdefUL + i;
  const uint low = (uint)x, high = (uint)(x >> 32);
  global ulong* own = results + i * 14;
  own[0] = x * 3;
  own[1] = x * 7;
  own[2] = x * 10;
  own[3] = x * 0xffffffff00000001UL;
  own[4] = x * 0x100000001UL;
  own[5] = x * 0x8000000000000001UL;
  own[6] = x * 21;
  own[7] = x * 1103515245;
  own[8] = (ulong)low * high;
  own[9] = x * low;
  own[10] = low * 7u | (ulong)(high * 0x80000001u) << 32;
  own[11] = low * 0xfffffffdu;
  own[12] = low * 96u + high * 1000003u;
  own[13] = (x > 0xffff) + 2 * (x < 0x1000000000UL) + 4 * ((x >> 20) < 0x8000000UL);
}
