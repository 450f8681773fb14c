// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace quadcl::tools::debug {

/// A command that cannot be carried out; the message is for the user. Nothing has changed.
struct CommandError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace quadcl::tools::debug
