// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>

#include "core/bus_address.h"
#include "qpu/emulator/bus_map.h"
#include "qpu/emulator/engine.h"
#include "qpu/emulator/operation.h"

namespace quadcl::qpu::emulator {

/// Decoded code by address. Code is decoded once and kept from job to job. When a job first reaches a
/// stretch, its words are compared with memory, so changes between jobs are seen. While a job runs,
/// `decode_again` tells of changes. No segment of memory is read before the job reaches code in it: beside
/// the job's own memory, there may be some that the host writes meanwhile.
class CodeCache {
 public:
  explicit CodeCache(const Engine& engine) : engine_(engine) {}

  /// What translations of operations may do: all, or only what is Operation::alone, up to a branch that is
  /// taken.
  enum class Translated : std::uint8_t { all, alone };
  /// `memory` must not change until the next call.
  void begin_job(const BusMap& memory, Translated translated = Translated::all);
  Translated translated() const { return translated_; }

  /// False: this job has decoded nothing that lies there.
  bool may_hold(BusAddress address, std::uint32_t bytes) const {
    return address.value() < end_ && std::uint64_t{address.value()} + bytes > begin_;
  }

  /// Memory has changed: decodes again what lies there. Operations keep their places.
  void decode_again(BusAddress address, std::uint32_t bytes);

  const Engine& engine() const { return engine_; }

  std::uint64_t job() const { return job_; }
  /// The last job that reached the stretch of an address.
  const std::uint64_t& last_job_at(std::uint32_t address) {
    at(address);
    return recent_[(address / kStretchBytes) % recent_.size()]->job;
  }
  /// No operation is translated from now on.
  void forget_translations();

  /// The operation at an address, a multiple of 8. The next operations follow it in memory, up to one that is
  /// Step::leave.
  const Operation* at(std::uint32_t address) {
    Stretch*& recent = recent_[(address / kStretchBytes) % recent_.size()];
    if (recent == nullptr || !recent->extent.contains(address)) recent = &find(address);
    return &recent->operations[(address % kStretchBytes) / 8];
  }

 private:
  static constexpr std::uint32_t kStretchInstructions = 64;
  static constexpr std::uint32_t kStretchBytes = 8 * kStretchInstructions;

  /// Bus addresses of instructions within kStretchBytes, all in one segment of memory or all in none.
  struct Extent {
    std::uint32_t begin = 0, bytes = 0;

    bool contains(std::uint32_t address) const { return address - begin < bytes; }
    std::uint32_t base() const { return begin & ~(kStretchBytes - 1); }
  };

  struct Stretch {
    Extent extent;
    std::uint64_t job = 0;  ///< job for which it was last compared with memory
    /// Of the kStretchBytes around it, and one more. Those outside of it are Step::leave.
    std::array<Operation, kStretchInstructions + 1> operations;

    void forget_translations();
  };

  Extent extent_around(std::uint32_t address) const;
  Stretch& find(std::uint32_t address);
  void refresh(Stretch& stretch);
  bool refresh(Operation& operation, BusAddress address, const std::byte* host) const;

  const Engine& engine_;
  Translated translated_ = Translated::all;
  const BusMap* memory_ = nullptr;
  std::uint64_t job_ = 0;
  std::uint64_t begin_ = 0, end_ = 0;  ///< all addresses that this job has reached lie between
  std::map<std::uint32_t, std::unique_ptr<Stretch>> stretches_;  ///< by where they begin
  std::array<Stretch*, 64> recent_{};
};

}  // namespace quadcl::qpu::emulator
