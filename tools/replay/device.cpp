// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/device.h"

#include <chrono>

#include "samples/common/sample.h"

namespace replay {
namespace {

cl::NDRange to_range(unsigned dimensions, const Size3& size) {
  if (dimensions == 1) return cl::NDRange(size[0]);
  if (dimensions == 2) return cl::NDRange(size[0], size[1]);
  return cl::NDRange(size[0], size[1], size[2]);
}

}  // namespace

PreparedLaunch::PreparedLaunch(const cl::Device& device, const Capture& capture, const std::string& options)
    : capture_(capture), context_(sample::make_context(device)), queue_(context_, device) {
  // Types of arguments show how to compare results.
  const cl::Program program =
      sample::build(context_, capture.source, capture.options + " -cl-kernel-arg-info " + options);
  kernel_ = cl::Kernel(program, capture.kernel.c_str());
  make_buffers();
  set_arguments();
}

void PreparedLaunch::make_buffers() {
  for (const Buffer& buffer : capture_.buffers) {
    if (buffer.part) {
      cl_buffer_region region{buffer.part->origin, buffer.part->size};
      buffers_.push_back(buffers_[buffer.part->parent].createSubBuffer(
          CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region));
    } else {
      buffers_.emplace_back(context_, CL_MEM_READ_WRITE, buffer.content.size());
    }
  }
}

void PreparedLaunch::set_arguments() {
  for (cl_uint i = 0; i < capture_.arguments.size(); ++i) {
    const Argument& argument = capture_.arguments[i];
    if (const auto* value = std::get_if<Value>(&argument))
      kernel_.setArg(i, value->bytes.size(), value->bytes.data());
    if (const auto* local = std::get_if<LocalMemory>(&argument)) kernel_.setArg(i, local->size, nullptr);
    if (const auto* buffer = std::get_if<BufferNumber>(&argument))
      kernel_.setArg(i, buffers_[buffer->number]);
  }
}

void PreparedLaunch::restore(const std::vector<std::size_t>& numbers) {
  for (const std::size_t number : numbers) {
    const Bytes& content = capture_.buffers[number].content;
    if (!content.empty())
      queue_.enqueueWriteBuffer(buffers_[number], CL_FALSE, 0, content.size(), content.data());
  }
  queue_.finish();
}

double PreparedLaunch::run() {
  const auto start = std::chrono::steady_clock::now();
  queue_.enqueueNDRangeKernel(
      kernel_, to_range(capture_.dimensions, capture_.offset), to_range(capture_.dimensions, capture_.global),
      capture_.local ? to_range(capture_.dimensions, *capture_.local) : cl::NDRange());
  queue_.finish();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Bytes PreparedLaunch::content(std::size_t buffer) {
  Bytes bytes(capture_.buffers[buffer].content.size());
  if (!bytes.empty()) queue_.enqueueReadBuffer(buffers_[buffer], CL_TRUE, 0, bytes.size(), bytes.data());
  return bytes;
}

std::string PreparedLaunch::element_type(std::size_t buffer) const {
  for (cl_uint i = 0; i < capture_.arguments.size(); ++i) {
    const auto* argument = std::get_if<BufferNumber>(&capture_.arguments[i]);
    if (argument == nullptr) continue;
    const auto& part = capture_.buffers[argument->number].part;
    if ((part ? part->parent : argument->number) != buffer) continue;
    const std::string type = kernel_.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i);
    return type.substr(0, type.find_first_of(" *"));
  }
  return {};
}

}  // namespace replay
