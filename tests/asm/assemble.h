// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "qpu/asm/assembler.h"

namespace quadcl::qpu::assembly {

/// All messages about a program, one per line.
inline std::string messages(const Program& program) {
  std::string text;
  for (const Diagnostic& diagnostic : program.diagnostics) text += to_string(diagnostic) + "\n";
  return text;
}

/// The words of a program that must assemble.
inline std::vector<std::uint64_t> words_of(const std::string& text, const AssemblerOptions& options = {}) {
  const Program program = assemble(text, "test.qasm", options);
  INFO(text);
  INFO(messages(program));
  CHECK(program.ok());
  return program.words();
}

/// The only word of a program of one instruction.
inline std::uint64_t word_of(const std::string& text) {
  const std::vector<std::uint64_t> words = words_of(text);
  INFO(text);
  REQUIRE(words.size() == 1);
  return words[0];
}

/// The value that `ldi r0, EXPRESSION` loads.
inline std::uint32_t value_of(const std::string& expression, const std::string& before = "") {
  const std::vector<std::uint64_t> words = words_of(before + "\nldi r0, " + expression + "\n");
  INFO(expression);
  REQUIRE_FALSE(words.empty());
  return static_cast<std::uint32_t>(words.back());
}

/// Options that read included files from memory.
inline AssemblerOptions with_files(std::map<std::string, std::string> files) {
  AssemblerOptions options;
  options.read_file = [files = std::move(files)](const std::string& path) -> std::optional<std::string> {
    const auto it = files.find(path);
    return it == files.end() ? std::nullopt : std::optional(it->second);
  };
  return options;
}

}  // namespace quadcl::qpu::assembly
