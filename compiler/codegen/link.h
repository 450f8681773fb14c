// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <string>
#include <vector>

namespace quadcl::compiler {

/// Links one relocatable object into a shared object, in process. Empty on failure, with the reason
/// appended to `log`.
std::vector<std::byte> link_shared_object(llvm::StringRef object, std::string& log);

}  // namespace quadcl::compiler
