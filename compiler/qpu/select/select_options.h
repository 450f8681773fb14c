// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/qpu/select/program.h"

namespace quadcl::compiler::qpu {

/// The form of a kernel's operations that is tried.
struct SelectOptions {
  llvm::Function* full_version = nullptr;  ///< for full rows of the kernel; null if there is none
  unsigned full_rows = 0;                  ///< how many run together in it
  std::size_t most_constants = 0;
  bool rereads = false;     ///< these two: see Program
  unsigned full_lines = 1;  ///< of how many lines along dimension 1 the full rows are
  bool shares_vpm = false;  ///< these three: see Program
  RowOrder row_order = RowOrder::together;
  bool joins_loads = false;
  bool joins_row_loads = false;
  unsigned few_rows = 0;  ///< how many run together where there are not so many left; 0: rows run alone then
  bool spills = false;    ///< values may lie in the VPM
  bool spares_loops = false;  ///< of full rows: what their loops do not need may have no register
  bool has_lines = false;     ///< whether lines may be short: there may be more than one
  unsigned local_rows = 0;    ///< these two: see Program
  bool fills_share = false;
};

}  // namespace quadcl::compiler::qpu
