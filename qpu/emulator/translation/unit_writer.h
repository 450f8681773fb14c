// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "qpu/emulator/code_cache.h"
#include "qpu/emulator/translation/group_writer.h"

namespace quadcl::qpu::emulator {

/// What translated code returns in the low bytes of rax: a Translation::Reason, and a Step above it.
constexpr unsigned kStepShift = 8;

/// Writes a unit: groups, calls of handlers, and jumps. Where the code returns, Qpu::next is in rsi.
class UnitWriter : public GroupWriter {
 public:
  UnitWriter(std::vector<std::uint8_t>& buffer, CodeCache& code)
      : GroupWriter(buffer, code.engine().vectors),
        code_(code),
        only_alone_(code.translated() == CodeCache::Translated::alone) {}

  /// False if the first operation cannot be translated.
  bool write(const Operation& first);
  /// The same for plain operations; the code returns after them. Without a branch.
  bool write_plain(const Operation& first, unsigned count);
  /// Where groups start that other code can jump to, and their places in the code.
  const std::vector<std::pair<const Operation*, std::size_t>>& starts() const { return starts_; }

 private:
  /// A branch that is pending: a copy of its delay slots follows in the code.
  struct Pending {
    const Operation* target;  ///< null: its address is in Qpu::branches
    unsigned slots;           ///< that are still to come
  };
  struct Path {
    const Operation* first;
    std::optional<Pending> pending;
    Xbyak::Label label;
  };
  enum class Kind : std::uint8_t { grouped, called, branch, called_branch, end_of_stretch, interpreted };

  /// `in_slot`: in a delay slot of a pending branch.
  Kind kind_of(const Operation& op, bool in_slot) const;
  void follow(Path& path);
  const Operation* write_group(const Operation* op, std::optional<Pending>& pending);
  void call_handler(const Operation& op, const std::optional<Pending>& pending);
  void call(const Operation& op);
  void leave_tried_at(const std::shared_ptr<Xbyak::Label>& place, const Operation& op,
                      const std::optional<Pending>& pending);
  void branch(const Operation& op);
  void call_branch(const Operation& op);
  void chain(std::uint32_t address);
  void chain_found();
  void leave_for(const Operation& op, std::uint32_t reason, const std::optional<Pending>& pending);
  void set_pending(const std::optional<Pending>& pending);
  void leave_tried(const Operation& first, const std::optional<Pending>& pending);

  CodeCache& code_;
  const bool only_alone_;
  const Operation* first_ = nullptr;
  std::deque<Path> paths_;
  std::vector<std::pair<const Operation*, std::size_t>> starts_;
};

}  // namespace quadcl::qpu::emulator
