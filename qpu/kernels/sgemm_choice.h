// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/options.h"

namespace quadcl::qpu {

/// Which programs a plan chooses from. `uniforms` and `tmus` are one of the programs; `automatic` is all.
enum class SgemmMethod : std::uint8_t { automatic, uniforms, tmus };

/// What users, tests and measurements prescribe. By default, a plan has what is expected to be fastest.
struct SgemmChoice {
  SgemmMethod method = SgemmMethod::automatic;
  std::uint32_t blocks =
      0;                  ///< of 16 columns, 1 to 4, that tiles of `tmus` have; 0: those expected to be best
  SgemmSplit split = {};  ///< other than automatic: `uniforms`, with these parts
};

}  // namespace quadcl::qpu
