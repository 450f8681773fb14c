// SPDX-License-Identifier: Apache-2.0
// One step of the electric field of a wave on a plate; its first row is driven. Work-groups are whole, so
// there are more work-items than places on the plate.
kernel void step_field(uint columns, uint rows, uint step, global const float *drive,
                       global const float *magnetic, global float *electric) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= columns || y >= rows) return;
  const uint here = y * columns + x;
  if (y == 0)
    electric[here] = drive[step];
  else
    electric[here] -= 0.5f * (magnetic[here] - magnetic[here - columns]);
}
