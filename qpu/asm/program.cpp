// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/program.h"

#include <algorithm>

#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

bool Program::ok() const {
  return std::none_of(diagnostics.begin(), diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::vector<std::uint64_t> Program::words() const {
  std::vector<std::uint64_t> result(bytes.size() / isa::kInstructionBytes);
  for (std::size_t i = 0; i < result.size() * isa::kInstructionBytes; ++i) {
    result[i / 8] |= std::uint64_t{bytes[i]} << (i % 8 * 8);
  }
  return result;
}

const Label* Program::find_label(std::string_view name) const {
  const auto it = std::find_if(labels.begin(), labels.end(), [&](const Label& l) { return l.name == name; });
  return it == labels.end() ? nullptr : &*it;
}

}  // namespace quadcl::qpu::assembly
