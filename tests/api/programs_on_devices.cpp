// SPDX-License-Identifier: Apache-2.0
// Programs that differ between their devices: built, compiled or linked for some, or with other options
// (OpenCL 3.0 API, sections 5.8 and 5.9).
#include <atomic>

#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

constexpr const char* kAnswer = "kernel void answer(global int* out) { *out = ANSWER; }";

/// With a compiler and two devices, which the tests need.
bool can_differ() { return has_compiler() && has_linker() && all_devices().size() > 1; }

cl_int build(cl_program program, cl_device_id id, const char* options) {
  return clBuildProgram(program, 1, &id, options, nullptr, nullptr);
}

cl_int compile(cl_program program, cl_device_id id, const char* options) {
  return clCompileProgram(program, 1, &id, options, 0, nullptr, nullptr, nullptr, nullptr);
}

cl_program link(cl_context context, const std::vector<cl_program>& programs, cl_int* error) {
  return clLinkProgram(context, 0, nullptr, nullptr, static_cast<cl_uint>(programs.size()), programs.data(),
                       nullptr, nullptr, error);
}

cl_build_status status_on(cl_program program, cl_device_id id) {
  return info<cl_build_status>(query(clGetProgramBuildInfo, program, id, CL_PROGRAM_BUILD_STATUS));
}

cl_int answer_on(cl_context context, cl_program program, cl_device_id id) {
  const Kernel kernel = make_kernel(program, "answer");
  const Queue queue = make_queue(context, 0, id);
  const Buffer out = make_buffer(context, sizeof(cl_int));
  set_arguments(kernel, out.get());
  launch(queue, kernel, 1, 1);
  return read_back<cl_int>(queue, out, 1).front();
}

/// A program from one binary for each device.
Program make_from_binaries(cl_context context, const std::vector<cl_device_id>& devices,
                           const std::vector<std::vector<unsigned char>>& binaries) {
  std::vector<std::size_t> lengths;
  std::vector<const unsigned char*> places;
  for (const auto& binary : binaries) {
    lengths.push_back(binary.size());
    places.push_back(binary.data());
  }
  return made([&](cl_int* error) {
    return clCreateProgramWithBinary(context, static_cast<cl_uint>(devices.size()), devices.data(),
                                     lengths.data(), places.data(), nullptr, error);
  });
}

std::vector<unsigned char> first_binary(cl_program program) {
  const auto sizes = info_list<std::size_t>(query(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
  std::vector<std::vector<unsigned char>> binaries;
  std::vector<unsigned char*> places;
  for (const std::size_t size : sizes) binaries.emplace_back(size);
  for (auto& binary : binaries) places.push_back(binary.data());
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, places.size() * sizeof(unsigned char*),
                           places.data(), nullptr) == CL_SUCCESS);
  return binaries.front();
}

/// The binary of `answer`, compiled but not linked, or built, for the first device.
std::vector<unsigned char> answer_binary(bool built, const char* options) {
  const Context context = make_context();
  const Program program = make_source_program(context, kAnswer);
  REQUIRE((built ? build(program, device(), options) : compile(program, device(), options)) == CL_SUCCESS);
  return first_binary(program);
}

/// Keeps all build threads busy: their callbacks wait for it.
class HeldBuilds {
 public:
  explicit HeldBuilds(cl_context context) {
    for (Program& program : programs_) {
      program = make_source_program(context);
      REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, hold, this) == CL_SUCCESS);
    }
    for (int held = held_; held < kThreads; held = held_) held_.wait(held);
  }
  ~HeldBuilds() {
    released_ = true;
    released_.notify_all();
    for (int left = left_; left < kThreads; left = left_) left_.wait(left);
  }
  HeldBuilds(const HeldBuilds&) = delete;
  HeldBuilds& operator=(const HeldBuilds&) = delete;

 private:
  static constexpr int kThreads = 2;

  static void CL_CALLBACK hold(cl_program, void* user_data) {
    auto& self = *static_cast<HeldBuilds*>(user_data);
    ++self.held_;
    self.held_.notify_all();
    self.released_.wait(false);
    ++self.left_;
    self.left_.notify_all();
  }

  Program programs_[kThreads];
  std::atomic<int> held_ = 0, left_ = 0;
  std::atomic<bool> released_ = false;
};

void CL_CALLBACK note(cl_program program, void* mailbox) {
  static_cast<Mailbox<cl_program>*>(mailbox)->put(program);
}

}  // namespace

TEST_CASE("clCreateKernel: CL_INVALID_KERNEL_DEFINITION if the arguments differ between devices") {
  if (!can_differ()) return;
  const Context context = make_context(all_devices());
  const Program program = make_source_program(context, R"CLC(
    #ifdef SHORT
    kernel void differs(global int* out) { *out = 1; }
    #else
    kernel void differs(global int* out, global int* in, int n) { *out = in[n]; }
    #endif
    kernel void same(global int* out) { *out = 2; })CLC");
  REQUIRE(build(program, all_devices()[0], "-D SHORT") == CL_SUCCESS);
  REQUIRE(build(program, all_devices()[1], "") == CL_SUCCESS);
  CHECK(error_of([&](cl_int* error) { return clCreateKernel(program, "differs", error); }) ==
        CL_INVALID_KERNEL_DEFINITION);
  CHECK(info_string(query(clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES)) == "same");
  cl_uint count = 0;
  CHECK(clCreateKernelsInProgram(program, 0, nullptr, &count) == CL_SUCCESS);
  CHECK(count == 1);
}

