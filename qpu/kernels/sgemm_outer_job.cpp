// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_outer_job.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_outer_plan.h"
#include "qpu/kernels/sgemm_tile.h"
#include "qpu/kernels/submission.h"
#include "qpu/kernels/vpm_dma.h"

namespace quadcl::qpu {
namespace {

float at(const MemoryRange& matrix, std::uint64_t index) {
  float value;
  std::memcpy(&value, matrix.host + index * sizeof value, sizeof value);
  return value;
}

float a_element(const SgemmLaunch& launch, std::uint64_t row) {
  const float value = at(launch.a, launch.trans_a ? row : row * launch.lda);
  return launch.scaled == SgemmScaled::a ? value * launch.alpha : value;
}

float b_element(const SgemmLaunch& launch, std::uint64_t column) {
  const float value = at(launch.b, launch.trans_b ? column * launch.ldb : column);
  return launch.scaled == SgemmScaled::b ? value * launch.alpha : value;
}

/// The strips' elements of b, each strip padded to 512.
Result<std::unique_ptr<Memory>> pack_b(const SgemmLaunch& launch, std::span<const OuterStrip> strips,
                                       BusMemory& memory) {
  QUADCL_TRY(auto panels, memory.allocate(strips.size() * kOuterStripColumns * sizeof(float), 64));
  auto* target = reinterpret_cast<float*>(panels->range().host);
  std::fill_n(target, strips.size() * kOuterStripColumns, 0.0f);
  for (std::size_t i = 0; i < strips.size(); ++i) {
    for (std::uint32_t j = 0; j < strips[i].columns; ++j) {
      target[i * kOuterStripColumns + j] = b_element(launch, strips[i].column + j);
    }
  }
  memory.to_qpus(panels->range());
  return panels;
}

/// One operation for whole vectors, another for the rest.
std::vector<DmaOperation> stores_of(BusAddress start, std::uint32_t columns, std::uint32_t vpm_row) {
  std::vector<DmaOperation> stores;
  const std::uint32_t whole = columns / kBlockColumns;
  if (whole > 0) {
    stores = store_block({start, whole, kBlockColumns, kBlockColumns * 4}, VpmDirection::rows, vpm_row, 0);
  }
  if (const std::uint32_t rest = columns % kBlockColumns; rest > 0) {
    append(stores, store_block({start + whole * kBlockColumns * 4, 1, rest, 0}, VpmDirection::rows,
                               vpm_row + whole, 0));
  }
  return stores;
}

QpuWork work_for(const SgemmLaunch& launch, std::span<const OuterStrip> strips, BusAddress panels,
                 IndexRange rows, std::uint32_t vpm_row) {
  QpuWork work{builtin_code_label_sgemm_outer, {}};
  UniformStream& stream = work.uniforms;
  stream.word(vpm_write_setup(VpmDirection::rows, vpm_row));
  stream.real(launch.scaled == SgemmScaled::sum ? launch.alpha : 1);
  for (std::size_t i = 0; i < strips.size(); ++i) {
    stream.word(1);
    stream.address(panels + static_cast<std::uint32_t>(i * kOuterStripColumns * sizeof(float)));
    stream.word(static_cast<std::uint32_t>(rows.size()));
    for (std::uint64_t row = rows.begin; row < rows.end; ++row) {
      const std::uint64_t first = row * launch.ldc + strips[i].column;
      stream.real(a_element(launch, row));
      append_operations(stream, stores_of(*launch.c.bus + static_cast<std::uint32_t>(first * sizeof(float)),
                                          strips[i].columns, vpm_row));
    }
  }
  stream.word(0);
  return work;
}

/// Half of the rows for each half of the VPM.
std::vector<QpuWork> deal(const SgemmLaunch& launch, std::span<const OuterStrip> strips, BusAddress panels,
                          IndexRange rows, unsigned qpus) {
  const auto parts = static_cast<unsigned>(std::min<std::uint64_t>({qpus, kOuterHalves, rows.size()}));
  std::vector<QpuWork> work;
  for (unsigned i = 0; i < parts; ++i) {
    const IndexRange part{rows.begin + rows.size() * i / parts, rows.begin + rows.size() * (i + 1) / parts};
    work.push_back(work_for(launch, strips, panels, part, i * kOuterVectors));
    work.back().uniforms.word(i == 0 ? parts : 0);
  }
  return work;
}

}  // namespace

Result<LaunchTotals> run_outer_product(const SgemmPlan& plan, const JobContext& context) {
  const SgemmLaunch& launch = plan.launch;
  const std::vector<OuterStrip> strips = outer_strips(launch.columns);
  LaunchTotals totals;
  const auto start = std::chrono::steady_clock::now();
  QUADCL_TRY(const auto panels, pack_b(launch, strips, context.executor.memory()));
  totals.packing = std::chrono::steady_clock::now() - start;
  for (std::uint64_t row = launch.rows.begin; row < launch.rows.end; row += plan.rows_at_once) {
    const IndexRange rows{row, std::min(row + plan.rows_at_once, launch.rows.end)};
    QUADCL_TRY(const auto report,
               submit(deal(launch, strips, *panels->range().bus, rows, plan.qpus), context));
    totals.add(report);
  }
  return totals;
}

}  // namespace quadcl::qpu
