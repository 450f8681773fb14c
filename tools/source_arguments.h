// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "qpu/asm/assembler.h"

namespace quadcl::tools {

/// The arguments of tools that assemble a source.
struct SourceArguments {
  std::vector<std::string> include_directories;
  std::vector<std::string> preincludes;
  std::vector<std::string> defines;

  void describe(CLI::App& app);
  qpu::assembly::AssemblerOptions options() const;
};

}  // namespace quadcl::tools
