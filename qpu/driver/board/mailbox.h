// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "core/bus_address.h"
#include "core/result.h"
#include "qpu/driver/board/system.h"

namespace quadcl::qpu::board {

/// Property tags of the firmware (docs/videocore4.md, Mailbox; the firmware's wiki).
enum class Tag : std::uint32_t {
  firmware_revision = 0x00000001,
  board_revision = 0x00010002,
  vc_memory = 0x00010006,
  clock_rate = 0x00030002,
  max_clock_rate = 0x00030004,
  allocate_memory = 0x0003000c,
  lock_memory = 0x0003000d,
  unlock_memory = 0x0003000e,
  release_memory = 0x0003000f,
  execute_qpu = 0x00030011,
  enable_qpu = 0x00030012,
};

/// The number of the ioctl has the size of a pointer in it.
constexpr unsigned long kPropertyIoctl = 0xc0006400 | sizeof(void*) << 16;
constexpr std::uint32_t kRequest = 0, kAnswered = 0x80000000;

/// The firmware's property interface behind /dev/vcio. Never tried on a board.
class Mailbox {
 public:
  static constexpr const char* kPath = "/dev/vcio";

  Mailbox() : file_(kPath, 0) {}

  const File& file() const { return file_; }

  /// The answer's values. Errors: out_of_resources. `errno_of_failure`, if not null, is that of the system
  /// call.
  Result<std::vector<std::uint32_t>> ask(Tag tag, std::initializer_list<std::uint32_t> request,
                                         std::size_t answer_words, int* errno_of_failure = nullptr) const;

  /// Gives V3D its power, or takes it. Error: the firmware refuses.
  Result<void> enable_qpus(bool on) const;
  std::uint32_t v3d_hertz() const;        ///< 0 if unknown
  std::uint32_t vc_memory_bytes() const;  ///< gpu_mem of config.txt; 0 if unknown

 private:
  File file_;
};

}  // namespace quadcl::qpu::board
