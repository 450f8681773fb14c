// SPDX-License-Identifier: Apache-2.0
// qpu-dis: machine code in, QPU assembly out.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "qpu/asm/printing/disassembler.h"
#include "tools/command_line.h"
#include "tools/files.h"

namespace {

namespace assembly = quadcl::qpu::assembly;
namespace tools = quadcl::tools;

struct Arguments {
  std::string input;
  std::string output;
  bool addresses = false;
  bool raw = false;
};

int run(const Arguments& arguments) {
  const auto input = tools::read_input(arguments.input);
  if (!input) return 1;
  const std::vector<std::uint8_t> bytes(input->begin(), input->end());
  const std::string text = assembly::disassemble(bytes, {arguments.addresses, arguments.raw});
  return tools::write_output(arguments.output, text) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Disassembles QPU machine code into text that qpu-as turns back into the same bytes.\n"
      "Exit status: 0 success, 1 a file cannot be used, 2 wrong arguments."};
  Arguments arguments;
  app.add_option("input", arguments.input, "machine code, little endian; - for standard input")->required();
  app.add_option("-o,--output", arguments.output, "file to write; standard output by default")
      ->type_name("FILE");
  app.add_flag("-a,--addresses", arguments.addresses, "address and word of every instruction in a comment");
  app.add_flag("--raw", arguments.raw, "fields of every instruction in a comment");
  if (const auto status = tools::parse(app, argc, argv)) return *status;
  return run(arguments);
}
