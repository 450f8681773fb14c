// SPDX-License-Identifier: Apache-2.0
//
// Multiplies matrices with the built-in kernel `sgemm`: C = alpha * op(A) * op(B) + beta * C.
//
// The default is the product of the articles behind QuadCL: 96x363 by 363x3072, one layer of an image
// classifier. The host program is plain OpenCL: find a device that has the kernel, set its arguments, launch.
//
// The matrices lie in buffers that the program maps instead of copying them: where device and CPU share their
// memory, as on a Raspberry Pi, each matrix is there once.

#include "../common/sample.h"
#include "reference.h"

#include <CL/cl_ext_quadcl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace {

// A matrix in a buffer of the device.
struct Matrix {
  Matrix(const cl::Context& context, std::size_t elements)
      : size(std::max<std::size_t>(elements, 1)),
        buffer(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size * sizeof(float)) {}

  std::size_t size;
  cl::Buffer buffer;
};

// The elements of a matrix, for as long as the object lives.
class Mapped {
 public:
  Mapped(const cl::CommandQueue& queue, const Matrix& matrix, cl_map_flags access)
      : queue_(queue),
        buffer_(matrix.buffer),
        elements_(static_cast<float*>(
                      queue.enqueueMapBuffer(matrix.buffer, CL_TRUE, access, 0, matrix.size * sizeof(float))),
                  matrix.size) {}
  ~Mapped() { clEnqueueUnmapMemObject(queue_(), buffer_(), elements_.data(), 0, nullptr, nullptr); }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;

  std::span<float> elements() const { return elements_; }

 private:
  cl::CommandQueue queue_;
  cl::Buffer buffer_;
  std::span<float> elements_;
};

constexpr unsigned kSeedOfC = 3;

struct Matrices {
  Matrix a, b, c;

  Matrices(const cl::Context& context, const Problem& p)
      : a(context, std::size_t{p.m} * p.k),
        b(context, std::size_t{p.k} * p.n),
        c(context, std::size_t{p.m} * p.n) {}

  void fill(const cl::CommandQueue& queue) const {
    fill_with_random(Mapped(queue, a, CL_MAP_WRITE_INVALIDATE_REGION).elements(), 1);
    fill_with_random(Mapped(queue, b, CL_MAP_WRITE_INVALIDATE_REGION).elements(), 2);
    fill_with_random(Mapped(queue, c, CL_MAP_WRITE_INVALIDATE_REGION).elements(), kSeedOfC);
  }
};

// ---- The launch

struct Run {
  double wall_seconds = 0;
  cl_ulong qpu_instructions = 0;      // 0: the device has no QPUs
  cl_ulong modelled_nanoseconds = 0;  // 0: time was not modelled
  cl_ulong packing_nanoseconds = 0;   // of this computer
};

Run multiply(const cl::Context& context, const cl::CommandQueue& queue, const Problem& p,
             const Matrices& matrices) {
  const cl::Program program(context, context.getInfo<CL_CONTEXT_DEVICES>(), "sgemm");
  cl::Kernel kernel(program, "sgemm");
  cl_uint index = 0;
  for (const cl_uint value : {cl_uint{p.trans_a}, cl_uint{p.trans_b}, p.m, p.n, p.k})
    kernel.setArg(index++, value);
  kernel.setArg(index++, p.alpha);
  kernel.setArg(index++, matrices.a.buffer);
  kernel.setArg(index++, p.lda());
  kernel.setArg(index++, matrices.b.buffer);
  kernel.setArg(index++, p.ldb());
  kernel.setArg(index++, p.beta);
  kernel.setArg(index++, matrices.c.buffer);
  kernel.setArg(index++, p.ldc());

  // One work-item for each element of C.
  cl::Event event;
  const auto start = std::chrono::steady_clock::now();
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(p.n, p.m), cl::NullRange, nullptr, &event);
  event.wait();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

  return {wall.count(), sample::profiled(event, CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL).value_or(0),
          sample::profiled(event, CL_PROFILING_COMMAND_QPU_NANOSECONDS_QUADCL).value_or(0),
          sample::profiled(event, CL_PROFILING_COMMAND_PACKING_NANOSECONDS_QUADCL).value_or(0)};
}

