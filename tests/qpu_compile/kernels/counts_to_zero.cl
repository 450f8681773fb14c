// SPDX-License-Identifier: Apache-2.0
// Loops that end by a count or by what they compute: the count sets the flag that the other test needs, set or clear.
// global: 90
// assembly: add\.if[a-z]+\.setf r.*sub\.if[a-z]+\.setf r
// arg: in uint 200
// arg: out uint 400
// arg: value uint 37
kernel void k(global const uint* in, global uint* out, uint most) {
  const uint i = get_global_id(0), start = in[i] % 1000, limit = in[i + 100] % 40;
  uint x = start, count = 0;
  for (; count < most; count++) {
    if (x > 100000) break;
    x = x * 3 + 1;
  }
  out[i] = count;
  int y = start;
  uint steps = 0;
  while (steps < most && y < 5000) {
    y = y * 2 + 3;
    ++steps;
  }
  out[i + 100] = steps * 100000 + y;
  uint z = start, own = 0;
  while (own != limit) {
    z ^= z << 3;
    z += 7;
    ++own;
    if (z % 16 == 3) break;
  }
  out[i + 200] = z + own;
  uint sum = 0;
  for (uint n = 5; n <= most + limit; n++) sum = sum * 5 + start;
  out[i + 300] = sum;
}
