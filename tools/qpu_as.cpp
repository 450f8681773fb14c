// SPDX-License-Identifier: Apache-2.0
// qpu-as: QPU assembly in, machine code out.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "qpu/asm/assembler.h"
#include "qpu/asm/printing/listing.h"
#include "tools/command_line.h"
#include "tools/files.h"
#include "tools/source_arguments.h"

namespace {

namespace assembly = quadcl::qpu::assembly;
namespace tools = quadcl::tools;

struct Arguments {
  std::string input;
  std::string output;
  bool hex = false;
  bool list = false;
  std::string array;
  std::string profile, profile_text;
  std::uint32_t base = 0x40000000;
  tools::SourceArguments source;
};

void describe_arguments(CLI::App& app, Arguments& arguments) {
  app.add_option("input", arguments.input, "source text, usually *.qasm; - for standard input")->required();
  app.add_option("-o,--output", arguments.output,
                 "file to write; without it hex, listing and C++ go to standard output")
      ->type_name("FILE");
  auto* hex = app.add_flag("--hex", arguments.hex, "write one word per line in hexadecimal instead of bytes");
  auto* array =
      app.add_option("--c-array", arguments.array,
                     "write a C++ file that defines the array NAME, and NAME_label_X for exported labels")
          ->type_name("NAME");
  auto* list =
      app.add_flag("--list", arguments.list, "write a listing: address, word, source line and its text");
  app.add_option(
         "--profile", arguments.profile,
         "with --list: a file with the output of `qpu-run --profile`, for the clocks of each instruction")
      ->type_name("FILE")
      ->needs(list);
  app.add_option("--base", arguments.base, "with --profile: the bus address of the program's first byte")
      ->capture_default_str()
      ->needs(list);
  hex->excludes(array)->excludes(list);
  array->excludes(list);
  arguments.source.describe(app);
}

std::optional<assembly::Program> assemble(const Arguments& arguments) {
  const assembly::AssemblerOptions options = arguments.source.options();
  if (arguments.input != "-") return assembly::assemble_file(arguments.input, options);
  const auto text = tools::read_input("-");
  if (!text) return {};
  return assembly::assemble(*text, "<standard input>", options);
}

/// Of a profile, what each line says before the instruction: "1 times, 80 clocks", by offset in the program.
std::map<std::uint32_t, std::string> read_profile(const std::string& text, std::uint32_t base) {
  std::map<std::uint32_t, std::string> notes;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::uint32_t address = 0;
    std::uint64_t executed = 0, clocks = 0;
    if (!(words >> std::hex >> address >> std::dec >> executed >> clocks)) continue;
    notes[address - base] = std::to_string(executed) + " times, " + std::to_string(clocks) + " clocks";
  }
  return notes;
}

std::string render(const Arguments& arguments, const assembly::Program& program) {
  if (arguments.list) {
    const auto notes = read_profile(arguments.profile_text, arguments.base);
    return assembly::listing(program, [&](std::uint32_t address) {
      const auto found = notes.find(address);
      return found == notes.end() ? std::string() : found->second;
    });
  }
  if (!arguments.array.empty()) return assembly::c_array(program, arguments.array);
  if (arguments.hex || arguments.output.empty()) return assembly::hex_words(program);
  return {program.bytes.begin(), program.bytes.end()};
}

int run(const Arguments& arguments) {
  const std::optional<assembly::Program> program = assemble(arguments);
  if (!program) return 1;
  for (const auto& diagnostic : program->diagnostics) std::cerr << assembly::to_string(diagnostic) << '\n';
  if (!program->ok()) return 1;
  return tools::write_output(arguments.output, render(arguments, *program)) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Assembles QPU programs in the language of vc4asm (docs/qpu-assembler.md).\n"
      "Exit status: 0 success, 1 the source has errors or a file cannot be used, 2 wrong arguments."};
  Arguments arguments;
  describe_arguments(app, arguments);
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  if (!arguments.profile.empty()) {
    const auto profile = tools::read_input(arguments.profile);
    if (!profile) return 1;
    arguments.profile_text = *profile;
  }
  if (!arguments.array.empty() && !assembly::is_c_identifier(arguments.array)) {
    std::cerr << "--c-array: '" << arguments.array << "' is not a C++ name\n";
    return 2;
  }
  return run(arguments);
}
