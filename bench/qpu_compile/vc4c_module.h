// SPDX-License-Identifier: Apache-2.0
//
// Program binaries of VC4C, as VC4CL reads them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace qpu_compile_bench {

/// A value that a kernel may read as a uniform beside its arguments, in the order in which they come. Those
/// from `uniform_address` on come after the arguments.
enum class Vc4cUniform : std::uint8_t {
  work_dimensions,
  local_sizes,
  local_ids,
  groups_x,
  groups_y,
  groups_z,
  group_x,
  group_y,
  group_z,
  offset_x,
  offset_y,
  offset_z,
  global_data,
  uniform_address,
  most_groups_x,
  most_groups_y,
  most_groups_z,
  count,
};

struct Vc4cParameter {
  unsigned bytes = 0, elements = 1;  ///< of a value: its size, and as many uniforms
  bool pointer = false;
  bool local = false;
  bool lowered = false;  ///< local memory in the VPM: the kernel takes no address
};

struct Vc4cKernel {
  std::string name;
  std::size_t first = 0, length = 0;  ///< instructions, in words of the binary
  unsigned merged_items = 1;          ///< work-items that a QPU runs at a time
  std::uint32_t uniforms = 0;         ///< a bit for each Vc4cUniform
  std::vector<Vc4cParameter> parameters;

  bool reads(Vc4cUniform uniform) const { return (uniforms >> static_cast<unsigned>(uniform) & 1) != 0; }
  /// One start runs all work-groups.
  bool loops_over_groups() const {
    return reads(Vc4cUniform::most_groups_x) || reads(Vc4cUniform::most_groups_y) ||
           reads(Vc4cUniform::most_groups_z);
  }
};

struct Vc4cModule {
  std::vector<std::uint64_t> words;  ///< the whole binary
  std::vector<Vc4cKernel> kernels;
  std::size_t data_first = 0, data_length = 0;  ///< constants and other global data, in words
  std::size_t stack_words = 0;                  ///< of each QPU

  std::span<const std::uint64_t> data() const { return std::span(words).subspan(data_first, data_length); }
  std::span<const std::uint64_t> code(const Vc4cKernel& kernel) const {
    return std::span(words).subspan(kernel.first, kernel.length);
  }
};

/// Throws std::runtime_error if that is no such binary.
Vc4cModule parse_vc4c_module(const std::string& bytes);

}  // namespace qpu_compile_bench
