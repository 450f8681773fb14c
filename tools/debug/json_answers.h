// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <ostream>
#include <sstream>

#include "tools/debug/session.h"

namespace quadcl::tools::debug {

/// Executes each line of `in`, and answers with a line of JSON: `ok`, the `text` that the session wrote to
/// `kept`, the `words` that a command printed, and where the job is (docs/qpu-debug.md, For programs).
void answer_in_json(Session& session, std::ostringstream& kept, std::istream& in, std::ostream& out);

}  // namespace quadcl::tools::debug
