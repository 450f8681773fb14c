// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_outer_job.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_tile.h"
#include "qpu/kernels/submission.h"
#include "qpu/kernels/vpm_dma.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint32_t kVectors = 32;  ///< of a strip, at most
constexpr std::uint32_t kStripColumns = kVectors * kBlockColumns;
constexpr unsigned kHalves = 2;              ///< of the VPM
constexpr std::uint64_t kMaxStores = 16384;  ///< of one submission, to bound its uniforms

/// The most clocks that the DMA engine takes for a piece of a row, by the time model.
constexpr double kClocksPerStore = 2500;

/// Columns of C that are computed together.
struct Strip {
  std::uint64_t column = 0;
  std::uint32_t columns = 0;
};

/// Strips of whole vectors, about as wide as each other. The last one ends at the last column, and repeats
/// some columns of the strip before it: that is faster than a DMA operation for the rest.
std::vector<Strip> strips_of(IndexRange columns) {
  const std::uint32_t vectors = blocks_of(columns.size());
  const std::uint32_t count = (vectors + kVectors - 1) / kVectors;
  if (count == 1) return {{columns.begin, static_cast<std::uint32_t>(columns.size())}};
  std::vector<Strip> strips;
  std::uint64_t column = columns.begin;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t width = (vectors * (i + 1) / count - vectors * i / count) * kBlockColumns;
    strips.push_back({std::min(column, columns.end - width), width});
    column += width;
  }
  return strips;
}

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
Result<std::unique_ptr<Memory>> pack_b(const SgemmLaunch& launch, std::span<const Strip> strips,
                                       BusMemory& memory) {
  QUADCL_TRY(auto panels, memory.allocate(strips.size() * kStripColumns * sizeof(float), 64));
  auto* target = reinterpret_cast<float*>(panels->range().host);
  std::fill_n(target, strips.size() * kStripColumns, 0.0f);
  for (std::size_t i = 0; i < strips.size(); ++i) {
    for (std::uint32_t j = 0; j < strips[i].columns; ++j) {
      target[i * kStripColumns + j] = b_element(launch, strips[i].column + j);
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

QpuWork work_for(const SgemmLaunch& launch, std::span<const Strip> strips, BusAddress panels, IndexRange rows,
                 std::uint32_t vpm_row) {
  QpuWork work{builtin_code_label_sgemm_outer, {}};
  UniformStream& stream = work.uniforms;
  stream.word(vpm_write_setup(VpmDirection::rows, vpm_row));
  stream.real(launch.scaled == SgemmScaled::sum ? launch.alpha : 1);
  for (std::size_t i = 0; i < strips.size(); ++i) {
    stream.word(1);
    stream.address(panels + static_cast<std::uint32_t>(i * kStripColumns * sizeof(float)));
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
std::vector<QpuWork> deal(const SgemmLaunch& launch, std::span<const Strip> strips, BusAddress panels,
                          IndexRange rows, unsigned qpus) {
  const auto parts = static_cast<unsigned>(std::min<std::uint64_t>({qpus, kHalves, rows.size()}));
  std::vector<QpuWork> work;
  for (unsigned i = 0; i < parts; ++i) {
    const IndexRange part{rows.begin + rows.size() * i / parts, rows.begin + rows.size() * (i + 1) / parts};
    work.push_back(work_for(launch, strips, panels, part, i * kVectors));
    work.back().uniforms.word(i == 0 ? parts : 0);
  }
  return work;
}

}  // namespace

bool is_outer_product(const SgemmLaunch& launch) {
  constexpr std::uint32_t kLeastVectors = 20;  // sgemm_tmu.qasm stores narrower rows faster, six at a time
  return launch.k == 1 && launch.beta == 0 && blocks_of(launch.columns.size()) >= kLeastVectors;
}

Result<std::uint64_t> outer_rows_at_once(const SgemmLaunch& launch, const JobContext& context) {
  QUADCL_TRY(const std::uint64_t most_stores, tiles_in_time(context, kMaxStores, kClocksPerStore, 1));
  return std::max<std::uint64_t>(most_stores / strips_of(launch.columns).size(), kHalves);
}

Result<LaunchTotals> run_outer_product(const SgemmPlan& plan, const JobContext& context) {
  const SgemmLaunch& launch = plan.launch;
  const std::vector<Strip> strips = strips_of(launch.columns);
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
