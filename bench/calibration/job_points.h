// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/calibration/points.h"

namespace calibration {

/// Programs of others, made from their repositories as docs/internals/timing-model.md says: the jobs that a
/// text file lists, one a line, with the time that their authors published. `#` starts a comment.
///
///     NAME SECONDS BOARD MHZ LAUNCH [COUNT*]JOB...
///
/// LAUNCH says which way to start QPUs the published time includes: none, registers or mailbox. JOB is a job
/// file of qpu-run, relative to the list. If the time is that of several launches, each job is listed with
/// the number of its launches. Throws std::runtime_error where the list or a job cannot be used.
std::vector<Point> job_points(const std::string& list);

}  // namespace calibration
