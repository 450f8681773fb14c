// SPDX-License-Identifier: Apache-2.0
//
// What every sample needs and no article is about: choosing devices, building programs, printing tables.
#pragma once

#include <CL/opencl.hpp>
#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sample {

// ---- Devices

// What --device and --list say. Without --device a sample runs on every device that it can use, in turn.
struct DeviceChoice {
  std::optional<std::size_t> number;
  bool list = false;
};

void add_device_options(CLI::App& app, DeviceChoice& choice);

// All devices of all platforms that `usable` accepts.
using Usable = std::function<bool(const cl::Device&)>;
std::vector<cl::Device> find_devices(const Usable& usable);

// Those of them that the user wants; throws if there are none.
std::vector<cl::Device> choose_devices(const DeviceChoice& choice, const Usable& usable);
void print_devices(const Usable& usable);

bool compiles_opencl_c(const cl::Device& device);
bool has_builtin(const cl::Device& device, const std::string& kernel);
std::string full_name(const cl::Device& device);  // platform / device
bool is_emulated(const cl::Device& device);
void print_heading(const cl::Device& device);

// ---- The run

// Runs `body` on the chosen devices, or lists them. Errors are reported, and do not keep the other devices
// from their turn. Returns what main should: 0 if there was a device and `body` was true for each.
int run_on_devices(const std::string& program, const DeviceChoice& choice, const Usable& usable,
                   const std::function<bool(const cl::Device&)>& body);

// Calls `body` and returns what it returns; an exception becomes a message and 1.
int report_errors(const std::string& program, const std::function<int()>& body);

// ---- OpenCL in fewer words

// A context that prints what the platform has to say about wrong arguments.
cl::Context make_context(const cl::Device& device);

// Throws cl::BuildError, whose log report_errors prints.
cl::Program build(const cl::Context& context, const std::string& source, const std::string& options = "");

// A profiling queue, on which an emulated QPU also models the time of the chip, where the device can and is
// asked to.
cl::CommandQueue make_queue(const cl::Context& context, const cl::Device& device, bool model_time);

// What the platform knows of a completed command; nothing if it does not know the parameter or the value.
std::optional<cl_ulong> profiled(const cl::Event& event, cl_profiling_info parameter);

// From the start of a command to its end, as the device's clock measured it. The queue must be profiling.
// Infinite where it measured nothing: the events of Mesa 22.3's rusticl end a nanosecond after their start.
double seconds(const cl::Event& event);

// "12.3 ms", "12.30"; "-" for what is not finite.
std::string with_unit(double seconds);
std::string fixed(double value, int digits);
std::string giga_per_second(double amount, double seconds);

// ---- Text

// Rows of text in aligned columns: the first to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// A bar on the standard error output, if that is a terminal. Erased by finish(), or at the end of its life.
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
