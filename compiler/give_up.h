// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace quadcl::compiler {

/// Ends the work in the sandbox of this thread (sandbox.h). `reason` completes "the compiler gave up on this
/// program: ". Destructors do not run, so no lock may be held. Outside of a sandbox it does nothing and
/// returns.
void give_up(const char* reason);

/// For the sandbox: where `give_up` on this thread leaves its first reason; null for nowhere.
void keep_reason_in(std::optional<std::string>* reason);

}  // namespace quadcl::compiler
