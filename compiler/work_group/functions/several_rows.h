// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/ir/pass.h"

namespace quadcl::compiler {

/// Whether the kernel gains by groups with several rows of work-items: in some loop, the rows load mostly the
/// same, but not only. Such rows go through the loop together (vectorise/prepare/jam_rows.h).
bool gains_by_several_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

}  // namespace quadcl::compiler
