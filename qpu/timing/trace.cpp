// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/trace.h"

#include <algorithm>
#include <cstdio>

namespace quadcl::qpu::timing {

namespace {

constexpr std::size_t kMostSegments = 200'000;  ///< some 25 MB of JSON
constexpr std::size_t kMostStretches = 2000;

constexpr std::array<std::string_view, kMemoryServers> kServerNames = {"L2C", "system L2", "SDRAM"};
constexpr std::array<std::string_view, 2> kDmaNames = {"DMA load (VDR)", "DMA store (VDW)"};

// Processes of the trace: groups of tracks in a viewer.
constexpr int kQpuProcess = 1, kDmaProcess = 2, kMemoryProcess = 3;

/// Writes the elements of a JSON array.
class EventWriter {
 public:
  EventWriter(std::ostream& out, const Parameters& parameters)
      : out_(out), microseconds_per_tick_(1 / (parameters.v3d_mhz() * kClock)) {}

  void process(int process, std::string_view name) { metadata("process_name", process, 0, name); }
  void track(int process, unsigned track, std::string_view name) {
    metadata("thread_name", process, track, name);
  }

  void complete(int process, unsigned track, std::string_view name, Ticks start, Ticks end, double share) {
    char text[256];
    std::snprintf(text, sizeof text,
                  R"({"ph":"X","pid":%d,"tid":%u,"name":"%.*s","ts":%.4f,"dur":%.4f,"args":{"share":%.2f}})",
                  process, track, static_cast<int>(name.size()), name.data(), microseconds(start),
                  microseconds(end - start), share);
    event(text);
  }

  void counter(std::string_view name, Ticks at, double percent) {
    char text[192];
    std::snprintf(text, sizeof text,
                  R"({"ph":"C","pid":%d,"tid":0,"name":"%.*s busy","ts":%.4f,"args":{"percent":%.1f}})",
                  kMemoryProcess, static_cast<int>(name.size()), name.data(), microseconds(at), percent);
    event(text);
  }

 private:
  double microseconds(Ticks time) const { return static_cast<double>(time) * microseconds_per_tick_; }

  void metadata(const char* what, int process, unsigned track, std::string_view name) {
    char text[192];
    std::snprintf(text, sizeof text, R"({"ph":"M","pid":%d,"tid":%u,"name":"%s","args":{"name":"%.*s"}})",
                  process, track, what, static_cast<int>(name.size()), name.data());
    event(text);
  }

  void event(const char* text) {
    out_ << (first_ ? "\n" : ",\n") << text;
    first_ = false;
  }

