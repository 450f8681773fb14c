// SPDX-License-Identifier: Apache-2.0
#include "mutants/devices.h"

#include <CL/cl_ext_quadcl.h>

namespace recognise_test {
namespace {

constexpr std::size_t kElement = 4;

cl::Device find_device(cl_device_type type) {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  for (const cl::Platform& platform : platforms) {
    if (platform.getInfo<CL_PLATFORM_NAME>().find("QuadCL") == std::string::npos) continue;
    std::vector<cl::Device> devices;
    platform.getDevices(type, &devices);
    return devices.at(0);
  }
  throw cl::Error(CL_INVALID_PLATFORM, "the QuadCL platform was not found: set OCL_ICD_VENDORS");
}

cl::NDRange range(const std::vector<std::size_t>& sizes) {
  switch (sizes.size()) {
    case 0:
      return cl::NullRange;
    case 1:
      return cl::NDRange(sizes[0]);
    case 2:
      return {sizes[0], sizes[1]};
    default:
      return {sizes[0], sizes[1], sizes[2]};
  }
}

/// An integer, in the size of the kernel's argument.
void set_integer(cl::Kernel& kernel, cl_uint index, long value) {
  for (const std::size_t size : {std::size_t{4}, std::size_t{8}, std::size_t{2}, std::size_t{1}}) {
    const cl_int error = clSetKernelArg(kernel(), index, size, &value);
    if (error == CL_SUCCESS) return;
    if (error != CL_INVALID_ARG_SIZE) throw cl::Error(error, "clSetKernelArg");
  }
  throw cl::Error(CL_INVALID_ARG_SIZE, "clSetKernelArg");
}

cl::Buffer part_of(const cl::Buffer& whole, std::size_t elements, std::size_t offset) {
  cl::Buffer parent = whole;
  const cl_buffer_region region{(kMargin + offset) * kElement, (elements - offset) * kElement};
  return parent.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
}

}  // namespace

Machine::Machine(cl_device_type type)
    : device_(find_device(type)), context_(device_), queue_(context_, device_, CL_QUEUE_PROFILING_ENABLE) {}

std::optional<cl::Kernel> Machine::build(const std::string& source, const std::string& options) {
  for (const Built& built : built_)
    if (built.source == source && built.options == options) return built.kernel;
  constexpr std::size_t kKept = 8;
  if (built_.size() == kKept) built_.pop_front();
  built_.push_back({source, options, build_anew(source, options)});
  return built_.back().kernel;
}

std::optional<cl::Kernel> Machine::build_anew(const std::string& source, const std::string& options) const {
  try {
    cl::Program program(context_, source);
    program.build(options.c_str());
    std::vector<cl::Kernel> kernels;
    program.createKernels(&kernels);
    if (!kernels.empty()) return kernels.front();
  } catch (const cl::Error&) {
  }
  return {};
}

Launched Machine::run(cl::Kernel kernel, const LaunchPlan& plan, unsigned margin) {
  Launched launched;
  try {
    std::vector<cl::Buffer> buffers;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
      launched.buffers.push_back(contents(plan.buffers[i], i, margin));
      const std::size_t bytes = launched.buffers.back().size() * kElement;
      buffers.emplace_back(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                           launched.buffers.back().data());
    }
    std::vector<cl::Buffer> parts;  // alive until the kernel has run
    for (cl_uint i = 0; i < plan.arguments.size(); ++i) {
      const PlannedArgument& argument = plan.arguments[i];
      switch (argument.kind) {
        case ArgumentKind::int32:
        case ArgumentKind::int64:
          set_integer(kernel, i, argument.number);
          break;
        case ArgumentKind::float32:
          kernel.setArg(i, argument.real);
          break;
        case ArgumentKind::vector:
          kernel.setArg(i, argument.words.size() * sizeof argument.words[0], argument.words.data());
          break;
        case ArgumentKind::local:
          kernel.setArg(i, cl::Local(static_cast<std::size_t>(argument.number)));
          break;
        default:
          parts.push_back(part_of(buffers[argument.buffer], plan.buffers[argument.buffer], argument.offset));
          kernel.setArg(i, parts.back());
      }
    }
    cl::Event event;
    queue_.enqueueNDRangeKernel(kernel, range(plan.offset), range(plan.global), range(plan.local), nullptr,
                                &event);
    event.wait();
    cl_profiling_target_quadcl target = 0;
    clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_TARGET_QUADCL, sizeof target, &target, nullptr);
    launched.on_qpu = target == CL_PROFILING_TARGET_QPU_QUADCL;
    for (std::size_t i = 0; i < buffers.size(); ++i)
      queue_.enqueueReadBuffer(buffers[i], CL_TRUE, 0, launched.buffers[i].size() * kElement,
                               launched.buffers[i].data());
  } catch (const cl::Error& error) {
    launched.error = error.err();
  }
  return launched;
}

bool is_recognised(const cl::Kernel& kernel) {
  cl_profiling_target_quadcl target = 0;
  clGetKernelInfo(kernel(), CL_KERNEL_TARGET_QUADCL, sizeof target, &target, nullptr);
  return target == CL_PROFILING_TARGET_QPU_QUADCL;
}

}  // namespace recognise_test
