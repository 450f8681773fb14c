// SPDX-License-Identifier: Apache-2.0

// The error of every builtin function of OpenCL C on a device, against MPFR. Run with --help.
#include <CL/cl_ext_quadcl.h>

#include <CL/opencl.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "bench/builtins/error.h"
#include "bench/builtins/functions.h"
#include "bench/builtins/samples.h"
#include "bench/builtins/tool.h"
#include "samples/common/sample.h"

namespace {

using namespace quadcl::builtins;

struct Settings {
  std::size_t device = 0;
  bool on_qpus = false;
  std::size_t samples = 100000;
  std::uint64_t seed = 1;
  std::string only, file;
  bool list = false;
};

struct Device {
  cl::Device device;
  bool is_embedded = device.getInfo<CL_DEVICE_PROFILE>() == "EMBEDDED_PROFILE";
  cl::Context context{device};
  cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
};

/// The worst case of a function in a format.
struct Worst {
  double error = 0;
  std::string where = "-";
  bool on_qpus = false;
};

template <class T>
struct FormatOf;
template <>
struct FormatOf<float> {
  static constexpr Format format = Format::single;
  static constexpr const char* name = "float";
  static constexpr cl_device_info config = CL_DEVICE_SINGLE_FP_CONFIG;
  static double bound(const Function& function, bool is_embedded) {
    return is_embedded ? embedded_bound(function) : function.single_bound;
  }
};
template <>
struct FormatOf<double> {
  static constexpr Format format = Format::dual;
  static constexpr const char* name = "double";
  static constexpr cl_device_info config = CL_DEVICE_DOUBLE_FP_CONFIG;
  static double bound(const Function& function, bool) { return function.dual_bound; }
};

template <class T>
cl_device_fp_config fp_config(const cl::Device& device) {
  cl_device_fp_config config = 0;
  cl::detail::errHandler(clGetDeviceInfo(device(), FormatOf<T>::config, sizeof config, &config, nullptr));
  return config;
}

// ---- what the device computes

template <class T>
std::string source_of(const Function& function) {
  std::ostringstream source;
  source << "typedef " << FormatOf<T>::name << " T;\n";
  for (int size : {2, 3, 4}) source << "typedef " << FormatOf<T>::name << size << " T" << size << ";\n";
  source << "kernel void evaluate(global const T *xs, global const T *ys, global const T *zs, global const "
            "int *ns,\n"
         << "                     global T *results) {\n"
         << "  size_t id = get_global_id(0);\n"
         << "  T x = xs[id], y = ys[id], z = zs[id], t = 0;\n"
         << "  int n = ns[id], i = 0;\n"
         << "  results[id] = " << function.expression << ";\n"
         << "}\n";
  return source.str();
}

template <class E>
cl::Buffer upload(const Device& device, std::vector<E>& values) {
  return {device.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(E), values.data()};
}

/// Where QuadCL's devices ran a kernel.
bool ran_on_qpus(const cl::Event& event) {
  cl_profiling_target_quadcl target = 0;
  const cl_int error =
      clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_TARGET_QUADCL, sizeof target, &target, nullptr);
  return error == CL_SUCCESS && target == CL_PROFILING_TARGET_QPU_QUADCL;
}

template <class T>
struct Computed {
  std::vector<T> results;
  bool on_qpus;
};

template <class T>
Computed<T> compute(const Device& device, const Function& function, Samples<T>& samples) {
  cl::Program program(device.context, source_of<T>(function));
  program.build({device.device});
  std::vector<T> results(samples.x.size());
  cl::Buffer output(device.context, CL_MEM_WRITE_ONLY, results.size() * sizeof(T));
  const cl::Buffer inputs[] = {upload(device, samples.x), upload(device, samples.y),
                               upload(device, samples.z), upload(device, samples.n)};
  cl::Kernel kernel(program, "evaluate");
  for (cl_uint i = 0; i < std::size(inputs); ++i) kernel.setArg(i, inputs[i]);
  kernel.setArg(static_cast<cl_uint>(std::size(inputs)), output);
  cl::Event event;
  device.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(results.size()), cl::NullRange,
                                    nullptr, &event);
  device.queue.enqueueReadBuffer(output, CL_TRUE, 0, results.size() * sizeof(T), results.data());
  return {std::move(results), ran_on_qpus(event)};
}

