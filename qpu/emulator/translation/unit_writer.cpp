// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/translation/unit_writer.h"

#include <algorithm>
#include <cstddef>

#include "qpu/emulator/translation/translation.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

/// A group is executed as a whole, or its instructions one by one: at the end of a turn.
constexpr unsigned kLargestGroup = 16;

std::uint32_t code_of(Translation::Reason reason) { return static_cast<std::uint32_t>(reason); }

std::uint32_t target_of(const Operation& op) {
  const isa::Instruction branch(op.word);
  const std::uint32_t after = op.address + (1 + isa::kBranchDelaySlots) * isa::kInstructionBytes;
  return branch.immediate() + (branch.branch_relative() ? after : 0);
}

/// Branches without a link to a place that is known.
bool is_plain_branch(const Operation& op) {
  const isa::Instruction branch(op.word);
  return branch.encoding_class() == isa::EncodingClass::branch && op.handler == execute_branch &&
         !branch.branch_register() && !branch.set_flags() && branch.waddr_add() == isa::write_address::nop &&
         branch.waddr_mul() == isa::write_address::nop && target_of(op) % isa::kInstructionBytes == 0;
}

bool always(const Operation& op) {
  return isa::Instruction(op.word).branch_condition() == isa::BranchCondition::always;
}

}  // namespace

UnitWriter::Kind UnitWriter::kind_of(const Operation& op, bool in_slot) const {
  const bool is_branch = op.handler == execute_branch;
  if (in_slot && (is_branch || op.handler == execute_leave)) return Kind::interpreted;
  if (op.handler == execute_leave) return Kind::end_of_stretch;
  const bool is_known_branch = is_branch && is_plain_branch(op);
  if (only_alone_ && !(op.alone && (can_write(op) || is_known_branch))) return Kind::interpreted;
  if (can_write(op)) return Kind::grouped;
  if (is_branch) return is_known_branch ? Kind::branch : Kind::called_branch;
  const bool ends = (op.effects & effect::program_end) != 0;
  const bool is_fault = op.handler == execute_illegal || op.handler == execute_fetch_fault;
  return ends || is_fault ? Kind::interpreted : Kind::called;
}

bool UnitWriter::write(const Operation& first) {
  const Kind kind = kind_of(first, false);
  if (kind == Kind::interpreted || kind == Kind::end_of_stretch) return false;
  first_ = &first;
  paths_.push_back({&first, {}, {}});
  while (!paths_.empty()) {
    follow(paths_.front());
    paths_.pop_front();
  }
  finish();
  return true;
}

bool UnitWriter::write_plain(const Operation& first, unsigned count) {
  first_ = &first;
  const Operation* op = &first;
  const Operation* end = op;
  Needs needs;
  for (; end != op + count && kind_of(*end, false) == Kind::grouped; ++end) needs.add(*end);
  if (end == op) return false;
  while (op != end) {
    const auto too_short = std::make_shared<Xbyak::Label>();
    later([this, too_short, op] {
      L(*too_short);
      leave_for(*op, code_of(Translation::Reason::interpret), {});
    });
    begin(*op, needs, too_short, [this, op] { leave_tried(*op, {}); });
    while (op != end && has_room(*op)) instruction(*op++);
    commit(0);
  }
  leave_for(*op, code_of(Translation::Reason::interpret), {});
  finish();
  return true;
}

void UnitWriter::follow(Path& path) {
  L(path.label);
  std::optional<Pending>& pending = path.pending;
  for (const Operation* op = path.first;;) {
    if (pending && pending->slots == 0) {
      return pending->target != nullptr ? chain(pending->target->address) : chain_found();
    }
    if (!pending && op != first_ && op->translated != nullptr && !only_alone_) return chain(op->address);
    const Kind kind = kind_of(*op, pending.has_value());
    if (kind == Kind::end_of_stretch) return chain(op->address);
    if (kind == Kind::interpreted) {
      return leave_for(*op, code_of(Translation::Reason::interpret), pending);
    }
    op = write_group(op, pending);
    if (op == nullptr) return;
  }
}

