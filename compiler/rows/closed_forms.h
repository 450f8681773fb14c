// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace llvm {
class Loop;
class ScalarEvolution;
}  // namespace llvm

namespace quadcl::compiler {

/// `varied`: those that are not constants. Lanes know constant ones.
enum class StepsToReplace { varied, all };

/// Computes values that a row passes from work-item to work-item from the number of the work-item instead, if
/// they change by the same step each time. LLVM makes such values of products with that number, when loops
/// within the row begin or end at them. Returns whether it changed anything.
bool make_closed_forms(const llvm::Loop& row, llvm::ScalarEvolution& evolution, StepsToReplace which);

}  // namespace quadcl::compiler
