// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

namespace quadcl::compiler {

/// Runs `work` on a thread with a stack for deeply nested programs. NULL if it came to its end, otherwise a
/// reason as for `give_up`: it crashed, or gave up. What it had in memory is lost then, the process goes on.
const char* run_in_sandbox(const std::function<void()>& work);

/// The same for pieces of work that do not depend on each other, each on a thread of its own. The reason is
/// that of the first which failed.
const char* run_in_sandbox(std::span<const std::function<void()>> pieces);

/// Ends the work in the sandbox of this thread. `reason` completes "the compiler gave up on this program: "
/// and must outlive the process. Destructors do not run, so no lock may be held. Returns outside of a
/// sandbox.
void give_up(const char* reason);

/// Gives up once the work has used more processor time than any sound program takes. Called from places that
/// are reached again and again: tokens, passes.
void check_build_time();

/// Whether so much of that time is gone that the rest of the work should be the least that makes it whole.
bool build_is_late();

}  // namespace quadcl::compiler
