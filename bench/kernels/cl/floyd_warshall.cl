// SPDX-License-Identifier: Apache-2.0
// Shortest ways that may go by `stop`, from the shortest ways that do not.
kernel void allow_stop(uint size, uint stop, global float *ways) {
  const uint column = get_global_id(0), row = get_global_id(1);
  const float by_stop = ways[row * size + stop] + ways[stop * size + column];
  if (by_stop < ways[row * size + column]) ways[row * size + column] = by_stop;
}
