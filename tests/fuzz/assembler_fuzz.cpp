// SPDX-License-Identifier: Apache-2.0
// Any text: the assembler must end, and accepted programs must survive the disassembler.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "qpu/asm/assembler.h"
#include "qpu/asm/printing/disassembler.h"
#include "qpu/asm/printing/listing.h"

namespace {

namespace assembly = quadcl::qpu::assembly;

assembly::AssemblerOptions small_limits(std::string_view text) {
  assembly::AssemblerOptions options;
  // Includes read the input itself, to test them without the disk.
  options.read_file = [text = std::string(text)](const std::string&) { return text; };
  options.limits.statements = 20000;
  options.limits.output_bytes = 1 << 14;
  options.limits.errors = 20;
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const assembly::Program program = assembly::assemble(text, "fuzz.qasm", small_limits(text));
  for (const assembly::Diagnostic& diagnostic : program.diagnostics) {
    if (assembly::to_string(diagnostic).empty()) std::abort();
  }
  if (!program.ok()) return 0;
  if (assembly::listing(program).empty() != program.bytes.empty() && program.labels.empty()) std::abort();
  const assembly::Program again = assembly::assemble(assembly::disassemble(program.bytes), "again.qasm");
  if (!again.ok() || again.bytes != program.bytes) std::abort();
  return 0;
}
