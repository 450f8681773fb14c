// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstddef>
#include <string>
#include <vector>

namespace quadcl::compiler {

/// A relocatable object file.
using ObjectCode = llvm::SmallVector<char, 0>;

/// Links relocatable objects into a shared object, in process. Empty on failure, with the reason appended to
/// `log`.
std::vector<std::byte> link_shared_object(const std::vector<ObjectCode>& objects, std::string& log);

}  // namespace quadcl::compiler
