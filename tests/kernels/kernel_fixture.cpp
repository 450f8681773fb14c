// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/kernel_fixture.h"

#include <cstdlib>
#include <random>
#include <stdexcept>

namespace kernel_test {
namespace {

cl::Device device_under_test() {
  const char* number = std::getenv("QUADCL_TEST_DEVICE");
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  for (const auto& platform : platforms) {
    if (platform.getInfo<CL_PLATFORM_NAME>().find("QuadCL") == std::string::npos) continue;
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    return devices.at(number == nullptr ? 0 : std::stoul(number));
  }
  throw std::runtime_error("the QuadCL platform was not found: is OCL_ICD_VENDORS set?");
}

}  // namespace

Machine::Machine() : device(device_under_test()), context(device), queue(context, device) {}

cl::Kernel Machine::kernel(const std::string& name) const {
  return cl::Kernel(cl::Program(context, {device}, name), name.c_str());
}

void Machine::launch(const cl::Kernel& kernel, cl::NDRange offset, cl::NDRange global) {
  cl::Event event;
  queue.enqueueNDRangeKernel(kernel, offset, global, cl::NullRange, nullptr, &event);
  event.wait();
}

Machine& machine() {
  static Machine instance;
  return instance;
}

std::vector<float> random_floats(std::size_t count, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> distribution(-1, 1);
  std::vector<float> values(count);
  for (float& value : values) value = distribution(generator);
  return values;
}

}  // namespace kernel_test
