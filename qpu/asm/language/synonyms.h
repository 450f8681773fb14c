// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// Names that sources for vc4asm use beside those of its documentation, many of them Broadcom's.
namespace quadcl::qpu::assembly {

/// The documented name of a directive, instruction or register; other names come back as they are.
std::string_view documented_directive(std::string_view name);
std::string_view documented_mnemonic(std::string_view name);
std::string_view documented_register(std::string_view name);
/// Of the condition of a branch: `allcs` is `allc`.
std::string_view documented_branch_condition(std::string_view name);
/// Of a pack or unpack mode: `8aclamp` is `8as`, `8888` and `8ddupe` are `8abcd` where packed and `8dr` where
/// unpacked.
std::string documented_pack_mode(std::string_view name, bool unpack);

}  // namespace quadcl::qpu::assembly
