// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "compiler/qpu/select/emitter.h"

namespace quadcl::compiler::qpu {

/// Whether a row whose work-items have so many words can be put in the order of memory.
bool can_interleave(std::size_t words);

/// From vectors with one word of each work-item of a row, in which a lane is a work-item, to vectors in the
/// order of memory: all words of the first work-item, then those of the second one.
std::vector<Operand> interleave(Emitter& emit, Operand lane, const std::vector<Operand>& words);

/// The same for several pairs of words, each with the same number in `first` and in `second`.
void interleave_pairs(Emitter& emit, Operand lane, std::vector<Operand>& first, std::vector<Operand>& second);

}  // namespace quadcl::compiler::qpu
