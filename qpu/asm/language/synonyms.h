// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// Names in sources for vc4asm that its documentation does not have; many are Broadcom's.
namespace quadcl::qpu::assembly {

/// The documented name of a directive, instruction or register. Other names are returned unchanged.
std::string_view documented_directive(std::string_view name);
std::string_view documented_mnemonic(std::string_view name);
std::string_view documented_register(std::string_view name);
/// The documented condition of a branch: `allcs` is `allc`.
std::string_view documented_branch_condition(std::string_view name);
/// The documented name of a pack or unpack mode: `8aclamp` is `8as`; `8888` and `8ddupe` are `8abcd` where
/// packed and `8dr` where unpacked.
std::string documented_pack_mode(std::string_view name, bool unpack);

}  // namespace quadcl::qpu::assembly
