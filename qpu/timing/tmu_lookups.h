// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "qpu/timing/cache.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/parameters.h"

namespace quadcl::qpu::timing {

/// When the results of one QPU's requests to one TMU can be received, in order.
class TmuResults {
 public:
  bool empty() const { return count_ == 0; }
  /// kNever: that is not known yet.
  Ticks front() const { return ready_[first_]; }
  void requested() { ready_[(first_ + count_++) % kDepth] = kNever; }
  /// The first result that was not known is ready at that time.
  void arrives(Ticks ready) { ready_[(first_ + known_++) % kDepth] = ready; }
  void pop() { first_ = (first_ + 1) % kDepth, --count_, --known_; }
  /// Brings the last results back that were popped since the last request.
  void take_back(unsigned results) {
    first_ = (first_ + kDepth - results) % kDepth;
    count_ += results;
    known_ += results;
  }

 private:
  static constexpr unsigned kDepth = 8;
  std::array<Ticks, kDepth> ready_{};
  unsigned first_ = 0, count_ = 0, known_ = 0;
};

/// One TMU. It looks up the lanes of a request one after the other, fetches lines that are missing and not
/// under way already, only so many at a time, and delivers in order (docs/videocore4.md, TMU). It fetches a
/// line when modelled time comes to that, so that earlier fetches of others are booked first.
class Tmu {
 public:
  Tmu(const Parameters& parameters, MemorySystem& memory);

  /// A request arrives at `at`; tells `results` when its result can be received, now or later.
  void request(std::span<const std::uint32_t, 16> addresses, Ticks at, TmuResults& results);

  /// When it will fetch a line; kNever if it has all that it needs.
  Ticks next_fetch() const { return next_fetch_; }
  /// Fetches the line, at that time. Returns whether results became known.
  bool fetch_line();

  std::uint64_t words() const { return words_; }
  std::uint64_t misses() const { return misses_; }

 private:
  /// Lanes beside each other that need the same line.
  struct Run {
    std::uint32_t line;
    unsigned lanes;
  };
  struct Request {
    Ticks at;
    TmuResults* results;
    unsigned size;
    std::array<Run, 16> runs;
  };

  void begin(const Request& request);
  /// Looks up what comes next until a line is missing; returns whether a request was finished.
  bool go_on();
  void leave(const Run& run, Ticks line_available);
  void finish(const Request& request);

  Cache cache_;
  MemorySystem* memory_;
  Ticks hit_, lane_;
  /// Each QPU of the slice has eight at most (docs/videocore4.md, TMU).
  static constexpr std::size_t kRequests = 32;
  std::array<Request, kRequests> waiting_;  ///< a ring of requests, the first of them under way
  std::size_t first_ = 0, count_ = 0;
  unsigned run_ = 0;              ///< of the first request: the one that is looked up next
  Ticks lookup_time_ = 0;         ///< when that run is looked up
  Ticks lookups_end_ = 0;         ///< when the last request that began has looked up all lanes
  std::vector<Ticks> requests_;   ///< when each of the last requests was done
  std::size_t next_request_ = 0;  ///< the oldest of them
  std::vector<Ticks> under_way_;  ///< when each of the last lines arrives
  std::size_t next_ = 0;          ///< the oldest of them
  Ticks next_fetch_ = kNever;
  Ticks output_time_ = 0;  ///< when the last lane leaves that was looked up
  std::uint64_t words_ = 0, misses_ = 0;
};

}  // namespace quadcl::qpu::timing
