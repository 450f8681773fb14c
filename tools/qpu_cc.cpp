// SPDX-License-Identifier: Apache-2.0
// qpu-cc: OpenCL C in, the assembly of its kernels for QPUs out; runs them on the emulator
// (docs/qpu-compiler.md).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "core/builtin/recognition.h"
#include "core/qpu_code.h"
#include "qpu/asm/printing/disassembler.h"
#include "tools/code_summary.h"
#include "tools/command_line.h"
#include "tools/compiler_path.h"
#include "tools/files.h"
#include "tools/kernel_argument.h"
#include "tools/kernel_launch.h"
#include "tools/qpu_build.h"
#include "tools/source_profile.h"

namespace {

namespace tools = quadcl::tools;
using quadcl::KernelImage;
using quadcl::QpuRules;

constexpr std::size_t kSourceColumn = 64;
constexpr int kProblem = tools::kCannotRun, kWrongArguments = tools::kWrongLaunch;

struct Arguments {
  std::string input, output, options, kernel, compiler;
  QpuRules profile = QpuRules::embedded;
  tools::ImageUse images;
  bool in_memory = false, short_lines = false;
  tools::LaunchArguments launch;
};

/// The names without CL_.
const std::map<std::string, quadcl::ChannelOrder> kOrders{
#define QUADCL_ORDER(name, ...) {#name, quadcl::ChannelOrder::name},
    QUADCL_CHANNEL_ORDERS(QUADCL_ORDER)
#undef QUADCL_ORDER
};
const std::map<std::string, quadcl::ChannelType> kTypes{
#define QUADCL_TYPE(name, ...) {#name, quadcl::ChannelType::name},
    QUADCL_CHANNEL_TYPES(QUADCL_TYPE) QUADCL_PACKED_CHANNEL_TYPES(QUADCL_TYPE)
#undef QUADCL_TYPE
};

template <typename Value>
std::string name_in(const std::map<std::string, Value>& names, Value value) {
  return std::ranges::find(names, value, &std::pair<const std::string, Value>::second)->first;
}

void describe_arguments(CLI::App& app, Arguments& arguments) {
  app.add_option("input", arguments.input, "source text, usually *.cl; - for standard input")->required();
  app.add_option("-o,--output", arguments.output,
                 "file for the assembly; by default standard output, or none if the kernel runs")
      ->type_name("FILE");
  app.add_option("--kernel", arguments.kernel, "only this kernel")->type_name("NAME");
  app.add_option("--options", arguments.options, "build options, as clBuildProgram takes them")
      ->type_name("TEXT");
  const std::map<std::string, QpuRules> profiles{{"full", QpuRules::full}, {"embedded", QpuRules::embedded}};
  app.add_option("--opencl-profile", arguments.profile, "full or embedded (default), as QUADCL_QPU_PROFILE")
      ->transform(CLI::CheckedTransformer(profiles))
      ->type_name("NAME");
  app.add_option("--image-order", arguments.images.order,
                 "of all images that kernels take, as CL_RGBA (default) without CL_")
      ->transform(CLI::CheckedTransformer(kOrders).description(""))
      ->type_name("NAME");
  app.add_option("--image-type", arguments.images.type, "the same, as CL_UNORM_INT8 (default)")
      ->transform(CLI::CheckedTransformer(kTypes).description(""))
      ->type_name("NAME");
  app.add_flag("--in-memory", arguments.in_memory,
               "the code for work-groups that find no room in the VPM, where there is one more");
  app.add_flag("--short-lines", arguments.short_lines,
               "the code for launches whose lines along dimension 0 are short, where there is one more");
  app.add_option("--compiler", arguments.compiler,
                 "libquadcl-compiler.so, if it is not where it was installed")
      ->type_name("FILE");
  arguments.launch.describe(app);
  app.footer(tools::kArgumentForms);
}

/// The program with code for QPUs. Prints the build log.
std::optional<quadcl::ProgramImage> build(const Arguments& arguments, const std::string& source) {
  const auto build =
      tools::build_for_qpus(arguments.compiler.empty() ? tools::compiler_path() : arguments.compiler, source,
                            arguments.options, arguments.profile, arguments.images);
  std::cerr << build.log;
  if (build.status == QUADCL_INVALID_OPTIONS)
    std::cerr << "qpu-cc: these are no build options: " << arguments.options << '\n';
  if (build.status != QUADCL_OK) return {};
  auto image = build.program();
  if (image.ok()) return std::move(*image);
  std::cerr << "qpu-cc: " << image.error().message << '\n';
  return {};
}

/// "12: c[i] = a[i];" for the first instruction of a run that comes from the line.
std::string source_comment(const quadcl::QpuCode& code, std::size_t instruction,
                           const std::vector<std::string>& source) {
  const std::uint32_t line = code.lines[instruction];
  if (line == 0 || line > source.size() || (instruction > 0 && code.lines[instruction - 1] == line))
    return {};
  return "# " + std::to_string(line) + ": " + tools::source_line(source, line);
}

bool is_instruction(const std::string& line) { return line.starts_with(' '); }

/// Why a kernel has no code for QPUs.
std::string reason(const KernelImage& kernel) {
  return kernel.not_on_qpus.empty() ? "no reason was given" : kernel.not_on_qpus;
}

/// Launches of a recognised kernel run as the built-in one if their arguments allow that.
void print_recognition(std::ostream& out, const KernelImage& kernel) {
  if (kernel.recognition != nullptr)
    out << "# kernel " << kernel.name << " runs as " << kernel.recognition->text << '\n';
}

/// Kernels that take images are compiled at launches, when formats and samplers are known.
void print_images(std::ostream& out, const KernelImage& kernel, const tools::ImageUse& images) {
  if (kernel.takes_images() && kernel.qpu_code != nullptr)
    out << "# kernel " << kernel.name << ", made for images of CL_" << name_in(kOrders, images.order)
        << " and CL_" << name_in(kTypes, images.type)
        << ", and for arguments that are samplers with CLK_ADDRESS_CLAMP_TO_EDGE and CLK_FILTER_NEAREST\n";
}

/// The kernel's code, or that for other launches which is asked for.
const quadcl::QpuCode& wanted_code(const quadcl::QpuCode& code, const Arguments& arguments) {
  if (arguments.in_memory && code.in_memory != nullptr) return *code.in_memory;
  if (arguments.short_lines && code.for_short_lines != nullptr) return *code.for_short_lines;
  return code;
}

void print_assembly(std::ostream& out, const KernelImage& kernel, const Arguments& arguments,
                    const std::vector<std::string>& source) {
  print_recognition(out, kernel);
  print_images(out, kernel, arguments.images);
  if (kernel.qpu_code == nullptr) {
    out << "# kernel " << kernel.name << " runs on the CPU: " << reason(kernel) << '\n';
    return;
  }
  const quadcl::QpuCode& code = wanted_code(*kernel.qpu_code, arguments);
  tools::print_needs(out, kernel, code);
  std::size_t instruction = 0;
  const std::string text = quadcl::qpu::assembly::disassemble(code.words);
  for (std::string line : tools::lines_of(text)) {
    if (is_instruction(line)) {
      const std::string comment = source_comment(code, instruction++, source);
      if (!comment.empty()) line.resize(std::max(kSourceColumn, line.size() + 1), ' ');
      line += comment;
    }
    out << line << '\n';
  }
}

int fail(int status, const std::string& message) {
  std::cerr << "qpu-cc: " << message << '\n';
  return status;
}

using Kernels = std::vector<const KernelImage*>;

Kernels choose(const quadcl::ProgramImage& image, const std::string& name) {
  Kernels kernels;
  for (const KernelImage& kernel : image.kernels)
    if (name.empty() || kernel.name == name) kernels.push_back(&kernel);
  return kernels;
}

int launch(const Kernels& kernels, const std::vector<std::string>& source, const Arguments& arguments) {
  if (kernels.size() > 1) return fail(kWrongArguments, "there are several kernels; choose one with --kernel");
  const KernelImage& kernel = *kernels[0];
  if (kernel.qpu_code == nullptr)
    return fail(kProblem, "kernel '" + kernel.name + "' runs on the CPU: " + reason(kernel));
  if (kernel.takes_images())
    return fail(kWrongArguments, "kernel '" + kernel.name + "' takes images, which --global cannot give it");
  print_recognition(std::cout, kernel);
  tools::print_needs(std::cout, kernel, *kernel.qpu_code);
  return tools::launch_kernel(kernel, arguments.input, source, arguments.launch);
}

int run(const Arguments& arguments) {
  const auto source = tools::read_input(arguments.input);
  if (!source) return kProblem;
  const auto image = build(arguments, *source);
  if (!image) return kProblem;
  const Kernels kernels = choose(*image, arguments.kernel);
  if (kernels.empty())
    return fail(kProblem,
                "there is no kernel" + (arguments.kernel.empty() ? "" : " '" + arguments.kernel + "'"));
  const std::vector<std::string> lines = tools::lines_of(*source);
  const bool launches = arguments.launch.wanted();
  if (!launches || !arguments.output.empty()) {
    std::ostringstream out;
    for (const KernelImage* kernel : kernels) print_assembly(out, *kernel, arguments, lines);
    if (!tools::write_output(arguments.output, out.str())) return kProblem;
  }
  return launches ? launch(kernels, lines, arguments) : 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Compiles kernels in OpenCL C for the QPUs and prints their needs and their assembly beside the lines "
      "of the "
      "source, or why a kernel runs on the CPU. qpu-as turns the assembly into the same machine code. With "
      "--global, "
      "runs the kernel on emulated QPUs and models the time of a chip.\n"
      "Exit status: 0 success; 1 the program has errors, a file cannot be used, or the kernel has no code "
      "for QPUs; "
      "2 wrong arguments; 3 the run failed."};
  Arguments arguments;
  describe_arguments(app, arguments);
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  if (quadcl::find_image_format(static_cast<std::uint32_t>(arguments.images.order),
                                static_cast<std::uint32_t>(arguments.images.type)) == nullptr)
    return fail(kWrongArguments, "there are no images of this order and type");
  const std::string idle = arguments.launch.without_launch();
  if (!idle.empty() && !arguments.launch.wanted()) return fail(kWrongArguments, idle + " needs --global");
  return run(arguments);
}
