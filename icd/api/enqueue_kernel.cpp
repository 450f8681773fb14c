// SPDX-License-Identifier: Apache-2.0
#include "icd/api/checks.h"
#include "icd/api/enqueue.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/objects/platform.h"
#include "icd/runtime/entry.h"
#include "icd/runtime/launch.h"

namespace quadcl::icd::api {
namespace {

/// The NDRange as the application gave it.
struct WorkSizes {
  cl_uint dimensions = 0;
  const std::size_t* offset = nullptr;
  const std::size_t* global = nullptr;
  const std::size_t* local = nullptr;
};

/// CL_INVALID_PROGRAM_EXECUTABLE if there is no executable for the device of the queue.
cl_int check_executable(const Kernel& kernel, const Device& device) {
  return kernel.image_for(device) != nullptr ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE;
}

/// CL_INVALID_CONTEXT if queue and kernel are not of the same context.
cl_int check_context(const Kernel& kernel, const Context& context) {
  return &kernel.context() == &context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int check_dimensions(const WorkSizes& sizes) {
  return sizes.dimensions >= 1 && sizes.dimensions <= kMaxWorkItemDimensions ? CL_SUCCESS
                                                                             : CL_INVALID_WORK_DIMENSION;
}

/// CL_INVALID_GLOBAL_OFFSET if an offset plus its size exceeds the largest size_t.
cl_int check_offset(const NDRange& range) {
  for (unsigned d = 0; d < range.dimensions; ++d)
    if (range.offset[d] + range.global[d] < range.offset[d]) return CL_INVALID_GLOBAL_OFFSET;
  return CL_SUCCESS;
}

/// CL_INVALID_WORK_ITEM_SIZE if a dimension of the work-group is too large for the device.
cl_int check_work_item_sizes(const WorkSizes& sizes) {
  for (unsigned d = 0; sizes.local != nullptr && d < sizes.dimensions; ++d)
    if (sizes.local[d] > kMaxWorkGroupSize) return CL_INVALID_WORK_ITEM_SIZE;
  return CL_SUCCESS;
}

/// CL_INVALID_WORK_GROUP_SIZE if the work-group has no work-items, or more than the device can take. It need
/// not divide the global size: all our devices support non-uniform work-groups.
cl_int check_work_group_size(const WorkSizes& sizes) {
  std::size_t work_items = 1;  // cannot overflow: each factor is at most kMaxWorkGroupSize
  for (unsigned d = 0; sizes.local != nullptr && d < sizes.dimensions; ++d) work_items *= sizes.local[d];
  return work_items >= 1 && work_items <= kMaxWorkGroupSize ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

/// CL_OUT_OF_RESOURCES if the __local variables and arguments need more than the device has.
cl_int check_local_memory(const Kernel& kernel, const Device& device) {
  const std::uint64_t needed = kernel.local_memory_bytes(device);
  return needed <= device.description().local_memory_bytes ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

/// CL_INVALID_OPERATION if the kernel is set to use system SVM and the device does not support it.
cl_int check_system_svm(const Kernel& kernel, const Device& device) {
  return !kernel.uses_system_svm() || has_system_svm(device) ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/// CL_INVALID_WORK_GROUP_SIZE if the sizes are not those that the kernel's source requires.
cl_int check_required_size(const KernelImage& image, const NDRange& range) {
  if (image.required_local[0] == 0 || !range.has_local()) return CL_SUCCESS;
  return range.local == image.required_local ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

/// CL_INVALID_WORK_GROUP_SIZE if work-groups must be uniform and the sizes do not divide the global ones.
cl_int check_uniform(const KernelImage& image, const NDRange& range) {
  const auto& local = range.has_local() ? range.local : image.required_local;
  if (!image.uniform_groups || local[0] == 0) return CL_SUCCESS;
  for (unsigned d = 0; d < kMaxWorkItemDimensions; ++d)
    if (range.global[d] % local[d] != 0) return CL_INVALID_WORK_GROUP_SIZE;
  return CL_SUCCESS;
}

NDRange make_range(const WorkSizes& sizes) {
  NDRange range;
  range.dimensions = sizes.dimensions;
  for (unsigned d = 0; d < kMaxWorkItemDimensions; ++d) {
    const bool used = d < sizes.dimensions;
    if (used && sizes.offset != nullptr) range.offset[d] = sizes.offset[d];
    // Without a global size the kernel has no work-items (OpenCL 2.1 and later).
    if (used) range.global[d] = sizes.global != nullptr ? sizes.global[d] : 0;
    if (sizes.local != nullptr) range.local[d] = used ? sizes.local[d] : 1;
  }
  return range;
}

/// The source of a kernel that may stop in the debugger; null for others.
std::shared_ptr<const std::string> source_for_debugger(const Kernel& kernel) {
  if (kernel.name() != Platform::instance().options().qpu_debug) return {};
  return std::make_shared<const std::string>(kernel.program().source());
}

cl_int enqueue_launch(Enqueue& enqueue, cl_command_type type, const Kernel& kernel, const WorkSizes& sizes) {
  Device& device = enqueue.device();
  ICD_CHECK(check_context(kernel, enqueue.context()));
  ICD_CHECK(check_executable(kernel, device));
  ICD_CHECK(check_dimensions(sizes));
  const NDRange range = make_range(sizes);
  ICD_CHECK(check_offset(range));
  ICD_CHECK(check_work_item_sizes(sizes));
  ICD_CHECK(check_work_group_size(sizes));
  const auto image = kernel.image_for(device);
  ICD_CHECK(check_required_size(*image, range));
  ICD_CHECK(check_uniform(*image, range));
  ICD_TRY(auto arguments, kernel.snapshot(device));
  ICD_CHECK(check_local_memory(kernel, device));
  ICD_CHECK(check_system_svm(kernel, device));

  auto made = kernel.image_for_launch(device, arguments, range);
  LaunchRequest request{.kernel = made.get(),
                        .arguments = std::move(arguments.values),
                        .range = range,
                        .compute_units = device.parent() != nullptr ? device.description().compute_units : 0,
                        .model_time = enqueue.queue().models_time(),
                        .source = source_for_debugger(kernel)};
  ICD_TRY(const auto launch, make_launch(device, enqueue.context(),
                                         {std::move(request), std::move(arguments.memory_objects),
                                          std::move(made), kernel.code_for_sizes(device)}));
  auto action = [launch, &device] { return run_launch(device, *launch); };
  return enqueue.submit({type, &device.launches(), std::move(action), Ordering::plain});
}

}  // namespace

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                          const size_t* global_work_offset, const size_t* global_work_size,
                                          const size_t* local_work_size, cl_uint num_events_in_wait_list,
                                          const cl_event* event_wait_list, cl_event* event) {
  return entry("clEnqueueNDRangeKernel", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(const auto object, find(kernel));
    return enqueue_launch(enqueue, CL_COMMAND_NDRANGE_KERNEL, *object,
                          {work_dim, global_work_offset, global_work_size, local_work_size});
  });
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                 cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                 cl_event* event) {
  return entry("clEnqueueTask", [&]() -> cl_int {
    ICD_TRY(auto enqueue, Enqueue::open(command_queue, {num_events_in_wait_list, event_wait_list, event}));
    ICD_TRY(const auto object, find(kernel));
    const std::size_t one = 1;
    return enqueue_launch(enqueue, CL_COMMAND_TASK, *object, {1, nullptr, &one, &one});
  });
}

}  // namespace quadcl::icd::api
