// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/kernels/sgemm_plan.h"

namespace quadcl::qpu {

/// Runs the plan of an outer product. Errors as run_sgemm.
Result<LaunchTotals> run_outer_product(const SgemmPlan& plan, const JobContext& context);

}  // namespace quadcl::qpu
