// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>

#include "core/kernel_image.h"
#include "core/qpu_code.h"

namespace quadcl::tools {

/// The registers that code writes, and what its instructions do.
struct CodeSummary {
  explicit CodeSummary(std::span<const std::uint64_t> words);

  std::bitset<32> file_a, file_b;
  std::bitset<6> accumulators;
  std::size_t instructions = 0;
  std::size_t both_alus = 0;  ///< instructions that add and multiply
  std::size_t idle = 0;       ///< instructions that do nothing at all
};

/// What the program reads as this uniform: "address of 'out'".
std::string text_of(const QpuUniform& uniform, const KernelImage& kernel);

/// The needs of code of a kernel that is compiled for QPUs, as lines that begin with "# ".
void print_needs(std::ostream& out, const KernelImage& kernel, const QpuCode& code);

}  // namespace quadcl::tools
