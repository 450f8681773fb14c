// SPDX-License-Identifier: Apache-2.0
// clEnqueueNDRangeKernel: a launch uses the arguments at the time of the enqueue, and memory of every kind.
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

std::size_t alignment() {
  return info<cl_uint>(query(clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN)) / 8;
}

}  // namespace

TEST_CASE("launch: arguments that change after the enqueue do not change the launch") {
  const Setup setup;
  const Program program = make_program(setup.context);
  const Transposition transposition(setup.context, program, 16, 12);
  const Transposition other(setup.context, program, 16, 12, 5000);
  Gate gate(setup.context);
  const std::size_t global[2]{16, 12};
  REQUIRE(clEnqueueNDRangeKernel(setup.queue, transposition.kernel, 2, nullptr, global, nullptr, 1,
                                 gate.list(), nullptr) == CL_SUCCESS);
  set_transpose(transposition.kernel, other.in, other.out, 12, 16);
  gate.open();
  CHECK(transposition.result(setup.queue) == transposition.expected());
  CHECK(other.result(setup.queue) == std::vector<cl_uint>(16 * 12, ~0U));
}

TEST_CASE("launch: one kernel object may be in flight many times with different arguments") {
  const Context context = make_context();
  const Queue queue = make_queue(
      context, GENERATE(as<cl_command_queue_properties>(), 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  std::vector<std::unique_ptr<Transposition>> launches;
  for (cl_uint i = 0; i < 6; ++i) {
    launches.push_back(std::make_unique<Transposition>(context, program, 8 + i, 20 - i, 1000 * i));
    const Transposition& each = *launches.back();
    set_transpose(kernel, each.in, each.out, static_cast<cl_uint>(each.width),
                  static_cast<cl_uint>(each.height));
    launch(queue, kernel, each.width, each.height);
  }
  REQUIRE(clFinish(queue) == CL_SUCCESS);
  for (const auto& each : launches) CHECK(each->result(queue) == each->expected());
}

TEST_CASE("launch: kernel, program and input may be released as soon as it is enqueued") {
  const Setup setup;
  Program program = make_program(setup.context);
  Transposition transposition(setup.context, program, 16, 12);
  Gate gate(setup.context);
  const std::size_t global[2]{16, 12};
  REQUIRE(clEnqueueNDRangeKernel(setup.queue, transposition.kernel, 2, nullptr, global, nullptr, 1,
                                 gate.list(), nullptr) == CL_SUCCESS);
  transposition.kernel.reset();
  transposition.in.reset();
  program.reset();
  gate.open();
  CHECK(transposition.result(setup.queue) == transposition.expected());
}

TEST_CASE("launch: works on sub-buffers and leaves the rest of the buffer alone") {
  const Setup setup;
  const Program program = make_program(setup.context);
  constexpr cl_uint kWidth = 6, kHeight = 5;
  const std::size_t step = alignment() * ((kWidth * kHeight * 4 + alignment() - 1) / alignment());
  const std::size_t count = 3 * step / 4;
  auto contents = counting<cl_uint>(count);
  const Buffer buffer = make_filled(setup.context, contents);
  const Buffer in = make_sub_buffer(buffer, step, kWidth * kHeight * 4);
  const Buffer out = make_sub_buffer(buffer, 2 * step, kWidth * kHeight * 4);
  const Kernel kernel = make_kernel(program, "transpose_32");
  set_transpose(kernel, in, out, kWidth, kHeight);
  launch(setup.queue, kernel, kWidth, kHeight);

  const auto first = contents.begin() + static_cast<std::ptrdiff_t>(step / 4);
  const auto moved = transposed(std::vector<cl_uint>(first, first + kWidth * kHeight), kWidth);
  std::copy(moved.begin(), moved.end(), contents.begin() + static_cast<std::ptrdiff_t>(step / 2));
  CHECK(read_back<cl_uint>(setup.queue, buffer, count) == contents);
}

TEST_CASE("launch: reads and writes USE_HOST_PTR memory, seen by the host through a mapping") {
  const Setup setup;
  const Program program = make_program(setup.context);
  auto host_in = counting<cl_uint>(12 * 7);
  std::vector<cl_uint> host_out(host_in.size());
  const Buffer in = make_buffer(setup.context, host_in.size() * 4, CL_MEM_USE_HOST_PTR, host_in.data());
  const Buffer out = make_buffer(setup.context, host_out.size() * 4, CL_MEM_USE_HOST_PTR, host_out.data());
  const Kernel kernel = make_kernel(program, "transpose_32");
  set_transpose(kernel, in, out, 12, 7);
  launch(setup.queue, kernel, 12, 7);
  cl_int error = 1;
  void* mapped = clEnqueueMapBuffer(setup.queue, out, CL_TRUE, CL_MAP_READ, 0, host_out.size() * 4, 0,
                                    nullptr, nullptr, &error);
  REQUIRE(error == CL_SUCCESS);
  CHECK(host_out == transposed(host_in, 12));
  CHECK(clEnqueueUnmapMemObject(setup.queue, out, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
}

TEST_CASE("launch: what the host wrote to a mapping is seen by the kernel") {
  const Setup setup;
  const Program program = make_program(setup.context);
  const Transposition transposition(setup.context, program, 12, 7);
  cl_int error = 1;
  auto* mapped = static_cast<cl_uint*>(clEnqueueMapBuffer(setup.queue, transposition.in, CL_TRUE,
                                                          CL_MAP_WRITE_INVALIDATE_REGION, 0, 12 * 7 * 4, 0,
                                                          nullptr, nullptr, &error));
  REQUIRE(error == CL_SUCCESS);
  const auto contents = counting<cl_uint>(12 * 7, 77);
  std::copy(contents.begin(), contents.end(), mapped);
  REQUIRE(clEnqueueUnmapMemObject(setup.queue, transposition.in, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  transposition.launch(setup.queue);
  CHECK(transposition.result(setup.queue) == transposed(contents, 12));
}

TEST_CASE("launch: a chain of launches on an out-of-order queue sees each other's results through events") {
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Program program = make_program(context);
  const auto contents = counting<cl_uint>(40 * 30);
  const Buffer ends[2]{make_filled(context, contents), make_filled(context, contents)};
  const Kernel kernel = make_kernel(program, "transpose_32");
  Event last;
  for (cl_uint i = 0; i < 5; ++i) {
    const cl_uint width = i % 2 == 0 ? 40 : 30, height = 70 - width;
    set_transpose(kernel, ends[i % 2], ends[1 - i % 2], width, height);
    const std::size_t global[2]{width, height};
    Event event;
    REQUIRE(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, i == 0 ? 0 : 1,
                                   i == 0 ? nullptr : last.list(), event.out()) == CL_SUCCESS);
    last = std::move(event);
  }
  REQUIRE(clWaitForEvents(1, last.list()) == CL_SUCCESS);
  CHECK(read_back<cl_uint>(queue, ends[1], contents.size()) == transposed(contents, 40));
}

TEST_CASE("launch: both devices of a context share a buffer and one product", "[quadcl]") {
  const Context context = make_context(all_devices());
  const Program program = make_program(context);
  const Transposition transposition(context, program, 32, 20);
  std::vector<Queue> queues;
  std::vector<Event> events(2);
  for (std::size_t i = 0; i < 2; ++i) {
    queues.push_back(make_queue(context, 0, all_devices()[i]));
    const std::size_t offset[2]{16 * i, 0}, global[2]{16, 20};
    REQUIRE(clEnqueueNDRangeKernel(queues[i], transposition.kernel, 2, offset, global, nullptr, 0, nullptr,
                                   events[i].out()) == CL_SUCCESS);
    REQUIRE(clFlush(queues[i]) == CL_SUCCESS);
  }
  const cl_event list[]{events[0], events[1]};
  REQUIRE(clWaitForEvents(2, list) == CL_SUCCESS);
  CHECK(transposition.result(queues[0]) == transposition.expected());
}

TEST_CASE("launch: printf returns -1 to the kernel for a width that no memory has room for", "[quadcl]") {
  if (!has_compiler()) return;
  const Setup setup;
  const Program program = make_source_program(
      setup.context, "kernel void print(global int* result) { *result = printf(\"%2000000000d\", 1); }");
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(program, "print");
  const Buffer result = make_filled(setup.context, std::vector<cl_int>{7});
  set_arguments(kernel, result.get());
  launch(setup.queue, kernel, 1, 1);
  CHECK(read_back<cl_int>(setup.queue, result, 1) == std::vector<cl_int>{-1});
}
