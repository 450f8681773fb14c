// SPDX-License-Identifier: Apache-2.0
//
// The kernels of this folder in plain C++.
#pragma once

#include <cstdint>
#include <vector>

namespace reference {

using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

struct View {
  float left, top, step;
};

// The number of steps of each point, as a shade.
Bytes mandelbrot(int width, int height, int most, const View& view);
Bytes life(const Bytes& cells, int width, int height);
Bytes blur(const Bytes& in, int width, int height);

struct Bodies {
  Floats positions, velocities;  // four of a body: x, y, z, mass
};
Bodies nbody(const Bodies& bodies, float time);

struct Layer {
  int channels, outputs, width, height;
  Floats weights, bias;
};
Floats convolution(const Floats& in, const Layer& layer);

}  // namespace reference
