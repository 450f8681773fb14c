// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/tmu_lookups.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <bit>

namespace quadcl::qpu::timing {

namespace {

constexpr unsigned kLanes = 16;

/// One bit for each lane that needs another line than the one before. Without branches on what the lanes are:
/// hosts could not foresee them.
unsigned starts_of_runs(std::span<const std::uint32_t, kLanes> addresses) {
  unsigned starts = 1;
#if defined(__SSE2__)
  const auto lines = [&](unsigned first) {
    const void* const four = &addresses[first];
    return _mm_srli_epi32(_mm_loadu_si128(static_cast<const __m128i*>(four)), std::countr_zero(kLineBytes));
  };
  // The last four lanes are compared, then those before them, of which one was compared before.
  for (const unsigned lane : {12u, 8u, 4u, 1u}) {
    const __m128i same = _mm_cmpeq_epi32(lines(lane), lines(lane - 1));
    starts |= (~static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(same))) & 15) << lane;
  }
#else
  for (unsigned lane = 1; lane < kLanes; ++lane) {
    starts |= (line_of(addresses[lane]) == line_of(addresses[lane - 1]) ? 0u : 1u) << lane;
  }
#endif
  return starts;
}

}  // namespace

Tmu::Tmu(const Parameters& p, MemorySystem& memory)
    : cache_(p.cache_geometries().tmu),
      memory_(&memory),
      hit_(p.ticks(Parameter::tmu_hit)),
      lane_(p.ticks(Parameter::tmu_lane)),
      requests_(p.whole(Parameter::tmu_requests)),
      under_way_(p.whole(Parameter::tmu_lines)) {}

void Tmu::request(std::span<const std::uint32_t, 16> addresses, Ticks at, TmuResults& results) {
  words_ += kLanes;
  if (count_ == 0) first_ = 0;  // the place that the host has used last
  results.requested();
  Request& request = waiting_[(first_ + count_++) % kRequests];
  request.at = at;
  request.results = &results;
  unsigned starts = starts_of_runs(addresses);
  request.size = 0;
  while (starts != 0) {
    const unsigned first = static_cast<unsigned>(std::countr_zero(starts));
    starts &= starts - 1;
    const unsigned end = starts != 0 ? static_cast<unsigned>(std::countr_zero(starts)) : kLanes;
    request.runs[request.size++] = {line_of(addresses[first]), end - first};
  }
  if (count_ > 1) return;
  begin(request);
  go_on();
}

void Tmu::begin(const Request& request) {
  run_ = 0;
  lookup_time_ = std::max({request.at, requests_[next_request_], lookups_end_});
  lookups_end_ = lookup_time_ + kLanes * lane_;
}

bool Tmu::go_on() {
  bool finished = false;
  next_fetch_ = kNever;
  while (count_ > 0) {
    const Request& request = waiting_[first_];
    for (; run_ < request.size; ++run_) {
      const Cache::Line* found = cache_.find(request.runs[run_].line);
      if (found == nullptr) {
        next_fetch_ = std::max(lookup_time_, under_way_[next_]);
        return finished;
      }
      leave(request.runs[run_], found->ready);
    }
    finish(request);
    finished = true;
    first_ = (first_ + 1) % kRequests;
    if (--count_ > 0) begin(waiting_[first_]);
  }
  return finished;
}

bool Tmu::fetch_line() {
  const Run& run = waiting_[first_].runs[run_++];
  ++misses_;
  const Ticks ready = memory_->read_line(run.line, next_fetch_);
  under_way_[next_] = ready;
  next_ = (next_ + 1) % under_way_.size();
  cache_.install(run.line, ready);
  leave(run, ready);
  return go_on();
}

void Tmu::leave(const Run& run, Ticks line_available) {
  output_time_ = std::max({output_time_ + lane_, lookup_time_, line_available}) + (run.lanes - 1) * lane_;
  lookup_time_ += run.lanes * lane_;
}

/// A waiting request does not wait for the last lane's way through the TMU.
void Tmu::finish(const Request& request) {
  const Ticks lines_there = output_time_ - (kLanes - 1) * lane_;
  requests_[next_request_] = lines_there;
  next_request_ = (next_request_ + 1) % requests_.size();
  request.results->arrives(lines_there + hit_);
}

}  // namespace quadcl::qpu::timing
