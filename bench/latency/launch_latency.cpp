// SPDX-License-Identifier: Apache-2.0
//
// The time of a launch besides the work of its kernel: for a launch that the host waits for, and for one of
// many in an in-order queue.
#include <array>
#include <chrono>
#include <cstdio>
#include <vector>

#include "bench/median.h"
#include "samples/common/sample.h"

namespace {

constexpr const char* kIncrement = R"CLC(
kernel void increment(global float *values) {
  const size_t i = get_global_id(0);
  values[i] = values[i] + 1;
}
)CLC";

constexpr std::array<std::size_t, 3> kWorkItems{1, 4096, 65536};
constexpr int kLaunchesAlone = 50, kLaunchesInChain = 1000;

double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

/// Microseconds per launch, one value for each round.
struct Times {
  std::vector<double> alone;     ///< from the call of clEnqueueNDRangeKernel to the return of clFinish
  std::vector<double> profiled;  ///< of those, from start to end by the device's clock
  std::vector<double> chained;   ///< of many launches with one clFinish
};

class Subject {
 public:
  explicit Subject(const cl::Device& device)
      : name_(sample::full_name(device)),
        context_(sample::make_context(device)),
        queue_(sample::make_queue(context_, device, /*model_time=*/false)),
        values_(context_, CL_MEM_READ_WRITE, kWorkItems.back() * sizeof(cl_float)),
        kernel_(sample::build(context_, kIncrement), "increment") {
    kernel_.setArg(0, values_);
    queue_.enqueueFillBuffer(values_, cl_float{0}, 0, kWorkItems.back() * sizeof(cl_float));
    for (const std::size_t items : kWorkItems) run_chain(items, 10);
  }

  void run_round() {
    for (std::size_t i = 0; i < kWorkItems.size(); ++i) {
      run_alone(kWorkItems[i], times_[i]);
      times_[i].chained.push_back(run_chain(kWorkItems[i], kLaunchesInChain));
    }
  }

  void add_row(sample::Table& table, std::size_t size) const {
    std::vector<std::string> row{std::to_string(kWorkItems[size]), name_};
    for (const auto part : {&Times::alone, &Times::profiled, &Times::chained})
      row.push_back(sample::fixed(bench::median(times_[size].*part), 2));
    table.add(std::move(row));
  }

 private:
  void run_alone(std::size_t items, Times& times) {
    std::vector<double> whole, profiled;
    for (int i = 0; i < kLaunchesAlone; ++i) {
      cl::Event event;
      const auto start = std::chrono::steady_clock::now();
      queue_.enqueueNDRangeKernel(kernel_, {}, items, {}, nullptr, &event);
      queue_.finish();
      whole.push_back(microseconds_since(start));
      profiled.push_back(1e6 * sample::seconds(event));
    }
    times.alone.push_back(bench::median(std::move(whole)));
    times.profiled.push_back(bench::median(std::move(profiled)));
  }

  /// Microseconds per launch.
  double run_chain(std::size_t items, int launches) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; ++i) queue_.enqueueNDRangeKernel(kernel_, {}, items);
    queue_.finish();
    return microseconds_since(start) / launches;
  }

  std::string name_;
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Buffer values_;
  cl::Kernel kernel_;
  std::array<Times, kWorkItems.size()> times_;
};

/// Every round goes through all devices.
int run(const sample::DeviceChoice& choice, unsigned rounds) {
  if (choice.list) {
    sample::print_devices(sample::compiles_opencl_c);
    return 0;
  }
  std::vector<Subject> subjects;
  for (const cl::Device& device : sample::choose_devices(choice, sample::compiles_opencl_c))
    subjects.emplace_back(device);
  sample::ProgressBar progress("launching", rounds);
  for (unsigned round = 0; round < rounds; ++round) {
    for (Subject& subject : subjects) subject.run_round();
    progress.step();
  }
  progress.finish();
  std::printf("Microseconds per launch, medians of %u rounds:\n", rounds);
  sample::Table table(
      {"work-items", "device", "alone", "profiled", "one of " + std::to_string(kLaunchesInChain)});
  for (std::size_t size = 0; size < kWorkItems.size(); ++size)
    for (const Subject& subject : subjects) subject.add_row(table, size);
  table.print();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Times launches of a kernel that adds 1 to each number of a buffer."};
  sample::DeviceChoice devices;
  unsigned rounds = 9;
  sample::add_device_options(app, devices);
  app.add_option("--rounds", rounds, "rounds through all devices (default 9)")->check(CLI::Range(1, 1000));
  app.footer(
      "alone: from clEnqueueNDRangeKernel to the end of clFinish; profiled: the part of it from start to\n"
      "end by the device's clock; one of 1000: the average of as many launches with one clFinish.");
  CLI11_PARSE(app, argc, argv);
  return sample::report_errors("launch_latency", [&] { return run(devices, rounds); });
}
