// SPDX-License-Identifier: Apache-2.0
#include "tools/board/firmware.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "qpu/driver/board/mailbox.h"

namespace quadcl::tools::simulated {

namespace board = qpu::board;

namespace {

constexpr std::uint32_t kAnswered = 0x80000000, kFailed = 0x80000001, kTagAnswered = 0x80000000;
constexpr std::uint32_t kTimeout = 0x80000000, kNotStarted = 1;  ///< of execute QPU

constexpr std::uint32_t kVpmForPrograms = 16;  ///< of 256 bytes each
constexpr std::uint32_t kArmMemory = 0x10005, kBoardModel = 0x10001, kMinimumClock = 0x30007,
                        kMeasuredClock = 0x30047, kSetClock = 0x38002;
constexpr std::uint32_t kBoardSerial = 0x10004, kPowerState = 0x20001, kVoltage = 0x30003,
                        kTemperature = 0x30006, kTurbo = 0x30009, kMostTemperature = 0x3000a,
                        kThrottled = 0x30046;

/// By bits 3:2 of the flags of an allocation (docs/videocore4.md, Memory).
constexpr std::array<std::uint32_t, 4> kAliases{0, kDirectAlias, kCoherentAlias, kL2Alias};

}  // namespace

struct Firmware::Tag {
  std::uint32_t number;
  std::size_t words;           ///< that its buffer must have
  std::uint32_t answer_words;  ///< of them
  std::uint32_t (Firmware::*answer)(Values values);
};

std::span<const Firmware::Tag> Firmware::tags() {
  const auto number = [](board::Tag tag) { return static_cast<std::uint32_t>(tag); };
  static const std::array kTags{
      Tag{number(board::Tag::firmware_revision), 1, 1, &Firmware::firmware_revision},
      Tag{kBoardModel, 1, 1, &Firmware::board_model},
      Tag{number(board::Tag::board_revision), 1, 1, &Firmware::board_revision},
      Tag{kArmMemory, 2, 2, &Firmware::arm_memory},
      Tag{number(board::Tag::vc_memory), 2, 2, &Firmware::vc_memory},
      Tag{number(board::Tag::clock_rate), 2, 2, &Firmware::clock_rate},
      Tag{number(board::Tag::max_clock_rate), 2, 2, &Firmware::clock_rate},
      Tag{kMinimumClock, 2, 2, &Firmware::clock_rate},
      Tag{kMeasuredClock, 2, 2, &Firmware::clock_rate},
      Tag{kSetClock, 3, 2, &Firmware::clock_rate},
      Tag{kBoardSerial, 2, 2, &Firmware::board_serial},
      Tag{kPowerState, 2, 2, &Firmware::always<1>},
      Tag{kVoltage, 2, 2, &Firmware::always<1'200'000>},
      Tag{kTemperature, 2, 2, &Firmware::always<45'000>},
      Tag{kMostTemperature, 2, 2, &Firmware::always<85'000>},
      Tag{kTurbo, 2, 2, &Firmware::always<0>},
      Tag{kThrottled, 1, 1, &Firmware::not_throttled},
      Tag{number(board::Tag::allocate_memory), 3, 1, &Firmware::allocate},
      Tag{number(board::Tag::lock_memory), 1, 1, &Firmware::lock},
      Tag{number(board::Tag::unlock_memory), 1, 1, &Firmware::unlock},
      Tag{number(board::Tag::release_memory), 1, 1, &Firmware::release},
      Tag{number(board::Tag::execute_qpu), 4, 1, &Firmware::execute},
      Tag{number(board::Tag::enable_qpu), 1, 1, &Firmware::enable},
  };
  return kTags;
}

int Firmware::answer(std::span<std::uint32_t> message) {
  if (message.size() < 3) return EINVAL;
  error_ = 0;
  message[1] = model_.configuration().message_errors ? kFailed : kAnswered;
  // A tag: number, bytes of its buffer, bytes used, the buffer.
  for (std::size_t at = 2; at < message.size() && message[at] != 0;) {
    if (message.size() - at < 3) break;
    const std::size_t words = (std::size_t{message[at + 1]} + 3) / 4;
    if (words > message.size() - at - 3) {
      message[1] = kFailed;
      break;
    }
    answer_tag(message.subspan(at, 3 + words));
    at += 3 + words;
  }
  return error_;
}

void Firmware::answer_tag(std::span<std::uint32_t> tag) {
  const Values values = tag.subspan(3);
  messages_.push_back({tag[0], values.empty() ? 0 : values[0]});
  const auto known = std::ranges::find(tags(), tag[0], &Tag::number);
  if (known == tags().end() || values.size() < known->words) {
    ++unknown_[tag[0]];
    return;
  }
  tag[2] = kTagAnswered | known->answer_words * 4;
  values[0] = (this->*known->answer)(values);
}

std::uint32_t Firmware::enable(Values values) {
  const Configuration c = model_.configuration();
  if (!c.enables) return kTimeout;
  chip_.power(values[0] != 0 && !c.ignores_power);
  if (c.reserves_vpm) chip_.write(static_cast<std::uint32_t>(board::Register::vpmbase), kVpmForPrograms);
  return 0;
}

std::uint32_t Firmware::execute(Values values) {
  const std::uint32_t result = start_job(values);
  refused_jobs_ += result == kNotStarted ? 1 : 0;
  return result;
}

std::uint32_t Firmware::start_job(Values values) {
  const Configuration c = model_.configuration();
  const auto [count, control, no_flush, patience] = std::array{values[0], values[1], values[2], values[3]};
  if (!c.executes || count == 0 || count > qpu::kQpus || patience == 0 || !chip_.has_power())
    return kNotStarted;
  std::vector<qpu::QpuProgram> programs;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t pair[2];
    const std::byte* const place = sdram_.at_bus(control + i * sizeof pair);
    if (place == nullptr) return kNotStarted;
    std::memcpy(pair, place, sizeof pair);
    programs.push_back({.code = BusAddress(pair[1]), .uniforms = BusAddress(pair[0])});
  }
  chip_.write(static_cast<std::uint32_t>(board::Register::srqcs), 1 << 16 | 1 << 8);  // counts from 0
  if (chip_.run(programs, no_flush == 0) && !c.loses_interrupt) return 0;
  if (c.kernel_gives_up) error_ = ETIMEDOUT;
  return kTimeout;
}

std::uint32_t Firmware::allocate(Values values) {
  const std::uint32_t physical = model_.configuration().allocates ? sdram_.allocate(values[0], values[1]) : 0;
  refused_ += physical == 0 ? 1 : 0;
  if (physical == 0) return 0;
  handles_[next_handle_] = kAliases[values[2] >> 2 & 3] | physical;
  return next_handle_++;
}

std::uint32_t Firmware::lock(Values values) {
  const auto found = handles_.find(values[0]);
  return found == handles_.end() ? 0 : found->second;
}

std::uint32_t Firmware::unlock(Values values) { return handles_.contains(values[0]) ? 0 : 1; }

std::uint32_t Firmware::release(Values values) {
  const auto found = handles_.find(values[0]);
  if (found == handles_.end()) return 1;
  sdram_.release(found->second & kPhysicalMask);
  handles_.erase(found);
  return 0;
}

std::uint32_t Firmware::arm_memory(Values values) {
  values[1] = model_.configuration().first_megabyte << 20;
  return 0;
}

std::uint32_t Firmware::vc_memory(Values values) {
  const Configuration c = model_.configuration();
  values[1] = c.gpu_megabytes << 20;
  return c.first_megabyte << 20;
}

std::uint32_t Firmware::clock_rate(Values values) {
  constexpr std::uint32_t kV3d = 5;
  values[1] = values[0] == kV3d ? model_.configuration().v3d_megahertz * 1'000'000 : 0;
  return values[0];
}

std::uint32_t Firmware::board_serial(Values values) {
  values[1] = 0;
  return 0;
}

std::uint32_t Firmware::firmware_revision(Values) { return 0; }
std::uint32_t Firmware::not_throttled(Values) { return 0; }
std::uint32_t Firmware::board_model(Values) { return 0; }
std::uint32_t Firmware::board_revision(Values) { return model_.is_bcm2835() ? 0x900092 : 0xa02082; }

}  // namespace quadcl::tools::simulated
