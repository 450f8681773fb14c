// SPDX-License-Identifier: Apache-2.0
// Updates the lengths of shortest paths: they may also go by `stop`.
kernel void allow_stop(uint size, uint stop, global float *lengths) {
  const uint column = get_global_id(0), row = get_global_id(1);
  const float by_stop = lengths[row * size + stop] + lengths[stop * size + column];
  if (by_stop < lengths[row * size + column]) lengths[row * size + column] = by_stop;
}
