// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_target.h"
#include "core/launch/launch_facts.h"
#include "core/options.h"

namespace quadcl::compiler {

struct PassChanges;  // compiler/pass_runner.h

/// The parts of a build option string (OpenCL 3.0 API, section 5.8.6).
struct BuildOptions {
  std::vector<std::string> clang;  ///< arguments for the front end, in its own spelling
  std::string standard = "CL1.2";  ///< OpenCL C version; 1.2 if not given (section 5.8.6.5)
  bool optimise = true;
  bool create_library = false;
  bool may_postpone = false;             ///< the code of kernels may be made later; no option sets it
  std::vector<LaunchFact> facts;         ///< Compilation::facts; no option sets it
  bool recognise = true;                 ///< kernels that a built-in kernel can replace
  Vectorise vectorise = Vectorise::off;  ///< whether work-items become lanes; no option sets it
  bool source_files = true;              ///< whether sources may read files; no option sets it
  bool unsafe_floats = false;            ///< numbers need not be computed and rounded as IEEE 754 says
  bool finite_floats = false;            ///< NaN and infinite numbers need not be right
  bool denormals_are_zero = false;
  bool refuses_qpus = false;            ///< there is to be no code for QPUs
  bool asks_for_qpus = false;           ///< even where the CPU is faster
  QpuRules qpu_rules = QpuRules::none;  ///< whether kernels are compiled for QPUs; no option sets it
  HostTarget target;                    ///< the target of the code; no option sets it
  std::string without;                  ///< Compilation::without
  PassChanges* changes = nullptr;       ///< Compilation::changes; no option sets it

  /// Whether floats may be those of QPUs.
  bool relaxes_floats() const { return unsafe_floats && finite_floats && denormals_are_zero; }
};

/// Empty if the string holds anything that is not an option; then the log names it.
std::optional<BuildOptions> parse_build_options(std::string_view text, std::string& log);

}  // namespace quadcl::compiler
