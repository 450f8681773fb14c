// SPDX-License-Identifier: Apache-2.0
// Fourier transforms of `points` complex numbers each, a power of four. One work-group per transform, one
// butterfly per work-item and stage. Stockham's order, which needs no digit reversal.
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// exp(-2 pi i part / whole)
float2 root(uint part, uint whole) {
  float cosine;
  const float sine = sincos(-2 * M_PI_F * (float)part / (float)whole, &cosine);
  return (float2)(cosine, sine);
}

kernel void transform(uint points, global const float2 *in, global float2 *out, local float2 *work) {
  const uint item = get_local_id(0), quarter = points / 4;
  const size_t first = (size_t)get_group_id(0) * points;
  for (uint i = item; i < points; i += quarter) work[i] = in[first + i];
  for (uint done = 1; done < points; done *= 4) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint within = item % done;
    const float2 a = work[item];
    const float2 b = times(work[item + quarter], root(within, 4 * done));
    const float2 c = times(work[item + 2 * quarter], root(2 * within, 4 * done));
    const float2 d = times(work[item + 3 * quarter], root(3 * within, 4 * done));
    barrier(CLK_LOCAL_MEM_FENCE);
    const float2 even = a + c, odd = a - c, sum = b + d, difference = (float2)(b.y - d.y, d.x - b.x);
    local float2 *place = work + 4 * (item - within) + within;
    place[0] = even + sum;
    place[done] = odd + difference;
    place[2 * done] = even - sum;
    place[3 * done] = odd - difference;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = item; i < points; i += quarter) out[first + i] = work[i];
}
