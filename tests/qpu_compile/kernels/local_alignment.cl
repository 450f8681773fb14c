// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 48
// local: 16
// arg: out int 144
// arg: value uint 128
// arg: local int 1
// arg: local char 256
// arg: local int 17
// arg: local char 128
// Local memory lies at multiples of its types' sizes, which are up to 128 bytes.
typedef struct {
  char c;
  ulong16 words;
} Entry;

kernel void k(global int* out, uint bytes, local int* number, local long16* wide, local int* odd,
              local Entry* entry) {
  local int one;
  local long16 both[2];
  local int other[16];
  local Entry entries[1];
  uint l = get_local_id(0), i = get_global_id(0);
  number[0] = one = 0;
  odd[l] = other[l] = l;
  ((local int*)wide)[l] = ((local int*)both)[l] = l;
  ((local int*)entry)[l] = ((local int*)entries)[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(number);
  atomic_inc(&one);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[3 * i] = ((uint)(uintptr_t)wide | (uint)(uintptr_t)both) % bytes;
  out[3 * i + 1] = ((uint)(uintptr_t)entry | (uint)(uintptr_t)entries) % bytes;
  out[3 * i + 2] = number[0] + one + odd[bytes - 113 - l] + other[bytes - 113 - l] +
                   ((local int*)wide)[bytes - 113 - l] + ((local int*)both)[bytes - 113 - l] +
                   ((local int*)entry)[bytes - 113 - l] + ((local int*)entries)[bytes - 113 - l];
}
