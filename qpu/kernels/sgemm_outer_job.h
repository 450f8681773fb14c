// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/kernels/sgemm_plan.h"

namespace quadcl::qpu {

/// Whether sgemm_outer.qasm computes the launch and is expected to take less time than sgemm_tmu.qasm. Both
/// wait for the store engine: here it starts for each row of C, but goes to few pages of memory
/// (build/bench/sgemm_shapes).
bool is_outer_product(const SgemmLaunch& launch);

/// The rows of C of one submission. Error as plan_sgemm.
Result<std::uint64_t> outer_rows_at_once(const SgemmLaunch& launch, const JobContext& context);

/// Runs the plan of such a launch. Errors as run_sgemm.
Result<LaunchTotals> run_outer_product(const SgemmPlan& plan, const JobContext& context);

}  // namespace quadcl::qpu