// ---- The check

Check compare_with_reference(const cl::CommandQueue& queue, const Problem& p, const Matrices& matrices) {
  std::vector<float> old_c;
  if (p.beta != 0) {
    old_c.resize(matrices.c.size);
    fill_with_random(old_c, kSeedOfC);
  }
  const Mapped a(queue, matrices.a, CL_MAP_READ), b(queue, matrices.b, CL_MAP_READ),
      c(queue, matrices.c, CL_MAP_READ);
  return compare_with_reference(p, {a.elements(), b.elements(), old_c, c.elements()});
}

// ---- The report

std::string shape(const Problem& p) {
  const auto dimensions = [](bool transposed, cl_uint rows, cl_uint columns) {
    return transposed ? "(" + std::to_string(columns) + "x" + std::to_string(rows) + ")^T"
                      : std::to_string(rows) + "x" + std::to_string(columns);
  };
  return dimensions(p.trans_a, p.m, p.k) + " by " + dimensions(p.trans_b, p.k, p.n);
}

bool run_on(const cl::Device& device, const Problem& p, bool model_time) {
  const cl::Context context = sample::make_context(device);
  const cl::CommandQueue queue = sample::make_queue(context, device, model_time);
  const Matrices matrices(context, p);
  matrices.fill(queue);
  const Run run = multiply(context, queue, p, matrices);
  const Check check = compare_with_reference(queue, p, matrices);

  std::printf("shape             %s, alpha %g, beta %g\n", shape(p).c_str(), p.alpha, p.beta);
  if (check.rows == p.m) {
    std::printf("checked           all %zu elements of C\n", std::size_t{p.m} * p.n);
  } else {
    std::printf("checked           %zu of %u rows of C\n", check.rows, p.m);
  }
  std::printf("largest error     %.3g, must stay under %.3g: %s\n", check.largest_error, check.bound_there,
              check.within_bound ? "passed" : "FAILED");
  std::printf("host wall time    %.3f s\n", run.wall_seconds);
  if (run.qpu_instructions != 0) {
    std::printf("QPU instructions  %llu\n", static_cast<unsigned long long>(run.qpu_instructions));
  }
  if (run.modelled_nanoseconds != 0) {
    const double operations = 2.0 * p.m * p.n * p.k;
    std::printf("modelled QPU time %.3f ms, %.2f GFLOPS: a model of the chip, not measured on one\n",
                1e-6 * static_cast<double>(run.modelled_nanoseconds),
                operations / static_cast<double>(run.modelled_nanoseconds));
    std::printf("packing           %.3f ms of this computer's CPU, not in the modelled time\n",
                1e-6 * static_cast<double>(run.packing_nanoseconds));
  }
  return check.within_bound;
}

}  // namespace

int main(int argc, char** argv) {
  Problem problem;
  std::vector<cl_uint> sizes;
  bool model_time = false;
  sample::DeviceChoice choice;
  CLI::App app{"Multiplies matrices with the built-in kernel sgemm and checks the result.", "sgemm"};
  app.add_option("M_N_K", sizes, "C is M x N, the inner dimension is K; default 96 3072 363")->expected(0, 3);
  app.add_flag("--ta", problem.trans_a, "A is stored transposed");
  app.add_flag("--tb", problem.trans_b, "B is stored transposed");
  app.add_option("--alpha", problem.alpha, "factor of the product")->capture_default_str();
  app.add_option("--beta", problem.beta, "factor of the old C")->capture_default_str();
  app.add_flag("--model-time", model_time, "also model the time that the chip of an emulated QPU would take");
  sample::add_device_options(app, choice);
  CLI11_PARSE(app, argc, argv);
  if (!sizes.empty()) {
    if (sizes.size() != 3) return app.exit(CLI::ValidationError("M N K", "give all three sizes or none"));
    problem.m = sizes[0];
    problem.n = sizes[1];
    problem.k = sizes[2];
  }

  const auto has_sgemm = [](const cl::Device& device) { return sample::has_builtin(device, "sgemm"); };
  return sample::run_on_devices("sgemm", choice, has_sgemm, [&](const cl::Device& device) {
    return run_on(device, problem, model_time);
  });
}
