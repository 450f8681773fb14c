// SPDX-License-Identifier: Apache-2.0
// The cells of one antidiagonal of the alignments of several pairs of sequences, from those of the two before it.
// Dimension 0: rows from `first`; dimension 1: pairs.
kernel void align(uint length, uint diagonal, uint first, global const uchar *left, global const uchar *right,
                  global const int *before_last, global const int *last, global int *now, global int *best) {
  const uint row = first + get_global_id(0), pair = get_global_id(1), place = pair * (length + 1) + row;
  const uchar a = left[pair * length + row], b = right[pair * length + diagonal - row];
  const int matched = before_last[place] + (a == b ? 2 : -1);
  const int skipped = max(last[place], last[place + 1]) - 1;
  const int cell = max(0, max(matched, skipped));
  now[place + 1] = cell;
  best[pair * length + row] = max(best[pair * length + row], cell);
}
