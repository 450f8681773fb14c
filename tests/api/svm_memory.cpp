// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory on a device that has it: allocations, commands, kernel arguments.
#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

bool has_svm() {
  return info<cl_device_svm_capabilities>(query(clGetDeviceInfo, device(), CL_DEVICE_SVM_CAPABILITIES)) != 0;
}

/// An allocation, freed at the end.
template <typename T>
struct Svm {
  Svm(cl_context context, std::size_t count, cl_svm_mem_flags flags = CL_MEM_READ_WRITE)
      : context(context), data(static_cast<T*>(clSVMAlloc(context, flags, count * sizeof(T), 0))) {
    REQUIRE(data != nullptr);
  }
  ~Svm() { clSVMFree(context, data); }
  Svm(const Svm&) = delete;
  Svm& operator=(const Svm&) = delete;

  cl_context context;
  T* data;
};

struct Freed {
  cl_command_queue queue;
  std::vector<void*> pointers;
};

void CL_CALLBACK note_free(cl_command_queue queue, cl_uint count, void* pointers[], void* mailbox) {
  static_cast<Mailbox<Freed>*>(mailbox)->put({queue, std::vector<void*>(pointers, pointers + count)});
}

void CL_CALLBACK note_context(cl_command_queue queue, cl_uint, void**, void* mailbox) {
  cl_context context = nullptr;
  clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
  static_cast<Mailbox<cl_context>*>(mailbox)->put(context);
}

bool has_system_svm(cl_device_id id = device()) {
  return (info<cl_device_svm_capabilities>(query(clGetDeviceInfo, id, CL_DEVICE_SVM_CAPABILITIES)) &
          CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0;
}

cl_int use_system_svm(cl_kernel kernel, cl_bool use) {
  return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof use, &use);
}

}  // namespace

TEST_CASE("clSVMAlloc: NULL for flags, sizes and alignments that are not valid") {
  if (!has_svm()) return;
  const Context context = make_context();
  CHECK(clSVMAlloc(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0) == nullptr);
  CHECK(clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_ATOMICS, 64, 0) == nullptr);
  CHECK(clSVMAlloc(context, CL_MEM_USE_HOST_PTR, 64, 0) == nullptr);
  CHECK(clSVMAlloc(context, CL_MEM_READ_WRITE, 0, 0) == nullptr);
  CHECK(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 24) == nullptr);
  CHECK(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 1024) == nullptr);
  const auto most = info<cl_ulong>(query(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  CHECK(clSVMAlloc(context, CL_MEM_READ_WRITE, static_cast<std::size_t>(most) + 1, 0) == nullptr);
}

TEST_CASE("clSVMAlloc: aligned as asked, by default for every type of OpenCL C") {
  if (!has_svm()) return;
  const Context context = make_context();
  for (const cl_uint alignment : {0U, 1U, 16U, 128U}) {
    void* memory = clSVMAlloc(context, CL_MEM_READ_WRITE, 100, alignment);
    REQUIRE(memory != nullptr);
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % (alignment == 0 ? 128 : alignment) == 0);
    clSVMFree(context, memory);
  }
}

TEST_CASE("clEnqueueSVMMemcpy, clEnqueueSVMMemFill: bytes arrive") {
  if (!has_svm()) return;
  const Setup setup;
  const Svm<unsigned char> memory(setup.context, 64);
  const cl_ushort pattern = 0x0201;
  REQUIRE(clEnqueueSVMMemFill(setup.queue, memory.data, &pattern, 2, 64, 0, nullptr, nullptr) == CL_SUCCESS);
  const auto bytes = counting_bytes(16, 40);
  REQUIRE(clEnqueueSVMMemcpy(setup.queue, CL_FALSE, memory.data + 20, bytes.data(), 16, 0, nullptr,
                             nullptr) == CL_SUCCESS);
  std::vector<unsigned char> seen(64);
  REQUIRE(clEnqueueSVMMemcpy(setup.queue, CL_TRUE, seen.data(), memory.data, 64, 0, nullptr, nullptr) ==
          CL_SUCCESS);
  for (std::size_t i = 0; i < seen.size(); ++i) CHECK(seen[i] == (i >= 20 && i < 36 ? 20 + i : 1 + i % 2));
}

