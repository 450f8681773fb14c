// SPDX-License-Identifier: Apache-2.0
// qpu-check: the programming restrictions of the QPU, along every path of a program.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "qpu/asm/assembler.h"
#include "qpu/asm/checks/checker.h"
#include "qpu/asm/checks/rules.h"
#include "tools/command_line.h"
#include "tools/files.h"
#include "tools/source_arguments.h"

namespace {

namespace assembly = quadcl::qpu::assembly;
namespace tools = quadcl::tools;

struct Arguments {
  std::string input;
  bool binary = false;
  bool list_rules = false;
  bool strict = false;
  tools::SourceArguments source;
  assembly::CheckerOptions checker;
};

void describe_arguments(CLI::App& app, Arguments& arguments) {
  app.add_option("input", arguments.input, "source text (*.qasm) or machine code (anything else)");
  app.add_flag("-b,--binary", arguments.binary, "treat the input as machine code, whatever its name");
  app.add_flag("--rules", arguments.list_rules, "list the rules and exit");
  app.callback([&arguments] {
    if (!arguments.list_rules && arguments.input.empty()) throw CLI::RequiredError("input");
  });
  app.add_flag("--pedantic", arguments.checker.pedantic,
               "also report rules that working programs are known to break");
  app.add_flag("--strict", arguments.strict, "warnings make the exit status 1 too");
  app.add_option("--entry", arguments.checker.entries,
                 "byte address where execution may start; may be repeated")
      ->type_name("ADDRESS")
      ->allow_extra_args(false);
  arguments.source.describe(app);
}

void print_rules() {
  for (const quadcl::qpu::RuleInfo& rule : assembly::rules()) {
    const bool error = rule.severity == quadcl::qpu::Severity::error;
    std::cout << rule.name << (error ? ": error" : ": warning")
              << (rule.pedantic ? ", only with --pedantic" : "") << "\n    " << rule.summary
              << "\n    hint: " << rule.hint << '\n';
  }
}

std::optional<assembly::Program> assemble(const Arguments& arguments) {
  assembly::Program program = assembly::assemble_file(arguments.input, arguments.source.options());
  for (const auto& diagnostic : program.diagnostics) std::cerr << assembly::to_string(diagnostic) << '\n';
  if (!program.ok()) return std::nullopt;
  return program;
}

std::optional<std::vector<std::uint64_t>> read_words(const std::string& path) {
  const auto bytes = tools::read_input(path);
  if (!bytes) return std::nullopt;
  std::vector<std::uint64_t> words(bytes->size() / 8);
  for (std::size_t i = 0; i < words.size() * 8; ++i) {
    words[i / 8] |= std::uint64_t{static_cast<std::uint8_t>((*bytes)[i])} << (i % 8 * 8);
  }
  return words;
}

/// "file:line: " of an instruction, if the source is known.
std::string place(const assembly::Program* program, std::uint32_t address) {
  if (program == nullptr) return {};
  for (const assembly::LineEntry& line : program->lines) {
    if (line.address == address) return program->files[line.file] + ":" + std::to_string(line.line) + ": ";
  }
  return {};
}

int report(const std::vector<assembly::CodeFinding>& findings, const std::vector<std::uint64_t>& words,
           const assembly::Program* program, bool strict) {
  for (const assembly::CodeFinding& finding : findings) {
    std::cout << place(program, finding.address) << assembly::to_string(finding, words) << '\n';
  }
  const bool bad = std::any_of(findings.begin(), findings.end(), [&](const assembly::CodeFinding& f) {
    return strict || f.rule->severity == quadcl::qpu::Severity::error;
  });
  return bad ? 1 : 0;
}

/// Reports entries that are not the address of an instruction.
bool entries_exist(const Arguments& arguments, std::size_t words) {
  for (const std::uint32_t entry : arguments.checker.entries) {
    if (entry % 8 == 0 && entry / 8 < words) continue;
    std::cerr << "--entry " << entry << ": the instructions are at multiples of 8 below " << 8 * words
              << '\n';
    return false;
  }
  return true;
}

int run(const Arguments& arguments) {
  if (!arguments.binary && arguments.input.ends_with(".qasm")) {
    const auto program = assemble(arguments);
    if (!program) return 1;
    if (!entries_exist(arguments, program->words().size())) return 2;
    return report(assembly::check(*program, arguments.checker), program->words(), &*program,
                  arguments.strict);
  }
  const auto words = read_words(arguments.input);
  if (!words) return 1;
  if (!entries_exist(arguments, words->size())) return 2;
  return report(assembly::check(*words, arguments.checker), *words, nullptr, arguments.strict);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Checks QPU programs against the programming restrictions of the chip, along every path.\n"
      "Exit status: 0 no errors, 1 errors found or a file cannot be used, 2 wrong arguments."};
  Arguments arguments;
  describe_arguments(app, arguments);
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  if (arguments.list_rules) {
    print_rules();
    return 0;
  }
  return run(arguments);
}
