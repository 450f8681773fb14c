// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/score.h"

#include "qpu/isa/chip.h"

namespace qpu_compile_bench {

void Score::add(const timing::TimeReport& report, const timing::Parameters& parameters) {
  seconds += parameters.seconds(report.total);
  total += report.total;
  idle += quadcl::qpu::kQpus * report.total;
  for (const timing::QpuTime& qpu : report.qpus) {
    instructions += qpu.instructions;
    idle -= qpu.finished - qpu.started;
    for (std::size_t i = 0; i < timing::kStalls; ++i) stalls.by_cause[i] += qpu.stalls.by_cause[i];
  }
}

}  // namespace qpu_compile_bench
