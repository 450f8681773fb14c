// SPDX-License-Identifier: Apache-2.0
// qpu-cc: OpenCL C in, the assembly of its kernels for QPUs out (docs/qpu-compiler.md).
#include <CLI/CLI.hpp>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "compiler_client/plugin.h"
#include "core/host_target.h"
#include "core/language.h"
#include "core/program_image.h"
#include "core/qpu_code.h"
#include "qpu/asm/printing/disassembler.h"
#include "qpu/isa/instruction.h"
#include "tools/command_line.h"
#include "tools/compiler_path.h"
#include "tools/files.h"

namespace {

namespace isa = quadcl::qpu::isa;
namespace tools = quadcl::tools;
using quadcl::KernelImage;
using quadcl::QpuRules;

constexpr std::size_t kSourceColumn = 64;

struct Arguments {
  std::string input, output, options, kernel, compiler;
  QpuRules profile = QpuRules::embedded;
};

void describe_arguments(CLI::App& app, Arguments& arguments) {
  app.add_option("input", arguments.input, "source text, usually *.cl; - for standard input")->required();
  app.add_option("-o,--output", arguments.output, "file for the assembly; standard output by default")
      ->type_name("FILE");
  app.add_option("--kernel", arguments.kernel, "only this kernel")->type_name("NAME");
  app.add_option("--options", arguments.options, "build options, as clBuildProgram takes them")
      ->type_name("TEXT");
  const std::map<std::string, QpuRules> profiles{{"full", QpuRules::full}, {"embedded", QpuRules::embedded}};
  app.add_option("--profile", arguments.profile, "full or embedded (default), as QUADCL_QPU_PROFILE")
      ->transform(CLI::CheckedTransformer(profiles))
      ->type_name("NAME");
  app.add_option("--compiler", arguments.compiler,
                 "libquadcl-compiler.so, if it is not where it was installed")
      ->type_name("FILE");
}

/// The program with code for QPUs. Prints the build log.
std::optional<quadcl::ProgramImage> build(const Arguments& arguments, const std::string& source) {
  const auto compiler =
      quadcl::load_compiler(arguments.compiler.empty() ? tools::compiler_path() : arguments.compiler);
  if (compiler.table == nullptr) {
    std::cerr << "qpu-cc: " << compiler.problem << '\n';
    return {};
  }
  const auto target = quadcl::HostTarget::of_this_machine(false);
  const bool embedded = arguments.profile == QpuRules::embedded;
  quadcl::CompilerTask task;
  task.source = source;
  task.options = arguments.options;
  task.qpu_rules = arguments.profile;
  task.extensions = quadcl::language_for_compiler(embedded ? quadcl::Doubles::no : quadcl::Doubles::yes);
  const auto answer = quadcl::ask_compiler(*compiler.table, task, target, quadcl::Options::from_environment());
  std::cerr << answer.log;
  if (answer.status == QUADCL_INVALID_OPTIONS)
    std::cerr << "qpu-cc: these are no build options: " << arguments.options << '\n';
  if (answer.status != QUADCL_OK) return {};
  auto image = quadcl::deserialise(answer.image, target.name());
  if (image.ok()) return std::move(*image);
  std::cerr << "qpu-cc: " << image.error().message << '\n';
  return {};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// "12: c[i] = a[i];" for the first instruction of a run that comes from the line.
std::string source_comment(const quadcl::QpuCode& code, std::size_t instruction,
                           const std::vector<std::string>& source) {
  const std::uint32_t line = code.lines[instruction];
  if (line == 0 || line > source.size() || (instruction > 0 && code.lines[instruction - 1] == line))
    return {};
  const std::string& text = source[line - 1];
  const std::size_t begin = text.find_first_not_of(" \t");
  return "# " + std::to_string(line) + ": " + (begin != std::string::npos ? text.substr(begin) : "");
}

bool is_instruction(const std::string& line) { return line.starts_with(' '); }

void print_summary(std::ostream& out, const KernelImage& kernel) {
  const quadcl::QpuCode& code = *kernel.qpu_code;
  std::size_t both = 0, idle = 0;
  for (const std::uint64_t word : code.words) {
    const isa::Instruction instruction(word);
    if (!instruction.is_alu()) continue;
    const bool adds = instruction.op_add() != isa::AddOp::nop,
               multiplies = instruction.op_mul() != isa::MulOp::nop;
    both += adds && multiplies;
    idle += !adds && !multiplies && instruction.signal() == isa::Signal::none;
  }
  out << "# kernel " << kernel.name << ": " << code.words.size() << " instructions, " << both
      << " of them use both ALUs, " << idle << " do nothing; " << code.uniforms.size() << " uniforms\n";
}

void print_kernel(std::ostream& out, const KernelImage& kernel, const std::vector<std::string>& source) {
  if (kernel.qpu_code == nullptr) {
    out << "# kernel " << kernel.name
        << " runs on the CPU: " << (kernel.not_on_qpus.empty() ? "no reason was given" : kernel.not_on_qpus)
        << '\n';
    return;
  }
  print_summary(out, kernel);
  std::size_t instruction = 0;
  for (std::string line : lines_of(quadcl::qpu::assembly::disassemble(kernel.qpu_code->words))) {
    if (is_instruction(line)) {
      const std::string comment = source_comment(*kernel.qpu_code, instruction++, source);
      if (!comment.empty()) line.resize(std::max(kSourceColumn, line.size() + 1), ' ');
      line += comment;
    }
    out << line << '\n';
  }
}

int run(const Arguments& arguments) {
  const auto source = tools::read_input(arguments.input);
  if (!source) return 1;
  const auto image = build(arguments, *source);
  if (!image) return 1;
  std::ostringstream out;
  bool found = false;
  for (const KernelImage& kernel : image->kernels) {
    if (!arguments.kernel.empty() && kernel.name != arguments.kernel) continue;
    found = true;
    print_kernel(out, kernel, lines_of(*source));
  }
  if (!found)
    std::cerr << "qpu-cc: there is no kernel"
              << (arguments.kernel.empty() ? "" : " '" + arguments.kernel + "'") << '\n';
  return tools::write_output(arguments.output, out.str()) && found ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Compiles kernels in OpenCL C for the QPUs and prints their assembly beside the lines of the source, "
      "or why a kernel runs "
      "on the CPU. qpu-as turns the assembly into the same machine code.\n"
      "Exit status: 0 success, 1 the program has errors or a file cannot be used, 2 wrong arguments."};
  Arguments arguments;
  describe_arguments(app, arguments);
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  return run(arguments);
}