TEST_CASE("SVM commands: CL_INVALID_VALUE and CL_MEM_COPY_OVERLAP") {
  if (!has_svm()) return;
  const Setup setup;
  const Svm<unsigned char> memory(setup.context, 64);
  unsigned char* p = memory.data;
  const auto copy = [&](void* to, const void* from) {
    return clEnqueueSVMMemcpy(setup.queue, CL_TRUE, to, from, 16, 0, nullptr, nullptr);
  };
  CHECK(copy(nullptr, p) == CL_INVALID_VALUE);
  CHECK(copy(p, nullptr) == CL_INVALID_VALUE);
  CHECK(copy(p, p + 15) == CL_MEM_COPY_OVERLAP);
  CHECK(copy(p, p + 16) == CL_SUCCESS);
  const auto fill = [&](void* to, std::size_t pattern, std::size_t size) {
    return clEnqueueSVMMemFill(setup.queue, to, "01234567", pattern, size, 0, nullptr, nullptr);
  };
  CHECK(fill(nullptr, 4, 8) == CL_INVALID_VALUE);
  CHECK(fill(p + 2, 4, 8) == CL_INVALID_VALUE);
  CHECK(fill(p, 3, 9) == CL_INVALID_VALUE);
  CHECK(fill(p, 4, 6) == CL_INVALID_VALUE);
  const auto map = [&](void* at, std::size_t size, cl_map_flags flags) {
    return clEnqueueSVMMap(setup.queue, CL_TRUE, flags, at, size, 0, nullptr, nullptr);
  };
  CHECK(map(nullptr, 4, CL_MAP_READ) == CL_INVALID_VALUE);
  CHECK(map(p, 0, CL_MAP_READ) == CL_INVALID_VALUE);
  CHECK(map(p, 4, cl_map_flags{1} << 40) == CL_INVALID_VALUE);
  CHECK(map(p, 4, CL_MAP_READ) == CL_SUCCESS);
  CHECK(clEnqueueSVMUnmap(setup.queue, nullptr, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueSVMUnmap(setup.queue, p, 0, nullptr, nullptr) == CL_SUCCESS);
  const void* regions[]{p + 32};
  const std::size_t fits[]{32};
  const std::size_t too_long[]{33};
  const auto migrate = [&](const std::size_t* sizes) {
    return clEnqueueSVMMigrateMem(setup.queue, 1, regions, sizes, 0, 0, nullptr, nullptr);
  };
  CHECK(migrate(fits) == CL_SUCCESS);
  CHECK(migrate(nullptr) == CL_SUCCESS);
  CHECK(migrate(too_long) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueSVMFree: calls back with the pointers, or frees them itself") {
  if (!has_svm()) return;
  const Setup setup;
  void* pointers[]{clSVMAlloc(setup.context, CL_MEM_READ_WRITE, 64, 0)};
  Mailbox<Freed> mailbox;
  REQUIRE(clEnqueueSVMFree(setup.queue, 1, pointers, note_free, &mailbox, 0, nullptr, nullptr) == CL_SUCCESS);
  const auto freed = mailbox.await(1);
  REQUIRE(freed.size() == 1);
  CHECK(freed[0].queue == setup.queue.get());
  CHECK(freed[0].pointers == std::vector<void*>{pointers[0]});
  const std::size_t all[]{64};
  const void* regions[]{pointers[0]};
  const auto migrate = [&] {
    return clEnqueueSVMMigrateMem(setup.queue, 1, regions, all, 0, 0, nullptr, nullptr);
  };
  CHECK(migrate() == CL_SUCCESS);  // the callback did not free it
  REQUIRE(clEnqueueSVMFree(setup.queue, 1, pointers, nullptr, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(migrate() == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueSVMFree: the callback can use the queue although the application has released it") {
  if (!has_svm()) return;
  const Context context = make_context();
  Queue queue = make_queue(context);
  const Svm<unsigned char> memory(context, 64);
  void* pointers[]{memory.data};
  Mailbox<cl_context> mailbox;
  Gate gate(context);
  REQUIRE(clEnqueueSVMFree(queue, 1, pointers, note_context, &mailbox, 1, gate.list(), nullptr) ==
          CL_SUCCESS);
  REQUIRE(clFlush(queue) == CL_SUCCESS);
  queue.reset();
  gate.open();
  CHECK(mailbox.await(1) == std::vector<cl_context>{context});
}

TEST_CASE("clEnqueueSVMFree: CL_INVALID_VALUE unless pointers come with a number of them") {
  if (!has_svm()) return;
  const Setup setup;
  void* pointers[]{nullptr};
  const auto enqueue = [&](cl_uint count, void** list, cl_event* event = nullptr) {
    return clEnqueueSVMFree(setup.queue, count, list, nullptr, nullptr, 0, nullptr, event);
  };
  CHECK(enqueue(0, pointers) == CL_INVALID_VALUE);
  CHECK(enqueue(1, nullptr) == CL_INVALID_VALUE);
  Event event;
  REQUIRE(enqueue(0, nullptr, event.out()) == CL_SUCCESS);
  CHECK(clWaitForEvents(1, event.list()) == CL_SUCCESS);
}

TEST_CASE("SVM commands: their events name them") {
  if (!has_svm()) return;
  const Setup setup;
  const Svm<unsigned char> memory(setup.context, 64);
  Event map, unmap;
  REQUIRE(clEnqueueSVMMap(setup.queue, CL_FALSE, CL_MAP_WRITE, memory.data, 64, 0, nullptr, map.out()) ==
          CL_SUCCESS);
  REQUIRE(clEnqueueSVMUnmap(setup.queue, memory.data, 0, nullptr, unmap.out()) == CL_SUCCESS);
  CHECK(info<cl_command_type>(query(clGetEventInfo, map.get(), CL_EVENT_COMMAND_TYPE)) == CL_COMMAND_SVM_MAP);
  CHECK(info<cl_command_type>(query(clGetEventInfo, unmap.get(), CL_EVENT_COMMAND_TYPE)) ==
        CL_COMMAND_SVM_UNMAP);
}

TEST_CASE("clSetKernelArgSVMPointer: a built-in kernel works on SVM, also from its middle") {
  if (!has_svm()) return;
  const Setup setup;
  const Program program = make_program(setup.context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  const Svm<cl_uint> memory(setup.context, 2 * 16 * 12 + 32);
  const auto in = counting<cl_uint>(16 * 12);
  cl_uint* out = memory.data + in.size() + 32;
  std::copy(in.begin(), in.end(), memory.data);
  set_transpose(kernel, nullptr, nullptr, 16, 12);
  REQUIRE(clSetKernelArgSVMPointer(kernel, 0, memory.data) == CL_SUCCESS);
  REQUIRE(clSetKernelArgSVMPointer(kernel, 1, out) == CL_SUCCESS);
  launch(setup.queue, kernel, 16, 12);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(std::vector<cl_uint>(out, out + in.size()) == transposed(in, 16));
}

TEST_CASE("clSetKernelArgSVMPointer: a built-in kernel works on the host's memory where the device does",
          "[quadcl]") {
  const Setup setup;
  const Program program = make_program(setup.context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  const auto in = counting<cl_uint>(16 * 12);
  const std::vector<cl_uint> before(in.size(), ~0U);
  auto out = before;
  set_transpose(kernel, nullptr, nullptr, 16, 12);
  REQUIRE(clSetKernelArgSVMPointer(kernel, 0, in.data()) == CL_SUCCESS);
  REQUIRE(clSetKernelArgSVMPointer(kernel, 1, out.data()) == CL_SUCCESS);
  const std::size_t global[2]{16, 12};
  const cl_int error =
      clEnqueueNDRangeKernel(setup.queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr);
  CHECK(error == (has_system_svm() ? CL_SUCCESS : CL_INVALID_KERNEL_ARGS));
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(out == (has_system_svm() ? transposed(in, 16) : before));
  REQUIRE(clSetKernelArgSVMPointer(kernel, 1, nullptr) == CL_SUCCESS);
  CHECK(clEnqueueNDRangeKernel(setup.queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_KERNEL_ARGS);
}

TEST_CASE("clSetKernelArgSVMPointer: a kernel follows pointers in SVM") {
  if (!has_svm() || !has_compiler()) return;
  const Setup setup;
  struct Node {
    Node* next;
    cl_int value;
  };
  const Program program = make_source_program(
      setup.context,
      "typedef struct Node { global struct Node* next; int value; } Node;\n"
      "kernel void sum(global Node* first, global int* out) {\n"
      "  int total = 0; for (global Node* n = first; n; n = n->next) total += n->value; *out = total; }");
  REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, "sum", error); });
  const Svm<Node> nodes(setup.context, 3, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER);
  const Svm<cl_int> out(setup.context, 1);
  for (int i = 0; i < 3; ++i) nodes.data[i] = {i < 2 ? nodes.data + i + 1 : nullptr, 10 + i};
  REQUIRE(clSetKernelArgSVMPointer(kernel, 0, nodes.data) == CL_SUCCESS);
  REQUIRE(clSetKernelArgSVMPointer(kernel, 1, out.data) == CL_SUCCESS);
  const void* reached[]{nodes.data};
  REQUIRE(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, reached) == CL_SUCCESS);
  const std::size_t one = 1;
  REQUIRE(clEnqueueNDRangeKernel(setup.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) ==
          CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(*out.data == 10 + 11 + 12);
}

TEST_CASE("clSetKernelArgSVMPointer: CL_INVALID_ARG_INDEX, and CL_INVALID_ARG_VALUE for a value") {
  if (!has_svm()) return;
  const Setup setup;
  const Program program = make_program(setup.context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  const Svm<cl_uint> memory(setup.context, 16);
  CHECK(clSetKernelArgSVMPointer(kernel, 99, memory.data) == CL_INVALID_ARG_INDEX);
  CHECK(clSetKernelArgSVMPointer(kernel, 2, memory.data) == CL_INVALID_ARG_VALUE);
}

TEST_CASE("clSetKernelExecInfo: CL_INVALID_OPERATION for system SVM where no device has it") {
  if (!has_svm()) return;
  const Setup setup;
  const Program program = make_program(setup.context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  const auto all =
      info<cl_device_svm_capabilities>(query(clGetDeviceInfo, device(), CL_DEVICE_SVM_CAPABILITIES));
  const cl_bool yes = CL_TRUE;
  CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes) ==
        ((all & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0 ? CL_SUCCESS : CL_INVALID_OPERATION));
  CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 3, &yes) == CL_INVALID_VALUE);
  CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void*), nullptr) ==
        CL_INVALID_VALUE);
  CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, &yes) == CL_INVALID_VALUE);
  CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr) == CL_SUCCESS);
}

