// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/code_generator.h"

namespace quadcl::compiler {

/// Links relocatable objects into a shared object, in process. Empty on failure, with the reason appended to
/// `log`.
std::vector<std::byte> link_shared_object(const std::vector<ObjectCode>& objects, std::string& log);

}  // namespace quadcl::compiler
