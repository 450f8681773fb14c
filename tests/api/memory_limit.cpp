// SPDX-License-Identifier: Apache-2.0
// Runs with QUADCL_QPU_MEMORY=16M: the device's memory is used up.
#include "kernels.h"

using namespace api;

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;

/// A buffer filled with a value. Allocation may fail at creation, or at the latest at its first use.
std::pair<Buffer, cl_int> try_block(const Setup& setup, unsigned char value) {
  cl_int error = 1;
  Buffer buffer(clCreateBuffer(setup.context, CL_MEM_READ_WRITE, kBlock, nullptr, &error));
  if (error == CL_SUCCESS) {
    Event event;
    error = clEnqueueFillBuffer(setup.queue, buffer, &value, 1, 0, kBlock, 0, nullptr, event.out());
    if (error == CL_SUCCESS) clWaitForEvents(1, event.list());
    if (error == CL_SUCCESS) error = event_status(event);
  }
  if (error != CL_SUCCESS) buffer.reset();
  return {std::move(buffer), error};
}

struct Full : Setup {
  Full() {
    for (;;) {
      auto [buffer, error] = try_block(*this, static_cast<unsigned char>(blocks.size()));
      if (error != CL_SUCCESS) {
        last_error = error;
        return;
      }
      blocks.push_back(std::move(buffer));
      REQUIRE(blocks.size() <= 16);
    }
  }

  std::vector<Buffer> blocks;
  cl_int last_error = CL_SUCCESS;
};

}  // namespace

TEST_CASE("memory limit: the device has the memory that was set") {
  CHECK(info<cl_ulong>(query(clGetDeviceInfo, device(), CL_DEVICE_GLOBAL_MEM_SIZE)) == 16 * kBlock);
}

TEST_CASE("memory limit: CL_MEM_OBJECT_ALLOCATION_FAILURE or CL_OUT_OF_RESOURCES when it is used up") {
  const Full full;
  CHECK((full.last_error == CL_MEM_OBJECT_ALLOCATION_FAILURE || full.last_error == CL_OUT_OF_RESOURCES));
  CHECK(full.blocks.size() >= 8);
}

TEST_CASE("memory limit: buffers from before the failure keep their contents and can be used") {
  const Full full;
  for (std::size_t i = 0; i < full.blocks.size(); ++i) {
    CHECK(read_back(full.queue, full.blocks[i], kBlock) ==
          std::vector<unsigned char>(kBlock, static_cast<unsigned char>(i)));
  }
  REQUIRE(clEnqueueCopyBuffer(full.queue, full.blocks[0], full.blocks[1], 0, 0, kBlock, 0, nullptr,
                              nullptr) == CL_SUCCESS);
  CHECK(read_back(full.queue, full.blocks[1], kBlock) == std::vector<unsigned char>(kBlock, 0));
}

TEST_CASE("memory limit: what is released can be allocated again") {
  Full full;
  const std::size_t count = full.blocks.size();
  for (std::size_t i = 0; i < count; i += 2) full.blocks[i].reset();
  for (std::size_t i = 0; i < count; i += 2) {
    auto [buffer, error] = try_block(full, 0x77);
    REQUIRE(error == CL_SUCCESS);
    CHECK(read_back(full.queue, buffer, kBlock) == std::vector<unsigned char>(kBlock, 0x77));
    full.blocks[i] = std::move(buffer);
  }
  CHECK(try_block(full, 0).second != CL_SUCCESS);
}

TEST_CASE("memory limit: a launch still works on a few small buffers") {
  Full full;
  full.blocks.pop_back();
  const Program program = make_program(full.context);
  const Transposition transposition(full.context, program, 20, 30);
  transposition.launch(full.queue);
  CHECK(transposition.result(full.queue) == transposition.expected());
}

TEST_CASE(
    "memory limit: beside a CPU, buffers without room in the QPUs' memory are for C kernels and the CPU") {
  const Context context = make_context({device(), other_device()});
  const Queue on_qpus = make_queue(context), on_cpu = make_queue(context, 0, other_device());
  std::vector<Buffer> blocks(32);
  for (Buffer& block : blocks) block = make_buffer(context, kBlock);

  const auto numbers = counting<cl_uint>(12);
  const auto bytes = numbers.size() * sizeof(cl_uint);
  REQUIRE(clEnqueueWriteBuffer(on_qpus, blocks[30], CL_TRUE, 0, bytes, numbers.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  set_transpose(kernel, blocks[30], blocks[31], 4, 3);
  const std::size_t global[] = {4, 3};
  CHECK(clEnqueueNDRangeKernel(on_qpus, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr) ==
        CL_MEM_OBJECT_ALLOCATION_FAILURE);
  launch(on_cpu, kernel, 4, 3);
  CHECK(read_back<cl_uint>(on_cpu, blocks[31], numbers.size()) == transposed(numbers, 4));
}

TEST_CASE("memory limit: clSVMAlloc gives null once it is used up, and goes on beside a CPU") {
  const auto allocate = [](const Context& context) {
    std::vector<void*> blocks(32);
    for (void*& block : blocks) block = clSVMAlloc(context, CL_MEM_READ_WRITE, kBlock, 0);
    return blocks;
  };
  const auto release = [](const Context& context, const std::vector<void*>& blocks) {
    for (void* block : blocks) clSVMFree(context, block);
  };
  const Context alone = make_context({device()}), beside = make_context({device(), other_device()});
  const std::vector<void*> few = allocate(alone);
  CHECK(few.front() != nullptr);
  CHECK(few.back() == nullptr);
  release(alone, few);

  const std::vector<void*> all = allocate(beside);
  REQUIRE(std::count(all.begin(), all.end(), nullptr) == 0);
  for (cl_device_id where : {device(), other_device()}) {
    const Queue queue = make_queue(beside, 0, where);
    const auto number = static_cast<cl_uint>(where == device() ? 0x12345678 : 0x9abcdef0);
    for (void* block : {all.front(), all.back()})
      REQUIRE(clEnqueueSVMMemFill(queue, block, &number, sizeof number, kBlock, 0, nullptr, nullptr) ==
              CL_SUCCESS);
    REQUIRE(clFinish(queue) == CL_SUCCESS);
    for (void* block : {all.front(), all.back()}) {
      const auto* numbers = static_cast<const cl_uint*>(block);
      CHECK(std::count(numbers, numbers + kBlock / sizeof number, number) == kBlock / sizeof number);
    }
  }
  release(beside, all);
}
