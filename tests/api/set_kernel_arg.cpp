// SPDX-License-Identifier: Apache-2.0
// clSetKernelArg. The arguments in a launch: launch_arguments.cpp.
#include "bad_handles.h"
#include "kernels.h"

using namespace api;

namespace {

struct Bench {
  Context context = make_context();
  Program program = make_program(context);
  Kernel kernel = make_kernel(program, "transpose_32");
  Buffer buffer = make_buffer(context, 64);
};

}  // namespace

TEST_CASE("clSetKernelArg: takes buffers of every kernel access, and sub-buffers") {
  const Bench bench;
  const cl_mem_flags flags = GENERATE(CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY);
  const Buffer buffer = make_buffer(bench.context, 64, flags);
  CHECK(set_argument(bench.kernel, 0, buffer.get()) == CL_SUCCESS);
  CHECK(set_argument(bench.kernel, 1, make_sub_buffer(buffer, 0, 32).get()) == CL_SUCCESS);
}

TEST_CASE("clSetKernelArg: takes NULL, or a pointer to NULL, for a global pointer") {
  const Bench bench;
  const cl_mem none = nullptr;
  CHECK(clSetKernelArg(bench.kernel, 0, sizeof(cl_mem), nullptr) == CL_SUCCESS);
  CHECK(clSetKernelArg(bench.kernel, 0, sizeof(cl_mem), &none) == CL_SUCCESS);
}

TEST_CASE("clSetKernelArg: CL_INVALID_ARG_INDEX if there is no such argument") {
  const Bench bench;
  const cl_uint index = GENERATE(4, 5, ~cl_uint{0});
  CHECK(set_argument(bench.kernel, index, cl_uint{1}) == CL_INVALID_ARG_INDEX);
}

TEST_CASE("clSetKernelArg: CL_INVALID_ARG_SIZE if the size is not that of the argument's type") {
  const Bench bench;
  const cl_ulong value = 1;
  const cl_mem handles[]{bench.buffer, bench.buffer};
  for (const std::size_t size : {0, 1, 2, 3, 5, 8}) {
    INFO("size " << size);
    CHECK(clSetKernelArg(bench.kernel, 2, size, &value) == CL_INVALID_ARG_SIZE);
  }
  for (const std::size_t size : {0, 1, 4, 9, 16}) {
    if (size == sizeof(cl_mem)) continue;
    INFO("size " << size);
    CHECK(clSetKernelArg(bench.kernel, 0, size, handles) == CL_INVALID_ARG_SIZE);
  }
}

TEST_CASE("clSetKernelArg: CL_INVALID_ARG_VALUE if a value argument is NULL") {
  const Bench bench;
  CHECK(clSetKernelArg(bench.kernel, 2, sizeof(cl_uint), nullptr) == CL_INVALID_ARG_VALUE);
}

TEST_CASE("clSetKernelArg: CL_INVALID_CONTEXT if the buffer is of another context") {
  const Bench bench;
  const Context other = make_context();
  const Buffer far = make_buffer(other, 64);
  CHECK(set_argument(bench.kernel, 0, far.get()) == CL_INVALID_CONTEXT);
}

TEST_CASE("clSetKernelArg: CL_INVALID_MEM_OBJECT if the handle is not of a memory object", "[quadcl]") {
  const Bench bench;
  for (const auto& [what, bad] : bad_handles<cl_mem>()) {
    if (bad == nullptr) continue;
    INFO("handle: " << what);
    CHECK(set_argument(bench.kernel, 0, bad) == CL_INVALID_MEM_OBJECT);
  }
}

TEST_CASE("clSetKernelArg: CL_INVALID_KERNEL if kernel is not a kernel") {
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL,
                               [](cl_kernel bad) { return set_argument(bad, 2, cl_uint{1}); });
}
