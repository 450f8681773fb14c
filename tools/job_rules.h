// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <span>
#include <vector>

#include "qpu/emulator/findings.h"
#include "tools/code_names.h"
#include "tools/job_file.h"

namespace quadcl::tools {

/// Checks the code of a job before the run (docs/videocore4.md, Restrictions) and writes one line to `out`
/// for each broken rule. Starts at the QPUs' entries and stays within the `codebytes` of the image. Returns
/// whether there is an error.
bool check_code(std::ostream& out, const JobFile& job, std::span<const std::byte> image, bool pedantic);

/// Writes one line to `out` for each rule that the run of a job broke.
void print_findings(std::ostream& out, const qpu::emulator::FindingList& findings, const JobFile& job,
                    const CodeNames& names);

}  // namespace quadcl::tools
