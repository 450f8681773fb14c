// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <future>
#include <sstream>
#include <stdexcept>

#include "bench/kernels/contestant.h"
#include "samples/common/sample.h"

namespace kernel_bench {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || text.str().empty()) throw std::runtime_error("cannot read " + path);
  return text.str();
}

struct Bytespan {
  std::size_t size;
  const void* data;
};

Bytespan bytes_of(const Array& array) {
  return std::visit(
      [](const auto& values) { return Bytespan{values.size() * sizeof(values[0]), values.data()}; }, array);
}

cl::NDRange to_range(const Size3& size) {
  return size == Size3{} ? cl::NDRange() : cl::NDRange(size[0], size[1], size[2]);
}

class DevicePrepared final : public Prepared {
 public:
  DevicePrepared(const cl::Device& device, const std::string& source, const std::string& options,
                 const Case& a_case)
      : case_(a_case), context_(sample::make_context(device)), queue_(context_, device) {
    const cl::Program program = sample::build(context_, source, "-cl-std=CL1.2 " + options);
    for (const Array& array : case_.arrays)
      buffers_.emplace_back(context_, CL_MEM_READ_WRITE, bytes_of(array).size);
    for (std::size_t i = 0; i < buffers_.size(); ++i) write(i);
    for (const Launch& launch : case_.launches) kernels_.push_back(make_kernel(program, launch));
    queue_.finish();
  }

  void restore() override {
    for (const std::size_t index : case_.written) write(index);
    queue_.finish();
  }

  double run() override {
    return seconds_of([this] { launch_all(); });
  }

  Array result() override {
    Array array = case_.arrays[case_.result];
    const Bytespan bytes = bytes_of(array);
    queue_.enqueueReadBuffer(buffers_[case_.result], CL_TRUE, 0, bytes.size, const_cast<void*>(bytes.data));
    return array;
  }

 private:
  void launch_all() {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      const Launch& launch = case_.launches[i];
      queue_.enqueueNDRangeKernel(kernels_[i], to_range(launch.offset), to_range(launch.global),
                                  to_range(launch.local));
    }
    queue_.finish();
  }

  void write(std::size_t index) {
    const Bytespan bytes = bytes_of(case_.arrays[index]);
    queue_.enqueueWriteBuffer(buffers_[index], CL_FALSE, 0, bytes.size, bytes.data);
  }

  cl::Kernel make_kernel(const cl::Program& program, const Launch& launch) {
    cl::Kernel kernel(program, launch.kernel.c_str());
    for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
      const Argument& argument = launch.arguments[i];
      if (const auto* buffer = std::get_if<BufferArgument>(&argument))
        kernel.setArg(i, buffers_[buffer->index]);
      if (const auto* local = std::get_if<LocalBytes>(&argument)) kernel.setArg(i, local->size, nullptr);
      if (const auto* value = std::get_if<std::uint32_t>(&argument)) kernel.setArg(i, *value);
    }
    return kernel;
  }

  const Case& case_;
  cl::Context context_;
  cl::CommandQueue queue_;
  std::vector<cl::Buffer> buffers_;
  std::vector<cl::Kernel> kernels_;
};

class DeviceContestant final : public Contestant {
 public:
  DeviceContestant(cl::Device device, Build build, std::string name)
      : device_(std::move(device)), build_(std::move(build)), name_(std::move(name)) {}
  const std::string& name() const override { return name_; }

  std::unique_ptr<Prepared> prepare(const Benchmark& benchmark, const Case& a_case) override {
    const std::string source = read_text(build_.folder + "/" + benchmark.file);
    try {
      return std::make_unique<DevicePrepared>(device_, source, build_.options, a_case);
    } catch (const cl::BuildError& error) {
      throw std::runtime_error(std::string(benchmark.file) +
                               " does not build: " + error.getBuildLog().at(0).second);
    }
  }

 private:
  cl::Device device_;
  Build build_;
  std::string name_;
};

/// Cases that run at the same time, each on a thread of its own. The result is that of the first, the time
/// the harmonic mean: what each would take if all were equally fast and did as much together.
class PreparedCopies final : public Prepared {
 public:
  explicit PreparedCopies(std::vector<std::unique_ptr<Prepared>> copies) : copies_(std::move(copies)) {}

  void restore() override {
    for (const auto& copy : copies_) copy->restore();
  }

  double run() override {
    std::vector<std::future<double>> times;
    for (const auto& copy : copies_)
      times.push_back(std::async(std::launch::async, [&copy] { return copy->run(); }));
    double rates = 0;
    for (auto& time : times) rates += 1 / time.get();
    return static_cast<double>(copies_.size()) / rates;
  }

  Array result() override { return copies_.front()->result(); }

 private:
  std::vector<std::unique_ptr<Prepared>> copies_;
};

/// Runs each case on several devices at the same time.
class CopiesContestant final : public Contestant {
 public:
  CopiesContestant(Contestants devices, std::string name)
      : devices_(std::move(devices)), name_(std::move(name)) {}
  const std::string& name() const override { return name_; }

  std::unique_ptr<Prepared> prepare(const Benchmark& benchmark, const Case& a_case) override {
    std::vector<std::unique_ptr<Prepared>> copies;
    for (const auto& device : devices_) copies.push_back(device->prepare(benchmark, a_case));
    return std::make_unique<PreparedCopies>(std::move(copies));
  }

 private:
  Contestants devices_;
  std::string name_;
};

std::string to_string(const Parts& parts) {
  std::string text = "compute units: " + std::to_string(parts.units);
  if (parts.copies > 1) text += ", " + std::to_string(parts.copies) + " copies at once";
  return text;
}

std::vector<cl::Device> parts_of(cl::Device& device, const Parts& parts) {
  std::vector<cl_device_partition_property> counts{CL_DEVICE_PARTITION_BY_COUNTS};
  counts.insert(counts.end(), parts.copies, parts.units);
  counts.insert(counts.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  std::vector<cl::Device> found;
  try {
    device.createSubDevices(counts.data(), &found);
  } catch (const cl::Error&) {
    throw std::runtime_error(sample::full_name(device) + " cannot be divided into " + to_string(parts));
  }
  return found;
}

}  // namespace

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const cl::Device& device : sample::find_devices(sample::compiles_opencl_c))
    names.push_back(sample::full_name(device));
  return names;
}

std::unique_ptr<Contestant> make_device_contestant(std::size_t number, const std::optional<Parts>& parts,
                                                   const Build& build) {
  std::vector<cl::Device> devices = sample::find_devices(sample::compiles_opencl_c);
  if (number >= devices.size())
    throw std::runtime_error("there is no device " + std::to_string(number) + "; --list shows all");
  cl::Device& device = devices[number];
  std::string name = sample::full_name(device);
  if (!build.options.empty()) name += ", " + build.options;
  if (!parts) return std::make_unique<DeviceContestant>(device, build, name);
  name += ", " + to_string(*parts);
  Contestants copies;
  for (const cl::Device& part : parts_of(device, *parts))
    copies.push_back(std::make_unique<DeviceContestant>(part, build, name));
  if (copies.size() == 1) return std::move(copies.front());
  return std::make_unique<CopiesContestant>(std::move(copies), name);
}

}  // namespace kernel_bench
