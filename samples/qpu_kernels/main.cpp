// SPDX-License-Identifier: Apache-2.0
//
// Six kernels of the kind that people write first, each in a file of its own beside this one: where they run,
// how long, and what limits them.

#include "../common/sample.h"
#include "workloads.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

// The memory of a Pi 1 in theory: 32 bits at 400 MHz on both edges.
constexpr double sdram_bytes_per_second = 3.2e9;
// A QPU issues an instruction in four clocks.
constexpr double clocks_per_instruction = 4;

struct Settings {
  int size = 256;
  std::vector<std::string> kernels;
  std::string pictures;
};

// The folder with the kernels: beside bin/ where the samples are installed, else that of the sources.
std::string kernel_source(const std::string& name) {
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const auto installed = program.parent_path().parent_path() / "qpu_kernels";
  const std::filesystem::path folder =
      std::filesystem::exists(installed / (name + ".cl"), ignored) ? installed : SAMPLE_KERNELS;
  std::ifstream file(folder / (name + ".cl"));
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + (folder / (name + ".cl")).string());
  return text.str();
}

// ---- The table

std::string percent(double share) { return sample::fixed(100 * share, 0) + " %"; }

std::vector<std::string> headings() {
  return {"kernel",
          "ran on",
          "measured time",
          "modelled chip time",
          "QPU instructions",
          "modelled issue slots",
          "modelled SDRAM",
          "deviation",
          "check"};
}

sample::KernelTime total_of(const cl::Device& device, const std::vector<cl::Event>& launches) {
  sample::KernelTime total;
  for (const cl::Event& launch : launches) total += sample::time_of(device, launch);
  return total;
}

// What emulated QPUs did, as shares of what the chip could do in the modelled time.
std::vector<std::string> chip_cells(const cl::Device& device, const sample::KernelTime& time, double bytes) {
  if (!time.chip_seconds) return {"-", "-", "-", "-"};
  const double slots =
      time.chip_cycles * device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>() / clocks_per_instruction;
  return {sample::with_unit(*time.chip_seconds), sample::fixed(time.instructions, 0),
          percent(time.instructions / slots), percent(bytes / *time.chip_seconds / sdram_bytes_per_second)};
}

std::vector<std::string> row(const cl::Device& device, const Workload& workload, const Outcome& outcome,
                             const sample::KernelTime& time) {
  return sample::join(
      {{workload.name, name_of(time.ran_on), time.emulated() ? "-" : sample::with_unit(time.seconds)},
       chip_cells(device, time, outcome.bytes),
       {outcome.deviation, outcome.passed ? "passed" : "FAILED"}});
}

// ---- Pictures

void write_picture(const std::string& path, const Picture& picture) {
  std::ofstream file(path, std::ios::binary);
  file << "P5\n" << picture.width << ' ' << picture.height << "\n255\n";
  file.write(reinterpret_cast<const char*>(picture.shades.data()),
             static_cast<std::streamsize>(picture.shades.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

// ---- The run

bool run_on(const cl::Device& device, const std::vector<Workload>& workloads, const std::string& pictures) {
  sample::Table table(headings());
  std::string reasons;
  bool all_passed = true;
  sample::ProgressBar progress("running", workloads.size());
  for (const Workload& workload : workloads) {
    const cl::Context context = sample::make_context(device);
    const cl::CommandQueue queue = sample::make_queue(context, device, true);
    const cl::Program program = sample::build(context, kernel_source(workload.name));
    const cl::Kernel kernel(program, workload.name.c_str());
    const Outcome outcome = workload.run(context, queue, kernel);
    const sample::KernelTime time = total_of(device, outcome.launches);
    table.add(row(device, workload, outcome, time));
    reasons += sample::why_on_cpu(kernel, device, time.ran_on);
    all_passed = all_passed && outcome.passed;
    if (!pictures.empty()) write_picture(pictures + "/" + workload.name + ".pgm", outcome.picture);
    progress.step();
  }
  progress.finish();
  table.print();
  std::printf("%s", reasons.c_str());
  return all_passed;
}

std::vector<Workload> choose(std::vector<Workload> workloads, const std::vector<std::string>& names) {
  const auto is_named = [&](const Workload& workload) {
    return std::find(names.begin(), names.end(), workload.name) != names.end();
  };
  for (const std::string& name : names) {
    if (std::none_of(workloads.begin(), workloads.end(), [&](const Workload& w) { return w.name == name; }))
      throw std::runtime_error("there is no kernel '" + name + "'");
  }
  if (!names.empty()) std::erase_if(workloads, [&](const Workload& workload) { return !is_named(workload); });
  return workloads;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  sample::DeviceChoice choice;
  CLI::App app{
      "Runs six kernels of OpenCL C, checks their results, and shows where they ran and how much of the chip "
      "they used.",
      "qpu_kernels"};
  app.add_option("--size", settings.size, "rows and columns of the pictures, a multiple of 16")
      ->check(CLI::Range(16, 4096))
      ->capture_default_str();
  app.add_option("--kernels", settings.kernels,
                 "only these of vector_add, mandelbrot, life, blur, nbody, convolution")
      ->delimiter(',');
  app.add_option("--pictures", settings.pictures, "draw the results as NAME.pgm in this folder");
  sample::add_device_options(app, choice);
  CLI11_PARSE(app, argc, argv);
  if (settings.size % 16 != 0)
    return app.exit(CLI::ValidationError("--size", "needs to be a multiple of 16"));

  return sample::report_errors("qpu_kernels", [&] {
    const std::vector<Workload> workloads = choose(all_workloads(settings.size), settings.kernels);
    std::string pictures = settings.pictures;
    return sample::run_on_devices(
        "qpu_kernels", choice, sample::compiles_opencl_c, [&](const cl::Device& device) {
          return run_on(device, workloads, std::exchange(pictures, ""));  // those of the first device
        });
  });
}
