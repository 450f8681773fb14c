// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace quadcl::compiler {

/// Runs `work` on a thread with a stack for deeply nested programs. False if it crashed; what it had in
/// memory is lost then, the process goes on.
bool run_guarded(const std::function<void()>& work);

}  // namespace quadcl::compiler
