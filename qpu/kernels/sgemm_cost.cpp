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
  Simulation(const SgemmDeal& deal, const std::function<TileCost(const TileIndex&)>& cost_of, bool in_pairs)
      : deal_(deal), cost_of_(cost_of), in_pairs_(in_pairs), qpus_(deal.size()) {}

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

  /// Begins the next tile, unless none is left or the other QPU of a pair has still to write the tile before.
  void begin_tile(std::size_t qpu) {
    const std::size_t tile = qpus_[qpu].tile, partner = qpu ^ 1;
    if (tile >= deal_[qpu].size()) return;
    const bool together = in_pairs_ && partner < deal_.size() && tile < deal_[partner].size();
    if (!together) {
      compute(qpu, qpus_[qpu].begins);
    } else if (qpus_[partner].tile == tile) {
      const std::uint64_t begins = std::max(qpus_[qpu].begins, qpus_[partner].begins);
      compute(qpu, begins);
      compute(partner, begins);
    }
  }

  void compute(std::size_t qpu, std::uint64_t begins) {
    qpus_[qpu].computed = begins + cost_of_(deal_[qpu][qpus_[qpu].tile]).compute;
  }

  const SgemmDeal& deal_;
  const std::function<TileCost(const TileIndex&)>& cost_of_;
  const bool in_pairs_;
  std::vector<Progress> qpus_;
  std::uint64_t vpm_free_ = 0;
};

}  // namespace

std::uint64_t time_of_deal(const SgemmDeal& deal, const std::function<TileCost(const TileIndex&)>& cost_of,
                           bool in_pairs) {
  return Simulation(deal, cost_of, in_pairs).run();
}

}  // namespace quadcl::qpu
