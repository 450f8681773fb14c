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

// Tracks after those of the QPUs. No two processes share a number, because some viewers ignore the process.
constexpr unsigned kFirstDmaTrack = kQpus, kMemoryTrack = kFirstDmaTrack + kDmaNames.size();

std::string numbered(const char* what, unsigned number) { return what + std::to_string(number); }

}  // namespace

/// Writes the elements of a JSON array.
class TraceRecorder::EventWriter {
 public:
  EventWriter(std::ostream& out, const Parameters& parameters)
      : out_(out), microseconds_per_tick_(1 / (parameters.v3d_mhz() * kClock)) {}

  void process(int process, std::string_view name) { metadata("process_name", process, 0, name); }
  void track(int process, unsigned track, std::string_view name) {
    metadata("thread_name", process, track, name);
  }

  /// `name_of` gives the name of a kind of segment.
  template <typename NameOf>
  void segment(int process, unsigned track, const Segment& segment, NameOf name_of) {
    char text[128];
    std::snprintf(text, sizeof text, R"({"ph":"X","pid":%d,"tid":%u,"ts":%.4f,"dur":%.4f,"name":")", process,
                  track, microseconds(segment.start), microseconds(segment.end - segment.start));
    std::string line = text + std::string(name_of(segment.kind())) + '"';
    if (segment.merged) line += ",\"args\":" + shares(segment, name_of);
    event(line + '}');
  }

  void counter(std::string_view name, Ticks at, double percent) {
    char text[192];
    std::snprintf(text, sizeof text,
                  R"({"ph":"C","pid":%d,"tid":%u,"name":"%.*s busy","ts":%.4f,"args":{"percent":%.1f}})",
                  kMemoryProcess, kMemoryTrack, static_cast<int>(name.size()), name.data(), microseconds(at),
                  percent);
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

  /// Percentages of a merged segment.
  template <typename NameOf>
  static std::string shares(const Segment& segment, NameOf name_of) {
    std::string text;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (segment.time[kind] == 0) continue;
      const double share = 100 * static_cast<double>(segment.time[kind]) /
                           static_cast<double>(std::max<Ticks>(segment.end - segment.start, 1));
      char number[16];
      std::snprintf(number, sizeof number, "%.1f", share);
      text +=
          (text.empty() ? "{\"" : ",\"") + std::string(name_of(static_cast<Kind>(kind))) + " %\":" + number;
    }
    return text + '}';
  }

  void event(const std::string& text) {
    out_ << (first_ ? "\n" : ",\n") << text;
    first_ = false;
  }

  std::ostream& out_;
  const double microseconds_per_tick_;
  bool first_ = true;
};

TraceRecorder::Kind TraceRecorder::Segment::kind() const {
  return static_cast<Kind>(std::max_element(time.begin(), time.end()) - time.begin());
}

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
  add(qpus_[qpu], kExecuting, origin_ + start, origin_ + end);
}

void TraceRecorder::stalled(unsigned qpu, Stall cause, Ticks start, Ticks end) {
  add(qpus_[qpu], static_cast<Kind>(cause), origin_ + start, origin_ + end);
}

void TraceRecorder::dma(DmaDirection direction, unsigned qpu, Ticks start, Ticks end) {
  Track& track = dma_[static_cast<std::size_t>(direction)];
  track.emplace_back(static_cast<Kind>(qpu), origin_ + start, origin_ + end);
  ++segments_;
}

void TraceRecorder::busy(MemoryServer server, Ticks start, Ticks duration) {
  servers_[static_cast<std::size_t>(server)].add(origin_ + start, duration);
}

void TraceRecorder::add(Track& track, Kind kind, Ticks start, Ticks end) {
  Segment* last = track.empty() ? nullptr : &track.back();
  if (last != nullptr && last->pure() && last->end == start && last->time[kind] > 0) {
    last->end = end;
    last->time[kind] += end - start;
    return;
  }
  track.emplace_back(kind, start, end);
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
  Track coarse;
  for (const Segment& segment : track) {
    Segment* last = coarse.empty() ? nullptr : &coarse.back();
    if (last == nullptr || segment.end - last->start > resolution_) {
      coarse.push_back(segment);
      continue;
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind) last->time[kind] += segment.time[kind];
    last->end = segment.end;
    last->merged = true;
  }
  track = std::move(coarse);
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

  for (unsigned qpu = 0; qpu < qpus_.size(); ++qpu) {
    if (!qpus_[qpu].empty()) events.track(kQpuProcess, qpu, numbered("QPU ", qpu));
  }
  for (unsigned engine = 0; engine < dma_.size(); ++engine) {
    events.track(kDmaProcess, kFirstDmaTrack + engine, kDmaNames[engine]);
  }
  events.track(kMemoryProcess, kMemoryTrack, "memory servers");

  const auto activity = [](Kind kind) { return kind == kExecuting ? "execute" : kStallNames[kind]; };
  for (unsigned qpu = 0; qpu < qpus_.size(); ++qpu) {
    for (const Segment& segment : qpus_[qpu]) events.segment(kQpuProcess, qpu, segment, activity);
  }
  const auto client = [](Kind qpu) { return numbered("for QPU ", qpu); };
  for (unsigned engine = 0; engine < dma_.size(); ++engine) {
    for (const Segment& segment : dma_[engine]) {
      events.segment(kDmaProcess, kFirstDmaTrack + engine, segment, client);
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
