// SPDX-License-Identifier: Apache-2.0
// The kernels of the API tests: our built-in ones, or on another platform the same from source.
#pragma once

#include <vector>

#include "fixture.h"

namespace api {

/// A program with sgemm, transpose_32 and transpose_64, built for all devices of the context.
Program make_program(cl_context context);

Kernel make_kernel(cl_program program, const char* name);

/// Sets one argument from a value; a buffer is passed as its handle.
template <typename T>
cl_int set_argument(cl_kernel kernel, cl_uint index, const T& value) {
  return clSetKernelArg(kernel, index, sizeof(T), &value);
}

/// Sets all arguments in order and requires success.
template <typename... Args>
void set_arguments(cl_kernel kernel, const Args&... args) {
  cl_uint index = 0;
  (
      [&] {
        INFO("argument " << index);
        REQUIRE(set_argument(kernel, index, args) == CL_SUCCESS);
        ++index;
      }(),
      ...);
}

/// The arguments of transpose_32 and transpose_64: `width` and `height` are of the input.
void set_transpose(cl_kernel kernel, cl_mem in, cl_mem out, cl_uint width, cl_uint height);

/// The arguments of a plain C = A * B with tight leading dimensions.
void set_product(cl_kernel kernel, cl_uint m, cl_uint n, cl_uint k, cl_mem a, cl_mem b, cl_mem c);

/// Enqueues over the global size {width, height} and requires success.
Event launch(cl_command_queue queue, cl_kernel kernel, std::size_t width, std::size_t height);

/// `out` of a transposition of `in`, which has `width` columns.
template <typename T>
std::vector<T> transposed(const std::vector<T>& in, std::size_t width) {
  const std::size_t height = in.size() / width;
  std::vector<T> out(in.size());
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) out[x * height + y] = in[y * width + x];
  return out;
}

/// 0, 1, 2 ...
template <typename T>
std::vector<T> counting(std::size_t count, T first = 0) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// An input, an output full of ones in all bits, and a transpose_32 kernel bound to them.
struct Transposition {
  Transposition(cl_context context, cl_program program, std::size_t width, std::size_t height,
                cl_uint first = 0);

  std::vector<cl_uint> expected() const { return transposed(contents, width); }
  std::vector<cl_uint> result(cl_command_queue queue) const {
    return read_back<cl_uint>(queue, out, contents.size());
  }
  Event launch(cl_command_queue queue) const { return api::launch(queue, kernel, width, height); }

  std::size_t width, height;
  std::vector<cl_uint> contents;
  Buffer in, out;
  Kernel kernel;
};

}  // namespace api
