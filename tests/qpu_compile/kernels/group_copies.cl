// SPDX-License-Identifier: Apache-2.0
// Async copies of numbers that are known when the program is built, and of others.
// log: or fewer: its arguments in local memory take room, too
// global: 48 4
// local: 24 2
// arg: in int 400
// arg: in uchar 300
// arg: in long 100
// arg: in float 256
// arg: out int 400
// arg: out uchar 300
// arg: out long 100
// arg: out float 256
// arg: value int 37
// arg: local int 100
kernel void k(global const int* x, global const uchar* y, global const long* z, global const float3* v,
              global int* x_out, global uchar* y_out, global long* z_out, global float3* v_out, int n,
              local int* ints) {
  local uchar bytes[64];
  local long wide[20];
  local float3 vectors[8];
  const int group = get_group_id(1) * 2 + get_group_id(0), l = get_local_id(1) * 24 + get_local_id(0);
  event_t events[4];
  events[0] = async_work_group_copy(ints, x + group * 100, n + 55, 0);
  events[1] = async_work_group_copy(bytes, y + group * 70 + 3, 64, 0);
  events[2] = async_work_group_strided_copy(wide, z + group, 20, 4, 0);
  events[3] = async_work_group_copy(vectors, v + group * 8, n - 29, 0);
  wait_group_events(4, events);
  const int mine = ints[l] + ints[91 - l];
  bytes[l] = bytes[l] * 3 + group;
  barrier(CLK_LOCAL_MEM_FENCE);
  ints[l] = mine;
  if (l < 20) wide[l] *= n;
  barrier(CLK_LOCAL_MEM_FENCE);
  events[0] = async_work_group_strided_copy(x_out + group * 100, ints, 48, (size_t)2, 0);
  events[1] = async_work_group_copy(y_out + group * 70, bytes, 64, 0);
  events[2] = async_work_group_copy(z_out + group * 20, wide, 20, 0);
  events[3] = async_work_group_copy(v_out + group * 8, vectors, 8, 0);
  wait_group_events(4, events);
}
