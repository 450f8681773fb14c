// SPDX-License-Identifier: Apache-2.0
// Structs with words that no member has, and vectors of three, are stored whole. What lies between stays what it
// is. Two rows of eight words are 16 rows of the VPM, four are 32.
// rows together: several
// assembly: 0x(88|90)104000
// global: 300
// arg: in float 1200
// arg: out float 2400
// arg: out float 1200
// arg: out float 2400
typedef struct {
  float3 place, speed;
} Body;
typedef struct {
  float mass;
  float3 place;
} Item;
kernel void k(global const float4 *in, global Body *bodies, global float3 *turned, global Item *items) {
  const uint i = get_global_id(0);
  const float4 x = in[i];
  bodies[i].place.x = x.x;
  bodies[i].place.y = x.y;
  bodies[i].place.z = x.z + x.w;
  bodies[i].speed.x = x.w;
  bodies[i].speed.y = x.z;
  bodies[i].speed.z = x.y - x.x;
  turned[i].x = x.y;
  turned[i].y = x.x;
  turned[i].z = x.w;
  items[i].mass = x.z;
}