TEST_CASE("clSetKernelExecInfo: a kernel that uses system SVM runs on devices that have it only",
          "[quadcl]") {
  const Context context = make_context(all_devices());
  const Program program = make_program(context);
  const Transposition transposition(context, program, 6, 5);
  const Queue queue = make_queue(context);
  const std::size_t global[2]{6, 5};
  const auto enqueue = [&](cl_kernel kernel) {
    return clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr);
  };
  const cl_int allowed = has_system_svm() ? CL_SUCCESS : CL_INVALID_OPERATION;
  REQUIRE(use_system_svm(transposition.kernel, CL_TRUE) == CL_SUCCESS);
  CHECK(enqueue(transposition.kernel) == allowed);
  CHECK(clEnqueueTask(queue, transposition.kernel, 0, nullptr, nullptr) == allowed);
  const Kernel copy = made([&](cl_int* error) { return clCloneKernel(transposition.kernel, error); });
  REQUIRE(use_system_svm(transposition.kernel, CL_FALSE) == CL_SUCCESS);
  CHECK(enqueue(transposition.kernel) == CL_SUCCESS);
  CHECK(enqueue(copy) == allowed);
  CHECK(clFinish(queue) == CL_SUCCESS);
}

TEST_CASE("clCreateBuffer: on SVM it is that memory, and no longer than it") {
  if (!has_svm()) return;
  const Setup setup;
  const Svm<unsigned char> memory(setup.context, 64);
  const Buffer buffer = make_buffer(setup.context, 64, CL_MEM_USE_HOST_PTR, memory.data);
  CHECK(info<cl_bool>(query(clGetMemObjectInfo, buffer.get(), CL_MEM_USES_SVM_POINTER)) == CL_TRUE);
  const auto bytes = counting_bytes(64, 7);
  REQUIRE(clEnqueueWriteBuffer(setup.queue, buffer, CL_TRUE, 0, 64, bytes.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
  CHECK(std::vector<unsigned char>(memory.data, memory.data + 64) == bytes);
  cl_int error = CL_SUCCESS;
  CHECK(clCreateBuffer(setup.context, CL_MEM_USE_HOST_PTR, 65, memory.data, &error) == nullptr);
  CHECK(error == CL_INVALID_BUFFER_SIZE);
  const Buffer plain = make_buffer(setup.context, 64);
  CHECK(info<cl_bool>(query(clGetMemObjectInfo, plain.get(), CL_MEM_USES_SVM_POINTER)) == CL_FALSE);
}
