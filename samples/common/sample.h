// SPDX-License-Identifier: Apache-2.0
//
// Common parts of all samples: choosing devices, building programs, printing tables.
#pragma once

#include <CL/opencl.hpp>
#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel_time.h"

namespace sample {

// ---- Devices

// The options --device and --list. Without --device a sample runs on every device that it can use, in turn.
struct DeviceChoice {
  std::optional<std::size_t> number;
  bool list = false;
};

void add_device_options(CLI::App& app, DeviceChoice& choice);

// All devices of all platforms that `usable` accepts.
using Usable = std::function<bool(const cl::Device&)>;
std::vector<cl::Device> find_devices(const Usable& usable);

// The devices that the user wants; throws if there are none.
std::vector<cl::Device> choose_devices(const DeviceChoice& choice, const Usable& usable);
void print_devices(const Usable& usable);

bool compiles_opencl_c(const cl::Device& device);
bool has_builtin(const cl::Device& device, const std::string& kernel);
std::string full_name(const cl::Device& device);  // platform / device
bool is_emulated(const cl::Device& device);
void print_heading(const cl::Device& device);

// ---- The run

// Runs `body` on the chosen devices, or lists them. Reports errors and continues with the next device.
// Returns the result for main: 0 if there was a device and `body` was true for each.
int run_on_devices(const std::string& program, const DeviceChoice& choice, const Usable& usable,
                   const std::function<bool(const cl::Device&)>& body);

// Calls `body` and returns its result; for an exception, prints a message and returns 1.
int report_errors(const std::string& program, const std::function<int()>& body);

// ---- OpenCL in fewer words

// A context that prints the platform's messages about wrong arguments.
cl::Context make_context(const cl::Device& device);

// Throws cl::BuildError, whose log report_errors prints.
cl::Program build(const cl::Context& context, const std::string& source, const std::string& options = "");

// For a kernel that ran on the CPU beside the QPUs, the line of the build log that says why it has no code
// for them; QuadCL writes it with QUADCL_QPU_COMPILE=verbose. Else empty.
std::string why_on_cpu(const cl::Kernel& kernel, const cl::Device& device, RanOn where);

// A profiling queue. If asked for and supported, an emulated QPU also models the time of the chip on it.
cl::CommandQueue make_queue(const cl::Context& context, const cl::Device& device, bool model_time);

// The platform's answer about a completed command; empty if it does not know the parameter or the value.
std::optional<cl_ulong> profiled(const cl::Event& event, cl_profiling_info parameter);

// From the start of a command to its end, by the device's clock. The queue must be profiling. Infinite if
// nothing was measured: the events of Mesa 22.3's rusticl end a nanosecond after their start.
double seconds(const cl::Event& event);

// The time of a completed command of a profiling queue; with the modelled time if make_queue was asked for
// it.
KernelTime time_of(const cl::Device& device, const cl::Event& event);

// The fastest of `repeats` launches. If emulated QPUs ran them, one more launch models the time of the chip.
using Launcher = std::function<cl::Event(const cl::CommandQueue&)>;
KernelTime measure(const cl::Context& context, const cl::Device& device, int repeats, const Launcher& launch);

// "12.3 ms", "12.30"; "-" if not finite.
std::string with_unit(double seconds);
std::string fixed(double value, int digits);
std::string giga_per_second(double amount, double seconds);

// ---- Text

// Rows of text in columns: the first aligned to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// Columns that keep apart measured times, times of emulation and modelled times. `amount`: what the kernel
// computed or moved, in `unit`s of 1e-9.
std::vector<std::string> time_headings();
std::vector<std::string> time_cells(const KernelTime& time, double amount, const std::string& unit);

// One row of the parts' cells.
std::vector<std::string> join(std::initializer_list<std::vector<std::string>> parts);

// A progress bar on standard error, if that is a terminal. finish() or the destructor erases it.
class ProgressBar {
 public:
  ProgressBar(std::string what, std::size_t steps);
  ~ProgressBar() { finish(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void step();
  void finish();

 private:
  void draw() const;

  std::string what_;
  std::size_t done_ = 0, steps_;
  bool shown_;
};

}  // namespace sample
