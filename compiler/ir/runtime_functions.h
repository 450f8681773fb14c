// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

namespace quadcl::compiler {

/// Functions that no library defines: passes replace their calls. Names are mangled as in OpenCL C.
inline constexpr const char* kBarrierFunction = "_Z14quadcl_barrierv";
inline constexpr const char* kAddressSpaceFunction = "_Z20quadcl_address_spacePKv";
inline constexpr const char* kGroupScratchFunction = "_Z20quadcl_group_scratchv";
inline constexpr const char* kFusesFunction = "_Z12quadcl_fusesv";
inline constexpr const char* kEstimatesRootsFunction = "_Z22quadcl_estimates_rootsv";
/// Left for code generators of QPUs, which have ids of whole rows.
inline constexpr const char* kGlobalIdFunction = "_Z13get_global_idj";
inline constexpr const char* kLocalIdFunction = "_Z12get_local_idj";
/// (argument, word): a word of an argument that is no pointer.
inline constexpr const char* kArgumentWordFunction = "quadcl_argument_word";
inline constexpr const char* kPrintfFunction = "printf";
/// Called by the code of LowerPrintf: (format, values...).
inline constexpr const char* kPrintFunction = "quadcl_print";

bool is_runtime_function(llvm::StringRef name);

}  // namespace quadcl::compiler
