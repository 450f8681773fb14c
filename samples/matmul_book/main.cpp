// SPDX-License-Identifier: Apache-2.0
//
// Three matrix products, each faster than the one before: tiles in local memory, tiles of float4, and several
// outputs for each work-item. Each uses a fetched number more often than the one before. Read kernels.h
// first.

#include "../common/matrices.h"
#include "../common/sample.h"
#include "kernels.h"

#include <array>
#include <cstdio>

namespace {

struct Problem {
  cl_uint m = 2048, n = 2048, k = 2048;
  double operations() const { return 2.0 * m * n * k; }
};

// At the default size, an emulation with a model of the chip's time would take minutes.
constexpr Problem kForEmulators{512, 512, 512};

// The part of the product that one work-group of 16x16 work-items computes.
struct Tile {
  cl_uint m, n, k;
  cl_ulong local_bytes() const { return sizeof(cl_float) * (cl_ulong{m} * k + cl_ulong{k} * n); }
};

struct Variant {
  const char* name;
  const char* source;
  Tile tile;
  std::string options;
};

// Factors of the third kernel: rows, columns and depth, in tiles of the second.
using Unroll = std::array<cl_uint, 3>;

std::vector<Variant> all_variants(const Unroll& unroll) {
  const auto [m, n, k] = unroll;
  return {{"local", kernels::local_memory, {16, 16, 16}, ""},
          {"float4", kernels::float4_tiles, {64, 64, 16}, ""},
          {"outputs",
           kernels::several_outputs,
           {64 * m, 64 * n, 16 * k},
           "-DUNROLL_M=" + std::to_string(m) + " -DUNROLL_N=" + std::to_string(n) +
               " -DUNROLL_K=" + std::to_string(k)}};
}

void check_shape(const Problem& p, const Variant& variant) {
  const Tile& tile = variant.tile;
  if (p.m != 0 && p.n != 0 && p.k != 0 && p.m % tile.m == 0 && p.n % tile.n == 0 && p.k % tile.k == 0) return;
  throw std::runtime_error("kernel '" + std::string(variant.name) +
                           "' needs M, N and K that are multiples of " + std::to_string(tile.m) + ", " +
                           std::to_string(tile.n) + " and " + std::to_string(tile.k));
}

// Checked before the build: some compilers accept a kernel that no launch can run.
void check_local_memory(const cl::Device& device, const Variant& variant) {
  const cl_ulong available = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  if (variant.tile.local_bytes() <= available) return;
  throw std::runtime_error("the tiles of kernel '" + std::string(variant.name) + "' need " +
                           std::to_string(variant.tile.local_bytes()) +
                           " bytes of local memory, the device has " + std::to_string(available));
}

struct Run {
  sample::Matrix c;
  sample::KernelTime time;
};

Run multiply(const cl::Device& device, const Variant& variant, const Problem& p, const sample::Matrix& a,
             const sample::Matrix& b) {
  const cl::Context context = sample::make_context(device);
  const cl::Program program = sample::build(context, variant.source, variant.options);
  const cl::Buffer buffer_a(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            sizeof(float) * a.elements.size(), const_cast<float*>(a.elements.data()));
  const cl::Buffer buffer_b(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            sizeof(float) * b.elements.size(), const_cast<float*>(b.elements.data()));
  Run run{{p.m, p.n, std::vector<float>(std::size_t{p.m} * p.n)}, {}};
  const cl::Buffer buffer_c(context, CL_MEM_WRITE_ONLY, sizeof(float) * run.c.elements.size());

  cl::Kernel kernel(program, "multiply");
  kernel.setArg(0, p.n);
  kernel.setArg(1, p.k);
  kernel.setArg(2, buffer_a);
  kernel.setArg(3, buffer_b);
  kernel.setArg(4, buffer_c);
  const cl::NDRange work_items(16 * (p.n / variant.tile.n), 16 * (p.m / variant.tile.m));
  run.time = sample::measure(context, device, 1, [&](const cl::CommandQueue& queue) {
    cl::Event event;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, work_items, cl::NDRange(16, 16), nullptr, &event);
    return event;
  });
  cl::copy(sample::make_queue(context, device, false), buffer_c, run.c.elements.begin(),
           run.c.elements.end());
  return run;
}

// For an emulated QPU, emulation and modelled times are kept apart from measured ones.
std::vector<std::string> headings(const cl::Device& device) {
  if (sample::is_emulated(device)) return sample::time_headings();
  return {"time", "GFLOPS"};
}

std::vector<std::string> cells(const cl::Device& device, const sample::KernelTime& time, double operations) {
  if (sample::is_emulated(device)) return sample::time_cells(time, operations, "GFLOPS");
  return {sample::with_unit(time.seconds), sample::giga_per_second(operations, time.seconds)};
}

bool run_on(const cl::Device& device, const std::vector<Variant>& variants, const Problem& p) {
  const sample::Matrix a = sample::random_matrix(p.m, p.k, 1), b = sample::random_matrix(p.k, p.n, 2);
  sample::Table table(sample::join({{"kernel", "tile of C", "local memory"}, headings(device), {"check"}}));
  bool all_passed = true;
  sample::ProgressBar progress("multiplying", variants.size());
  for (const Variant& variant : variants) {
    check_local_memory(device, variant);
    const Run run = multiply(device, variant, p, a, b);
    const bool passed = sample::is_product(a, b, run.c);
    all_passed = all_passed && passed;
    table.add(
        sample::join({{variant.name, std::to_string(variant.tile.m) + "x" + std::to_string(variant.tile.n),
                       std::to_string(variant.tile.local_bytes()) + " B"},
                      cells(device, run.time, p.operations()),
                      {passed ? "passed" : "FAILED"}}));
    progress.step();
  }
  progress.finish();
  table.print();
  return all_passed;
}

}  // namespace

int main(int argc, char** argv) {
  Problem problem;
  std::vector<cl_uint> sizes;
  Unroll unroll = {2, 2, 1};
  std::string only;
  sample::DeviceChoice choice;
  CLI::App app{
      "Multiplies matrices with three kernels; each uses a fetched number more often than the one before.",
      "matmul_book"};
  app.add_option("M_N_K", sizes,
                 "C is M x N, the inner dimension is K; default 2048 2048 2048, on emulated QPUs 512 512 512")
      ->expected(0, 3);
  app.add_option("--unroll", unroll, "factors of kernel 'outputs' for M, N and K; product at most 4")
      ->delimiter(',')
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  app.add_option("--kernel", only, "run this one only")->check(CLI::IsMember({"local", "float4", "outputs"}));
  sample::add_device_options(app, choice);
  CLI11_PARSE(app, argc, argv);

  if (!sizes.empty() && sizes.size() != 3)
    return app.exit(CLI::ValidationError("M N K", "give all three sizes or none"));
  if (!sizes.empty()) problem = {sizes[0], sizes[1], sizes[2]};
  if (unroll[0] * unroll[1] * unroll[2] > 4)
    return app.exit(CLI::ValidationError("--unroll", "the tiles fit 32 KiB if the product is at most 4"));

  return sample::report_errors("matmul_book", [&] {
    std::vector<Variant> variants = all_variants(unroll);
    if (!only.empty()) std::erase_if(variants, [&](const Variant& variant) { return variant.name != only; });
    for (const Variant& variant : variants) check_shape(problem, variant);
    return sample::run_on_devices("matmul_book", choice, sample::compiles_opencl_c,
                                  [&](const cl::Device& device) {
                                    const bool smaller = sizes.empty() && sample::is_emulated(device);
                                    return run_on(device, variants, smaller ? kForEmulators : problem);
                                  });
  });
}
