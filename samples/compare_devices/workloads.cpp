// SPDX-License-Identifier: Apache-2.0
#include "workloads.h"

#include "../common/matrices.h"
#include "../common/sample.h"
#include "../matmul_book/kernels.h"

#include <cmath>
#include <memory>

namespace {

constexpr char naive_product[] = R"CLC(
kernel void multiply(uint n, uint k, global const float *a, global const float *b, global float *c) {
  const size_t j = get_global_id(0);
  const size_t i = get_global_id(1);
  float sum = 0;
  for (uint l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
)CLC";

constexpr char tiled_transpose[] = R"CLC(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose(global const float *in, global float *out, uint width, uint height) {
  local float tile[16][17];
  const size_t x = get_local_id(0), y = get_local_id(1);
  const size_t left = 16 * get_group_id(0), top = 16 * get_group_id(1);
  tile[y][x] = in[(top + y) * width + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * height + top + x] = tile[x][y];
}
)CLC";

constexpr char triad[] = R"CLC(
kernel void triad(global const float *a, global const float *b, global float *c) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + 3 * b[i];
}
)CLC";

constexpr char polynomial[] = R"CLC(
kernel void polynomial(global const float *in, global float *out) {
  const size_t i = get_global_id(0);
  const float x = in[i] * 0.125f;
  float y = 1;
  for (uint term = 0; term < TERMS; ++term) y = y * x + 0.5f;
  out[i] = y;
}
)CLC";
constexpr int polynomial_terms = 64;

// Inputs and outputs of the square matrices' workloads, on the host.
using SharedMatrix = std::shared_ptr<const sample::Matrix>;

SharedMatrix make_matrix(std::size_t size, unsigned seed) {
  return std::make_shared<sample::Matrix>(sample::random_matrix(size, size, seed));
}

cl::Buffer input(const cl::Context& context, const sample::Matrix& matrix) {
  return cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(float) * matrix.elements.size(),
                    const_cast<float*>(matrix.elements.data()));
}

cl::Buffer output(const cl::Context& context, std::size_t elements) {
  return cl::Buffer(context, CL_MEM_READ_WRITE, sizeof(float) * elements);
}

sample::Matrix read(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t size) {
  sample::Matrix matrix{size, size, std::vector<float>(size * size)};
  queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof(float) * matrix.elements.size(), matrix.elements.data());
  return matrix;
}

template <typename... Arguments>
void set_arguments(cl::Kernel& kernel, const Arguments&... arguments) {
  cl_uint index = 0;
  (kernel.setArg(index++, arguments), ...);
}

auto has_builtin(const std::string& kernel) {
  return [kernel](const cl::Device& device) { return sample::has_builtin(device, kernel); };
}

// ---- Products

std::function<bool(const cl::CommandQueue&)> product_check(SharedMatrix a, SharedMatrix b, cl::Buffer c) {
  return [=](const cl::CommandQueue& queue) { return sample::is_product(*a, *b, read(queue, c, a->rows)); };
}

Workload builtin_sgemm(std::size_t size, SharedMatrix a, SharedMatrix b) {
  const auto prepare = [=](const cl::Context& context, const cl::Device& device) {
    cl::Kernel kernel(cl::Program(context, {device}, "sgemm"), "sgemm");
    const cl::Buffer in_a = input(context, *a), in_b = input(context, *b), c = output(context, size * size);
    const auto n = static_cast<cl_uint>(size);
    set_arguments(kernel, cl_uint{0}, cl_uint{0}, n, n, n, 1.0f, in_a, n, in_b, n, 0.0f, c, n);
    return Launch{kernel, {in_a, in_b, c}, cl::NDRange(size, size), cl::NullRange, product_check(a, b, c)};
  };
  return {"sgemm, built-in", 0, 0, has_builtin("sgemm"), prepare};
}

// `outputs`: rows and columns of C for each work-item.
Workload user_product(const std::string& name, const char* source, std::size_t outputs,
                      const cl::NDRange& local, std::size_t size, SharedMatrix a, SharedMatrix b) {
  const auto prepare = [=](const cl::Context& context, const cl::Device&) {
    cl::Kernel kernel(sample::build(context, source), "multiply");
    const cl::Buffer in_a = input(context, *a), in_b = input(context, *b), c = output(context, size * size);
    const auto n = static_cast<cl_uint>(size);
    set_arguments(kernel, n, n, in_a, in_b, c);
    return Launch{
        kernel, {in_a, in_b, c}, cl::NDRange(size / outputs, size / outputs), local, product_check(a, b, c)};
  };
  return {name, 0, 0, sample::compiles_opencl_c, prepare};
}

