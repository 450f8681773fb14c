// SPDX-License-Identifier: Apache-2.0
#include "bad_handles.h"
#include "kernels.h"

using namespace api;

namespace {

Kernel clone(cl_kernel kernel) {
  return made([&](cl_int* error) { return clCloneKernel(kernel, error); });
}

}  // namespace

TEST_CASE("clCloneKernel: the clone has the same name, program and a reference count of its own") {
  const Context context = make_context();
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "sgemm");
  const Kernel copy = clone(kernel);
  CHECK(copy.get() != kernel.get());
  for (const Kernel* each : {&kernel, &copy}) {
    CHECK(info_string(query(clGetKernelInfo, each->get(), CL_KERNEL_FUNCTION_NAME)) == "sgemm");
    CHECK(info<cl_program>(query(clGetKernelInfo, each->get(), CL_KERNEL_PROGRAM)) == program.get());
    CHECK(info<cl_uint>(query(clGetKernelInfo, each->get(), CL_KERNEL_REFERENCE_COUNT)) == 1);
  }
}

TEST_CASE("clCloneKernel: the clone is ready to launch with the same arguments") {
  const Setup setup;
  const Program program = make_program(setup.context);
  const Transposition transposition(setup.context, program, 6, 5);
  const Kernel copy = clone(transposition.kernel);
  launch(setup.queue, copy, 6, 5);
  CHECK(transposition.result(setup.queue) == transposition.expected());
}

TEST_CASE("clCloneKernel: arguments set on either kernel later do not affect the other") {
  const Setup setup;
  const Program program = make_program(setup.context);
  const Transposition first(setup.context, program, 6, 5), second(setup.context, program, 6, 5, 1000);
  const Kernel copy = clone(first.kernel);
  REQUIRE(set_argument(copy, 0, second.in.get()) == CL_SUCCESS);
  REQUIRE(set_argument(copy, 1, second.out.get()) == CL_SUCCESS);
  first.launch(setup.queue);
  launch(setup.queue, copy, 6, 5);
  CHECK(first.result(setup.queue) == first.expected());
  CHECK(second.result(setup.queue) == second.expected());
}

TEST_CASE("clCloneKernel: the clone outlives the kernel") {
  const Setup setup;
  const Program program = make_program(setup.context);
  Transposition transposition(setup.context, program, 6, 5);
  const Kernel copy = clone(transposition.kernel);
  transposition.kernel.reset();
  launch(setup.queue, copy, 6, 5);
  CHECK(transposition.result(setup.queue) == transposition.expected());
}

TEST_CASE("clCloneKernel: an argument that was not set is not set in the clone") {
  const Setup setup;
  const Program program = make_program(setup.context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  REQUIRE(set_argument(kernel, 2, cl_uint{4}) == CL_SUCCESS);
  const Kernel copy = clone(kernel);
  const std::size_t global = 1;
  CHECK(clEnqueueNDRangeKernel(setup.queue, copy, 1, nullptr, &global, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_KERNEL_ARGS);
}

TEST_CASE("clCloneKernel: CL_INVALID_KERNEL if source_kernel is not a kernel") {
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL, [](cl_kernel bad) {
    return error_of([&](cl_int* error) { return clCloneKernel(bad, error); });
  });
}
