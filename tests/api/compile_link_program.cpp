// SPDX-License-Identifier: Apache-2.0
// clCompileProgram, clLinkProgram
#include "bad_handles.h"
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

cl_int compile(cl_program program, const char* options = nullptr) {
  return clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
}

void check_compile(cl_int actual, cl_int error) {
  check_unless_missing(actual, error, has_compiler(), CL_COMPILER_NOT_AVAILABLE);
}

void check_link(cl_int actual, cl_int error) {
  check_unless_missing(actual, error, has_linker(), CL_LINKER_NOT_AVAILABLE);
}

cl_int link(cl_context context, const std::vector<cl_program>& programs, const char* options = nullptr) {
  return error_of([&](cl_int* error) {
    return clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(programs.size()),
                         programs.empty() ? nullptr : programs.data(), nullptr, nullptr, error);
  });
}

}  // namespace

TEST_CASE("clCompileProgram: CL_COMPILER_NOT_AVAILABLE if there is no compiler") {
  if (has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(context);
  CHECK(compile(program) == CL_COMPILER_NOT_AVAILABLE);
}

TEST_CASE("clCompileProgram, clLinkProgram: header, compiled object and executable") {
  if (!has_compiler() || !has_linker()) return;
  const Context context = make_context();
  const Program header = make_source_program(context, "#define ANSWER 42\n");
  const Program program = make_source_program(
      context, "#include \"answer.h\"\nkernel void answer(global int* out) { *out = ANSWER; }");
  const cl_program headers[]{header};
  const char* names[]{"answer.h"};
  REQUIRE(clCompileProgram(program, 0, nullptr, nullptr, 1, headers, names, nullptr, nullptr) == CL_SUCCESS);
  CHECK(info<cl_program_binary_type>(
            query(clGetProgramBuildInfo, program.get(), device(), CL_PROGRAM_BINARY_TYPE)) ==
        CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);

  const cl_program inputs[]{program};
  const Program linked = made([&](cl_int* error) {
    return clLinkProgram(context, 0, nullptr, nullptr, 1, inputs, nullptr, nullptr, error);
  });
  const Kernel kernel = make_kernel(linked, "answer");
  const Queue queue = make_queue(context);
  const Buffer out = make_buffer(context, sizeof(cl_int));
  set_arguments(kernel, out.get());
  launch(queue, kernel, 1, 1);
  CHECK(read_back<cl_int>(queue, out, 1) == std::vector<cl_int>{42});
}

TEST_CASE("clCompileProgram: CL_INVALID_VALUE if lists and counts do not go together") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const Program header = make_source_program(context, "#define ANSWER 42\n");
  const cl_program headers[]{header};
  const char* names[]{"answer.h"};
  const cl_device_id id = device();
  int data = 0;
  const auto compile_with = [&](cl_uint devices, const cl_device_id* list, cl_uint count,
                                const cl_program* programs, const char** header_names, void* user_data) {
    return clCompileProgram(program, devices, list, nullptr, count, programs, header_names, nullptr,
                            user_data);
  };
  check_compile(compile_with(1, nullptr, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  check_compile(compile_with(0, &id, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  check_compile(compile_with(0, nullptr, 1, nullptr, names, nullptr), CL_INVALID_VALUE);
  check_compile(compile_with(0, nullptr, 1, headers, nullptr, nullptr), CL_INVALID_VALUE);
  check_compile(compile_with(0, nullptr, 0, headers, nullptr, nullptr), CL_INVALID_VALUE);
  check_compile(compile_with(0, nullptr, 0, nullptr, names, nullptr), CL_INVALID_VALUE);
  check_compile(compile_with(0, nullptr, 0, nullptr, nullptr, &data), CL_INVALID_VALUE);
}

TEST_CASE("clCompileProgram: CL_INVALID_DEVICE if a device is not of the program") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  for (const auto& [what, bad] : bad_handles<cl_device_id>()) {
    INFO("handle: " << what);
    check_compile(clCompileProgram(program, 1, &bad, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
                  CL_INVALID_DEVICE);
  }
}

TEST_CASE("clCompileProgram: CL_INVALID_CONTEXT if a header is of another context") {
  const Context context = make_context(), other = make_context();
  const Program program = make_source_program(context);
  const Program header = make_source_program(other, "#define ANSWER 42\n");
  const cl_program headers[]{header};
  const char* names[]{"answer.h"};
  check_compile(clCompileProgram(program, 0, nullptr, nullptr, 1, headers, names, nullptr, nullptr),
                CL_INVALID_CONTEXT);
}

TEST_CASE("clCompileProgram: CL_COMPILE_PROGRAM_FAILURE for source with an error") {
  if (!has_compiler()) return;
  const Context context = make_context();
  CHECK(compile(make_source_program(context, "kernel void f() { undeclared_name = 1; }")) ==
        CL_COMPILE_PROGRAM_FAILURE);
}

TEST_CASE("clCompileProgram: CL_INVALID_COMPILER_OPTIONS if the options are not valid") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  check_compile(compile(program, "-no-such-option"), CL_INVALID_COMPILER_OPTIONS);
}

TEST_CASE("clCompileProgram: CL_INVALID_OPERATION for a program of built-in kernels", "[quadcl]") {
  const Context context = make_context();
  const Program program = make_program(context);
  check_compile(compile(program), CL_INVALID_OPERATION);
}

TEST_CASE("clCompileProgram: CL_INVALID_PROGRAM if program is not a program") {
  check_bad_handles<cl_program>(CL_INVALID_PROGRAM, [](cl_program bad) { return compile(bad); });
}

TEST_CASE(
    "clLinkProgram: CL_LINKER_NOT_AVAILABLE or CL_INVALID_OPERATION for programs that are not compiled") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  check_link(link(context, {program}), CL_INVALID_OPERATION);
}

TEST_CASE("clLinkProgram: CL_INVALID_VALUE if lists and counts do not go together") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const cl_program inputs[]{program};
  const cl_device_id id = device();
  int data = 0;
  const auto link_with = [&](cl_uint devices, const cl_device_id* list, cl_uint count,
                             const cl_program* programs, void* user_data) {
    return error_of([&](cl_int* error) {
      return clLinkProgram(context, devices, list, nullptr, count, programs, nullptr, user_data, error);
    });
  };
  check_link(link_with(1, nullptr, 1, inputs, nullptr), CL_INVALID_VALUE);
  check_link(link_with(0, &id, 1, inputs, nullptr), CL_INVALID_VALUE);
  check_link(link_with(0, nullptr, 0, inputs, nullptr), CL_INVALID_VALUE);
  check_link(link_with(0, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  check_link(link_with(0, nullptr, 1, nullptr, nullptr), CL_INVALID_VALUE);
  check_link(link_with(0, nullptr, 1, inputs, &data), CL_INVALID_VALUE);
}

TEST_CASE("clLinkProgram: CL_INVALID_CONTEXT if a program is of another context") {
  const Context context = make_context(), other = make_context();
  const Program program = make_source_program(other);
  check_link(link(context, {program}), CL_INVALID_CONTEXT);
}

TEST_CASE("clLinkProgram: CL_INVALID_DEVICE if a device is not of the context") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  const cl_program inputs[]{program};
  for (const auto& [what, bad] : bad_handles<cl_device_id>()) {
    INFO("handle: " << what);
    check_link(error_of([&, bad = bad](cl_int* error) {
                 return clLinkProgram(context, 1, &bad, nullptr, 1, inputs, nullptr, nullptr, error);
               }),
               CL_INVALID_DEVICE);
  }
}

TEST_CASE("clLinkProgram: CL_INVALID_LINKER_OPTIONS if the options are not valid") {
  if (!has_compiler() || !has_linker()) return;
  const Context context = make_context();
  const Program program = make_source_program(context);
  REQUIRE(compile(program) == CL_SUCCESS);
  CHECK(link(context, {program}, "-no-such-option") == CL_INVALID_LINKER_OPTIONS);
}

TEST_CASE("clLinkProgram: CL_INVALID_PROGRAM if any program is not a program") {
  const Context context = make_context();
  for (const auto& [what, bad] : bad_handles<cl_program>()) {
    INFO("handle: " << what);
    check_link(link(context, {bad}), CL_INVALID_PROGRAM);
  }
}

TEST_CASE("clLinkProgram: CL_INVALID_CONTEXT if context is not a context") {
  const Context context = make_context();
  const Program program = make_source_program(context);
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, [&](cl_context bad) { return link(bad, {program}); });
}
