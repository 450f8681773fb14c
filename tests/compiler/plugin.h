// SPDX-License-Identifier: Apache-2.0
// The compiler plugin of this build tree, through its table of functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/compiler_api.h"
#include "core/launch/launch_facts.h"
#include "core/options.h"
#include "core/program_image.h"

namespace quadcl::test {

/// The compiler's answer to a request.
struct Outcome {
  quadcl_compiler_status status = QUADCL_FAILED;
  std::string log;
  std::vector<std::byte> image;
};

/// Reads an image for the instruction sets of QUADCL_CPU_FEATURES, like those of the builds below.
Result<ProgramImage> read_image(std::span<const std::byte> bytes);

/// For a device with the extensions and features of ours.
/// `form`: whether work-items become lanes; as QUADCL_VECTORISE says if it is empty.
Outcome build(const std::string& source, const std::string& options = "", std::optional<Vectorise> form = {});
/// The same; the code of kernels may be left to `finish`.
Outcome build_postponed(const std::string& source, const std::string& options = "",
                        std::optional<Vectorise> form = {}, QpuRules qpus = QpuRules::none);
/// Compiles the kernel of that name, or all if it is empty. `facts`: what is known of launches.
Outcome finish(const std::vector<std::byte>& postponed, const std::string& kernel,
               const std::vector<LaunchFact>& facts = {}, QpuRules qpus = QpuRules::none);
Outcome compile(const std::string& source, const std::string& options = "",
                const std::vector<std::pair<std::string, std::string>>& headers = {});
Outcome link(const std::vector<std::vector<std::byte>>& inputs, const std::string& options = "");

}  // namespace quadcl::test
