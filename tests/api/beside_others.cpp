// SPDX-License-Identifier: Apache-2.0
// Runs with a vendors folder that holds QuadCL and the platform named by QUADCL_TEST_OTHER. Both work in one
// process, with separate objects and LLVMs.
#include <cstdlib>

#include "crowd.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

cl_device_id their_device() {
  const std::string name = std::getenv("QUADCL_TEST_OTHER");
  cl_uint count = 0;
  REQUIRE(clGetPlatformIDs(0, nullptr, &count) == CL_SUCCESS);
  REQUIRE(count >= 2);
  std::vector<cl_platform_id> ids(count);
  REQUIRE(clGetPlatformIDs(count, ids.data(), nullptr) == CL_SUCCESS);
  for (cl_platform_id id : ids) {
    if (id == platform()) continue;
    if (info_string(query(clGetPlatformInfo, id, CL_PLATFORM_NAME)) != name) continue;
    cl_device_id found = nullptr;
    REQUIRE(clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 1, &found, nullptr) == CL_SUCCESS);
    return found;
  }
  FAIL(name << " is not among the platforms");
  return nullptr;
}

struct Side {
  explicit Side(cl_device_id id)
      : device(id), context(make_context({id})), queue(make_queue(context, 0, id)) {}

  cl_device_id device;
  Context context;
  Queue queue;
};

constexpr std::size_t kGroup = 64, kGroups = 8;

// Loops around barriers and a library function: work for more than the front end.
constexpr const char* kSums = R"CL(
kernel void sums(global const float* in, global float* out, local float* part) {
  const size_t item = get_local_id(0);
  part[item] = fma((float)SCALE, in[get_global_id(0)], 1.0f);
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) part[item] += part[item + step];
  }
  if (item == 0) out[get_group_id(0)] = part[0];
}
)CL";

// Builds the kernel for one value of SCALE, so that all builds differ, and runs it.
void build_and_sum(const Side& side, int scale, Verdict& verdict) {
  auto in = counting<float>(kGroup * kGroups);
  const std::size_t bytes = in.size() * sizeof(float), global = in.size(), local = kGroup;
  const std::string options = "-DSCALE=" + std::to_string(scale);
  const char* source = kSums;
  const Program program(clCreateProgramWithSource(side.context, 1, &source, nullptr, nullptr));
  if (!EXPECT(verdict,
              clBuildProgram(program, 1, &side.device, options.c_str(), nullptr, nullptr) == CL_SUCCESS))
    return;
  const Kernel kernel(clCreateKernel(program, "sums", nullptr));
  const Buffer input(
      clCreateBuffer(side.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, in.data(), nullptr));
  const Buffer output(
      clCreateBuffer(side.context, CL_MEM_WRITE_ONLY, kGroups * sizeof(float), nullptr, nullptr));
  EXPECT(verdict, set_argument(kernel, 0, input.get()) == CL_SUCCESS);
  EXPECT(verdict, set_argument(kernel, 1, output.get()) == CL_SUCCESS);
  EXPECT(verdict, clSetKernelArg(kernel, 2, kGroup * sizeof(float), nullptr) == CL_SUCCESS);
  EXPECT(verdict, clEnqueueNDRangeKernel(side.queue, kernel, 1, nullptr, &global, &local, 0, nullptr,
                                         nullptr) == CL_SUCCESS);
  std::vector<float> sums(kGroups, -1), expected(kGroups);
  EXPECT(verdict, clEnqueueReadBuffer(side.queue, output, CL_TRUE, 0, kGroups * sizeof(float), sums.data(), 0,
                                      nullptr, nullptr) == CL_SUCCESS);
  for (std::size_t i = 0; i < in.size(); ++i)
    expected[i / kGroup] += static_cast<float>(scale) * static_cast<float>(i) + 1;
  EXPECT(verdict, sums == expected);
}

std::string builds_in_turn(const Side& first, const Side& second) {
  Verdict verdict;
  for (int scale = 1; scale <= 4; ++scale) build_and_sum(scale % 2 == 1 ? first : second, scale, verdict);
  return verdict.text();
}

}  // namespace

TEST_CASE("beside another platform: a buffer makes the round trip on both at once") {
  const Side ours(device()), theirs(their_device());
  const auto bytes = counting_bytes(4096);
  const Buffer here = make_filled(ours.context, bytes), there = make_filled(theirs.context, bytes);
  for (const auto& [side, buffer] : {std::pair{&ours, &here}, std::pair{&theirs, &there}}) {
    std::vector<unsigned char> host(4096, 0);
    REQUIRE(clEnqueueReadBuffer(side->queue, *buffer, CL_FALSE, 0, 4096, host.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    REQUIRE(clFinish(side->queue) == CL_SUCCESS);
    CHECK(host == bytes);
  }
}

TEST_CASE("beside another platform: the same kernel gives the same result on both") {
  const Side ours(device()), theirs(their_device());
  const Program here = make_program(ours.context), there = make_program(theirs.context);
  const Transposition first(ours.context, here, 37, 21), second(theirs.context, there, 37, 21);
  first.launch(ours.queue);
  second.launch(theirs.queue);
  CHECK(first.result(ours.queue) == first.expected());
  CHECK(second.result(theirs.queue) == second.expected());
}

TEST_CASE("beside another platform: its objects are none of ours") {
  const Side ours(device()), theirs(their_device());
  const Buffer there = make_buffer(theirs.context, 64);
  unsigned char host[64]{};
  CHECK(clEnqueueReadBuffer(ours.queue, there, CL_TRUE, 0, 64, host, 0, nullptr, nullptr) ==
        CL_INVALID_MEM_OBJECT);
  const cl_device_id both[]{device(), their_device()};
  CHECK(error_of([&](cl_int* error) { return clCreateContext(nullptr, 2, both, nullptr, nullptr, error); }) ==
        CL_INVALID_DEVICE);
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(theirs.queue, 0, nullptr, event.out()) == CL_SUCCESS);
  REQUIRE(clFinish(theirs.queue) == CL_SUCCESS);
  CHECK(clEnqueueMarkerWithWaitList(ours.queue, 1, event.list(), nullptr) == CL_INVALID_EVENT_WAIT_LIST);
}

// Each of the next three runs in its own process: the first build decides which LLVM starts first.

TEST_CASE("beside another platform: builds in turn, ours first", "[ours]") {
  const Side ours(device()), theirs(their_device());
  if (has_compiler()) CHECK(builds_in_turn(ours, theirs) == "");
}

TEST_CASE("beside another platform: builds in turn, theirs first", "[theirs]") {
  const Side ours(device()), theirs(their_device());
  if (has_compiler()) CHECK(builds_in_turn(theirs, ours) == "");
}

TEST_CASE("beside another platform: builds at the same time", "[both]") {
  const Side ours(device()), theirs(their_device());
  if (!has_compiler()) return;
  CHECK(crowd(4, [&](std::size_t thread, Verdict& verdict) {
          for (int i = 0; i < 5; ++i)
            build_and_sum(thread % 2 == 0 ? ours : theirs, static_cast<int>(10 * thread) + i, verdict);
        }) == "");
}
