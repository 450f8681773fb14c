// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/stop_points.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "qpu/emulator/slots.h"
#include "qpu/emulator/vpm_watch.h"
#include "qpu/isa/tables.h"
#include "tools/debug/error.h"

namespace quadcl::tools::debug {

namespace {

namespace isa = qpu::isa;
namespace slot = emulator::slot;

std::string with_prefix(std::uint32_t word) { return "0x" + hex(word); }

class CodePoint final : public StopPoint {
 public:
  CodePoint(std::string what, std::vector<std::uint32_t> addresses)
      : StopPoint(std::move(what)), addresses_(std::move(addresses)) {}

  std::optional<Reason> reason(const Run&, const Attempt* next) override {
    if (next == nullptr || next->again) return {};
    const std::uint32_t address = next->operation.address;
    if (std::find(addresses_.begin(), addresses_.end(), address) == addresses_.end()) return {};
    return Reason{"", next->qpu.number};
  }

 private:
  std::vector<std::uint32_t> addresses_;
};

class EventPoint final : public StopPoint {
 public:
  EventPoint(std::string what, Events events, std::string rule)
      : StopPoint(std::move(what)), events_(events), rule_(std::move(rule)) {}

  std::optional<Reason> reason(const Run& run, const Attempt*) override {
    const Deeds& deeds = run.deeds();
    const Events happened = deeds.events & events_;
    if (happened == 0) return {};
    if ((happened & bit(Event::finding)) == 0) return Reason{names_of(happened), deeds.qpu};
    for (const emulator::Finding& finding : deeds.findings) {
      if (rule_.empty() || info(finding.rule).name == rule_) return Reason{to_string(finding), finding.qpu};
    }
    return {};
  }

 private:
  const Events events_;
  const std::string rule_;
};

// ---- registers

/// A place that instructions write.
struct WriteAddress {
  isa::RegisterFile file;
  unsigned address;

  bool operator==(const WriteAddress&) const = default;
};

std::vector<WriteAddress> write_addresses(std::string_view name) {
  std::vector<WriteAddress> found;
  for (const isa::RegisterFile file : {isa::RegisterFile::a, isa::RegisterFile::b}) {
    for (unsigned address = 0; address < 64; ++address) {
      const isa::RegisterInfo& info = isa::register_info(file, isa::Access::write, address);
      const bool known = info.kind != isa::RegisterKind::reserved && info.kind != isa::RegisterKind::discard;
      if (known && info.name == name) found.push_back({file, address});
    }
  }
  return found;
}

class RegisterPoint final : public StopPoint {
 public:
  RegisterPoint(std::string what, const std::string& name)
      : StopPoint(std::move(what)), slot_(find_slot(name)), places_(write_addresses(name)) {
    if (slot_ && *slot_ > slot::r5) slot_.reset();
    if (!slot_ && places_.empty()) throw CommandError("instructions cannot write a register `" + name + "`");
  }

  void arm(const Run& run) override {
    if (!slot_) return;
    before_.clear();
    for (const emulator::Qpu& qpu : run.qpus()) before_.push_back(qpu.slot[*slot_]);
  }

  std::optional<Reason> reason(const Run& run, const Attempt*) override {
    const Deeds& deeds = run.deeds();
    const bool named = deeds.executed && writes(deeds);
    if (!slot_) return named ? std::optional(Reason{"written", deeds.qpu}) : std::nullopt;
    if (deeds.qpu >= before_.size()) return {};
    emulator::LaneVector& before = before_[deeds.qpu];
    const emulator::LaneVector& now = run.qpus()[deeds.qpu].slot[*slot_];
    if (!named && std::memcmp(&before, &now, sizeof now) == 0) return {};
    return Reason{change(std::exchange(before, now), now), deeds.qpu};
  }

 private:
  /// Also results that set no lane's value: a load of r4 or a branch's link changes the value, which shows.
  bool writes(const Deeds& deeds) const {
    const isa::Instruction instruction(deeds.word);
    if (instruction.encoding_class() == isa::EncodingClass::branch) return false;
    const auto has = [this](isa::RegisterFile file, unsigned address) {
      return std::find(places_.begin(), places_.end(), WriteAddress{file, address}) != places_.end();
    };
    return (deeds.add_mask != 0 && has(instruction.add_file(), instruction.waddr_add())) ||
           (deeds.mul_mask != 0 && has(instruction.mul_file(), instruction.waddr_mul()));
  }

  static std::string change(const emulator::LaneVector& before, const emulator::LaneVector& now) {
    std::string text = "written";
    for (unsigned lane = 0; lane < isa::kLanes; ++lane) {
      if (before.lane[lane] == now.lane[lane]) continue;
      return text + ", lane " + std::to_string(lane) + ": " + with_prefix(before.lane[lane]) + " -> " +
             with_prefix(now.lane[lane]);
    }
    return text + " without a change";
  }

