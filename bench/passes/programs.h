// SPDX-License-Identifier: Apache-2.0
//
// The programs that show what a pass is worth, and their builds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/host_target.h"

namespace passes_bench {

enum class Kind { benchmark, capture };  ///< of kernel_bench; of tools/replay

struct Program {
  Kind kind;
  std::string name;  ///< the benchmark's, or the capture's folder
  std::filesystem::path source;
  std::string options;
};

/// The kernels of kernel_bench: those with these names, or all.
std::vector<Program> benchmarks(const std::vector<std::string>& names);

/// The captures in a folder of captures. Throws std::runtime_error if one cannot be read.
std::vector<Program> captures(const std::filesystem::path& folder);

struct Measured {
  std::vector<std::byte> code;
  std::uint64_t text_bytes = 0;
  std::map<std::string, unsigned> changes;  ///< quadcl::compiler::PassChanges::counts
};

/// Builds programs for CPUs of one kind. Programs with the same source and options are built once.
class Builder {
 public:
  explicit Builder(quadcl::HostTarget target) : target_(std::move(target)) {}

  /// Without the pass of that name, unless it is empty. Throws std::runtime_error.
  const Measured& build(const Program& program, const std::string& without);

 private:
  quadcl::HostTarget target_;
  std::map<std::tuple<std::string, std::string, std::string>, Measured> built_;
};

}  // namespace passes_bench
