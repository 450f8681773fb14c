// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "tools/board/chip.h"
#include "tools/board/configuration.h"
#include "tools/board/firmware.h"
#include "tools/board/jobs.h"
#include "tools/board/memory.h"
#include "tools/board/protocol.h"
#include "tools/board/vcsm.h"

namespace quadcl::tools::simulated {

/// A Raspberry Pi: what is behind the files that programs open. Requests come with the connection that they
/// came through.
class Board {
 public:
  Board(Model model, JobRunner& runner)
      : model_(std::move(model)), sdram_(model_), chip_(model_, sdram_, runner), vcsm_(model_, sdram_) {}
  Board(const Board&) = delete;

  struct Answer {
    Reply reply;
    int descriptor = -1;  ///< to send
  };
  Answer answer(int connection, const Request& request, std::span<std::byte> argument);
  /// The last descriptor for it was closed.
  void close(int connection);

  Chip& chip() { return chip_; }
  const Chip& chip() const { return chip_; }
  const Model& model() const { return model_; }
  const Firmware& firmware() const { return firmware_; }
  /// Registers other than V3D's that were accessed, with how often.
  const std::map<std::uint64_t, unsigned>& other_registers() const { return other_registers_; }
  /// ioctls that are not known, as text, with how often.
  const std::map<std::string, unsigned>& unknown_controls() const { return unknown_controls_; }

 private:
  struct Opened {
    Device device = Device::vcio;
    std::uint32_t buffer = 0;  ///< its number
  };

  int open(int connection, const Request& request);
  int control(int connection, Device device, const Request& request, std::span<std::byte> argument,
              Reply& reply);
  int allocate_cma(std::span<std::byte> argument, Reply& reply);
  int cache(Device device, const Request& request);
  int synchronise(std::uint32_t buffer, std::span<const std::byte> argument);
  Answer map(const Opened& opened, const Request& request);
  Answer map_buffer(Buffer* buffer, std::uint32_t number, const Request& request) const;
  std::uint64_t physical(std::uint64_t address) const;
  Answer map_physical(Device device, const Request& request);
  Reply access(const Request& request);
  Buffer* cma_buffer(std::uint32_t number);

  Model model_;
  Sdram sdram_;
  Chip chip_;
  VcsmDriver vcsm_;
  Firmware firmware_{model_, sdram_, chip_};
  std::map<int, Opened> opened_;         ///< by connection
  std::map<std::uint32_t, Buffer> cma_;  ///< by number
  std::uint32_t next_buffer_ = 1;
  std::map<std::uint64_t, unsigned> other_registers_;
  std::map<std::string, unsigned> unknown_controls_;
};

}  // namespace quadcl::tools::simulated
