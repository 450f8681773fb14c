// SPDX-License-Identifier: Apache-2.0
// Runs with QUADCL_QPU_MEMORY=16M and QUADCL_CPU_MEMORY=64M: the memory of the QPUs is used up, what the
// device has beyond it is for kernels on the CPU.
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;

/// Twice as many blocks as the QPUs have room for, each filled with its number.
struct Full : Setup {
  explicit Full(std::vector<cl_device_id> devices = {device()})
      : Setup{make_context(std::move(devices))}, blocks(32) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i] = make_buffer(context, kBlock);
      const auto value = static_cast<unsigned char>(i);
      REQUIRE(clEnqueueFillBuffer(queue, blocks[i], &value, 1, 0, kBlock, 0, nullptr, nullptr) == CL_SUCCESS);
    }
    REQUIRE(clFinish(queue) == CL_SUCCESS);
  }

  bool is_intact(std::size_t i) const {
    return read_back(queue, blocks[i], kBlock) ==
           std::vector<unsigned char>(kBlock, static_cast<unsigned char>(i));
  }

  std::vector<Buffer> blocks;
};

/// A built-in transpose of 4 by 3 numbers.
struct Small {
  Small(cl_context context, cl_mem input, cl_mem output)
      : program(make_program(context)), kernel(make_kernel(program, "transpose_32")), in(input), out(output) {
    set_transpose(kernel, in, out, 4, 3);
  }

  cl_int enqueue(cl_command_queue queue) const {
    REQUIRE(clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, numbers.size() * sizeof(cl_uint), numbers.data(), 0,
                                 nullptr, nullptr) == CL_SUCCESS);
    const std::size_t global[] = {4, 3};
    return clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr);
  }
  bool is_right(cl_command_queue queue) const {
    return read_back<cl_uint>(queue, out, numbers.size()) == transposed(numbers, 4);
  }

  Program program;
  Kernel kernel;
  cl_mem in, out;
  std::vector<cl_uint> numbers = counting<cl_uint>(12);
};

}  // namespace

TEST_CASE("memory limit: the device has the memory of the kernels that run on the CPU") {
  CHECK(info<cl_ulong>(query(clGetDeviceInfo, device(), CL_DEVICE_GLOBAL_MEM_SIZE)) == 64 * kBlock);
}

TEST_CASE("memory limit: buffers without room in the QPUs' memory work like others") {
  const Full full;
  for (std::size_t i = 0; i < full.blocks.size(); ++i) CHECK(full.is_intact(i));
  REQUIRE(clEnqueueCopyBuffer(full.queue, full.blocks[7], full.blocks[30], 0, 0, kBlock, 0, nullptr,
                              nullptr) == CL_SUCCESS);
  CHECK(read_back(full.queue, full.blocks[30], kBlock) == std::vector<unsigned char>(kBlock, 7));
  const Buffer large = make_buffer(full.context, 24 * kBlock);  // more than the QPUs' memory by itself
  CHECK(large.get() != nullptr);
}

TEST_CASE("memory limit: built-in kernels refuse them until there is room") {
  Full full;
  CHECK(Small(full.context, full.blocks[30], full.blocks[31]).enqueue(full.queue) ==
        CL_MEM_OBJECT_ALLOCATION_FAILURE);
  for (std::size_t i = 0; i < 3; ++i) full.blocks[i].reset();
  for (std::size_t i = 0; i < 2; ++i) full.blocks[i] = make_buffer(full.context, kBlock);
  const Small small(full.context, full.blocks[0], full.blocks[1]);
  CHECK(small.enqueue(full.queue) == CL_SUCCESS);
  CHECK(small.is_right(full.queue));
}

TEST_CASE("memory limit: kernels of the user run on them on the CPU, also where they are recognised") {
  if (!has_compiler()) return;
  const Full full;
  const Program program = make_source_program(
      full.context,
      "kernel void flip(global const uint* in, global uint* out) {\n"
      "  out[get_global_id(0) * 3 + get_global_id(1)] = in[get_global_id(1) * 4 + get_global_id(0)]; }");
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  Small small(full.context, full.blocks[30], full.blocks[31]);
  small.kernel = make_kernel(program, "flip");
  set_arguments(small.kernel, small.in, small.out);
  CHECK(small.enqueue(full.queue) == CL_SUCCESS);
  CHECK(small.is_right(full.queue));
}

TEST_CASE("memory limit: the CPU device takes them for its built-in kernels") {
  const Full full({device(), other_device()});
  const Queue on_cpu = make_queue(full.context, 0, other_device());
  const Small small(full.context, full.blocks[30], full.blocks[31]);
  CHECK(small.enqueue(full.queue) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  CHECK(small.enqueue(on_cpu) == CL_SUCCESS);
  CHECK(small.is_right(on_cpu));
}

TEST_CASE("memory limit: clSVMAlloc goes on beyond it") {
  for (const std::vector<cl_device_id>& devices : {std::vector{device()}, {device(), other_device()}}) {
    const Context context = make_context(devices);
    std::vector<void*> blocks(32);
    for (void*& block : blocks) block = clSVMAlloc(context, CL_MEM_READ_WRITE, kBlock, 0);
    REQUIRE(std::count(blocks.begin(), blocks.end(), nullptr) == 0);
    for (cl_device_id where : devices) {
      const Queue queue = make_queue(context, 0, where);
      const auto number = static_cast<cl_uint>(where == device() ? 0x12345678 : 0x9abcdef0);
      for (void* block : {blocks.front(), blocks.back()})
        REQUIRE(clEnqueueSVMMemFill(queue, block, &number, sizeof number, kBlock, 0, nullptr, nullptr) ==
                CL_SUCCESS);
      REQUIRE(clFinish(queue) == CL_SUCCESS);
      for (void* block : {blocks.front(), blocks.back()}) {
        const auto* numbers = static_cast<const cl_uint*>(block);
        CHECK(std::count(numbers, numbers + kBlock / sizeof number, number) == kBlock / sizeof number);
      }
    }
    for (void* block : blocks) clSVMFree(context, block);
  }
}
