// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/assembler.h"

#include <exception>
#include <utility>

#include "qpu/asm/interpreter/passes.h"
#include "qpu/asm/language/source_library.h"

namespace quadcl::qpu::assembly {

namespace {

Program failed(const std::string& file, std::string message) {
  Program program;
  program.diagnostics.push_back({Severity::error, {file}, std::move(message)});
  return program;
}

Program run(std::string_view text, const std::string& file, const AssemblerOptions& options) {
  SourceLibrary library(options);
  return assemble_in_passes(options, library, *library.add(file, std::string(text)));
}

}  // namespace

Program assemble(std::string_view text, const std::string& file, const AssemblerOptions& options) {
  try {
    return run(text, file, options);
  } catch (const std::exception& error) {
    return failed(file, std::string("the assembler gave up: ") + error.what());
  }
}

Program assemble_file(const std::string& file, const AssemblerOptions& options) {
  const auto text = read_source(file, options.limits);
  if (!text) return failed(file, "cannot read this file");
  if (text->size() > options.limits.source_bytes) return failed(file, too_large(options.limits));
  return assemble(*text, file, options);
}

}  // namespace quadcl::qpu::assembly
