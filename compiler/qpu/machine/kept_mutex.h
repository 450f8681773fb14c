// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Where the code of a row, behind its loops, stores several times in a block, lets the QPU keep the mutex
/// from the first transfer to the last. QPUs that come to their stores together then leave them one after the
/// other, and meet no more there, instead of taking turns at the DMA engine until all of them are done. It
/// has less to do while rows of the VPM are written, so code without loops, which stores more often, does
/// not.
void keep_mutex(Code& code);

}  // namespace quadcl::compiler::qpu