  std::optional<unsigned> slot_;
  const std::vector<WriteAddress> places_;
  std::vector<emulator::LaneVector> before_;
};

// ---- VPM and memory

class VpmPoint final : public StopPoint {
 public:
  VpmPoint(std::string what, unsigned row, std::optional<unsigned> column)
      : StopPoint(std::move(what)), row_(row), column_(column) {
    for (unsigned x = 0; x < emulator::VpmMemory::kColumns; ++x) {
      if (!column || *column == x) watched_.word(row, x) = ~0u;
    }
  }

  void arm(const Run& run) override { before_ = run.vpm(); }

  std::optional<Reason> reason(const Run& run, const Attempt*) override {
    const Deeds& deeds = run.deeds();
    bool written = deeds.load && overlaps(emulator::bits_of(*deeds.load), watched_);
    for (unsigned i = 0; i < deeds.vpm_writes; ++i) written |= overlaps(deeds.vpm_written[i], watched_);
    if (!written) return {};
    const emulator::VpmMemory before = std::exchange(before_, run.vpm());
    return Reason{change(before, before_), deeds.qpu};
  }

 private:
  std::string change(const emulator::VpmMemory& before, const emulator::VpmMemory& now) const {
    for (unsigned x = 0; x < emulator::VpmMemory::kColumns; ++x) {
      const std::uint32_t old = before.word(row_, x), word = now.word(row_, x);
      if (old == word || (column_ && *column_ != x)) continue;
      return "written, column " + std::to_string(x) + ": " + with_prefix(old) + " -> " + with_prefix(word);
    }
    return "written without a change";
  }

  const unsigned row_;
  const std::optional<unsigned> column_;
  emulator::VpmMemory watched_, before_;
};

class MemoryPoint final : public StopPoint {
 public:
  MemoryPoint(std::string what, std::uint32_t address, std::uint32_t bytes)
      : StopPoint(std::move(what)), begin_(address), end_(std::uint64_t{address} + bytes) {}

  std::optional<Reason> reason(const Run& run, const Attempt*) override {
    const Deeds& deeds = run.deeds();
    if (!deeds.store) return {};
    for (const auto& [from, end] : emulator::memory_of(*deeds.store)) {
      if (from >= end_ || end <= begin_) continue;
      return Reason{"a DMA store wrote " + std::to_string(end - from) + " bytes at " + with_prefix(from),
                    deeds.qpu};
    }
    return {};
  }

 private:
  const std::uint64_t begin_, end_;
};

class ClockPoint final : public StopPoint {
 public:
  ClockPoint(std::string what, std::uint64_t clock)
      : StopPoint(std::move(what)), ticks_(static_cast<qpu::timing::Ticks>(clock) * qpu::timing::kClock) {}

  void arm(const Run& run) override {
    passed_ = run.position() > 0 && run.clocks() != nullptr && latest(run, run.turn()) >= ticks_;
  }

  std::optional<Reason> reason(const Run& run, const Attempt* next) override {
    if (passed_ || next == nullptr || run.clocks() == nullptr) return {};
    if (latest(run, next->qpu.number) < ticks_) return {};
    passed_ = true;
    return Reason{"", next->qpu.number};
  }

 private:
  static qpu::timing::Ticks latest(const Run& run, unsigned qpu) { return (*run.clocks())[qpu].next; }

  const qpu::timing::Ticks ticks_;
  bool passed_ = false;
};

}  // namespace

std::string StopPoint::text() const {
  std::string text = what_;
  if (only_qpu) text += " qpu " + std::to_string(*only_qpu);
  if (condition) text += " if " + condition->text;
  return text;
}

std::unique_ptr<StopPoint> stop_at(std::string what, std::vector<std::uint32_t> addresses) {
  return std::make_unique<CodePoint>(std::move(what), std::move(addresses));
}

std::unique_ptr<StopPoint> stop_on_events(std::string what, Events events, std::string rule) {
  return std::make_unique<EventPoint>(std::move(what), events, std::move(rule));
}

std::unique_ptr<StopPoint> watch_register(std::string what, const std::string& name) {
  return std::make_unique<RegisterPoint>(std::move(what), name);
}

std::unique_ptr<StopPoint> watch_vpm(std::string what, unsigned row, std::optional<unsigned> column) {
  return std::make_unique<VpmPoint>(std::move(what), row, column);
}

std::unique_ptr<StopPoint> watch_memory(std::string what, std::uint32_t address, std::uint32_t bytes) {
  return std::make_unique<MemoryPoint>(std::move(what), address, bytes);
}

std::unique_ptr<StopPoint> stop_at_clock(std::string what, std::uint64_t clock) {
  return std::make_unique<ClockPoint>(std::move(what), clock);
}

}  // namespace quadcl::tools::debug