  std::ostream& out_;
  const double microseconds_per_tick_;
  bool first_ = true;
};

std::string numbered(const char* what, unsigned number) { return what + std::to_string(number); }

}  // namespace

void TraceRecorder::Utilisation::add(Ticks start, Ticks duration) {
  while (start / stretch_ >= static_cast<Ticks>(kMostStretches)) coarsen();
  const auto index = static_cast<std::size_t>(start / stretch_);
  if (busy_.size() <= index) busy_.resize(index + 1);
  busy_[index] += duration;
}

void TraceRecorder::Utilisation::coarsen() {
  for (std::size_t i = 0; i < busy_.size(); ++i) {
    const Ticks moved = busy_[i];
    busy_[i] = 0;
    busy_[i / 2] += moved;
  }
  busy_.resize((busy_.size() + 1) / 2);
  stretch_ *= 2;
}

TraceRecorder::TraceRecorder() = default;

void TraceRecorder::executing(unsigned qpu, Ticks start, Ticks end) {
  add(qpus_[qpu], kExecuting, start, end);
}

void TraceRecorder::stalled(unsigned qpu, Stall cause, Ticks start, Ticks end) {
  add(qpus_[qpu], static_cast<Kind>(cause), start, end);
}

void TraceRecorder::dma(DmaDirection direction, unsigned qpu, Ticks start, Ticks end) {
  Track& track = dma_[static_cast<std::size_t>(direction)];
  track.push_back({start, end, end - start, static_cast<Kind>(qpu)});
  ++segments_;
}

void TraceRecorder::busy(MemoryServer server, Ticks start, Ticks duration) {
  servers_[static_cast<std::size_t>(server)].add(start, duration);
}

void TraceRecorder::add(Track& track, Kind kind, Ticks start, Ticks end) {
  if (!track.empty() && track.back().kind == kind && track.back().end == start && !track.back().merged) {
    track.back().end = end;
    track.back().dominant += end - start;
    return;
  }
  track.push_back({start, end, end - start, kind});
  if (++segments_ > kMostSegments) coarsen();
}

void TraceRecorder::coarsen() {
  while (segments_ > kMostSegments / 2) {
    resolution_ *= 2;
    segments_ = 0;
    for (Track& track : qpus_) coarsen(track), segments_ += track.size();
    for (Track& track : dma_) coarsen(track), segments_ += track.size();
  }
}

/// Puts neighbours together as long as they are no longer than the resolution.
void TraceRecorder::coarsen(Track& track) const {
  Track merged;
  for (const Segment& segment : track) {
    Segment* last = merged.empty() ? nullptr : &merged.back();
    const bool fits = last != nullptr && segment.end - last->start <= resolution_;
    if (!fits) {
      merged.push_back(segment);
      continue;
    }
    if (segment.kind == last->kind) {
      last->dominant += segment.dominant;
    } else if (segment.dominant > last->dominant) {
      last->kind = segment.kind;
      last->dominant = segment.dominant;
    }
    last->end = segment.end;
    last->merged = true;
  }
  track = std::move(merged);
}

void TraceRecorder::write(std::ostream& out, const Parameters& parameters) const {
  char clock[64];
  std::snprintf(clock, sizeof clock, "%.*s at %g MHz", static_cast<int>(info(parameters.board()).name.size()),
                info(parameters.board()).name.data(), parameters.v3d_mhz());
  out << R"({"displayTimeUnit":"ns","otherData":{"time":"modelled","board":")" << clock
      << R"("},"traceEvents":[)";
  EventWriter events(out, parameters);
  events.process(kQpuProcess, "QPUs (modelled time)");
  events.process(kDmaProcess, "VPM DMA (modelled time)");
  events.process(kMemoryProcess, "Memory servers (modelled time)");

  const auto share = [](const Segment& s) {
    return static_cast<double>(s.dominant) / static_cast<double>(std::max<Ticks>(s.end - s.start, 1));
  };
  for (unsigned qpu = 0; qpu < qpus_.size(); ++qpu) {
    if (qpus_[qpu].empty()) continue;
    events.track(kQpuProcess, qpu, numbered("QPU ", qpu));
    for (const Segment& s : qpus_[qpu]) {
      const std::string_view what = s.kind == kExecuting ? "execute" : kStallNames[s.kind];
      events.complete(kQpuProcess, qpu, what, s.start, s.end, share(s));
    }
  }
  for (unsigned engine = 0; engine < dma_.size(); ++engine) {
    events.track(kDmaProcess, engine, kDmaNames[engine]);
    for (const Segment& s : dma_[engine]) {
      events.complete(kDmaProcess, engine, numbered("for QPU ", s.kind), s.start, s.end, share(s));
    }
  }
  for (std::size_t server = 0; server < servers_.size(); ++server) {
    const Utilisation& utilisation = servers_[server];
    const double stretch = static_cast<double>(utilisation.stretch());
    for (std::size_t i = 0; i < utilisation.busy().size(); ++i) {
      const double percent = 100 * static_cast<double>(utilisation.busy()[i]) / stretch;
      events.counter(kServerNames[server], static_cast<Ticks>(i) * utilisation.stretch(),
                     std::min(percent, 100.0));
    }
  }
  out << "\n]}\n";
}

}  // namespace quadcl::qpu::timing
