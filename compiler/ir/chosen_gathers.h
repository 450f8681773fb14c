// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl::compiler {

/// The metadata of a gather that is to be one instruction.
inline constexpr const char* kChosenGather = "quadcl.gather";
/// The attribute of functions in which all other gathers have become single loads.
inline constexpr const char* kOnlyChosenGathers = "quadcl-only-chosen-gathers";

}  // namespace quadcl::compiler
