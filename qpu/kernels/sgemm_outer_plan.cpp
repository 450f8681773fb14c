// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_outer_plan.h"

#include <algorithm>

#include "qpu/kernels/submission.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint64_t kMaxStores = 16384;  ///< of one submission, to bound its uniforms

/// The most clocks that the DMA engine takes for a piece of a row, by the time model.
constexpr double kClocksPerStore = 2500;

}  // namespace

std::vector<OuterStrip> outer_strips(IndexRange columns) {
  const std::uint32_t vectors = blocks_of(columns.size());
  const std::uint32_t count = (vectors + kOuterVectors - 1) / kOuterVectors;
  if (count == 1) return {{columns.begin, static_cast<std::uint32_t>(columns.size())}};
  std::vector<OuterStrip> strips;
  std::uint64_t column = columns.begin;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t width = (vectors * (i + 1) / count - vectors * i / count) * kBlockColumns;
    strips.push_back({std::min(column, columns.end - width), width});
    column += width;
  }
  return strips;
}

bool is_outer_product(const SgemmLaunch& launch) {
  constexpr std::uint32_t kLeastVectors = 20;  // sgemm_tmu.qasm stores narrower rows faster, six at a time
  return launch.k == 1 && launch.beta == 0 && blocks_of(launch.columns.size()) >= kLeastVectors;
}

Result<std::uint64_t> outer_rows_at_once(const SgemmLaunch& launch, const JobContext& context) {
  QUADCL_TRY(const std::uint64_t most_stores, tiles_in_time(context, kMaxStores, kClocksPerStore, 1));
  return std::max<std::uint64_t>(most_stores / outer_strips(launch.columns).size(), kOuterHalves);
}

}  // namespace quadcl::qpu