/// A group and the call or branch behind it. Returns what follows; null if that is written elsewhere.
const Operation* UnitWriter::write_group(const Operation* op, std::optional<Pending>& pending) {
  const unsigned most = pending ? pending->slots : kLargestGroup;
  if (!pending) starts_.emplace_back(op, getSize());
  Needs needs;
  unsigned scanned = 0;
  while (scanned < most && kind_of(op[scanned], false) == Kind::grouped) {
    needs.add(op[scanned]);
    if (!is_private(op[scanned])) needs.shared = true;
    if (ends_group(op[scanned++])) break;
  }
  const Kind behind = kind_of(op[scanned], false);
  needs.calls_branch = behind == Kind::called_branch;
  needs.shared |= behind == Kind::called || (needs.calls_branch && op[scanned].shared);
  const auto too_short = std::make_shared<Xbyak::Label>();
  later([this, too_short, op, pending] {
    L(*too_short);
    leave_for(*op, code_of(Translation::Reason::interpret), pending);
  });
  begin(*op, needs, too_short, [this, op, pending] { leave_tried(*op, pending); });
  bool ended = false;
  for (unsigned i = 0; i < most && !ended && kind_of(*op, false) == Kind::grouped && has_room(*op); ++i) {
    ended = ends_group(*op);
    instruction(*op++);
  }
  unsigned slots_left = pending ? pending->slots - instructions() : 1;
  const Kind kind = kind_of(*op, pending.has_value());
  const bool calls = kind == Kind::called && slots_left > 0;
  const bool branches = kind == Kind::branch || kind == Kind::called_branch;
  commit(calls || branches ? 1 : 0);
  if (pending) pending->slots = slots_left;
  if (calls) {
    call_handler(*op++, pending);
    if (pending) --pending->slots;
  } else if (branches) {
    kind == Kind::branch ? branch(*op) : call_branch(*op);
    return always(*op) ? nullptr : op + 1;
  }
  return op;
}

void UnitWriter::call(const Operation& op) {
  mov(rdi, qpu);
  mov(rsi, reinterpret_cast<std::uintptr_t>(&op));
  vzeroupper();
  Xbyak::CodeGenerator::call(ptr[rsi + offsetof(Operation, handler)]);
}

void UnitWriter::leave_tried_at(const std::shared_ptr<Xbyak::Label>& place, const Operation& op,
                                const std::optional<Pending>& pending) {
  later([this, place, &op, pending] {
    L(*place);
    add(left, 1);
    movzx(eax, al);
    xor_(ecx, ecx);
    leave_tried(op, pending);
  });
}

void UnitWriter::call_handler(const Operation& op, const std::optional<Pending>& pending) {
  const auto not_next = std::make_shared<Xbyak::Label>();
  call(op);
  test(al, al);
  jnz(*not_next, T_NEAR);
  leave_tried_at(not_next, op, pending);
}

/// See GroupWriter::begin.
void UnitWriter::leave_tried(const Operation& first, const std::optional<Pending>& pending) {
  static_assert(static_cast<unsigned>(Translation::Reason::tried) == 0);
  shl(eax, kStepShift);
  imul(rsi, rcx, sizeof(Operation));
  mov(rdx, reinterpret_cast<std::uintptr_t>(&first));
  add(rsi, rdx);
  set_pending(pending);
  if (pending) sub(byte[qpu + offsetof(Qpu, branches) + offsetof(PendingBranch, slots)], cl);
  jmp(ptr[tables + offsetof(TranslationTables, leave)]);
}

/// The flags are in memory, because a group ends here.
void UnitWriter::branch(const Operation& op) {
  const isa::Instruction branch(op.word);
  paths_.push_back({&op + 1, Pending{code_.at(target_of(op)), isa::kBranchDelaySlots}, {}});
  Xbyak::Label& taken = paths_.back().label;
  if (always(op)) return jmp(taken, T_NEAR);
  const auto condition = static_cast<unsigned>(branch.branch_condition());
  const bool clear = (condition & 1) != 0, any = (condition & 2) != 0;
  const unsigned flag = 1 + condition / 4;
  // All clear and any set compare with no lanes, the others with all.
  movzx(eax, word[qpu + offsetof(Qpu, flags) + 2 * flag]);
  cmp(eax, clear != any ? 0 : 0xffff);
  any ? jne(taken, T_NEAR) : je(taken, T_NEAR);
}

