// SPDX-License-Identifier: Apache-2.0
// What programs do with images.

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t bordered = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t repeated = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
constant sampler_t lookup = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

int2 place(void) { return (int2)(get_global_id(0), get_global_id(1)); }

kernel void copy(read_only image2d_t from, write_only image2d_t to) {
  write_imagef(to, place(), read_imagef(from, nearest, place()));
}

kernel void gauss(read_only image2d_t from, write_only image2d_t to) {
  float4 sum = 0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x)
      sum += weights[y + 2] * weights[x + 2] * read_imagef(from, nearest, place() + (int2)(x, y));
  write_imagef(to, place(), sum);
}

kernel void bilateral(read_only image2d_t from, write_only image2d_t to) {
  const float4 middle = read_imagef(from, nearest, place());
  float4 sum = 0;
  float all = 0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) {
      const float4 pixel = read_imagef(from, nearest, place() + (int2)(x, y));
      const float4 difference = pixel - middle;
      const float weight = weights[y + 2] * weights[x + 2] * native_exp(-8 * dot(difference, difference));
      sum += weight * pixel;
      all += weight;
    }
  write_imagef(to, place(), sum / all);
}

kernel void resize(read_only image2d_t from, write_only image2d_t to) {
  const float2 at = (convert_float2(place()) + 0.5f) * 0.73f;
  write_imagef(to, place(), read_imagef(from, linear, at));
}

kernel void rotate(read_only image2d_t from, write_only image2d_t to) {
  const float2 size = (float2)(get_image_width(to), get_image_height(to));
  const float2 at = (convert_float2(place()) + 0.5f) / size - 0.5f;
  const float2 turned = (float2)(0.8f * at.x - 0.6f * at.y, 0.6f * at.x + 0.8f * at.y);
  write_imagef(to, place(), read_imagef(from, repeated, turned + 0.5f));
}

kernel void pyramid(read_only image2d_t from, write_only image2d_t to) {
  const float2 at = 2 * convert_float2(place()) + 1;
  write_imagef(to, place(),
               0.25f * (read_imagef(from, linear, at + (float2)(-0.5f, -0.5f)) +
                        read_imagef(from, linear, at + (float2)(0.5f, -0.5f)) +
                        read_imagef(from, linear, at + (float2)(-0.5f, 0.5f)) +
                        read_imagef(from, linear, at + (float2)(0.5f, 0.5f))));
}

kernel void sobel(read_only image2d_t from, write_only image2d_t to) {
  float4 v[3][3];
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) v[y][x] = read_imagef(from, bordered, place() + (int2)(x - 1, y - 1));
  const float4 across = v[0][2] - v[0][0] + 2 * (v[1][2] - v[1][0]) + v[2][2] - v[2][0];
  const float4 down = v[2][0] - v[0][0] + 2 * (v[2][1] - v[0][1]) + v[2][2] - v[0][2];
  write_imagef(to, place(), 0.25f * sqrt(across * across + down * down));
}

kernel void colours(read_only image2d_t from, write_only image2d_t to, read_only image3d_t table) {
  const float4 colour = read_imagef(from, nearest, place());
  const float size = get_image_width(table);
  const float4 at = (colour * (size - 1) + 0.5f) / size;
  write_imagef(to, place(), (float4)(read_imagef(table, lookup, at).xyz, colour.w));
}

kernel void histogram(read_only image2d_t from, global uint* counts) {
  local uint own[256];
  const uint items = get_local_size(0) * get_local_size(1);
  const uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (uint i = item; i < 256; i += items) own[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int2 first = place() * (int2)(4, 1);
  for (int i = 0; i < 4; ++i) atomic_inc(&own[read_imageui(from, nearest, first + (int2)(i, 0)).x]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = item; i < 256; i += items) atomic_add(&counts[i], own[i]);
}
