// SPDX-License-Identifier: Apache-2.0
// Numbers are moved to and from places whose order within blocks of work-items is known: in pairs, in pieces, backwards, with
// gaps. The same places are computed again from numbers that are loaded, of which nothing is known.
// RUN: kernel-run %s --global 192 --local 64 id=0..191 bad=192*7 | FileCheck %s
// RUN: kernel-run %s --global 183 --local 61 id=0..182 bad=183*7 | FileCheck %s
// RUN: kernel-run %s --global 192,2 --local 32,2 id=0..383 bad=384*7 | FileCheck %s
// RUN: env QUADCL_VECTORISE=off kernel-run %s --global 192 --local 64 id=0..191 bad=192*7 | FileCheck %s
// RUN: env QUADCL_VECTORISE=always kernel-run %s --global 183 --local 61 id=0..182 bad=183*7 | FileCheck %s
// RUN: env QUADCL_CPU_FEATURES=baseline kernel-run %s --global 192 --local 64 id=0..191 bad=192*7 | FileCheck %s

// CHECK: bad = 0{{(,0)*$}}

#define FREE 9
#define SIZE 512

// Every work-item loads from its place, and stores there if it is one of `some`. All other places remain free.
#define TRY(type, place, some)                                                      \
  {                                                                                 \
    local type *s = (local type*)loads, *t = (local type*)stores;                   \
    for (uint i = l; i < SIZE; i += n) s[i] = i * 3, t[i] = FREE;                   \
    barrier(CLK_LOCAL_MEM_FENCE);                                                   \
    uint x = l;                                                                     \
    const type loaded = s[place];                                                   \
    if (some) t[place] = loaded + 100;                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                   \
    uint stored = 0, kept = 0;                                                      \
    for (uint i = 0; i < n; ++i) x = id[i], stored += some;                         \
    for (uint i = 0; i < SIZE; ++i) kept += t[i] == FREE;                           \
    x = id[l];                                                                      \
    wrong += loaded != (type)(3 * (place)) || kept + stored != SIZE;                \
    if (some) wrong += t[place] != (type)(3 * (place) + 100);                       \
    barrier(CLK_LOCAL_MEM_FENCE);                                                   \
  }

// Without stores: several work-items have the same place.
#define LOAD(type, place) TRY(type, place, 0)

kernel void k(global const uint* id, global uint* bad) {
  local ulong loads[SIZE], stores[SIZE];
  const uint l = get_local_size(0) * get_local_id(1) + get_local_id(0);
  const uint n = get_local_size(0) * get_local_size(1);
  uint wrong = 0;
  TRY(uint, x ^ 1, 1)
  TRY(ushort, x ^ 7, 1)
  TRY(uint, x / 4 * 8 + x % 4 + 4, x % 3 != 1)
  TRY(ulong, x / 2 * 4 + x % 2, (x & 5) != 0)
  TRY(uint, (x & ~7) * 2 + (x & 7), 1)
  TRY(ulong, (x & ~3) * 3 + 3 - (x & 3), 1)
  TRY(ushort, 300 - (x ^ 2), x % 3 != 1)
  TRY(uint, (int)x / 8 * 8 + ((int)x % 8 ^ 5), x != 7)
  LOAD(float, x / 2)
  LOAD(uchar, x >> 3)
  LOAD(float, x & 7)
  LOAD(uchar, x & ~1)
  LOAD(float, 3 * x / 4)
  LOAD(ulong, (x | 2) ^ 1)
  bad[get_global_size(0) * get_global_id(1) + get_global_id(0)] = wrong;
}
