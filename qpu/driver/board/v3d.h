// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/result.h"
#include "qpu/driver/board/board.h"
#include "qpu/driver/board/system.h"

namespace quadcl::qpu::board {

/// Registers of V3D by offset (docs/videocore4.md, Launch without firmware).
enum class Register : std::uint32_t {
  ident0 = 0x000,
  ident1 = 0x004,
  l2cactl = 0x020,
  slcactl = 0x024,
  srqpc = 0x430,
  srqua = 0x434,
  srqul = 0x438,
  srqcs = 0x43c,
  vpmbase = 0x504,
  pctrc = 0x670,
  pctre = 0x674,
  pctr0 = 0x680,   ///< counter n is 8 n further
  pctrs0 = 0x684,  ///< the number of the event that it counts; the same
  dbcfg = 0xe00,
  dbqhlt = 0xe24,  ///< a bit for each QPU that is halted
  dbqite = 0xe2c,
  dbqitc = 0xe30,  ///< a bit for each QPU that has interrupted the host; 1 clears it
  errstat = 0xf20,
};
constexpr std::uint32_t kV3dBytes = 0x1000;
constexpr unsigned kCounterSlots = 16;
constexpr std::uint32_t kCountersOn = 0x80000000;  ///< in PCTRE

constexpr std::uint32_t kIdent0 = 0x02443356;  ///< "V3D", version 2
/// 12 KB of VPM, 16 semaphores, 2 TMUs and 4 QPUs a slice, 3 slices. The revision, 3:0, is not known.
constexpr std::uint32_t kIdent1 = 12u << 28 | 16 << 16 | 2 << 12 | 4 << 8 | 3 << 4;
constexpr std::uint32_t kWithoutPower = 0xdeadbeef;  ///< what every register reads then

/// SRQCS: 23:16 programs completed, 15:8 requested, 7 error, 5:0 in the queue.
struct QueueState {
  std::uint32_t word = 0;
  unsigned completed() const { return word >> 16 & 0xff; }
  unsigned requested() const { return word >> 8 & 0xff; }
  bool error() const { return (word & 0x80) != 0; }
  unsigned queued() const { return word & 0x3f; }
  bool idle() const { return queued() == 0 && completed() == requested(); }
};

/// The registers through /dev/mem. Never tried on a board.
class V3d {
 public:
  explicit V3d(const Board& board);

  /// False: /dev/mem cannot be opened or mapped.
  bool ok() const { return registers_.ok(); }

  std::uint32_t read(Register name, unsigned offset = 0) const { return *at(name, offset); }
  void write(Register name, std::uint32_t value, unsigned offset = 0) const { *at(name, offset) = value; }

  bool has_power() const { return read(Register::ident0) == kIdent0; }
  QueueState queue() const { return {read(Register::srqcs)}; }

 private:
  volatile std::uint32_t* at(Register name, unsigned offset) const {
    return reinterpret_cast<volatile std::uint32_t*>(registers_.data() + static_cast<std::uint32_t>(name) +
                                                     offset);
  }

  File memory_;
  Mapping registers_;
};

}  // namespace quadcl::qpu::board
