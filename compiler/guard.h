// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace quadcl::compiler {

/// Runs `work` on a thread with a stack for deeply nested programs. False if it crashed; what it had in
/// memory is lost then, the process goes on.
bool run_guarded(const std::function<void()>& work);

/// Ends the guarded work of this thread, as a crash would, once it has used more processor time than any
/// sound program takes. Called from places that are reached again and again: macro expansions, passes.
void check_build_time();

}  // namespace quadcl::compiler
