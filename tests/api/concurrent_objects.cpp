// SPDX-License-Identifier: Apache-2.0
// "All OpenCL API calls are thread-safe, except those that modify the state of cl_kernel objects" (appendix
// A.2): creation, retain, release and get-info from several threads.
#include "crowd.h"
#include "kernels.h"

using namespace api;

namespace {

constexpr std::size_t kThreads = 4;
constexpr int kIterations = 100;

template <typename T, typename Retain, typename Release>
std::string hammer(T handle, Retain retain, Release release) {
  return crowd(kThreads, [&](std::size_t, Verdict& verdict) {
    for (int i = 0; i < kIterations; ++i) {
      EXPECT(verdict, retain(handle) == CL_SUCCESS);
      EXPECT(verdict, release(handle) == CL_SUCCESS);
    }
  });
}

}  // namespace

TEST_CASE("threads: retain and release of one object keep its count exact") {
  const Setup setup;
  const Program program = make_program(setup.context);
  const Kernel kernel = make_kernel(program, "sgemm");
  const Buffer buffer = make_buffer(setup.context, 64);
  const Gate gate(setup.context);

  CHECK(hammer(buffer.get(), clRetainMemObject, clReleaseMemObject) == "");
  CHECK(info<cl_uint>(query(clGetMemObjectInfo, buffer.get(), CL_MEM_REFERENCE_COUNT)) == 1);
  CHECK(hammer(gate.event(), clRetainEvent, clReleaseEvent) == "");
  CHECK(info<cl_uint>(query(clGetEventInfo, gate.event(), CL_EVENT_REFERENCE_COUNT)) == 1);
  CHECK(hammer(kernel.get(), clRetainKernel, clReleaseKernel) == "");
  CHECK(info<cl_uint>(query(clGetKernelInfo, kernel.get(), CL_KERNEL_REFERENCE_COUNT)) == 1);
  CHECK(hammer(setup.queue.get(), clRetainCommandQueue, clReleaseCommandQueue) == "");
  CHECK(info<cl_uint>(query(clGetCommandQueueInfo, setup.queue.get(), CL_QUEUE_REFERENCE_COUNT)) == 1);

  const Program alone = make_program(setup.context);
  CHECK(hammer(alone.get(), clRetainProgram, clReleaseProgram) == "");
  CHECK(info<cl_uint>(query(clGetProgramInfo, alone.get(), CL_PROGRAM_REFERENCE_COUNT)) == 1);
  const Context empty = make_context();
  CHECK(hammer(empty.get(), clRetainContext, clReleaseContext) == "");
  CHECK(info<cl_uint>(query(clGetContextInfo, empty.get(), CL_CONTEXT_REFERENCE_COUNT)) == 1);
}

TEST_CASE("threads: each creates and releases objects of one context") {
  const Context context = make_context();
  const Program program = make_program(context);
  const cl_device_id id = device();
  CHECK(crowd(kThreads, [&](std::size_t thread, Verdict& verdict) {
          for (int i = 0; i < kIterations; ++i) {
            const Buffer buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, 64 + thread, nullptr, nullptr));
            const cl_buffer_region region{0, 32};
            const Buffer part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
            const Queue queue(clCreateCommandQueueWithProperties(context, id, nullptr, nullptr));
            const Kernel kernel(clCreateKernel(program, "transpose_32", nullptr));
            const Event event(clCreateUserEvent(context, nullptr));
            std::size_t size = 0;
            EXPECT(verdict,
                   clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, nullptr) == CL_SUCCESS);
            EXPECT(verdict, size == 64 + thread);
            cl_mem parent = nullptr;
            EXPECT(verdict, clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent,
                                               nullptr) == CL_SUCCESS);
            EXPECT(verdict, parent == buffer.get());
            EXPECT(verdict, queue.get() != nullptr);
            EXPECT(verdict, kernel.get() != nullptr);
            EXPECT(verdict, clSetUserEventStatus(event, CL_COMPLETE) == CL_SUCCESS);
          }
        }) == "");
}

TEST_CASE("threads: each has contexts of its own") {
  const cl_device_id id = device();
  CHECK(crowd(kThreads, [&](std::size_t thread, Verdict& verdict) {
          for (int i = 0; i < 20; ++i) {
            const Context context(clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr));
            const Queue queue(clCreateCommandQueueWithProperties(context, id, nullptr, nullptr));
            std::vector<unsigned char> bytes(64, static_cast<unsigned char>(thread)), host(64, 0xee);
            const Buffer buffer(
                clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), nullptr));
            EXPECT(verdict, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, host.data(), 0, nullptr,
                                                nullptr) == CL_SUCCESS);
            EXPECT(verdict, host == bytes);
          }
        }) == "");
}

TEST_CASE("threads: exactly one of several sets a user event's status") {
  const Context context = make_context();
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const Event event = made([&](cl_int* error) { return clCreateUserEvent(context, error); });
    std::vector<cl_int> results(kThreads);
    crowd(kThreads,
          [&](std::size_t thread, Verdict&) { results[thread] = clSetUserEventStatus(event, CL_COMPLETE); });
    CHECK(std::count(results.begin(), results.end(), CL_SUCCESS) == 1);
    CHECK(std::count(results.begin(), results.end(), CL_INVALID_OPERATION) == kThreads - 1);
  }
}
