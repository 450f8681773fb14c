// SPDX-License-Identifier: Apache-2.0
//
// The same computations on every device of every platform in one process: verified, timed, and drawn.

#include "../common/sample.h"
#include "result.h"
#include "workloads.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace {

// ---- Measuring one kernel

Result measure(const cl::Device& device, const Workload& workload, int repeats, std::string& reasons) {
  const cl::Context context = sample::make_context(device);
  const Launch launch = workload.prepare(context, device);
  const auto time = sample::measure(context, device, repeats, [&](const cl::CommandQueue& queue) {
    cl::Event event;
    queue.enqueueNDRangeKernel(launch.kernel, cl::NullRange, launch.global, launch.local, nullptr, &event);
    return event;
  });
  reasons += sample::why_on_cpu(launch.kernel, device, time.ran_on);
  return {sample::full_name(device),
          workload.name,
          time,
          workload.operations,
          workload.bytes,
          launch.is_correct(sample::make_queue(context, device, false))};
}

// ---- The table

std::vector<std::string> table_row(const Result& result) {
  const bool moves_only = result.operations == 0;
  return sample::join({{result.kernel},
                       sample::time_cells(result.time, moves_only ? result.bytes : result.operations,
                                          moves_only ? "GB/s" : "GFLOPS"),
                       {result.passed ? "passed" : "FAILED"}});
}

bool run_on(const cl::Device& device, const std::vector<Workload>& workloads, Report& report) {
  sample::Table table(sample::join({{"kernel"}, sample::time_headings(), {"check"}}));
  std::string reasons;
  bool all_passed = true;
  sample::ProgressBar progress("comparing", workloads.size());
  for (const Workload& workload : workloads) {
    if (workload.runs_on(device)) {
      const int error = sample::report_errors("compare_devices, " + workload.name, [&] {
        report.results.push_back(measure(device, workload, report.repeats, reasons));
        table.add(table_row(report.results.back()));
        return report.results.back().passed ? 0 : 1;
      });
      all_passed = all_passed && error == 0;
    }
    progress.step();
  }
  progress.finish();
  table.print();
  std::printf("%s", reasons.c_str());
  // A QPU finishes four additions and four multiplications per clock.
  if (sample::is_emulated(device)) {
    report.chip_peak = 8e-3 * device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() *
                       device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
  }
  return all_passed;
}

// ---- Files

void write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) throw std::runtime_error("cannot write " + path);
}

std::vector<Workload> choose(std::vector<Workload> workloads, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::none_of(workloads.begin(), workloads.end(),
                     [&](const Workload& w) { return w.name.starts_with(name); }))
      throw std::runtime_error("there is no kernel '" + name + "'; --list-kernels shows them");
  }
  if (!names.empty()) {
    std::erase_if(workloads, [&](const Workload& workload) {
      return std::none_of(names.begin(), names.end(),
                          [&](const std::string& name) { return workload.name.starts_with(name); });
    });
  }
  return workloads;
}

}  // namespace

int main(int argc, char** argv) {
  Report report{512, 3, 0, {}};
  std::vector<std::string> names;
  std::string json_path, html_path;
  bool list_kernels = false;
  sample::DeviceChoice choice;
  CLI::App app{"Runs the same kernels on every device, verifies them, and compares the times.",
               "compare_devices"};
  app.add_option("--size", report.size, "rows and columns of all matrices, a multiple of 64")
      ->check(CLI::Range(64, 8192))
      ->capture_default_str();
  app.add_option("--repeats", report.repeats, "number of launches; the fastest counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--kernels", names, "only kernels whose names begin so, e.g. sgemm,product")->delimiter(',');
  app.add_flag("--list-kernels", list_kernels, "list the kernels");
  app.add_option("--json", json_path, "write the results to this file");
  app.add_option("--html", html_path, "write a page with charts to this file");
  sample::add_device_options(app, choice);
  CLI11_PARSE(app, argc, argv);
  if (report.size % 64 != 0) return app.exit(CLI::ValidationError("--size", "needs to be a multiple of 64"));

  return sample::report_errors("compare_devices", [&] {
    const std::vector<Workload> workloads = choose(all_workloads(report.size), names);
    if (list_kernels) {
      for (const Workload& workload : workloads) std::printf("%s\n", workload.name.c_str());
      return 0;
    }
    const auto runs_any = [&](const cl::Device& device) {
      return std::any_of(workloads.begin(), workloads.end(),
                         [&](const Workload& w) { return w.runs_on(device); });
    };
    const int result =
        sample::run_on_devices("compare_devices", choice, runs_any,
                               [&](const cl::Device& device) { return run_on(device, workloads, report); });
    if (choice.list) return result;
    write_file(json_path, to_json(report));
    write_file(html_path, to_html(report));
    return result;
  });
}
