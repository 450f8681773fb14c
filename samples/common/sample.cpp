// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

#include <CL/cl_ext_quadcl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

namespace sample {

namespace {

void CL_CALLBACK report_message(const char* message, const void*, size_t, void*) {
  std::fprintf(stderr, "OpenCL: %s\n", message);
}

void print_build_logs(const cl::BuildError& error) {
  for (const auto& [device, log] : error.getBuildLog())
    std::fprintf(stderr, "%s: %s\n", full_name(device).c_str(), log.c_str());
}

// Only platforms with our extension know the parameter. Kernels of other platforms ran on the device itself.
RanOn where_it_ran(const cl::Device& device, const cl::Event& event) {
  cl_profiling_target_quadcl target = 0;
  const bool known = clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_TARGET_QUADCL, sizeof target,
                                             &target, nullptr) == CL_SUCCESS;
  if (!known || device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU) return RanOn::device;
  if (target == CL_PROFILING_TARGET_CPU_QUADCL) return RanOn::cpu_beside_qpu;
  return is_emulated(device) ? RanOn::qpu_emulator : RanOn::device;
}

}  // namespace

void add_device_options(CLI::App& app, DeviceChoice& choice) {
  app.add_option("--device", choice.number, "run on this device only; a number that --list prints");
  app.add_flag("--list", choice.list, "list the devices that can be used");
}

std::vector<cl::Device> find_devices(const Usable& usable) {
  std::vector<cl::Device> found;
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  for (const auto& platform : platforms) {
    std::vector<cl::Device> devices;
    try {
      platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    } catch (const cl::Error&) {
      continue;  // a platform without devices
    }
    std::copy_if(devices.begin(), devices.end(), std::back_inserter(found), usable);
  }
  return found;
}

std::vector<cl::Device> choose_devices(const DeviceChoice& choice, const Usable& usable) {
  const std::vector<cl::Device> devices = find_devices(usable);
  if (devices.empty()) throw std::runtime_error("no OpenCL device has what this sample needs");
  if (!choice.number) return devices;
  if (*choice.number >= devices.size()) {
    throw std::runtime_error("there is no device " + std::to_string(*choice.number) + "; --list shows the " +
                             std::to_string(devices.size()) + " that can be used");
  }
  return {devices[*choice.number]};
}

void print_devices(const Usable& usable) {
  std::size_t number = 0;
  for (const cl::Device& device : find_devices(usable))
    std::printf("%zu  %s\n", number++, full_name(device).c_str());
}

bool compiles_opencl_c(const cl::Device& device) { return device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>(); }

std::string full_name(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  return platform.getInfo<CL_PLATFORM_NAME>() + " / " + device.getInfo<CL_DEVICE_NAME>();
}

bool is_emulated(const cl::Device& device) {
  return device.getInfo<CL_DEVICE_NAME>().find("(emulated") != std::string::npos;
}

bool has_builtin(const cl::Device& device, const std::string& kernel) {
  const std::string names = ";" + device.getInfo<CL_DEVICE_BUILT_IN_KERNELS>() + ";";
  return names.find(";" + kernel + ";") != std::string::npos;
}

void print_heading(const cl::Device& device) {
  std::printf("%s\n", full_name(device).c_str());
  if (is_emulated(device)) {
    std::printf("(times are those of this computer, not of the chip, unless they say modelled)\n");
  }
}

int report_errors(const std::string& program, const std::function<int()>& body) {
  try {
    return body();
  } catch (const cl::BuildError& error) {
    std::fprintf(stderr, "%s: the OpenCL C program did not build\n", program.c_str());
    print_build_logs(error);
  } catch (const cl::Error& error) {
    std::fprintf(stderr, "%s: %s failed with OpenCL error %d\n", program.c_str(), error.what(), error.err());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
  }
  return 1;
}

int run_on_devices(const std::string& program, const DeviceChoice& choice, const Usable& usable,
                   const std::function<bool(const cl::Device&)>& body) {
  return report_errors(program, [&] {
    if (choice.list) {
      print_devices(usable);
      return 0;
    }
    int result = 0;
    bool first = true;
    for (const cl::Device& device : choose_devices(choice, usable)) {
      if (!std::exchange(first, false)) std::printf("\n");
      print_heading(device);
      result |= report_errors(program, [&] { return body(device) ? 0 : 1; });
      std::fflush(stdout);
    }
    return result;
  });
}

cl::Context make_context(const cl::Device& device) { return cl::Context(device, nullptr, report_message); }

cl::Program build(const cl::Context& context, const std::string& source, const std::string& options) {
  cl::Program program(context, source);
  program.build(options.c_str());
  return program;
}

