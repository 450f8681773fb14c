// SPDX-License-Identifier: Apache-2.0
// Kernels that are compiled when they are first created, or for CL_PROGRAM_BINARIES.
#include <array>
#include <atomic>
#include <string>
#include <thread>

#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

constexpr cl_int kKernels = 6;

std::string name_of(cl_int number) { return "add_" + std::to_string(number); }

/// Kernels that add their numbers.
Program built_program(cl_context context) {
  std::string source;
  for (cl_int i = 0; i < kKernels; ++i)
    source += "kernel void " + name_of(i) + "(global int* x) { x[get_global_id(0)] += " + std::to_string(i) +
              "; }\n";
  Program program = make_source_program(context, source.c_str());
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  return program;
}

/// Whether the kernel adds the number to 100 and 200.
bool adds(const Setup& setup, const Kernel& kernel, cl_int number) {
  const Buffer buffer = make_filled(setup.context, std::vector<cl_int>{100, 200});
  const std::size_t items = 2;
  set_arguments(kernel, buffer.get());
  REQUIRE(clEnqueueNDRangeKernel(setup.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr) ==
          CL_SUCCESS);
  return read_back<cl_int>(setup.queue, buffer, items) == std::vector<cl_int>{100 + number, 200 + number};
}

std::vector<unsigned char> binary_of(cl_program program) {
  std::vector<unsigned char> binary(
      info<std::size_t>(query(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES)));
  unsigned char* target = binary.data();
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof target, &target, nullptr) == CL_SUCCESS);
  return binary;
}

Program from_binary(const Setup& setup, cl_program program) {
  const std::vector<unsigned char> binary = binary_of(program);
  const cl_device_id id = device();
  const std::size_t size = binary.size();
  const unsigned char* bytes = binary.data();
  Program copy = made([&](cl_int* error) {
    return clCreateProgramWithBinary(setup.context, 1, &id, &size, &bytes, nullptr, error);
  });
  REQUIRE(clBuildProgram(copy, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  return copy;
}

}  // namespace

TEST_CASE("a program's binary has the kernels that were never created") {
  if (!has_compiler()) return;
  const Setup setup;
  const Program program = built_program(setup.context);
  CHECK(adds(setup, make_kernel(program, "add_4"), 4));
  const Program copy = from_binary(setup, program);
  for (cl_int i = 0; i < kKernels; ++i) {
    CHECK(adds(setup, make_kernel(copy, name_of(i).c_str()), i));
    CHECK(adds(setup, make_kernel(program, name_of(i).c_str()), i));
  }
}

TEST_CASE("clCreateProgramWithBinary: CL_INVALID_BINARY for a postponed program", "[quadcl]") {
  if (!has_compiler()) return;
  const Setup setup;
  std::vector<unsigned char> binary = binary_of(built_program(setup.context));
  REQUIRE(binary[12] == 3);  // the kind, after magic and version
  binary[12] = 4;
  const cl_device_id id = device();
  const std::size_t size = binary.size();
  const unsigned char* bytes = binary.data();
  cl_int status = CL_SUCCESS, error = CL_SUCCESS;
  CHECK(clCreateProgramWithBinary(setup.context, 1, &id, &size, &bytes, &status, &error) == nullptr);
  CHECK(error == CL_INVALID_BINARY);
  CHECK(status == CL_INVALID_BINARY);
}

TEST_CASE("threads create the kernels of a program at the same time, each or all of them") {
  if (!has_compiler()) return;
  const Setup setup;
  const Program program = built_program(setup.context);
  constexpr cl_int kThreads = 4;
  std::array<std::array<cl_kernel, kKernels>, kThreads> created{};
  std::vector<std::thread> threads;
  for (cl_int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      auto& own = created[static_cast<std::size_t>(thread)];
      if (thread == 0) {
        clCreateKernelsInProgram(program, kKernels, own.data(), nullptr);
      } else {
        for (cl_int i = 0; i < kKernels; ++i)
          own[static_cast<std::size_t>(i)] = clCreateKernel(program, name_of(i).c_str(), nullptr);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& own : created) {
    for (cl_int i = 0; i < kKernels; ++i) {
      REQUIRE(own[static_cast<std::size_t>(i)] != nullptr);
      CHECK(adds(setup, Kernel(own[static_cast<std::size_t>(i)]), i));
    }
  }
}
