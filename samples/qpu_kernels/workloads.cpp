// SPDX-License-Identifier: Apache-2.0
#include "workloads.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>

#include "references.h"

namespace {

using reference::Bytes;
using reference::Floats;

template <typename T>
double bytes_of(const std::vector<T>& values) {
  return static_cast<double>(values.size() * sizeof(T));
}

// ---- OpenCL in fewer words

template <typename T>
cl::Buffer input(const cl::Context& context, const std::vector<T>& values) {
  return cl::Buffer(context, CL_MEM_COPY_HOST_PTR, values.size() * sizeof(T), const_cast<T*>(values.data()));
}

template <typename T>
cl::Buffer output(const cl::Context& context, std::size_t count) {
  return cl::Buffer(context, CL_MEM_READ_WRITE, count * sizeof(T));
}

template <typename T>
std::vector<T> read(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t count) {
  std::vector<T> values(count);
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data());
  return values;
}

template <typename... Arguments>
cl::Event launch(const cl::CommandQueue& queue, cl::Kernel& kernel, const cl::NDRange& range,
                 const Arguments&... arguments) {
  cl_uint index = 0;
  (kernel.setArg(index++, arguments), ...);
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, range, cl::NullRange, nullptr, &event);
  return event;
}

// ---- Checks

std::string text(const char* format, double value) {
  char words[64];
  std::snprintf(words, sizeof words, format, value);
  return words;
}

double largest_difference(const Floats& a, const Floats& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::fabs(double{a[i]} - double{b[i]}));
  return largest;
}

std::size_t differences(const Bytes& a, const Bytes& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i];
  return count;
}

void compare_exactly(const Bytes& result, const Bytes& expected, Outcome& outcome) {
  outcome.passed = result == expected;
  outcome.deviation =
      outcome.passed ? "none" : text("%.0f bytes", static_cast<double>(differences(result, expected)));
}

void compare_floats(const Floats& result, const Floats& expected, double most, Outcome& outcome) {
  const double largest = largest_difference(result, expected);
  outcome.passed = largest <= most;  // false for NaN, too
  outcome.deviation = text("%.1e", largest);
}

// ---- Data

Floats random_floats(std::size_t count, unsigned seed, float from, float to) {
  std::minstd_rand generator(seed);
  std::uniform_real_distribution<float> distribution(from, to);
  Floats values(count);
  std::generate(values.begin(), values.end(), [&] { return distribution(generator); });
  return values;
}

// Discs and stripes: edges in all directions.
Bytes drawing(int size) {
  Bytes picture;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const int dx = x % 64 - 32, dy = y % 64 - 32;
      picture.push_back(dx * dx + dy * dy < 500 ? 255 : (x + y) / 8 % 2 * 96);
    }
  }
  return picture;
}

Bytes shades_of(const Floats& values, float white) {
  Bytes shades;
  for (const float value : values)
    shades.push_back(static_cast<std::uint8_t>(std::clamp(255 * value / white, 0.0f, 255.0f)));
  return shades;
}

// ---- Workloads

Outcome add_vectors(int size, const cl::Context& context, const cl::CommandQueue& queue, cl::Kernel kernel) {
  const auto count = static_cast<std::size_t>(size) * size;
  Floats a(count), b(count), expected(count);
  for (std::size_t i = 0; i < count; ++i) {
    a[i] = static_cast<float>(i % size);
    b[i] = static_cast<float>(i / size);
    expected[i] = a[i] + b[i];  // whole numbers, so exact
  }
  const cl::Buffer in_a = input(context, a), in_b = input(context, b), c = output<float>(context, count);
  Outcome outcome;
  outcome.launches.push_back(launch(queue, kernel, cl::NDRange(count), in_a, in_b, c));
  outcome.bytes = 3 * bytes_of(a);
  const Floats result = read<float>(queue, c, count);
  compare_floats(result, expected, 0, outcome);
  outcome.picture = {size, size, shades_of(result, 2 * static_cast<float>(size))};
  return outcome;
}

Outcome draw_mandelbrot(int size, const cl::Context& context, const cl::CommandQueue& queue,
                        cl::Kernel kernel) {
  constexpr int kMost = 64;
  const auto count = static_cast<std::size_t>(size) * size;
  const reference::View view{-2, -1.25f, 2.5f / static_cast<float>(size)};
  const cl::Buffer picture = output<std::uint8_t>(context, count);
  Outcome outcome;
  outcome.launches.push_back(
      launch(queue, kernel, cl::NDRange(size, size), picture, size, kMost, view.left, view.top, view.step));
  outcome.bytes = static_cast<double>(count);
  const Bytes result = read<std::uint8_t>(queue, picture, count);
  // Beside the border of the set, the last bit of a number decides.
  const double share =
      static_cast<double>(differences(result, reference::mandelbrot(size, size, kMost, view))) /
      static_cast<double>(count);
  outcome.passed = share <= 0.02;
  outcome.deviation = text("%.2f %% of pixels", 100 * share);
  outcome.picture = {size, size, result};
  return outcome;
}

