// SPDX-License-Identifier: Apache-2.0

// The time of every builtin function of OpenCL C on devices side by side. Run with --help.
#include <CL/opencl.hpp>
#include <iostream>
#include <random>
#include <sstream>

#include "bench/builtins/functions.h"
#include "bench/builtins/tool.h"
#include "bench/median.h"
#include "samples/common/sample.h"

namespace {

using namespace quadcl::builtins;

struct Settings {
  std::vector<std::size_t> devices;
  std::size_t elements = std::size_t{1} << 18;
  unsigned rounds = 5;
  std::string only;
  bool conversions = false;
  bool list = false;
};

struct Device {
  cl::Device device;
  cl::Context context{device};
  cl::CommandQueue queue{context, device, CL_QUEUE_PROFILING_ENABLE};
  std::vector<cl::Buffer> inputs;  ///< x, y, z and n
  cl::Buffer output;
};

/// A function in a type, as a program: one work-item computes `width` elements.
struct Form {
  std::string name, expression;
  std::string type, result;  ///< those of one element
  unsigned width;
};

std::string with_width(const std::string& type, unsigned width) {
  return width == 1 ? type : type + std::to_string(width);
}

/// Whether the expression is valid if T is a vector.
bool has_vector_form(const Function& function) {
  return std::string_view(function.expression).find_first_of("?.&<T") == std::string_view::npos;
}

std::vector<Form> functions_of(const std::string& type) {
  std::vector<Form> forms;
  for (const Function& function : functions()) {
    if ((type == "double" ? function.dual_bound : function.single_bound) == kMissing) continue;
    for (const unsigned width : {1u, 4u})
      if (width == 1 || has_vector_form(function))
        forms.push_back({function.name, function.expression, type, type, width});
  }
  return forms;
}

bool is_real(const std::string& type) { return type == "float" || type == "double"; }

/// The conversions of a type to others, with every rounding and saturation of the specification.
std::vector<Form> conversions_of(const std::string& type) {
  std::vector<Form> forms;
  for (const std::string result :
       {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"}) {
    if (result == type) continue;
    for (const std::string saturation : {"", "_sat"}) {
      if (is_real(result) && !saturation.empty()) continue;
      for (const std::string rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"}) {
        for (const unsigned width : {1u, 4u}) {
          const std::string suffix = saturation + rounding;
          forms.push_back({"convert_" + result + suffix,
                           "convert_" + with_width(result, width) + suffix + "(x)", type, result, width});
        }
      }
    }
  }
  return forms;
}

std::string source_of(const Form& form) {
  std::ostringstream source;
  source << "typedef " << with_width(form.type, form.width) << " T;\n"
         << "typedef " << with_width(form.result, form.width) << " R;\n"
         << "typedef " << with_width("int", form.width) << " I;\n";
  if (form.width == 1)
    for (const char* size : {"2", "3", "4"})
      source << "typedef " << form.type << size << " T" << size << ";\n";
  source << "kernel void evaluate(global const T* xs, global const T* ys, global const T* zs, global const "
            "I* ns,\n"
         << "                     global R* results) {\n"
         << "  size_t id = get_global_id(0);\n"
         << "  T x = xs[id], y = ys[id], z = zs[id], t = 0;\n"
         << "  I n = ns[id], i = 0;\n"
         << "  results[id] = " << form.expression << ";\n}\n";
  return source.str();
}

/// Numbers from 0.1 to 10, in no order, and integers from 1 to 9.
template <class T>
std::vector<cl::Buffer> make_inputs(const Device& device, std::size_t elements) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> numbers(0.1, 10);
  std::vector<cl::Buffer> inputs;
  const auto add = [&](auto values) {
    inputs.emplace_back(device.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                        values.size() * sizeof(values[0]), values.data());
  };
  std::vector<T> values(elements);
  for (int input = 0; input < 3; ++input) {
    for (T& value : values) value = static_cast<T>(numbers(random));
    add(values);
  }
  std::vector<cl_int> integers(elements);
  for (cl_int& integer : integers) integer = 1 + static_cast<cl_int>(random() % 9);
  add(integers);
  return inputs;
}

struct Type {
  const char* name;
  std::vector<cl::Buffer> (*make_inputs)(const Device& device, std::size_t elements);
};

constexpr Type kTypes[] = {{"float", make_inputs<cl_float>}, {"double", make_inputs<cl_double>},
                           {"char", make_inputs<cl_char>},   {"uchar", make_inputs<cl_uchar>},
                           {"short", make_inputs<cl_short>}, {"ushort", make_inputs<cl_ushort>},
                           {"int", make_inputs<cl_int>},     {"uint", make_inputs<cl_uint>},
                           {"long", make_inputs<cl_long>},   {"ulong", make_inputs<cl_ulong>}};

cl::Kernel build(const Device& device, const Form& form) {
  cl::Program program(device.context, source_of(form));
  program.build({device.device});
  cl::Kernel kernel(program, "evaluate");
  for (cl_uint i = 0; i < 4; ++i) kernel.setArg(i, device.inputs[i]);
  kernel.setArg(4, device.output);
  return kernel;
}

/// Nanoseconds for an element, by the device's clock.
double time_of(const Device& device, const cl::Kernel& kernel, const Form& form, std::size_t elements) {
  cl::Event event;
  device.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(elements / form.width), cl::NullRange,
                                    nullptr, &event);
  event.wait();
  const cl_ulong nanoseconds = event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                               event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
  return static_cast<double>(nanoseconds) / static_cast<double>(elements);
}

