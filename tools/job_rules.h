// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <span>
#include <vector>

#include "qpu/emulator/findings.h"
#include "tools/job_file.h"

namespace quadcl::tools {

/// What the code of a job breaks by itself, whatever it is run with (docs/videocore4.md, Restrictions): one
/// line each to `out`. Code is looked at from the QPUs' entries on, as far as `codebytes` of the image reach.
/// Returns whether one of them is an error.
bool check_code(std::ostream& out, const JobFile& job, std::span<const std::byte> image);

/// What the run of a job broke: one line each to `out`.
void print_findings(std::ostream& out, const qpu::emulator::FindingList& findings);

}  // namespace quadcl::tools
