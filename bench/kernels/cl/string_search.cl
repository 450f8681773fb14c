// SPDX-License-Identifier: Apache-2.0
// Where a pattern begins in a text; every work-item compares until the first difference.
kernel void find(uint length, global const uchar *pattern, global const uchar *text, global uchar *found) {
  const size_t start = get_global_id(0);
  uint same = 0;
  while (same < length && text[start + same] == pattern[same]) ++same;
  found[start] = same == length;
}
