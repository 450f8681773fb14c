// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/captured.h"

#include <cstring>
#include <numeric>
#include <stdexcept>

#include "samples/common/sample.h"
#include "tools/replay/device.h"

namespace qpu_compile_bench {
namespace {

using kernel_bench::Bytes;
using kernel_bench::Floats;
using kernel_bench::Words;

bool is_quadcl_cpu(const cl::Device& device) {
  return device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU &&
         sample::full_name(device).find("QuadCL") != std::string::npos;
}

cl::Device cpu_device() {
  const auto devices = sample::find_devices(is_quadcl_cpu);
  if (devices.empty()) throw std::runtime_error("captures need QuadCL's CPU device, for their results");
  return devices.front();
}

template <typename Values>
Array values_of(const replay::Bytes& bytes) {
  Values values(bytes.size() / sizeof(typename Values::value_type));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(typename Values::value_type));
  return values;
}

/// `type` is the element's type as the kernel declares it.
Array array_of(const replay::Bytes& bytes, const std::string& type) {
  if (bytes.size() % 4 != 0) return values_of<Bytes>(bytes);
  if (type.starts_with("float")) return values_of<Floats>(bytes);
  return type.starts_with("int") || type.starts_with("uint") ? values_of<Words>(bytes)
                                                             : values_of<Bytes>(bytes);
}

kernel_bench::Argument argument_of(const replay::Argument& argument) {
  if (const auto* buffer = std::get_if<replay::BufferNumber>(&argument))
    return kernel_bench::BufferArgument{buffer->number};
  if (const auto* local = std::get_if<replay::LocalMemory>(&argument))
    return kernel_bench::LocalBytes{local->size};
  const replay::Bytes& bytes = std::get<replay::Value>(argument).bytes;
  if (bytes.size() > 4) throw std::runtime_error("it has an argument of more than four bytes");
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  return word;
}

}  // namespace

Captured read_captured(const std::filesystem::path& folder) {
  const replay::Capture capture = replay::read(folder);
  kernel_bench::Launch launch{.kernel = capture.kernel, .global = capture.global, .offset = capture.offset};
  if (capture.local) launch.local = *capture.local;
  for (const auto& argument : capture.arguments) launch.arguments.push_back(argument_of(argument));

  replay::PreparedLaunch on_cpu(cpu_device(), capture);
  std::vector<std::size_t> numbers(capture.buffers.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  on_cpu.restore(numbers);
  on_cpu.run();
  Captured captured{folder.filename().string(), capture.source, capture.options, {}, {}};
  for (const std::size_t number : numbers) {
    if (capture.buffers[number].part) throw std::runtime_error("it has a sub-buffer");
    const std::string type = on_cpu.element_type(number);
    captured.a_case.arrays.push_back(array_of(capture.buffers[number].content, type));
    captured.expected.push_back(array_of(on_cpu.content(number), type));
  }
  captured.a_case.launches.push_back(std::move(launch));
  return captured;
}

}  // namespace qpu_compile_bench
