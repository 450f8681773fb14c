// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory on a device without it (OpenCL 3.0 API, appendix H).
#include "bad_handles.h"
#include "fixture.h"
#include "kernels.h"

using namespace api;

namespace {

bool has_svm() {
  return info<cl_device_svm_capabilities>(query(clGetDeviceInfo, device(), CL_DEVICE_SVM_CAPABILITIES)) != 0;
}

std::vector<std::pair<std::string, std::function<cl_int(cl_command_queue)>>> commands() {
  static unsigned char memory[64];
  static void* pointers[]{memory};
  static const void* const_pointers[]{memory};
  static const std::size_t sizes[]{16};
  return {
      {"clEnqueueSVMFree",
       [](cl_command_queue queue) {
         return clEnqueueSVMFree(queue, 1, pointers, nullptr, nullptr, 0, nullptr, nullptr);
       }},
      {"clEnqueueSVMMemcpy",
       [](cl_command_queue queue) {
         return clEnqueueSVMMemcpy(queue, CL_TRUE, memory, memory + 32, 16, 0, nullptr, nullptr);
       }},
      {"clEnqueueSVMMemFill",
       [](cl_command_queue queue) {
         return clEnqueueSVMMemFill(queue, memory, memory + 32, 1, 16, 0, nullptr, nullptr);
       }},
      {"clEnqueueSVMMap",
       [](cl_command_queue queue) {
         return clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, memory, 16, 0, nullptr, nullptr);
       }},
      {"clEnqueueSVMUnmap",
       [](cl_command_queue queue) { return clEnqueueSVMUnmap(queue, memory, 0, nullptr, nullptr); }},
      {"clEnqueueSVMMigrateMem",
       [](cl_command_queue queue) {
         return clEnqueueSVMMigrateMem(queue, 1, const_pointers, sizes, 0, 0, nullptr, nullptr);
       }},
  };
}

}  // namespace

TEST_CASE("clSVMAlloc: NULL if no device of the context supports SVM") {
  if (has_svm()) return;
  const Context context = make_context();
  CHECK(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0) == nullptr);
}

TEST_CASE("clSVMAlloc: NULL if context is not a context") {
  for (const auto& [what, handle] : bad_handles<cl_context>()) {
    INFO("handle: " << what);
    CHECK(clSVMAlloc(handle, CL_MEM_READ_WRITE, 64, 0) == nullptr);
  }
}

TEST_CASE("clSVMFree: does nothing if no device of the context supports SVM") {
  if (has_svm()) return;
  const Context context = make_context();
  const auto bytes = counting_bytes(16);
  auto host = bytes;
  clSVMFree(context, host.data());
  CHECK(host == bytes);
}

TEST_CASE("SVM commands: CL_INVALID_OPERATION if the device does not support SVM") {
  if (has_svm()) return;
  const Setup setup;
  for (const auto& [name, command] : commands()) {
    INFO(name);
    CHECK(command(setup.queue) == CL_INVALID_OPERATION);
  }
}

TEST_CASE("SVM commands: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue") {
  for (const auto& [name, command] : commands()) {
    INFO(name);
    check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, command);
  }
}

TEST_CASE("clSetKernelArgSVMPointer, clSetKernelExecInfo: CL_INVALID_OPERATION if no device supports SVM") {
  if (has_svm()) return;
  const Context context = make_context();
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  std::vector<unsigned char> memory(64);
  CHECK(clSetKernelArgSVMPointer(kernel, 0, memory.data()) == CL_INVALID_OPERATION);
  const void* pointers[]{memory.data()};
  CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers) ==
        CL_INVALID_OPERATION);
  const cl_bool yes = CL_TRUE;
  CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes) ==
        CL_INVALID_OPERATION);
}

TEST_CASE("clSetKernelArgSVMPointer, clSetKernelExecInfo: CL_INVALID_KERNEL if kernel is not a kernel") {
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL,
                               [](cl_kernel bad) { return clSetKernelArgSVMPointer(bad, 0, nullptr); });
  check_bad_handles<cl_kernel>(CL_INVALID_KERNEL, [](cl_kernel bad) {
    const cl_bool yes = CL_TRUE;
    return clSetKernelExecInfo(bad, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes);
  });
}

TEST_CASE("clSetKernelExecInfo: CL_INVALID_VALUE if param_name is not valid", "[quadcl]") {
  const Context context = make_context();
  const Program program = make_program(context);
  const Kernel kernel = make_kernel(program, "transpose_32");
  const cl_uint value = 1;
  const cl_int error = clSetKernelExecInfo(kernel, 0x7777, sizeof value, &value);
  // Without SVM every call may return CL_INVALID_OPERATION (appendix H).
  CHECK((error == CL_INVALID_VALUE || (!has_svm() && error == CL_INVALID_OPERATION)));
}
