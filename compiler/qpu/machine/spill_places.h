// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// How a value does without a register between its clusters.
enum class SpillWay : std::uint8_t {
  recompute,  ///< one operation makes it again
  lane,       ///< one that all lanes have alike: in a lane of a register that holds 16 of them
  row,        ///< in a row of the VPM
};

/// Operations with a value so close together that it keeps a register from the first to the last.
struct Cluster {
  std::uint32_t block = 0, first = 0, last = 0;
  bool reads_first = false;  ///< it needs what the value was before
  std::optional<std::uint32_t> last_write;
};

/// How many operations may lie between those of a cluster.
inline constexpr std::uint32_t kMostBetween = 8;

/// Something that an operation sets for others, which use it: flags, r5, a set-up of the VPM.
struct SharedState {
  bool (*uses)(const Operation& operation);
  /// The first of these operations of a block, up to its end.
  bool (*sets)(std::span<const Operation> operations);
};

/// Where such a thing is still to be used, so that nothing else may set it there.
class Pending {
 public:
  Pending(const Code& code, const SharedState& state);
  /// In front of the operation.
  bool before(std::uint32_t block, std::uint32_t operation) const { return pending_[block][operation]; }

 private:
  void find(const Code& code, std::uint32_t block, const SharedState& state);

  std::vector<std::vector<bool>> pending_;  ///< by block, in front of each operation and at the end
};

/// Where the code of spills goes: not between what is set and its use.
class SpillPlaces {
 public:
  explicit SpillPlaces(const Code& code);
  /// The operation in front of which the value comes back; none if there is no place near the cluster.
  std::optional<std::uint32_t> to_load(const Cluster& cluster, SpillWay way) const;
  /// The operation in front of which the value is put away.
  std::optional<std::uint32_t> to_keep(const Cluster& cluster, SpillWay way) const;

 private:
  const Code& code_;
  const Pending flags_, broadcasts_, reads_, writes_;
};

}  // namespace quadcl::compiler::qpu