TEST_CASE("clLinkProgram: each device gets what was compiled for it") {
  if (!can_differ()) return;
  const Context context = make_context(all_devices());
  const Program program = make_source_program(context, kAnswer);
  REQUIRE(compile(program, all_devices()[0], "-D ANSWER=1") == CL_SUCCESS);
  REQUIRE(compile(program, all_devices()[1], "-D ANSWER=2") == CL_SUCCESS);
  const Program linked = made([&](cl_int* error) { return link(context, {program}, error); });
  CHECK(answer_on(context, linked, all_devices()[0]) == 1);
  CHECK(answer_on(context, linked, all_devices()[1]) == 2);
}

TEST_CASE("clLinkProgram: does not link for a device for which nothing was compiled") {
  if (!can_differ()) return;
  const Context context = make_context(all_devices());
  const Program program = make_source_program(context, kAnswer);
  REQUIRE(compile(program, all_devices()[1], "-D ANSWER=3") == CL_SUCCESS);
  const Program linked = made([&](cl_int* error) { return link(context, {program}, error); });
  CHECK(status_on(linked, all_devices()[0]) == CL_BUILD_NONE);
  CHECK(answer_on(context, linked, all_devices()[1]) == 3);
}

TEST_CASE("clLinkProgram: CL_INVALID_OPERATION if for a device some programs are compiled, others not") {
  if (!can_differ()) return;
  const Context context = make_context(all_devices());
  const Program first = make_source_program(context, kAnswer), second = make_source_program(context);
  REQUIRE(compile(first, all_devices()[0], "-D ANSWER=1") == CL_SUCCESS);
  REQUIRE(compile(first, all_devices()[1], "-D ANSWER=1") == CL_SUCCESS);
  REQUIRE(compile(second, all_devices()[1], "") == CL_SUCCESS);
  CHECK(error_of([&](cl_int* error) { return link(context, {first, second}, error); }) ==
        CL_INVALID_OPERATION);
}

TEST_CASE("clLinkProgram: CL_INVALID_OPERATION while a program is being compiled", "[quadcl]") {
  if (!can_differ()) return;
  const Context context = make_context();
  const Program program = make_source_program(context, kAnswer);
  REQUIRE(compile(program, device(), "-D ANSWER=1") == CL_SUCCESS);
  Mailbox<cl_program> mailbox;
  {
    const HeldBuilds held(context);
    REQUIRE(clCompileProgram(program, 0, nullptr, "-D ANSWER=2", 0, nullptr, nullptr, note, &mailbox) ==
            CL_SUCCESS);
    CHECK(error_of([&](cl_int* error) { return link(context, {program}, error); }) == CL_INVALID_OPERATION);
  }
  mailbox.await(1);
  const Program linked = made([&](cl_int* error) { return link(context, {program}, error); });
  CHECK(answer_on(context, linked, device()) == 2);
}

TEST_CASE("clLinkProgram: links what was compiled when it was called", "[quadcl]") {
  if (!can_differ()) return;
  const Context context = make_context();
  const Program program = make_source_program(context, kAnswer);
  REQUIRE(compile(program, device(), "-D ANSWER=1") == CL_SUCCESS);
  const cl_program inputs[]{program};
  Mailbox<cl_program> mailbox;
  Program linked;
  {
    const HeldBuilds held(context);
    linked = made([&](cl_int* error) {
      return clLinkProgram(context, 0, nullptr, nullptr, 1, inputs, note, &mailbox, error);
    });
    CHECK(compile(program, device(), "-D ANSWER=nonsense") == CL_COMPILE_PROGRAM_FAILURE);
  }
  mailbox.await(1);
  CHECK(answer_on(context, linked, device()) == 1);
}

TEST_CASE("clBuildProgram: a binary that failed to build can be built again") {
  if (!can_differ()) return;
  const Context context = make_context();
  const Program program =
      make_from_binaries(context, {device()}, {answer_binary(/*built=*/false, "-D ANSWER=4")});
  CHECK(build(program, device(), "-no-such-option") == CL_INVALID_BUILD_OPTIONS);
  CHECK(status_on(program, device()) == CL_BUILD_ERROR);
  REQUIRE(build(program, device(), "") == CL_SUCCESS);
  CHECK(answer_on(context, program, device()) == 4);
}

TEST_CASE("clCreateProgramWithBinary: a device that is named twice has its first binary", "[quadcl]") {
  if (!can_differ()) return;
  const Context context = make_context(all_devices());
  const auto one = answer_binary(/*built=*/true, "-D ANSWER=1"),
             two = answer_binary(/*built=*/true, "-D ANSWER=2");
  const cl_device_id first = all_devices()[0], second = all_devices()[1];
  const Program program = make_from_binaries(context, {first, first, second}, {one, one, two});
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  CHECK(answer_on(context, program, first) == 1);
  CHECK(answer_on(context, program, second) == 2);
}
