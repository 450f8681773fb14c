// SPDX-License-Identifier: Apache-2.0
#include "bad_handles.h"
#include "programs.h"

using namespace api;

namespace {

cl_int create_error(cl_context context, cl_uint count, const char** strings,
                    const std::size_t* lengths = nullptr) {
  return error_of(
      [&](cl_int* error) { return clCreateProgramWithSource(context, count, strings, lengths, error); });
}

}  // namespace

TEST_CASE(
    "clCreateProgramWithSource: succeeds with or without a compiler, and for text that is no OpenCL C") {
  const Context context = make_context();
  const char* source = GENERATE("", "kernel void f() {}", "not OpenCL C");
  CHECK(create_error(context, 1, &source) == CL_SUCCESS);
}

TEST_CASE("clCreateProgramWithSource: joins the strings, each as long as its length says") {
  const Context context = make_context();
  const char* strings[]{"first ", "second???", "third"};
  const std::size_t lengths[]{0, 6, 0};  // 0: up to the null character
  const Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(context, 3, strings, lengths, error); });
  CHECK(info_string(query(clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE)) == "first secondthird");
}

TEST_CASE("clCreateProgramWithSource: leaves out null characters") {
  const Context context = make_context();
  const char* strings[]{"with", "out"};
  const std::size_t lengths[]{5, 4};  // with the null character at the end
  const Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(context, 2, strings, lengths, error); });
  CHECK(info_string(query(clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE)) == "without");
}

TEST_CASE("clCreateProgramWithSource: the strings may be reused when the function returns") {
  const Context context = make_context();
  std::string text = "kernel void f() {}";
  const Program program = make_source_program(context, text.c_str());
  text.assign(text.size(), 'x');
  CHECK(info_string(query(clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE)) == "kernel void f() {}");
}

TEST_CASE(
    "clCreateProgramWithSource: CL_INVALID_VALUE if count is 0, strings is NULL or any string is NULL") {
  const Context context = make_context();
  const char* strings[]{"kernel void f() {}", nullptr};
  CHECK(create_error(context, 0, strings) == CL_INVALID_VALUE);
  CHECK(create_error(context, 1, nullptr) == CL_INVALID_VALUE);
  CHECK(create_error(context, 2, strings) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateProgramWithSource: CL_INVALID_CONTEXT if context is not a context") {
  const char* source = "";
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT,
                                [&](cl_context bad) { return create_error(bad, 1, &source); });
}