// ---- how far off it is

template <class T>
std::string describe(const Function& function, const Samples<T>& samples, std::size_t at, T computed) {
  std::ostringstream text;
  text.precision(std::numeric_limits<T>::max_digits10);
  const char* between = "";
  for (const char* letter = function.arguments; *letter; ++letter, between = ", ") {
    text << between;
    switch (*letter) {
      case 'x':
        text << samples.x[at];
        break;
      case 'y':
        text << samples.y[at];
        break;
      case 'z':
        text << samples.z[at];
        break;
      case 'n':
        text << samples.n[at];
        break;
    }
  }
  text << " gives " << computed;
  return text.str();
}

template <class T>
void load(Arguments& arguments, const Function& function, const Samples<T>& samples, std::size_t at) {
  mpfr_set_d(arguments.x, samples.x[at], MPFR_RNDN);
  mpfr_set_d(arguments.y, samples.y[at], MPFR_RNDN);
  mpfr_set_d(arguments.z, samples.z[at], MPFR_RNDN);
  if (std::string_view(function.arguments).ends_with('n')) mpfr_set_si(arguments.y, samples.n[at], MPFR_RNDN);
  arguments.format = FormatOf<T>::format;
}

template <class T>
Worst compare(const Function& function, const Samples<T>& samples, const std::vector<T>& results,
              Numbers numbers) {
  Worst worst;
#pragma omp parallel
  {
    limit_exponents();
    Worst mine;
    Arguments arguments;
    Real exact, unit;
#pragma omp for schedule(dynamic, 1024)
    for (std::size_t at = 0; at < results.size(); ++at) {
      load(arguments, function, samples, at);
      function.reference(exact, arguments);
      if (function.unit) function.unit(unit, arguments);
      const mpfr_srcptr in_unit = function.unit ? static_cast<mpfr_srcptr>(unit) : nullptr;
      const double error = error_of<T>(results[at], exact, numbers, in_unit);
      if (error > mine.error) mine = {error, describe(function, samples, at, results[at])};
    }
#pragma omp critical
    if (mine.error > worst.error) worst = mine;
    mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE);
  }
  return worst;
}

template <class T>
std::optional<Worst> measure(const Device& device, const Function& function, const Settings& settings) {
  const cl_device_fp_config config = fp_config<T>(device.device);
  if (config == 0 || FormatOf<T>::bound(function, false) == kMissing) return std::nullopt;
  const Numbers numbers{(config & CL_FP_DENORM) != 0, (config & CL_FP_INF_NAN) != 0};
  Samples<T> samples = make_samples<T>(function, settings.samples, settings.seed, numbers);
  const Computed<T> computed = compute(device, function, samples);
  Worst worst = compare(function, samples, computed.results, numbers);
  worst.on_qpus = computed.on_qpus;
  return worst;
}

// ---- the report

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value >= 1e6 ? "%.1e" : "%.3g", value);
  return value > 1e300 ? "wrong" : text;
}

std::string bound_text(double bound) { return bound == kUnbounded ? "any" : number(bound); }

class Report {
 public:
  explicit Report(const Settings& settings) : settings_(settings) {}

  template <class T>
  void add(const Device& device, const Function& function) {
    const auto worst = measure<T>(device, function, settings_);
    if (!worst) return;
    const double bound = FormatOf<T>::bound(function, device.is_embedded);
    const bool holds = bound == kUnbounded || worst->error <= bound;
    const bool is_elsewhere = settings_.on_qpus && !worst->on_qpus;
    all_hold_ &= holds && !is_elsewhere;
    rows_ << "| " << function.name << " | " << FormatOf<T>::name << " | " << number(worst->error) << " | "
          << bound_text(bound) << " | "
          << (is_elsewhere ? "**not on the QPUs**"
              : holds      ? "yes"
                           : "**no**")
          << " | " << worst->where << " |\n";
  }

