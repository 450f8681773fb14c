// SPDX-License-Identifier: Apache-2.0
#include "references.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace reference {
namespace {

std::size_t at(int row, int width, int column) { return static_cast<std::size_t>(row) * width + column; }

int wrap(int position, int size) { return (position + size) % size; }

int steps(double c_re, double c_im, int most) {
  double re = 0, im = 0;
  int n = 0;
  for (; n < most && re * re + im * im <= 4; ++n) {
    const double next = re * re - im * im + c_re;
    im = 2 * re * im + c_im;
    re = next;
  }
  return n;
}

int neighbours(const Bytes& cells, int width, int height, int x, int y) {
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) sum += cells[at(wrap(y + dy, height), width, wrap(x + dx, width))];
  return sum;
}

}  // namespace

Bytes mandelbrot(int width, int height, int most, const View& view) {
  Bytes picture;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      picture.push_back(static_cast<std::uint8_t>(
          steps(view.left + double{view.step} * x, view.top + double{view.step} * y, most) * 255 / most));
  return picture;
}

Bytes life(const Bytes& cells, int width, int height) {
  Bytes next(cells.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int around = neighbours(cells, width, height, x, y);
      next[at(y, width, x)] = around == 3 || (around == 2 && cells[at(y, width, x)] != 0);
    }
  }
  return next;
}

Bytes blur(const Bytes& in, int width, int height) {
  constexpr std::array weights{1, 4, 6, 4, 1};
  Bytes out(in.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int sum = 128;
      for (int i = 0; i < 25; ++i) {
        const int row = std::clamp(y + i / 5 - 2, 0, height - 1);
        const int column = std::clamp(x + i % 5 - 2, 0, width - 1);
        sum += weights[i / 5] * weights[i % 5] * in[at(row, width, column)];
      }
      out[at(y, width, x)] = static_cast<std::uint8_t>(sum / 256);
    }
  }
  return out;
}

Bodies nbody(const Bodies& bodies, float time) {
  Bodies next = bodies;
  const std::size_t count = bodies.positions.size() / 4;
  for (std::size_t i = 0; i < count; ++i) {
    const float* const here = &bodies.positions[4 * i];
    std::array<double, 3> pull{};
    for (std::size_t j = 0; j < count; ++j) {
      const float* const there = &bodies.positions[4 * j];
      const double x = there[0] - here[0], y = there[1] - here[1], z = there[2] - here[2];
      const double factor = there[3] * std::pow(x * x + y * y + z * z + 0.01, -1.5);
      pull[0] += x * factor;
      pull[1] += y * factor;
      pull[2] += z * factor;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      next.velocities[4 * i + axis] += static_cast<float>(pull[axis] * time);
      next.positions[4 * i + axis] += next.velocities[4 * i + axis] * time;
    }
  }
  return next;
}

Floats convolution(const Floats& in, const Layer& layer) {
  Floats out;
  for (int output = 0; output < layer.outputs; ++output) {
    for (int y = 0; y < layer.height; ++y) {
      for (int x = 0; x < layer.width; ++x) {
        double sum = layer.bias[static_cast<std::size_t>(output)];
        for (int i = 0; i < 9 * layer.channels; ++i) {
          const int channel = i / 9, row = channel * (layer.height + 2) + y + i % 9 / 3;
          sum += double{layer.weights[at(output, 9 * layer.channels, i)]} *
                 in[at(row, layer.width + 2, x + i % 3)];
        }
        out.push_back(static_cast<float>(std::max(sum, 0.0)));
      }
    }
  }
  return out;
}

}  // namespace reference
