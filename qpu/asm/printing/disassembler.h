// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace quadcl::qpu::assembly {

struct DisassemblerOptions {
  bool addresses = false;   ///< address and word of every instruction in a comment
  bool raw_fields = false;  ///< the fields of every instruction in a comment
};

/// Text that `assemble` turns back into the same bytes, whatever they are. Words that the language cannot
/// express exactly (don't-care bits, or no meaning) appear as `.long` with the nearest instruction in a
/// comment. Targets of relative branches get labels.
std::string disassemble(std::span<const std::uint8_t> bytes, const DisassemblerOptions& options = {});
std::string disassemble(std::span<const std::uint64_t> words, const DisassemblerOptions& options = {});

/// One instruction on one line, for reading. Don't-care bits are ignored. A word without meaning appears as
/// `.long` with the reason in a comment.
std::string disassemble_word(std::uint64_t word);

/// A line that assembles to exactly this word; empty if there is none.
std::optional<std::string> exact_instruction(std::uint64_t word);

/// "sig=1 unpack=0 ...": the fields of the word, in the form that its signal selects.
std::string raw_fields(std::uint64_t word);

}  // namespace quadcl::qpu::assembly
