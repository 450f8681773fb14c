// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/builtin_kernel.h"
#include "qpu/kernels/jobs.h"

namespace quadcl::qpu {
namespace {

template <typename Launch, Result<LaunchTotals> (*job)(const Launch&, const JobContext&)>
Result<LaunchTotals> run_as(const CheckedLaunch& checked, const JobContext& context) {
  const auto& launch = std::get<Launch>(checked.builtin);
  if (launch.empty()) return LaunchTotals{};
  return job(launch, context);
}

struct Row {
  BuiltinKernel builtin;
  Result<LaunchTotals> (*run)(const CheckedLaunch&, const JobContext&);
};

constexpr std::array kRows{
    Row{BuiltinKernel::sgemm, run_as<SgemmLaunch, run_sgemm>},
    Row{BuiltinKernel::transpose_32, run_as<TransposeLaunch, run_transpose>},
    Row{BuiltinKernel::transpose_64, run_as<TransposeLaunch, run_transpose>},
    Row{BuiltinKernel::sgemm_stepwise, run_as<SgemmLaunch, run_sgemm>},
};
static_assert(has_every_builtin(kRows));

}  // namespace

Result<LaunchTotals> run_jobs(const CheckedLaunch& launch, const JobContext& context) {
  if (const Row* row = find_builtin(kRows, launch.request.kernel->builtin)) return row->run(launch, context);
  return Error{ErrorCode::unsupported, "the QPUs have no program for it"};
}

}  // namespace quadcl::qpu