std::vector<Workload> products(std::size_t size) {
  const SharedMatrix a = make_matrix(size, 1), b = make_matrix(size, 2);
  const cl::NDRange group(16, 16);
  std::vector<Workload> workloads = {
      builtin_sgemm(size, a, b), user_product("product, naive", naive_product, 1, cl::NullRange, size, a, b),
      user_product("product, local memory", kernels::local_memory, 1, group, size, a, b),
      user_product("product, float4 tiles", kernels::float4_tiles, 4, group, size, a, b)};
  for (Workload& workload : workloads) {
    workload.operations = 2.0 * std::pow(static_cast<double>(size), 3);
    workload.bytes = 3.0 * sizeof(float) * static_cast<double>(size * size);
  }
  return workloads;
}

// ---- Transposes

bool is_transposed(const sample::Matrix& in, const sample::Matrix& out) {
  for (std::size_t i = 0; i < in.rows; ++i) {
    for (std::size_t j = 0; j < in.columns; ++j) {
      if (in.row(i)[j] != out.row(j)[i]) return false;
    }
  }
  return true;
}

Workload transpose(const std::string& name, bool builtin, std::size_t size, SharedMatrix in) {
  const auto prepare = [=](const cl::Context& context, const cl::Device& device) {
    cl::Kernel kernel = builtin ? cl::Kernel(cl::Program(context, {device}, "transpose_32"), "transpose_32")
                                : cl::Kernel(sample::build(context, tiled_transpose), "transpose");
    const cl::Buffer from = input(context, *in), out = output(context, size * size);
    const auto n = static_cast<cl_uint>(size);
    set_arguments(kernel, from, out, n, n);
    return Launch{kernel,
                  {from, out},
                  cl::NDRange(size, size),
                  builtin ? cl::NullRange : cl::NDRange(16, 16),
                  [=](const cl::CommandQueue& queue) { return is_transposed(*in, read(queue, out, size)); }};
  };
  const double bytes = 2.0 * sizeof(float) * static_cast<double>(size * size);
  if (builtin) return {name, 0, bytes, has_builtin("transpose_32"), prepare};
  return {name, 0, bytes, sample::compiles_opencl_c, prepare};
}

// ---- Generic kernels

bool is_triad(const sample::Matrix& a, const sample::Matrix& b, const sample::Matrix& c) {
  for (std::size_t i = 0; i < c.elements.size(); ++i) {
    if (c.elements[i] != a.elements[i] + 3 * b.elements[i]) return false;  // whole numbers, so exact
  }
  return true;
}

Workload triad_workload(std::size_t size) {
  const SharedMatrix a = make_matrix(size, 3), b = make_matrix(size, 4);
  const auto prepare = [=](const cl::Context& context, const cl::Device&) {
    cl::Kernel kernel(sample::build(context, triad), "triad");
    const cl::Buffer in_a = input(context, *a), in_b = input(context, *b), c = output(context, size * size);
    set_arguments(kernel, in_a, in_b, c);
    return Launch{
        kernel, {in_a, in_b, c}, cl::NDRange(size * size), cl::NullRange, [=](const cl::CommandQueue& queue) {
          return is_triad(*a, *b, read(queue, c, size));
        }};
  };
  const auto elements = static_cast<double>(size * size);
  return {"triad", 2 * elements, 3 * sizeof(float) * elements, sample::compiles_opencl_c, prepare};
}

// With |x| <= 1/2 the sum tends to 1 / (2 - 2x), and the rest of the first term is below 2^-256. Each step
// halves the errors of the steps before it, so all errors together are at most four units in the last place
// of 1.
bool is_polynomial(const sample::Matrix& in, const sample::Matrix& out) {
  for (std::size_t i = 0; i < in.elements.size(); ++i) {
    const double x = 0.125 * in.elements[i];
    if (!(std::fabs(out.elements[i] - 1 / (2 - 2 * x)) <= std::ldexp(4.0, -23))) return false;
  }
  return true;
}

Workload polynomial_workload(std::size_t size) {
  const SharedMatrix in = make_matrix(size, 5);
  const auto prepare = [=](const cl::Context& context, const cl::Device&) {
    cl::Kernel kernel(sample::build(context, polynomial, "-DTERMS=" + std::to_string(polynomial_terms)),
                      "polynomial");
    const cl::Buffer from = input(context, *in), out = output(context, size * size);
    set_arguments(kernel, from, out);
    return Launch{
        kernel, {from, out}, cl::NDRange(size * size), cl::NullRange, [=](const cl::CommandQueue& queue) {
          return is_polynomial(*in, read(queue, out, size));
        }};
  };
  const auto elements = static_cast<double>(size * size);
  return {"polynomial", 2.0 * polynomial_terms * elements, 2 * sizeof(float) * elements,
          sample::compiles_opencl_c, prepare};
}

}  // namespace

std::vector<Workload> all_workloads(std::size_t size) {
  std::vector<Workload> workloads = products(size);
  const SharedMatrix in = make_matrix(size, 6);
  workloads.push_back(transpose("transpose_32, built-in", true, size, in));
  workloads.push_back(transpose("transpose, tiled", false, size, in));
  workloads.push_back(triad_workload(size));
  workloads.push_back(polynomial_workload(size));
  return workloads;
}
