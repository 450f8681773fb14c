// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "qpu/driver/board/system.h"

// What the processes that use the chip must know of each other. It is in files of /run/lock, which is empty
// after a boot.
namespace quadcl::qpu::board {

/// What the last process left.
struct ChipState {
  enum class Kind : std::uint8_t {
    idle,
    busy,    ///< a job runs; if nobody has the lock, its process died
    wedged,  ///< a job did not end
  };
  Kind kind = Kind::idle;
  long process = 0;
  std::string detail;  ///< of a job that did not end
};

/// The state after a process that died in a job, which was not seen to end. `looked`: registers showed that.
ChipState abandoned(const ChipState& busy, bool looked);

/// The one lock for the QPUs of the machine. Held for one job at a time.
class ChipLock {
 public:
  static constexpr const char* kPath = "/run/lock/quadcl.lock";

  /// `like`: the file whose group may use the chip. Error: out_of_resources.
  static Result<ChipLock> open(const File& like);

  /// The hold on the lock, until its end.
  class Held {
   public:
    explicit Held(const File& file) : file_(&file) {}
    ~Held();
    Held(Held&& other) noexcept : file_(std::exchange(other.file_, nullptr)) {}
    ChipState state() const;
    /// Of this process.
    void set(ChipState::Kind kind, const std::string& detail = "") const;
    void set(const ChipState& state) const;

   private:
    const File* file_;
  };

  /// Waits for other processes, and says so in the log. Error: out_of_resources after `patience`.
  Result<Held> take(std::chrono::milliseconds patience) const;
  /// What the file says, without the lock.
  ChipState peek() const;

 private:
  explicit ChipLock(File file) : file_(std::move(file)) {}
  File file_;
};

/// Handles of the firmware's memory, with the process that has each. The firmware keeps them until a reboot
/// if nobody gives them back.
class HandleRecord {
 public:
  static constexpr const char* kPath = "/run/lock/quadcl.handles";

  static Result<HandleRecord> open(const File& like);

  /// False, and nothing is noted: another process keeps the record for longer than a moment.
  bool add(std::uint32_t handle) const;
  bool remove(std::uint32_t handle) const;
  /// Calls `release` for each handle of a process that has ended, and forgets it. Returns their number.
  unsigned sweep(const std::function<void(std::uint32_t)>& release) const;

 private:
  struct Row {
    long process = 0;
    std::uint32_t handle = 0;
  };

  explicit HandleRecord(File file) : file_(std::move(file)) {}
  bool edit(const std::function<void(std::vector<Row>&)>& change) const;

  File file_;
};

}  // namespace quadcl::qpu::board