Outcome play_life(int size, const cl::Context& context, const cl::CommandQueue& queue, cl::Kernel kernel) {
  constexpr int kGenerations = 8;
  const auto count = static_cast<std::size_t>(size) * size;
  Bytes cells(count);
  std::minstd_rand generator(1);
  for (std::uint8_t& cell : cells) cell = generator() % 100 < 30;
  cl::Buffer now = input(context, cells), next = output<std::uint8_t>(context, count);
  Outcome outcome;
  for (int generation = 0; generation < kGenerations; ++generation) {
    outcome.launches.push_back(launch(queue, kernel, cl::NDRange(size, size), now, next, size, size));
    cells = reference::life(cells, size, size);
    std::swap(now, next);
  }
  outcome.bytes = kGenerations * 2 * bytes_of(cells);
  Bytes result = read<std::uint8_t>(queue, now, count);
  compare_exactly(result, cells, outcome);
  for (std::uint8_t& cell : result) cell *= 255;
  outcome.picture = {size, size, result};
  return outcome;
}

Outcome blur_picture(int size, const cl::Context& context, const cl::CommandQueue& queue, cl::Kernel kernel) {
  const Bytes picture = drawing(size);
  const cl::Buffer in = input(context, picture), out = output<std::uint8_t>(context, picture.size());
  Outcome outcome;
  outcome.launches.push_back(launch(queue, kernel, cl::NDRange(size, size), in, out, size, size));
  outcome.bytes = 2 * bytes_of(picture);
  const Bytes result = read<std::uint8_t>(queue, out, picture.size());
  compare_exactly(result, reference::blur(picture, size, size), outcome);
  outcome.picture = {size, size, result};
  return outcome;
}

// A dot for each body, seen along the z axis.
Picture view_of(const Floats& positions, int size) {
  Picture picture{size, size, Bytes(static_cast<std::size_t>(size) * size)};
  for (std::size_t i = 0; i < positions.size(); i += 4) {
    const int x = static_cast<int>((positions[i] + 1.5f) / 3 * static_cast<float>(size));
    const int y = static_cast<int>((positions[i + 1] + 1.5f) / 3 * static_cast<float>(size));
    if (x >= 0 && x < size && y >= 0 && y < size)
      picture.shades[static_cast<std::size_t>(y) * size + x] = 255;
  }
  return picture;
}

Outcome move_bodies(int size, const cl::Context& context, const cl::CommandQueue& queue, cl::Kernel kernel) {
  constexpr int kSteps = 2;
  constexpr float kTime = 0.1f;
  const int count = 4 * size;
  const auto floats = static_cast<std::size_t>(4) * count;
  reference::Bodies bodies{random_floats(floats, 1, -1, 1), Floats(floats)};
  for (std::size_t i = 3; i < floats; i += 4) bodies.positions[i] = 1 / static_cast<float>(count);
  cl::Buffer positions = input(context, bodies.positions), next_positions = output<float>(context, floats);
  cl::Buffer velocities = input(context, bodies.velocities), next_velocities = output<float>(context, floats);
  Outcome outcome;
  for (int step = 0; step < kSteps; ++step) {
    outcome.launches.push_back(launch(queue, kernel, cl::NDRange(count), positions, velocities,
                                      next_positions, next_velocities, count, kTime));
    std::swap(positions, next_positions);
    std::swap(velocities, next_velocities);
    bodies = reference::nbody(bodies, kTime);
  }
  outcome.bytes = kSteps * 4 * bytes_of(bodies.positions);
  const Floats result = read<float>(queue, positions, floats);
  compare_floats(result, bodies.positions, 1e-4, outcome);
  outcome.picture = view_of(result, size);
  return outcome;
}

Outcome apply_layer(int size, const cl::Context& context, const cl::CommandQueue& queue, cl::Kernel kernel) {
  reference::Layer layer{4, 8, size / 2, size / 2, {}, {}};
  layer.weights = random_floats(static_cast<std::size_t>(9) * layer.channels * layer.outputs, 2, -1, 1);
  layer.bias = random_floats(static_cast<std::size_t>(layer.outputs), 3, -1, 1);
  const auto padded = static_cast<std::size_t>(layer.width + 2) * (layer.height + 2);
  const auto plane = static_cast<std::size_t>(layer.width) * layer.height;
  const Floats in = random_floats(layer.channels * padded, 4, 0, 1);
  const cl::Buffer elements = input(context, in), weights = input(context, layer.weights),
                   bias = input(context, layer.bias), out = output<float>(context, layer.outputs * plane);
  Outcome outcome;
  outcome.launches.push_back(launch(queue, kernel, cl::NDRange(layer.width, layer.height, layer.outputs),
                                    elements, weights, bias, out, layer.channels, layer.width, layer.height));
  outcome.bytes =
      bytes_of(in) + bytes_of(layer.weights) + static_cast<double>(layer.outputs * plane * sizeof(float));
  const Floats result = read<float>(queue, out, layer.outputs * plane);
  compare_floats(result, reference::convolution(in, layer), 1e-4, outcome);
  outcome.picture = {layer.width, layer.height, shades_of({result.begin(), result.begin() + plane}, 4)};
  return outcome;
}

using Function = Outcome (*)(int, const cl::Context&, const cl::CommandQueue&, cl::Kernel);

}  // namespace

std::vector<Workload> all_workloads(int size) {
  std::vector<Workload> workloads;
  const auto add = [&](const char* name, Function function) {
    workloads.push_back(
        {name, [=](const cl::Context& context, const cl::CommandQueue& queue, cl::Kernel kernel) {
           return function(size, context, queue, std::move(kernel));
         }});
  };
  add("vector_add", add_vectors);
  add("mandelbrot", draw_mandelbrot);
  add("life", play_life);
  add("blur", blur_picture);
  add("nbody", move_bodies);
  add("convolution", apply_layer);
  return workloads;
}
