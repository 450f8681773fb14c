// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

namespace api {
namespace {

constexpr const char* kSource = R"(
kernel void sgemm(uint trans_a, uint trans_b, uint m, uint n, uint k, float alpha,
                  global const float* a, uint lda, global const float* b, uint ldb,
                  float beta, global float* c, uint ldc) {
  const uint column = get_global_id(0), row = get_global_id(1);
  if (column >= n || row >= m) return;
  float sum = 0;
  for (uint i = 0; i < k; ++i) {
    sum += (trans_a ? a[i * lda + row] : a[row * lda + i]) *
           (trans_b ? b[column * ldb + i] : b[i * ldb + column]);
  }
  c[row * ldc + column] = alpha * sum + (beta == 0 ? 0 : beta * c[row * ldc + column]);
}
kernel void transpose_32(global const uint* in, global uint* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
kernel void transpose_64(global const ulong* in, global ulong* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
)";

bool has_builtins(cl_device_id id) {
  return info_string(query(clGetDeviceInfo, id, CL_DEVICE_BUILT_IN_KERNELS)).find("sgemm") !=
         std::string::npos;
}

}  // namespace

Program make_program(cl_context context) {
  const auto devices = info_list<cl_device_id>(query(clGetContextInfo, context, CL_CONTEXT_DEVICES));
  if (has_builtins(devices.front())) {
    return made([&](cl_int* error) {
      return clCreateProgramWithBuiltInKernels(context, static_cast<cl_uint>(devices.size()), devices.data(),
                                               "sgemm;transpose_32;transpose_64", error);
    });
  }
  const char* source = kSource;
  Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &source, nullptr, error); });
  REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr) == CL_SUCCESS);
  return program;
}

Kernel make_kernel(cl_program program, const char* name) {
  return made([&](cl_int* error) { return clCreateKernel(program, name, error); });
}

void set_transpose(cl_kernel kernel, cl_mem in, cl_mem out, cl_uint width, cl_uint height) {
  set_arguments(kernel, in, out, width, height);
}

void set_product(cl_kernel kernel, cl_uint m, cl_uint n, cl_uint k, cl_mem a, cl_mem b, cl_mem c) {
  set_arguments(kernel, cl_uint{0}, cl_uint{0}, m, n, k, 1.0F, a, k, b, n, 0.0F, c, n);
}

Event launch(cl_command_queue queue, cl_kernel kernel, std::size_t width, std::size_t height) {
  const std::size_t global[2]{width, height};
  Event event;
  REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, event.out()) ==
          CL_SUCCESS);
  return event;
}

Transposition::Transposition(cl_context context, cl_program program, std::size_t columns, std::size_t rows,
                             cl_uint first)
    : width(columns),
      height(rows),
      contents(counting<cl_uint>(columns * rows, first)),
      in(make_filled(context, contents)),
      out(make_filled(context, std::vector<cl_uint>(columns * rows, ~0U))),
      kernel(make_kernel(program, "transpose_32")) {
  set_transpose(kernel, in, out, static_cast<cl_uint>(width), static_cast<cl_uint>(height));
}

}  // namespace api
