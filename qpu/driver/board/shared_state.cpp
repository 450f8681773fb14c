// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/shared_state.h"

#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <sstream>
#include <thread>

#include "core/log.h"
#include "qpu/driver/board/time_limits.h"

namespace quadcl::qpu::board {
namespace {

constexpr const char* kNames[] = {"idle", "busy", "wedged"};

ChipState parse(const std::string& text) {
  ChipState state;
  std::istringstream words(text);
  std::string name;
  words >> name >> state.process;
  std::getline(words >> std::ws, state.detail);
  for (int kind = 0; kind < 3; ++kind)
    if (name == kNames[kind]) state.kind = static_cast<ChipState::Kind>(kind);
  return state;
}

bool lives(long process) { return kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM; }

/// Calls `waits` once if another process has the lock.
bool try_lock_for(
    const File& file, std::chrono::milliseconds patience, const std::function<void()>& waits = [] {}) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (bool told = false; flock(file.fd(), LOCK_EX | LOCK_NB) != 0; told = true) {
    if (std::chrono::steady_clock::now() >= end) return false;
    if (!told) waits();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

Error cannot_open(const char* path, const File& file) {
  return {ErrorCode::out_of_resources,
          with_reason(std::string(path) + ", which all users of the QPUs share", file.error())};
}

}  // namespace

ChipState abandoned(const ChipState& busy, bool looked) {
  return {
      ChipState::Kind::wedged, busy.process,
      looked ? "its process ended before it did"
             : "its process ended before it did; run as root, quadcl-doctor sees whether it has ended since"};
}

Result<ChipLock> ChipLock::open(const File& like) {
  File file = open_shared(kPath, like);
  if (!file.ok()) return cannot_open(kPath, file);
  return ChipLock(std::move(file));
}

ChipState ChipLock::peek() const { return parse(file_.text()); }

ChipLock::Held::~Held() {
  if (file_ != nullptr) flock(file_->fd(), LOCK_UN);
}

ChipState ChipLock::Held::state() const { return parse(file_->text()); }

void ChipLock::Held::set(ChipState::Kind kind, const std::string& detail) const {
  set(ChipState{kind, getpid(), detail});
}

void ChipLock::Held::set(const ChipState& state) const {
  file_->replace_text(std::string(kNames[static_cast<int>(state.kind)]) + ' ' +
                      std::to_string(state.process) + ' ' + state.detail + '\n');
}

Result<ChipLock::Held> ChipLock::take(std::chrono::milliseconds patience) const {
  const auto who = [&] { return "process " + std::to_string(peek().process) + " uses the QPUs"; };
  if (try_lock_for(file_, patience, [&] { log_line(who() + "; waiting for its job to end"); }))
    return Held(file_);
  return Error{ErrorCode::out_of_resources,
               who() + ", and did not let go of them in " + std::to_string(patience.count()) + " ms"};
}

Result<HandleRecord> HandleRecord::open(const File& like) {
  File file = open_shared(kPath, like);
  if (!file.ok()) return cannot_open(kPath, file);
  return HandleRecord(std::move(file));
}

bool HandleRecord::edit(const std::function<void(std::vector<Row>&)>& change) const {
  if (!try_lock_for(file_, time_limits::kRecord)) return false;
  std::vector<Row> rows;
  std::istringstream words(file_.text());
  for (Row row; words >> row.process >> row.handle;) rows.push_back(row);
  change(rows);
  std::string text;
  for (const Row& row : rows) text += std::to_string(row.process) + ' ' + std::to_string(row.handle) + '\n';
  file_.replace_text(text);
  flock(file_.fd(), LOCK_UN);
  return true;
}

bool HandleRecord::add(std::uint32_t handle) const {
  return edit([&](std::vector<Row>& rows) { rows.push_back({getpid(), handle}); });
}

bool HandleRecord::remove(std::uint32_t handle) const {
  return edit([&](std::vector<Row>& rows) {
    std::erase_if(rows, [&](const Row& row) { return row.handle == handle && row.process == getpid(); });
  });
}

unsigned HandleRecord::sweep(const std::function<void(std::uint32_t)>& release) const {
  unsigned swept = 0;
  edit([&](std::vector<Row>& rows) {
    std::erase_if(rows, [&](const Row& row) {
      if (lives(row.process)) return false;
      release(row.handle);
      ++swept;
      return true;
    });
  });
  return swept;
}

}  // namespace quadcl::qpu::board