/// The devices take turns, so other load of the machine affects them all.
void report(std::vector<Device>& devices, const Form& form, const Settings& settings) {
  std::vector<cl::Kernel> kernels;
  for (Device& device : devices) {
    kernels.push_back(build(device, form));
    time_of(device, kernels.back(), form, settings.elements);
  }
  std::vector<std::vector<double>> times(devices.size());
  for (unsigned round = 0; round < settings.rounds; ++round)
    for (std::size_t d = 0; d < devices.size(); ++d)
      times[d].push_back(time_of(devices[d], kernels[d], form, settings.elements));
  std::cout << "| " << form.name << " | " << with_width(form.type, form.width) << " |";
  for (const auto& values : times) std::cout << ' ' << sample::fixed(bench::median(values), 2) << " |";
  for (std::size_t d = 1; d < devices.size(); ++d)
    std::cout << ' ' << sample::fixed(bench::median(times[0]) / bench::median(times[d]), 2) << " |";
  std::cout << '\n' << std::flush;
}

void print_head(const std::vector<Device>& devices) {
  std::cout << "Nanoseconds for an element, medians";
  if (devices.size() > 1) std::cout << "; last, the first device's time as a multiple of each other's";
  std::cout << ".\n\n| function | type |";
  for (std::size_t d = 0; d < devices.size(); ++d)
    std::cout << ' ' << sample::full_name(devices[d].device) << " |";
  for (std::size_t d = 1; d < devices.size(); ++d) std::cout << " ratio |";
  std::cout << "\n|---|---|";
  for (std::size_t d = 0; d < 2 * devices.size() - 1; ++d) std::cout << "---|";
  std::cout << '\n';
}

int run(const Settings& settings) {
  const std::vector<cl::Device> all = sample::find_devices(sample::compiles_opencl_c);
  if (settings.list) return list_all(all);
  std::vector<Device> devices;
  for (const std::size_t index : settings.devices) {
    if (index >= all.size()) throw std::runtime_error("there is no such device; --list shows all");
    devices.push_back({all[index]});
  }
  print_head(devices);
  bool found = false;
  for (const Type& type : kTypes) {
    if (!settings.conversions && !is_real(type.name)) continue;
    for (Device& device : devices) {
      device.inputs = type.make_inputs(device, settings.elements);
      device.output = cl::Buffer(device.context, CL_MEM_WRITE_ONLY, settings.elements * sizeof(double));
    }
    for (const Form& form : settings.conversions ? conversions_of(type.name) : functions_of(type.name)) {
      if (!settings.only.empty() && settings.only != form.name) continue;
      found = true;
      report(devices, form, settings);
    }
  }
  if (!found) throw std::runtime_error("there is no function '" + settings.only + "'; --list shows all");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  CLI::App app{
      "Times the builtin functions of OpenCL C, of scalars and of vectors of four, on devices in turn.\n"
      "Exit status 0: all were timed; 2: could not run."};
  app.add_option("--device", settings.devices, "number of a device, as --list shows; several are compared")
      ->default_val(std::vector<std::size_t>{0});
  app.add_option("--elements", settings.elements, "numbers that each function is computed for")
      ->capture_default_str()
      ->check(CLI::Range(4, 1 << 26));
  app.add_option("--rounds", settings.rounds, "number of measurements; the median is shown")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app.add_option("--function", settings.only, "time this one only");
  app.add_flag("--conversions", settings.conversions,
               "time all conversions, such as convert_int_sat_rte, from every type, instead of functions of "
               "real numbers");
  app.add_flag("--list", settings.list, "list devices and functions");
  return run_tool(app, argc, argv, [&] { return run(settings); });
}
