// SPDX-License-Identifier: Apache-2.0
// The nearest of `clusters` centres for each point; coordinates of points lie in planes.
#pragma OPENCL FP_CONTRACT OFF
kernel void assign(uint points, uint clusters, uint features, global const float *features_of_points,
                   global const float *centres, global uint *nearest) {
  const uint point = get_global_id(0);
  uint best = 0;
  float least = FLT_MAX;
  for (uint cluster = 0; cluster < clusters; ++cluster) {
    float distance = 0;
    for (uint i = 0; i < features; ++i) {
      const float difference = features_of_points[i * points + point] - centres[cluster * features + i];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = cluster;
    }
  }
  nearest[point] = best;
}
