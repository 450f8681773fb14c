// SPDX-License-Identifier: Apache-2.0
#include "launches.h"

#include <cmath>
#include <cstring>
#include <random>

namespace recognise_test {
namespace {

std::vector<float> random_floats(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> distribution(-1, 1);
  std::vector<float> values(count);
  for (float& value : values) value = distribution(random);
  return values;
}

struct Buffers {
  std::vector<std::string> names;
  std::vector<api::Buffer> memory;
  std::vector<std::size_t> sizes;

  cl_mem find(const std::string& name) const {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return memory[i];
    throw std::runtime_error("no buffer '" + name + "'");
  }
};

/// An integer, in the size of the kernel's argument.
bool set_integer(cl_kernel kernel, cl_uint index, long value) {
  for (const std::size_t size : {std::size_t{4}, std::size_t{8}, std::size_t{2}, std::size_t{1}}) {
    const cl_int error = clSetKernelArg(kernel, index, size, &value);
    if (error != CL_INVALID_ARG_SIZE) return error == CL_SUCCESS;
  }
  return false;
}

bool set_argument(cl_context context, cl_kernel kernel, cl_uint index, const Argument& argument,
                  const Run& run, Buffers& buffers) {
  if (argument.kind == ArgumentKind::float32) {
    const float value = std::stof(argument.value);
    return clSetKernelArg(kernel, index, sizeof value, &value) == CL_SUCCESS;
  }
  if (argument.kind == ArgumentKind::vector) {
    const auto words = components(argument, run.sizes);
    return clSetKernelArg(kernel, index, words.size() * sizeof words[0], words.data()) == CL_SUCCESS;
  }
  if (argument.kind == ArgumentKind::same) {
    const cl_mem memory = buffers.find(argument.name);
    return clSetKernelArg(kernel, index, sizeof memory, &memory) == CL_SUCCESS;
  }
  const long value = evaluate(argument.value, run.sizes);
  if (argument.kind == ArgumentKind::int32 || argument.kind == ArgumentKind::int64)
    return set_integer(kernel, index, value);
  if (argument.kind == ArgumentKind::local)
    return clSetKernelArg(kernel, index, static_cast<std::size_t>(value), nullptr) == CL_SUCCESS;
  buffers.names.push_back(argument.name);
  buffers.sizes.push_back(static_cast<std::size_t>(value));
  buffers.memory.push_back(
      api::make_filled(context, random_floats(static_cast<std::size_t>(value), index + 1)));
  const cl_mem memory = buffers.memory.back();
  return clSetKernelArg(kernel, index, sizeof memory, &memory) == CL_SUCCESS;
}

const std::size_t* list_or_null(const std::vector<std::size_t>& list) {
  return list.empty() ? nullptr : list.data();
}

}  // namespace

bool BuiltKernel::recognised() const {
  const auto target = api::query(clGetKernelInfo, kernel.get(), CL_KERNEL_TARGET_QUADCL);
  return api::info<cl_profiling_target_quadcl>(target) == CL_PROFILING_TARGET_QPU_QUADCL;
}

std::string BuiltKernel::recognition() const {
  return api::info_string(api::query(clGetKernelInfo, kernel.get(), CL_KERNEL_RECOGNITION_QUADCL));
}

BuiltKernel build(cl_context context, const std::string& source, const std::string& options) {
  BuiltKernel built;
  const char* text = source.c_str();
  built.program =
      api::made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &text, nullptr, error); });
  if (clBuildProgram(built.program, 0, nullptr, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    const cl_device_id device = api::device();
    std::string log(4096, '\0');
    clGetProgramBuildInfo(built.program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    built.log = log.c_str();
    return built;
  }
  cl_kernel kernel = nullptr;
  if (clCreateKernelsInProgram(built.program, 1, &kernel, nullptr) == CL_SUCCESS)
    built.kernel = api::made([&](cl_int* error) {
      *error = CL_SUCCESS;
      return kernel;
    });
  return built;
}

Result launch(const api::Setup& setup, cl_command_queue queue, cl_kernel kernel, const CaseFile& file,
              const Run& run) {
  Result result;
  Buffers buffers;
  for (std::size_t i = 0; i < file.arguments.size(); ++i)
    if (!set_argument(setup.context, kernel, static_cast<cl_uint>(i), file.arguments[i], run, buffers))
      return result;
  api::Event event;
  const auto dimensions = static_cast<cl_uint>(run.global.size());
  if (clEnqueueNDRangeKernel(queue, kernel, dimensions, list_or_null(run.offset), run.global.data(),
                             list_or_null(run.local), 0, nullptr, event.out()) != CL_SUCCESS)
    return result;
  result.launched = clWaitForEvents(1, event.list()) == CL_SUCCESS;
  const auto target = api::query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL);
  result.on_qpu = api::info<cl_profiling_target_quadcl>(target) == CL_PROFILING_TARGET_QPU_QUADCL;
  for (std::size_t i = 0; i < buffers.memory.size(); ++i)
    result.buffers.push_back(api::read_back<float>(queue, buffers.memory[i], buffers.sizes[i]));
  return result;
}

double allowed_error(const CaseFile& file, const Run& run) {
  double scale = 1;
  for (const Argument& argument : file.arguments)
    if (argument.kind == ArgumentKind::float32) scale += std::abs(std::stof(argument.value));
  const auto terms = static_cast<double>(evaluate(file.terms, run.sizes));
  return 2 * std::expm1((terms + 3) * std::log1p(std::ldexp(1.0, -23))) * scale * (terms + 1);
}

std::string difference(const Result& found, const Result& wanted, double allowed) {
  for (std::size_t b = 0; b < wanted.buffers.size(); ++b) {
    for (std::size_t i = 0; i < wanted.buffers[b].size(); ++i) {
      const float x = found.buffers[b][i], y = wanted.buffers[b][i];
      if (std::memcmp(&x, &y, sizeof x) == 0) continue;
      if (allowed > 0 && std::abs(static_cast<double>(x) - y) <= allowed) continue;
      return "buffer " + std::to_string(b) + "[" + std::to_string(i) + "] is " + std::to_string(x) +
             ", and without recognition " + std::to_string(y);
    }
  }
  return {};
}

}  // namespace recognise_test
