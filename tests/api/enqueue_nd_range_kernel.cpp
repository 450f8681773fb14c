// SPDX-License-Identifier: Apache-2.0
// Errors of clEnqueueNDRangeKernel. Its results: launch_ranges.cpp, launch_arguments.cpp.
#include "bad_handles.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

struct Bench : Setup {
  Program program = make_program(context);
  Transposition transposition{context, program, 8, 4};

  cl_int enqueue(cl_uint dimensions, const std::size_t* global, const std::size_t* local = nullptr,
                 const std::size_t* offset = nullptr) const {
    return clEnqueueNDRangeKernel(queue, transposition.kernel, dimensions, offset, global, local, 0, nullptr,
                                  nullptr);
  }
};

constexpr std::size_t kGlobal[3]{8, 4, 1};

}  // namespace

TEST_CASE("clEnqueueNDRangeKernel: CL_INVALID_WORK_DIMENSION if work_dim is 0 or more than the device has") {
  const Bench bench;
  const auto dimensions = info<cl_uint>(query(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
  const std::vector<std::size_t> global(dimensions + 1, 1);
  CHECK(bench.enqueue(0, global.data()) == CL_INVALID_WORK_DIMENSION);
  CHECK(bench.enqueue(dimensions + 1, global.data()) == CL_INVALID_WORK_DIMENSION);
}

TEST_CASE(
    "clEnqueueNDRangeKernel: CL_INVALID_GLOBAL_WORK_SIZE if a size is too large for the device's size_t") {
  if (info<cl_uint>(query(clGetDeviceInfo, device(), CL_DEVICE_ADDRESS_BITS)) >= 8 * sizeof(std::size_t))
    return;
  const Bench bench;
  const std::size_t global[2]{8, std::size_t{1} << 32};
  CHECK(bench.enqueue(2, global) == CL_INVALID_GLOBAL_WORK_SIZE);
}

TEST_CASE("clEnqueueNDRangeKernel: CL_INVALID_GLOBAL_OFFSET if offset and size overflow") {
  const Bench bench;
  const std::size_t offset[2]{0, ~std::size_t{0} - 2};
  CHECK(bench.enqueue(2, kGlobal, nullptr, offset) == CL_INVALID_GLOBAL_OFFSET);
}

TEST_CASE("clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE for a group that is not uniform but must be") {
  // Our built-in kernels take any local size that the device takes: launch_ranges.cpp.
  const bool any_size =
      info<cl_bool>(query(clGetDeviceInfo, device(), CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT)) != CL_FALSE;
  if (is_quadcl() && any_size) return;
  const Bench bench;
  const std::size_t locals[][2]{{3, 1}, {1, 3}, {16, 1}, {8, 8}};
  for (const auto& local : locals) {
    INFO(local[0] << " x " << local[1]);
    CHECK(bench.enqueue(2, kGlobal, local) == CL_INVALID_WORK_GROUP_SIZE);
  }
}

TEST_CASE("clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE for a non-uniform group of a uniform kernel") {
  if (!has_compiler()) return;
  const Setup setup;
  const Program program = make_source_program(setup.context);
  REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0 -cl-uniform-work-group-size", nullptr,
                         nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(program, "nothing");
  const Buffer buffer = make_buffer(setup.context, 64);
  set_arguments(kernel, buffer.get());
  const std::size_t global = 8, local = 3;
  CHECK(clEnqueueNDRangeKernel(setup.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr) ==
        CL_INVALID_WORK_GROUP_SIZE);
}

TEST_CASE(
    "clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE if a required size does not divide the global one") {
  if (!has_compiler()) return;
  const Setup setup;
  const Program program = make_source_program(
      setup.context, "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global int* o) {}");
  REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-std=CL1.2", nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(program, "k");
  const Buffer buffer = make_buffer(setup.context, 64);
  set_arguments(kernel, buffer.get());
  const std::size_t global = 10;
  CHECK(clEnqueueNDRangeKernel(setup.queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_WORK_GROUP_SIZE);
}

TEST_CASE("clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE if a local size is 0") {
  const Bench bench;
  const std::size_t local[2]{GENERATE(0, 8), 0};
  CHECK(bench.enqueue(2, kGlobal, local) == CL_INVALID_WORK_GROUP_SIZE);
}

TEST_CASE(
    "clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE if the group is larger than the kernel allows") {
  const Bench bench;
  const auto largest = info<std::size_t>(
      query(clGetKernelWorkGroupInfo, bench.transposition.kernel.get(), device(), CL_KERNEL_WORK_GROUP_SIZE));
  const auto sizes = info_list<std::size_t>(query(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_ITEM_SIZES));
  const std::size_t square[2]{largest, 2};
  const cl_int error = bench.enqueue(2, square, square);
  CHECK(error == (square[0] <= sizes[0] && square[1] <= sizes[1] ? CL_INVALID_WORK_GROUP_SIZE
                                                                 : CL_INVALID_WORK_ITEM_SIZE));
}

TEST_CASE("clEnqueueNDRangeKernel: CL_INVALID_WORK_ITEM_SIZE if a local size is larger than its dimension") {
  const Bench bench;
  const auto sizes = info_list<std::size_t>(query(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_ITEM_SIZES));
  const auto group = info<std::size_t>(
      query(clGetKernelWorkGroupInfo, bench.transposition.kernel.get(), device(), CL_KERNEL_WORK_GROUP_SIZE));
  for (std::size_t i = 0; i < 3; ++i) {
    if (sizes[i] == ~std::size_t{0}) continue;
    std::size_t local[3]{1, 1, 1};
    local[i] = sizes[i] + 1;
    INFO("dimension " << i);
    const cl_int error = bench.enqueue(3, local, local);
    // A group that is too large as a whole breaks two rules.
    CHECK((error == CL_INVALID_WORK_ITEM_SIZE || (local[i] > group && error == CL_INVALID_WORK_GROUP_SIZE)));
  }
}

TEST_CASE("clEnqueueNDRangeKernel: CL_INVALID_KERNEL_ARGS if any argument was not set") {
  const Bench bench;
  const Kernel kernel = make_kernel(bench.program, "transpose_32");
  const cl_uint missing = GENERATE(0, 1, 2, 3);
  if (missing != 0) REQUIRE(set_argument(kernel, 0, bench.transposition.in.get()) == CL_SUCCESS);
  if (missing != 1) REQUIRE(set_argument(kernel, 1, bench.transposition.out.get()) == CL_SUCCESS);
  if (missing != 2) REQUIRE(set_argument(kernel, 2, cl_uint{8}) == CL_SUCCESS);
  if (missing != 3) REQUIRE(set_argument(kernel, 3, cl_uint{4}) == CL_SUCCESS);
  CHECK(clEnqueueNDRangeKernel(bench.queue, kernel, 2, nullptr, kGlobal, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_KERNEL_ARGS);
  CHECK(clEnqueueTask(bench.queue, kernel, 0, nullptr, nullptr) == CL_INVALID_KERNEL_ARGS);
}

TEST_CASE("clEnqueueNDRangeKernel: CL_INVALID_PROGRAM_EXECUTABLE if there is none for the queue's device",
          "[quadcl]") {
  const Context context = make_context(all_devices());
  const cl_device_id id = device();
  const Program program = made([&](cl_int* error) {
    return clCreateProgramWithBuiltInKernels(context, 1, &id, "transpose_32", error);
  });
  const Transposition transposition(context, program, 8, 4);
  const Queue elsewhere = make_queue(context, 0, other_device());
  CHECK(clEnqueueNDRangeKernel(elsewhere, transposition.kernel, 2, nullptr, kGlobal, nullptr, 0, nullptr,
                               nullptr) == CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK(clEnqueueTask(elsewhere, transposition.kernel, 0, nullptr, nullptr) == CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE("clEnqueueNDRangeKernel, clEnqueueTask: CL_INVALID_KERNEL if kernel is not a kernel") {
  const Setup setup;
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL, [&](cl_kernel bad) {
    return clEnqueueNDRangeKernel(setup.queue, bad, 2, nullptr, kGlobal, nullptr, 0, nullptr, nullptr);
  });
  check_bad_handles<cl_kernel>(
      CL_INVALID_KERNEL, [&](cl_kernel bad) { return clEnqueueTask(setup.queue, bad, 0, nullptr, nullptr); });
}

namespace {

void CL_CALLBACK note(const char* message, const void*, size_t, void* mailbox) {
  static_cast<Mailbox<std::string>*>(mailbox)->put(message);
}

}  // namespace

TEST_CASE(
    "clEnqueueNDRangeKernel: a built-in kernel whose sizes do not fit its buffers is refused and explained",
    "[quadcl]") {
  Mailbox<std::string> mailbox;
  const cl_device_id id = device();
  const Context context =
      made([&](cl_int* error) { return clCreateContext(nullptr, 1, &id, note, &mailbox, error); });
  const Queue queue = make_queue(context);
  const Program program = make_program(context);
  const Transposition transposition(context, program, 8, 4);
  REQUIRE(set_argument(transposition.kernel, 3, cl_uint{5}) == CL_SUCCESS);
  const std::size_t global[2]{8, 5};
  CHECK(clEnqueueNDRangeKernel(queue, transposition.kernel, 2, nullptr, global, nullptr, 0, nullptr,
                               nullptr) == CL_INVALID_KERNEL_ARGS);
  const auto messages = mailbox.await(1);
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages[0], Catch::Contains("transpose_32"));
  CHECK(transposition.result(queue) == std::vector<cl_uint>(32, ~0U));
}

namespace {

/// A kernel called "nothing", from source.
struct SourceBench : Setup {
  explicit SourceBench(const char* source) : program(make_source_program(context, source)) {
    REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    kernel = make_kernel(program, "nothing");
  }
  cl_int enqueue(cl_uint dimensions, const std::size_t* global, const std::size_t* local) const {
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, global, local, 0, nullptr, nullptr);
  }

  Program program;
  Kernel kernel;
};

}  // namespace

TEST_CASE("clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES if the work-groups cannot be counted", "[quadcl]") {
  if (!has_compiler()) return;
  const SourceBench bench("kernel void nothing() {}");
  constexpr std::size_t root = std::size_t{1}
                               << 4 * sizeof(std::size_t);  // its square does not fit 64 bits, by one
  const std::size_t global[3]{root, root, root}, one[3]{1, 1, 1}, row[3]{64, 1, 1};
  CHECK(bench.enqueue(2, global, one) == CL_OUT_OF_RESOURCES);
  CHECK(bench.enqueue(3, global, row) == CL_OUT_OF_RESOURCES);
  CHECK(bench.enqueue(3, global, nullptr) == CL_OUT_OF_RESOURCES);
  const std::size_t none[3]{root, root, 0};
  CHECK(bench.enqueue(3, none, one) == CL_SUCCESS);
  CHECK(clFinish(bench.queue) == CL_SUCCESS);
}

TEST_CASE("clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES if __local arguments need more than the device has",
          "[quadcl]") {
  if (!has_compiler()) return;
  const SourceBench bench("kernel void nothing(local int* a, local int* b) {}");
  const auto device_has =
      static_cast<std::size_t>(info<cl_ulong>(query(clGetDeviceInfo, device(), CL_DEVICE_LOCAL_MEM_SIZE)));
  constexpr std::size_t half = ~(~std::size_t{0} >> 1), most = ~std::size_t{0};
  const auto [first, second] = GENERATE_COPY(std::pair{device_has, std::size_t{4}}, std::pair{half, half},
                                             std::pair{most, std::size_t{1}},
                                             std::pair{std::size_t{4}, most - 3}, std::pair{most, most});
  REQUIRE(clSetKernelArg(bench.kernel, 0, first, nullptr) == CL_SUCCESS);
  REQUIRE(clSetKernelArg(bench.kernel, 1, second, nullptr) == CL_SUCCESS);
  const std::size_t one = 1;
  CHECK(bench.enqueue(1, &one, nullptr) == CL_OUT_OF_RESOURCES);
  CHECK(info<cl_ulong>(query(clGetKernelWorkGroupInfo, bench.kernel.get(), device(),
                             CL_KERNEL_LOCAL_MEM_SIZE)) > device_has);
}
