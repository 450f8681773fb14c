// SPDX-License-Identifier: Apache-2.0
// quadcl-build: OpenCL C in, a program binary for given processors out (docs/raspberry-pi.md).
#include <CLI/CLI.hpp>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "compiler_client/plugin.h"
#include "core/language.h"
#include "core/program_image.h"
#include "tools/command_line.h"
#include "tools/compiler_path.h"
#include "tools/files.h"

namespace {

namespace tools = quadcl::tools;
using quadcl::HostTarget;

constexpr const char* kThisMachine = "native";

struct Arguments {
  std::string input;
  std::string output;
  std::vector<std::string> processors{kThisMachine};
  std::string options;
  std::string compiler;
};

std::string list_of_processors() {
  std::string text = "Processors (--cpu):\n  native               this machine";
  for (const quadcl::NamedProcessor& row : quadcl::named_processors()) {
    std::string name(row.name);
    name.resize(21, ' ');
    text += "\n  " + name + std::string(row.boards);
  }
  return text;
}

void describe_arguments(CLI::App& app, Arguments& arguments) {
  app.add_option("input", arguments.input, "source text, usually *.cl; - for standard input")->required();
  app.add_option("-o,--output", arguments.output, "file for the binary")->required()->type_name("FILE");
  app.add_option("--cpu", arguments.processors, "the processors that will run it (default: native)")
      ->type_name("NAME[,NAME]...")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--options", arguments.options, "build options, as clBuildProgram takes them")
      ->type_name("TEXT");
  app.add_option("--compiler", arguments.compiler,
                 "libquadcl-compiler.so, if it is not where it was installed")
      ->type_name("FILE");
  app.footer(list_of_processors());
}

std::optional<HostTarget> target_of(const std::string& processor) {
  if (processor == kThisMachine) return HostTarget::of_this_machine(false);
  return HostTarget::of_processor(processor);
}

/// Prints the build log. No image after an error.
std::optional<quadcl::ProgramImage> build(const Arguments& arguments, const std::string& source,
                                          const HostTarget& target) {
  const std::string path = arguments.compiler.empty() ? tools::compiler_path() : arguments.compiler;
  const quadcl::LoadedCompiler compiler = quadcl::load_compiler(path);
  if (compiler.table == nullptr) {
    std::cerr << "quadcl-build: " << compiler.problem << '\n';
    return {};
  }
  quadcl::CompilerTask task;
  task.source = source;
  task.options = arguments.options;
  task.address_bits = target.address_bits();
  task.extensions = quadcl::language_for_compiler();
  task.qpu_rules = quadcl::QpuRules::full;
  const quadcl::CompilerAnswer answer =
      quadcl::ask_compiler(*compiler.table, task, target, quadcl::Options::from_environment());
  std::cerr << answer.log;
  if (answer.status != QUADCL_OK) return {};
  auto image = quadcl::deserialise(answer.image, target.name());
  return image.ok() ? std::optional(std::move(image).value()) : std::nullopt;
}

/// The image with code for all targets. None after an error.
std::optional<quadcl::ProgramImage> build_for_all(const Arguments& arguments, const std::string& source,
                                                  const std::vector<HostTarget>& targets) {
  std::optional<quadcl::ProgramImage> image = build(arguments, source, targets.front());
  for (std::size_t i = 1; image && i < targets.size(); ++i) {
    const auto other = build(arguments, source, targets[i]);
    if (!other) return {};
    if (const auto added = quadcl::add_code(*image, *other); !added.ok()) {
      std::cerr << "quadcl-build: no binary for '" << image->target << "' and '" << other->target
                << "': " << added.error().message << '\n';
      return {};
    }
  }
  return image;
}

int run(const Arguments& arguments, const std::vector<HostTarget>& targets) {
  const auto source = tools::read_input(arguments.input);
  if (!source) return 1;
  const auto image = build_for_all(arguments, *source, targets);
  if (!image) return 1;
  const std::vector<std::byte> bytes = quadcl::serialise(*image);
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return tools::write_output(arguments.output, text) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Builds an OpenCL C program for one processor or several, to be loaded with clCreateProgramWithBinary "
      "on a machine "
      "without the compiler (docs/raspberry-pi.md).\n"
      "Exit status: 0 success, 1 the program has errors or a file cannot be used, 2 wrong arguments."};
  Arguments arguments;
  describe_arguments(app, arguments);
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  std::vector<HostTarget> targets;
  for (const std::string& name : arguments.processors) {
    if (auto target = target_of(name)) {
      targets.push_back(std::move(*target));
      continue;
    }
    std::cerr << "--cpu: no processor '" << name << "' is known\n" << list_of_processors() << '\n';
    return 2;
  }
  return run(arguments, targets);
}