  bool all_hold() const { return all_hold_; }

  void write(std::ostream& out, const Device& device) const {
    out << "# Accuracy of the builtin functions" << (settings_.on_qpus ? " on the QPUs" : "") << "\n\n"
        << "Largest error found on `" << device.device.getInfo<CL_DEVICE_NAME>()
        << "`, in units of the last place "
        << "(ulp) of the exact value, which MPFR\ncomputed with 256 bits. At least " << settings_.samples
        << " samples per row, seed " << settings_.seed
        << ". The bounds are those of the OpenCL C\nspecification for the "
        << (device.is_embedded ? "embedded" : "full") << " profile. "
        << (device.is_embedded ? "The device truncates, so 1 means correctly rounded"
                               : "0.5 means correctly rounded")
        << ", 0 exact, *any* no bound. If the specification bounds\n"
        << "the absolute error, the row names its unit: 1e-3, 1e-5, 1e-6, or m * m * eps, where m is the "
           "largest\n"
        << "magnitude of an operand. T2, T3 and T4 are vectors of the type.\n\n"
        << "Made by `" << (settings_.on_qpus ? "QUADCL_QPU_COMPILE=on QUADCL_QPU_PROFILE=embedded " : "")
        << "build/bench/builtin_accuracy --device " << settings_.device
        << (settings_.on_qpus ? " --on-qpus" : "") << " --write "
        << (settings_.file.empty() ? "docs/accuracy.md" : settings_.file) << " --samples "
        << settings_.samples << "`; do not edit.\n\n"
        << "| function | type | error | bound | holds | where |\n|---|---|---|---|---|---|\n"
        << rows_.str();
  }

 private:
  const Settings& settings_;
  std::ostringstream rows_;
  bool all_hold_ = true;
};

/// 0 if every bound holds, 1 if not.
int run(const Settings& settings) {
  const std::vector<cl::Device> devices = sample::find_devices(sample::compiles_opencl_c);
  if (settings.list) return list_all(devices);
  if (settings.device >= devices.size())
    throw std::runtime_error("there is no such device; --list shows all");
  const Device device{devices[settings.device]};
  Report report(settings);
  std::size_t measured = 0;
  for (const Function& function : functions()) {
    if (!settings.only.empty() && settings.only != function.name) continue;
    std::cerr << '\r' << function.name << "\033[K" << std::flush;
    report.add<float>(device, function);
    if (!settings.on_qpus) report.add<double>(device, function);
    ++measured;
  }
  std::cerr << "\r\033[K";
  if (measured == 0)
    throw std::runtime_error("there is no function '" + settings.only + "'; --list shows all");
  if (settings.file.empty()) {
    report.write(std::cout, device);
  } else {
    std::ofstream file(settings.file);
    report.write(file, device);
    if (!file.flush()) throw std::runtime_error("cannot write " + settings.file);
  }
  return report.all_hold() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  CLI::App app{
      "Measures the error of the builtin functions of OpenCL C on a device, against MPFR.\n"
      "Exit status 0: every error is within the bound of the device's profile; 1: some are not; 2: could not "
      "run."};
  app.add_option("--device", settings.device, "number of the device, as --list shows")->capture_default_str();
  app.add_flag("--on-qpus", settings.on_qpus,
               "float only, and a function that does not run on the QPUs is a failure");
  app.add_option("--samples", settings.samples, "samples for each function and type")
      ->capture_default_str()
      ->check(CLI::Range(1, 1 << 28));
  app.add_option("--seed", settings.seed, "where the random samples start")->capture_default_str();
  app.add_option("--function", settings.only, "measure this one only");
  app.add_option("--write", settings.file, "write the table to this file");
  app.add_flag("--list", settings.list, "list devices and functions");
  return run_tool(app, argc, argv, [&] { return run(settings); });
}
