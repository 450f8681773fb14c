// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {

/// The row, or the reason why it stays as it is.
struct RowOrReason {
  Row row;
  std::string reason;
  bool has_form = false;  ///< for lanes; the reason is then one of cost
};

/// What lanes are wanted for a row.
struct LaneRequest {
  unsigned lanes = 0;  ///< 0: as many as the processor's vectors have, if that pays
  bool is_left_by_llvm = false;
};

RowOrReason examine_row(llvm::Loop& loop, const RowAnalyses& analyses, const LaneRequest& request);

}  // namespace quadcl::compiler
