// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/builtin_kernel.h"
#include "qpu/kernels/jobs.h"

namespace quadcl::qpu {
namespace {

Result<LaunchTotals> run_product(const CheckedLaunch& checked, const JobContext& context,
                                 const SgemmChoice& choice) {
  const auto& launch = std::get<SgemmLaunch>(checked.builtin);
  return launch.empty() ? LaunchTotals{} : run_sgemm(launch, context, choice);
}

Result<LaunchTotals> run_transposition(const CheckedLaunch& checked, const JobContext& context,
                                       const SgemmChoice&) {
  const auto& launch = std::get<TransposeLaunch>(checked.builtin);
  return launch.empty() ? LaunchTotals{} : run_transpose(launch, context);
}

struct Row {
  BuiltinKernel builtin;
  Result<LaunchTotals> (*run)(const CheckedLaunch&, const JobContext&, const SgemmChoice&);
};

constexpr std::array kRows{
    Row{BuiltinKernel::sgemm, run_product},
    Row{BuiltinKernel::transpose_32, run_transposition},
    Row{BuiltinKernel::transpose_64, run_transposition},
    Row{BuiltinKernel::sgemm_stepwise, run_product},
};
static_assert(has_every_builtin(kRows));

}  // namespace

Result<LaunchTotals> run_jobs(const CheckedLaunch& launch, const JobContext& context,
                              const SgemmChoice& choice) {
  if (const Row* row = find_builtin(kRows, launch.request.kernel->builtin))
    return row->run(launch, context, choice);
  return Error{ErrorCode::unsupported, "the QPUs have no program for it"};
}

}  // namespace quadcl::qpu
