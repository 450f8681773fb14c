// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_cost.h"

#include <algorithm>
#include <vector>

namespace quadcl::qpu {
namespace {

constexpr std::uint64_t kNever = UINT64_MAX;

/// The progress of a QPU through its tiles.
struct Progress {
  std::size_t tile = 0;             ///< that it computes or waits to begin
  std::uint64_t begins = 0;         ///< when the tile before is written
  std::uint64_t computed = kNever;  ///< when the VPM is needed; kNever: not begun, or no tile is left
};

class Simulation {
 public:
  Simulation(const SgemmDeal& deal, const std::function<TileCost(const TileIndex&)>& cost_of,
             std::size_t together)
      : deal_(deal), cost_of_(cost_of), qpus_(deal.size()) {
    for (std::size_t qpu = 0; qpu < deal.size(); ++qpu) groups_.push_back(group_of(deal, qpu, together));
  }

  std::uint64_t run() {
    for (std::size_t qpu = 0; qpu < qpus_.size(); ++qpu) begin_tile(qpu);
    for (;;) {
      const auto next =
          std::min_element(qpus_.begin(), qpus_.end(),
                           [](const Progress& a, const Progress& b) { return a.computed < b.computed; });
      if (next == qpus_.end() || next->computed == kNever) return vpm_free_;
      write_tile(static_cast<std::size_t>(next - qpus_.begin()));
    }
  }

 private:
  void write_tile(std::size_t qpu) {
    Progress& progress = qpus_[qpu];
    vpm_free_ = std::max(vpm_free_, progress.computed) + cost_of_(deal_[qpu][progress.tile]).write;
    ++progress.tile;
    progress.begins = vpm_free_;
    progress.computed = kNever;
    begin_tile(qpu);
  }

  /// Begins the next tile, unless none is left or another QPU of the group has still to write the tile
  /// before.
  void begin_tile(std::size_t qpu) {
    const std::size_t tile = qpus_[qpu].tile;
    if (tile >= deal_[qpu].size()) return;
    const QpuGroup& group = groups_[qpu];
    if (tile >= group.tiles) return compute(qpu, qpus_[qpu].begins);
    std::uint64_t begins = 0;
    for (std::size_t q = group.first; q < group.first + group.size; ++q) {
      if (qpus_[q].tile < tile) return;
      begins = std::max(begins, qpus_[q].begins);
    }
    for (std::size_t q = group.first; q < group.first + group.size; ++q) compute(q, begins);
  }

  void compute(std::size_t qpu, std::uint64_t begins) {
    qpus_[qpu].computed = begins + cost_of_(deal_[qpu][qpus_[qpu].tile]).compute;
  }

  const SgemmDeal& deal_;
  const std::function<TileCost(const TileIndex&)>& cost_of_;
  std::vector<QpuGroup> groups_;  ///< by QPU
  std::vector<Progress> qpus_;
  std::uint64_t vpm_free_ = 0;
};

}  // namespace

std::uint64_t time_of_deal(const SgemmDeal& deal, const std::function<TileCost(const TileIndex&)>& cost_of,
                           std::size_t together) {
  return Simulation(deal, cost_of, together).run();
}

}  // namespace quadcl::qpu
