// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/machine/spill_places.h"

#include <algorithm>

#include "compiler/qpu/analysis/chip.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr Operand kVpmRow = port(isa::read_address::vpm);
/// How far the code of a spill may be from its cluster: two clusters must not meet.
constexpr std::uint32_t kFurthest = 3;

constexpr SharedState kFlagState{
    [](const Operation& operation) {
      return operation.is_conditional() ||
             (is_branch(operation) && operation.branch != isa::BranchCondition::always);
    },
    [](std::span<const Operation> operations) {
      return operations.front().sets_flags && !operations.front().is_conditional();
    }};

constexpr SharedState kBroadcastState{
    [](const Operation& operation) {
      return operation.reads(accumulator(kBroadcasts)) ||
             (operation.kind == OperationKind::rotate && operation.rotation == kByR5);
    },
    [](std::span<const Operation> operations) { return operations.front().target == kBroadcast; }};

bool reads_vpm(const Operation& operation) { return operation.reads(kVpmRow); }
bool writes_vpm(const Operation& operation) { return operation.target.is_port(isa::write_address::vpm); }

/// Whether the first operation is a set-up of the VPM. The same register takes those of the DMA engine, for
/// transfers that begin before the next access of the VPM.
bool sets_up_vpm(std::span<const Operation> operations, const Operand& setup, const Operand& dma_address,
                 bool (*accesses)(const Operation&)) {
  if (operations.front().target != setup) return false;
  const auto used = std::find_if(operations.begin() + 1, operations.end(), [&](const Operation& operation) {
    return operation.target == dma_address || accesses(operation);
  });
  return used == operations.end() || used->target != dma_address;
}

constexpr SharedState kVpmReads{reads_vpm, [](std::span<const Operation> operations) {
                                  return sets_up_vpm(operations, kVpmReadSetup, kDmaLoadAddress, reads_vpm);
                                }};

constexpr SharedState kVpmWrites{writes_vpm, [](std::span<const Operation> operations) {
                                   return sets_up_vpm(operations, kVpmWriteSetup, kDmaStoreAddress,
                                                      writes_vpm);
                                 }};

}  // namespace

Pending::Pending(const Code& code, const SharedState& state) {
  for (const Block& block : code.blocks) pending_.emplace_back(block.operations.size() + 1);
  for (bool changes = true; changes;) {
    changes = false;
    for (std::uint32_t i = static_cast<std::uint32_t>(code.blocks.size()); i-- > 0;) {
      const bool was = pending_[i].front();
      find(code, i, state);
      changes |= was != pending_[i].front();
    }
  }
}

void Pending::find(const Code& code, std::uint32_t block, const SharedState& state) {
  const auto next = successors(code, block);
  bool is_pending =
      std::any_of(next.begin(), next.end(), [this](std::uint32_t to) { return pending_[to].front(); });
  const auto& operations = code.blocks[block].operations;
  pending_[block].back() = is_pending;
  for (std::size_t i = operations.size(); i-- > 0;) {
    is_pending = state.uses(operations[i]) || (is_pending && !state.sets(std::span(operations).subspan(i)));
    pending_[block][i] = is_pending;
  }
}

SpillPlaces::SpillPlaces(const Code& code)
    : code_(code),
      flags_(code, kFlagState),
      broadcasts_(code, kBroadcastState),
      reads_(code, kVpmReads),
      writes_(code, kVpmWrites) {}

std::optional<std::uint32_t> SpillPlaces::to_load(const Cluster& cluster, SpillWay way) const {
  if (way == SpillWay::recompute) return cluster.first;
  const Pending& pending = way == SpillWay::lane ? broadcasts_ : reads_;
  for (std::uint32_t away = 0; away <= std::min(kFurthest, cluster.first); ++away)
    if (!pending.before(cluster.block, cluster.first - away)) return cluster.first - away;
  return {};
}

std::optional<std::uint32_t> SpillPlaces::to_keep(const Cluster& cluster, SpillWay way) const {
  const Pending& pending = way == SpillWay::lane ? flags_ : writes_;
  const auto& operations = code_.blocks[cluster.block].operations;
  for (std::uint32_t place = *cluster.last_write + 1; place <= *cluster.last_write + 1 + kFurthest; ++place) {
    if (!pending.before(cluster.block, place)) return place;
    if (place >= operations.size() || is_branch(operations[place])) break;
  }
  return {};
}

}  // namespace quadcl::compiler::qpu