/// A branch to a register, or with a link. What its handler has scheduled is taken over.
void UnitWriter::call_branch(const Operation& op) {
  const bool is_known =
      !isa::Instruction(op.word).branch_register() && target_of(op) % isa::kInstructionBytes == 0;
  const Operation* const target = is_known ? code_.at(target_of(op)) : nullptr;
  paths_.push_back({&op + 1, Pending{target, isa::kBranchDelaySlots}, {}});
  const auto failed = std::make_shared<Xbyak::Label>();
  Xbyak::Label not_taken;
  call(op);
  if (!always(op)) {
    test(al, al);
    jz(not_taken, T_NEAR);
  }
  cmp(al, static_cast<std::uint8_t>(Step::scheduled));
  jne(*failed, T_NEAR);
  mov(byte[qpu + offsetof(Qpu, branches) + offsetof(PendingBranch, slots)], 0);
  mov(byte[qpu + offsetof(Qpu, pending)], 0);
  jmp(paths_.back().label, T_NEAR);
  L(not_taken);
  leave_tried_at(failed, op, {});
}

/// Jumps to the translation of where a branch goes that is known only now.
void UnitWriter::chain_found() {
  const auto nowhere = std::make_shared<Xbyak::Label>();
  mov(rdi, tables);
  mov(esi, ptr[qpu + offsetof(Qpu, branches) + offsetof(PendingBranch, target)]);
  vzeroupper();
  Xbyak::CodeGenerator::call(ptr[tables + offsetof(TranslationTables, find)]);
  mov(rsi, rax);
  mov(rax, ptr[rsi + offsetof(Operation, translated)]);
  test(rax, rax);
  jz(*nowhere, T_NEAR);
  jmp(rax);
  later([this, nowhere] {
    L(*nowhere);
    mov(eax, code_of(Translation::Reason::not_reached));
    jmp(ptr[tables + offsetof(TranslationTables, leave)]);
  });
}

/// Jumps to the translation of the operation at an address.
void UnitWriter::chain(std::uint32_t address) {
  const Operation* target = code_.at(address);
  if (only_alone_) return leave_for(*target, code_of(Translation::Reason::not_reached), {});
  const auto nowhere = std::make_shared<Xbyak::Label>();
  if (&code_.last_job_at(address) != &code_.last_job_at(first_->address)) {
    mov(rax, reinterpret_cast<std::uintptr_t>(&code_.last_job_at(address)));
    cmp(ptr[rax], job);
    jne(*nowhere, T_NEAR);
  }
  mov(rax, reinterpret_cast<std::uintptr_t>(&target->translated));
  mov(rax, ptr[rax]);
  test(rax, rax);
  jz(*nowhere, T_NEAR);
  jmp(rax);
  later([this, nowhere, target] {
    L(*nowhere);
    leave_for(*target, code_of(Translation::Reason::not_reached), {});
  });
}

void UnitWriter::leave_for(const Operation& op, std::uint32_t reason, const std::optional<Pending>& pending) {
  mov(eax, reason);
  mov(rsi, reinterpret_cast<std::uintptr_t>(&op));
  set_pending(pending);
  jmp(ptr[tables + offsetof(TranslationTables, leave)]);
}

void UnitWriter::set_pending(const std::optional<Pending>& pending) {
  if (!pending) return;
  static_assert(sizeof(Qpu::branches[0]) == sizeof(PendingBranch));
  mov(byte[qpu + offsetof(Qpu, branches) + offsetof(PendingBranch, slots)], pending->slots);
  if (pending->target != nullptr) {
    mov(dword[qpu + offsetof(Qpu, branches) + offsetof(PendingBranch, target)], pending->target->address);
  }
  mov(byte[qpu + offsetof(Qpu, pending)], 1);
}

}  // namespace quadcl::qpu::emulator
