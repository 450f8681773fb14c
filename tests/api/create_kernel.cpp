// SPDX-License-Identifier: Apache-2.0
// clCreateKernel, clCreateKernelsInProgram, clRetainKernel, clReleaseKernel
#include <set>

#include "bad_handles.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

cl_int create_error(cl_program program, const char* name) {
  return error_of([&](cl_int* error) { return clCreateKernel(program, name, error); });
}

}  // namespace

TEST_CASE("clCreateKernel: finds every kernel of the program, any number of times") {
  const Context context = make_context();
  const Program program = make_program(context);
  const char* name = GENERATE("sgemm", "transpose_32", "transpose_64");
  const Kernel first = make_kernel(program, name), second = make_kernel(program, name);
  CHECK(first.get() != second.get());
}

TEST_CASE("clCreateKernel: errcode_ret may be NULL") {
  const Context context = make_context();
  const Program program = make_program(context);
  const Kernel kernel(clCreateKernel(program, "sgemm", nullptr));
  CHECK(kernel.get() != nullptr);
}

TEST_CASE("clCreateKernel: CL_INVALID_KERNEL_NAME if the program has no such kernel") {
  const Context context = make_context();
  const Program program = make_program(context);
  const char* name = GENERATE("", "sgemm2", "sgem", "SGEMM", "sgemm;transpose_32");
  CHECK(create_error(program, name) == CL_INVALID_KERNEL_NAME);
}

TEST_CASE("clCreateKernel: CL_INVALID_VALUE if kernel_name is NULL") {
  const Context context = make_context();
  CHECK(create_error(make_program(context), nullptr) == CL_INVALID_VALUE);
}

TEST_CASE(
    "clCreateKernel, clCreateKernelsInProgram: CL_INVALID_PROGRAM_EXECUTABLE if the program is not built") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  CHECK(create_error(program, "nothing") == CL_INVALID_PROGRAM_EXECUTABLE);
  cl_uint count = 0;
  CHECK(clCreateKernelsInProgram(program, 0, nullptr, &count) == CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_CASE("clCreateKernel, clCreateKernelsInProgram: CL_INVALID_PROGRAM if program is not a program") {
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM,
                                [](cl_program bad) { return create_error(bad, "sgemm"); });
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM, [](cl_program bad) {
    cl_uint count = 0;
    return clCreateKernelsInProgram(bad, 0, nullptr, &count);
  });
}

TEST_CASE("clCreateKernelsInProgram: creates every kernel of the program") {
  const Context context = make_context();
  const Program program = make_program(context);
  cl_uint count = 0;
  REQUIRE(clCreateKernelsInProgram(program, 0, nullptr, &count) == CL_SUCCESS);
  CHECK(count == 3);
  cl_kernel handles[4]{};
  REQUIRE(clCreateKernelsInProgram(program, 4, handles, nullptr) == CL_SUCCESS);
  std::set<std::string> names;
  for (int i = 0; i < 3; ++i) {
    const Kernel kernel(handles[i]);
    names.insert(info_string(query(clGetKernelInfo, kernel.get(), CL_KERNEL_FUNCTION_NAME)));
  }
  CHECK(names == std::set<std::string>{"sgemm", "transpose_32", "transpose_64"});
  CHECK(handles[3] == nullptr);
}

TEST_CASE("clCreateKernelsInProgram: CL_INVALID_VALUE if there are more kernels than room") {
  const Context context = make_context();
  const Program program = make_program(context);
  cl_kernel handles[2]{};
  CHECK(clCreateKernelsInProgram(program, 2, handles, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clRetainKernel, clReleaseKernel: count references from 1") {
  const Context context = make_context();
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "sgemm");
  const auto count = query(clGetKernelInfo, kernel.get(), CL_KERNEL_REFERENCE_COUNT);
  CHECK(info<cl_uint>(count) == 1);
  REQUIRE(clRetainKernel(kernel) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 2);
  REQUIRE(clReleaseKernel(kernel) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 1);
}

TEST_CASE("clRetainKernel, clReleaseKernel: CL_INVALID_KERNEL if kernel is not a kernel") {
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL, clRetainKernel);
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL, clReleaseKernel);
}
