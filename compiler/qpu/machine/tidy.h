// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// The condition that holds where the other does not.
isa::BranchCondition inverse(isa::BranchCondition condition);
isa::Condition inverse(isa::Condition condition);

/// Removes operations without effect whose results nobody reads.
void drop_dead_operations(Code& code);

/// What a row reads on some way before anything writes it is nothing that the row before left: no lane reads
/// it there. So it needs no register from one row to the next.
void forget_last_row(Code& code, std::span<const std::uint32_t> starts_of_rows);

/// Flags that are there already are not set again.
void drop_repeated_flags(Code& code);

/// Drops branches to the next block, turning conditions round where that helps.
void drop_needless_branches(Code& code);

/// Operations whose result is compared with 0 set the flags themselves.
void set_flags_directly(Code& code);

/// Where a block that has become empty only goes on somewhere, lets the branch around it go there.
void join_branches(Code& code);

/// Lets an operation write to a TMU or the VPM itself, where its result is only moved there. It then has the
/// place of the move.
void write_ports_directly(Code& code);

/// Lets operations read r4 or r5 itself, where a result of a TMU or of the special functions, or what all
/// lanes get, is only moved to a value and all readers come before the register changes.
void read_results_directly(Code& code);

}  // namespace quadcl::compiler::qpu
