// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "qpu/timing/booked_resource.h"
#include "qpu/timing/cache.h"
#include "qpu/timing/parameters.h"
#include "qpu/timing/trace.h"

namespace quadcl::qpu::timing {

/// What lies behind the caches of slices and TMUs: the L2C, on BCM2835 the VPU's L2, and SDRAM. The DMA
/// engines go past the L2C.
class MemorySystem {
 public:
  /// A unit that moves data of its own accord. Before a line is fetched, it does what comes first.
  class Client {
   public:
    virtual ~Client() = default;
    virtual void advance(Ticks to) = 0;
    /// When there is something to do; kNever if there is not.
    Ticks due = kNever;
  };

  explicit MemorySystem(const Parameters& parameters, TraceRecorder* trace = nullptr);

  /// The client must live as long as the memory is used.
  void add_client(Client& client) { clients_.push_back(&client); }

  /// A cache's miss reaches the L2C at `at`; returns when the line is back.
  Ticks read_line(std::uint32_t line, Ticks at);
  /// A DMA engine's turn at SDRAM for one row; returns when it has been moved.
  Ticks move(DmaDirection direction, std::uint32_t address, std::uint32_t bytes, Ticks at);
  /// Whether a row that begins there has to go to SDRAM: the VPU's L2 does not hold it.
  bool beyond_system_l2(std::uint32_t address);

  std::uint64_t l2c_hits() const { return l2c_hits_; }
  std::uint64_t l2c_misses() const { return l2c_misses_; }
  Ticks sdram_busy() const { return sdram_.busy(); }
  Ticks l2c_busy() const { return l2c_server_.busy(); }

 private:
  bool in_system_l2(std::uint32_t line) const;
  Ticks fetch(std::uint32_t line, Ticks at);
  void advance_clients(Ticks to) {
    for (Client* client : clients_) {
      if (client->due <= to) client->advance(to);
    }
  }
  Ticks fetch_sdram(Ticks at);

  Ticks l2c_latency_, l2c_line_, system_latency_, system_line_, system_fill_, sdram_latency_, sdram_line_;
  bool has_system_l2_;
  Cache l2c_, system_l2_;
  BookedResource l2c_server_, system_server_, system_fills_, sdram_;
  TraceRecorder* trace_;
  std::vector<Client*> clients_;
  std::uint64_t l2c_hits_ = 0, l2c_misses_ = 0;
};

}  // namespace quadcl::qpu::timing
