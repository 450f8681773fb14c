// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace quadcl::compiler {

/// Runs `work` on a thread with a large stack for deeply nested programs. Returns nothing if it finishes. If
/// it crashes or gives up, returns a reason as for `give_up` (give_up.h); the memory of the work is leaked,
/// and the process goes on.
std::optional<std::string> run_in_sandbox(const std::function<void()>& work);

/// The same for several independent pieces of work, each on its own thread. The reason is that of the first
/// one that failed.
std::optional<std::string> run_in_sandbox(std::span<const std::function<void()>> pieces);

}  // namespace quadcl::compiler