std::string why_on_cpu(const cl::Kernel& kernel, const cl::Device& device, RanOn where) {
  if (where != RanOn::cpu_beside_qpu) return {};
  std::istringstream log(kernel.getInfo<CL_KERNEL_PROGRAM>().getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
  const std::string start = "kernel '" + kernel.getInfo<CL_KERNEL_FUNCTION_NAME>() + "' ";
  for (std::string line; std::getline(log, line);) {
    if (line.starts_with(start + "runs on the CPU: ")) return "  " + line + "\n";
    if (line.starts_with(start + "runs on the QPUs"))
      return "  " + start + "ran on the CPU as it was launched; QUADCL_LOG=stderr says why\n";
  }
  return {};
}

cl::CommandQueue make_queue(const cl::Context& context, const cl::Device& device, bool model_time) {
  const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
  if (!model_time || extensions.find(CL_QUADCL_QPU_PROFILING_EXTENSION_NAME) == std::string::npos) {
    return cl::CommandQueue(context, device, cl::QueueProperties::Profiling);
  }
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE,
                                            CL_QUEUE_MODEL_TIME_QUADCL, CL_TRUE, 0};
  cl_int error = CL_SUCCESS;
  const cl_command_queue queue = clCreateCommandQueueWithProperties(context(), device(), properties, &error);
  if (error != CL_SUCCESS) throw cl::Error(error, "clCreateCommandQueueWithProperties");
  return cl::CommandQueue(queue);
}

std::optional<cl_ulong> profiled(const cl::Event& event, cl_profiling_info parameter) {
  cl_ulong value = 0;
  if (clGetEventProfilingInfo(event(), parameter, sizeof value, &value, nullptr) != CL_SUCCESS)
    return std::nullopt;
  return value;
}

double seconds(const cl::Event& event) {
  const cl_ulong start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
  const cl_ulong end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
  if (end <= start + 1) return std::numeric_limits<double>::infinity();
  return 1e-9 * static_cast<double>(end - start);
}

KernelTime time_of(const cl::Device& device, const cl::Event& event) {
  KernelTime time{where_it_ran(device, event), seconds(event), {}};
  const auto nanoseconds = profiled(event, CL_PROFILING_COMMAND_QPU_NANOSECONDS_QUADCL);
  if (!nanoseconds) return time;
  time.chip_seconds = 1e-9 * static_cast<double>(*nanoseconds);
  time.chip_cycles = static_cast<double>(profiled(event, CL_PROFILING_COMMAND_QPU_CYCLES_QUADCL).value_or(0));
  time.instructions =
      static_cast<double>(profiled(event, CL_PROFILING_COMMAND_QPU_INSTRUCTIONS_QUADCL).value_or(0));
  return time;
}

KernelTime measure(const cl::Context& context, const cl::Device& device, int repeats,
                   const Launcher& launch) {
  const auto launch_on = [&](const cl::CommandQueue& queue) {
    const cl::Event event = launch(queue);
    event.wait();
    return time_of(device, event);
  };
  const cl::CommandQueue queue = make_queue(context, device, false);
  KernelTime time = launch_on(queue);
  for (int i = 1; i < repeats; ++i) time.seconds = std::min(time.seconds, launch_on(queue).seconds);
  if (time.emulated()) time.chip_seconds = launch_on(make_queue(context, device, true)).chip_seconds;
  return time;
}

std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string giga_per_second(double amount, double seconds) {
  return fixed(std::isfinite(seconds) ? 1e-9 * amount / seconds : seconds, 2);
}

std::string with_unit(double seconds) {
  if (!std::isfinite(seconds)) return "-";
  if (seconds >= 1) return fixed(seconds, 2) + " s";
  if (seconds >= 1e-3) return fixed(1e3 * seconds, 2) + " ms";
  return fixed(1e6 * seconds, 1) + " us";
}

void Table::print() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const int width = static_cast<int>(widths[i]);
      std::printf(i == 0 ? "  %-*s" : "  %*s", width, row[i].c_str());
    }
    std::printf("\n");
  }
}

std::vector<std::string> time_headings() {
  return {"ran on",         "measured time",      "measured speed",
          "emulation time", "modelled chip time", "modelled chip speed"};
}

std::vector<std::string> time_cells(const KernelTime& time, double amount, const std::string& unit) {
  const auto with_speed = [&](const std::optional<double>& seconds) -> std::vector<std::string> {
    if (!seconds) return {"-", "-"};
    return {with_unit(*seconds), giga_per_second(amount, *seconds) + " " + unit};
  };
  const std::optional<double> here = time.seconds, none;
  return join({{name_of(time.ran_on)},
               with_speed(time.emulated() ? none : here),
               {time.emulated() ? with_unit(time.seconds) : "-"},
               with_speed(time.chip_seconds)});
}

std::vector<std::string> join(std::initializer_list<std::vector<std::string>> parts) {
  std::vector<std::string> row;
  for (const auto& part : parts) row.insert(row.end(), part.begin(), part.end());
  return row;
}

ProgressBar::ProgressBar(std::string what, std::size_t steps)
    : what_(std::move(what)), steps_(std::max<std::size_t>(steps, 1)), shown_(isatty(STDERR_FILENO) != 0) {
  draw();
}

void ProgressBar::finish() {
  if (std::exchange(shown_, false)) std::fprintf(stderr, "\r\033[K");
}

void ProgressBar::step() {
  ++done_;
  draw();
}

void ProgressBar::draw() const {
  if (!shown_) return;
  constexpr std::size_t width = 40;
  const std::size_t filled = std::min(width, width * done_ / steps_);
  std::fprintf(stderr, "\r\033[K%s [%s%s] %zu/%zu", what_.c_str(), std::string(filled, '#').c_str(),
               std::string(width - filled, '.').c_str(), done_, steps_);
}

}  // namespace sample
