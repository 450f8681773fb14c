// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/asm/program.h"
#include "qpu/isa/rule.h"

// The programming restrictions of the QPU (docs/videocore4.md, Restrictions), checked along every path of a
// program.
namespace quadcl::qpu::assembly {

/// A broken rule that the code itself shows; emulator::Finding is one that a run shows.
struct CodeFinding {
  const RuleInfo* rule = nullptr;
  std::uint32_t address = 0;     ///< of the instruction that breaks the rule
  std::uint32_t because_of = 0;  ///< of the earlier instruction in conflict with it; else the same address
  bool operator==(const CodeFinding&) const = default;
};

struct CheckerOptions {
  bool pedantic = false;
  /// Byte addresses other than 0 where execution may start, such as the entries of several kernels.
  std::vector<std::uint32_t> entries;
};

/// Checks machine code: only instructions that an entry can reach, so data between them does no harm.
/// Findings are sorted by address. Each rule appears once per instruction.
std::vector<CodeFinding> check(std::span<const std::uint64_t> words, const CheckerOptions& options = {});

/// Checks an assembled program. Its entries are its start, its exported labels, and code that nothing else
/// reaches.
std::vector<CodeFinding> check(const Program& program, const CheckerOptions& options = {});

/// "000018: error: add r0, ra1, r2: ... [register-file-hazard]": one finding as text.
std::string to_string(const CodeFinding& finding, std::span<const std::uint64_t> words);

}  // namespace quadcl::qpu::assembly
