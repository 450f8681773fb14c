// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "qpu/asm/program.h"

// Ways to write a program as text.
namespace quadcl::qpu::assembly {

/// One 64-bit word per line, as "0x" and 16 digits.
std::string hex_words(const Program& program);

/// C++: `inline constexpr std::uint64_t NAME[] = {...};`, then `NAME_label_X` with the byte offset of every
/// exported label and `NAME_constant_X` with the value of every exported constant.
std::string c_array(const Program& program, std::string_view name);

/// Address, word, places in the sources and text of every line, under its labels. Two spaces part them.
/// `note`, if it is set, gives a text that follows the line of an address as a comment; empty: none.
std::string listing(const Program& program,
                    const std::function<std::string(std::uint32_t address)>& note = {});

bool is_c_identifier(std::string_view name);

}  // namespace quadcl::qpu::assembly
