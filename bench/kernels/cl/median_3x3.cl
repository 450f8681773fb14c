// SPDX-License-Identifier: Apache-2.0
// The median of nine pixels by a network of exchanges. `in` has one more pixel on each side than `out`.
#define SORT(a, b)                            \
  {                                           \
    const uchar low = min(a, b), high = max(a, b); \
    a = low;                                  \
    b = high;                                 \
  }

kernel void median(uint width, global const uchar *in, global uchar *out) {
  const size_t x = get_global_id(0), y = get_global_id(1), pitch = width + 2;
  global const uchar *above = in + y * pitch + x, *here = above + pitch, *below = here + pitch;
  uchar a = above[0], b = above[1], c = above[2];
  uchar d = here[0], e = here[1], f = here[2];
  uchar g = below[0], h = below[1], i = below[2];
  SORT(b, c) SORT(e, f) SORT(h, i)
  SORT(a, b) SORT(d, e) SORT(g, h)
  SORT(b, c) SORT(e, f) SORT(h, i)
  SORT(a, d) SORT(f, i) SORT(e, h)
  SORT(d, g) SORT(b, e) SORT(c, f)
  SORT(e, h) SORT(e, c) SORT(g, e)
  SORT(e, c)
  out[y * width + x] = e;
}
