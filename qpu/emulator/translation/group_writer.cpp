// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/translation/group_writer.h"

#include <algorithm>
#include <cstddef>

#include "qpu/emulator/slots.h"
#include "qpu/emulator/translation/translation.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

/// Effects that change nothing if there is no observer.
constexpr std::uint32_t kWithoutEffect = effect::read_nop_a | effect::read_nop_b |
                                         effect::per_element_immediate | effect::wait_dma_load |
                                         effect::wait_dma_store | effect::read_dma_busy;
constexpr std::uint32_t kTmu =
    effect::request_tmu0 | effect::request_tmu1 | effect::receive_tmu0 | effect::receive_tmu1;
constexpr std::uint32_t kWrites = effect::write_add | effect::write_mul;

/// A load immediate passes its value through both ALUs.
isa::AddOp add_code(const Operation& op) {
  const isa::Instruction instruction(op.word);
  return instruction.is_alu() ? instruction.op_add() : isa::AddOp::bit_or;
}

isa::MulOp mul_code(const Operation& op) {
  const isa::Instruction instruction(op.word);
  return instruction.is_alu() ? instruction.op_mul() : isa::MulOp::v8min;
}

/// Results that wait for the check at the end of their group take two registers of AVX2 each. If more of them
/// wait, registers run out.
constexpr std::size_t kUncheckedOfAvx2 = 4;

bool is_register(unsigned slot) { return slot < slot::uniform; }

}  // namespace

bool GroupWriter::can_write(const Operation& op) {
  const auto kind = isa::Instruction(op.word).encoding_class();
  if (kind == isa::EncodingClass::branch || kind == isa::EncodingClass::semaphore) return false;
  const bool has_handler =
      op.handler != execute_illegal && op.handler != execute_fetch_fault && op.handler != execute_leave;
  if (!has_handler || (op.effects & ~(kWithoutEffect | kTmu | kWrites | effect::read_vpm)) != 0) return false;
  const bool packs_for_peripheral = (op.effects & effect::write_mul) != 0 && op.pack_mul != nullptr;
  return !packs_for_peripheral && !(ends_group(op) && (op.effects & kTmu) != 0);
}

// ---- the group

void GroupWriter::Needs::add(const Operation& op) {
  uniforms |= (op.before & before::uniform) != 0;
  tmus[0] |= (op.effects & (effect::request_tmu0 | effect::receive_tmu0)) != 0;
  tmus[1] |= (op.effects & (effect::request_tmu1 | effect::receive_tmu1)) != 0;
  vpm_reads |= (op.effects & effect::read_vpm) != 0;
}

void GroupWriter::begin(const Operation& first, const Needs& needs,
                        const std::shared_ptr<Xbyak::Label>& too_short, std::function<void()> leave_tried) {
  first_ = &first;
  leave_tried_ = std::move(leave_tried);
  too_short_ = too_short;
  instructions_ = uniforms_read_ = 0;
  uses_uniforms_ = needs.uniforms;
  failed_.reset();
  flags_ = {};
  changed_flags_.reset();
  if (needs.uniforms) {
    const auto start = std::make_shared<Xbyak::Label>(), refill = std::make_shared<Xbyak::Label>();
    L(*start);
    mov(uniforms, ptr[in_qpu(offsetof(Qpu, uniform))]);
    lea(rax, ptr[uniforms + kPlaceholder]);
    uniforms_place_ = getSize() - 4;
    cmp(rax, ptr[in_qpu(offsetof(Qpu, uniform_end))]);
    ja(*refill, T_NEAR);
    later([this, start, refill, too_short] {
      L(*refill);
      mov(rdi, qpu);
      vzeroupper();
      call(ptr[tables + offsetof(TranslationTables, refill)]);
      test(al, al);
      jnz(*start, T_NEAR);
      jmp(*too_short, T_NEAR);
    });
  }
  begin_tmus(needs, too_short);
  vpm_reads_ = 0;
  if (needs.vpm_reads) begin_vpm_reads(too_short);
  if (needs.shared) {
    cmp(dword[tables + offsetof(TranslationTables, mode)], 0);
    jne(*too_short, T_NEAR);
  } else if (needs.calls_branch) {
    cmp(dword[tables + offsetof(TranslationTables, mode)],
        static_cast<std::uint32_t>(Translation::Mode::beside_others));
    je(*too_short, T_NEAR);
  }
  cmp(left, kPlaceholder);
  count_place_ = getSize() - 4;
  jb(*too_short, T_NEAR);
}

bool GroupWriter::has_room(const Operation& op) {
  for (unsigned tmu = 0; tmu < tmus_.size(); ++tmu) {
    const bool requests = (op.effects & (effect::request_tmu0 << tmu)) != 0;
    if (requests && tmus_[tmu].requests + 2 > static_cast<int>(TmuFifo::kDepth)) return false;
  }
  return has_places() && (wide() || unchecked_.size() <= kUncheckedOfAvx2);
}

unsigned GroupWriter::commit(unsigned more) {
  const unsigned count = instructions_ + more;
  rewrite(count_place_, count, 4);
  if (uses_uniforms_) rewrite(uniforms_place_, 4 * uniforms_read_, 4);
  check_results();
  const auto after = std::make_shared<Xbyak::Label>();
  if (failed_ != nullptr) replay_later(after, count);
  store_lasts();
  store_slots();
  store_flags();
  if (uniforms_read_ > 0) {
    add(uniforms, 4 * uniforms_read_);
    mov(ptr[in_qpu(offsetof(Qpu, uniform))], uniforms);
  }
  commit_tmus();
  commit_vpm_reads();
  sub(left, count);
  if (last_write_) write_last(more);
  L(*after);
  for (Ref& value : current_) value.reset();
  flags_ = {};
  dirty_.reset();
  last_ = {};
  return count;
}

/// Handlers execute the group instead.
void GroupWriter::replay_later(const std::shared_ptr<Xbyak::Label>& after, unsigned count) {
  later([this, failed = failed_, after, count, first = first_, instructions = instructions_,
         leave = leave_tried_, too_short = too_short_] {
    Xbyak::Label stopped;
    L(*failed);
    cmp(dword[tables + offsetof(TranslationTables, mode)],
        static_cast<std::uint32_t>(Translation::Mode::beside_others));
    je(*too_short, T_NEAR);
    mov(rdi, qpu);
    mov(rsi, reinterpret_cast<std::uintptr_t>(first));
    mov(edx, instructions);
    mov(rcx, tables);
    vzeroupper();
    call(ptr[tables + offsetof(TranslationTables, replay)]);
    test(edx, edx);
    jnz(stopped);
    sub(left, count);
    jmp(*after, T_NEAR);
    L(stopped);
    sub(left, rax);
    mov(rcx, rax);
    mov(eax, edx);
    leave();
  });
}

const Xbyak::Label& GroupWriter::failed() {
  if (failed_ == nullptr) failed_ = std::make_shared<Xbyak::Label>();
  return *failed_;
}

/// Results of which a later one is a NaN if they are were taken off the list.
void GroupWriter::check_results() {
  std::erase_if(unchecked_, [](const Ref& value) { return !value->unchecked; });
  if (!unchecked_.empty()) jump_if_nan(unchecked_, failed());
  unchecked_.clear();
}

/// First of all, because values may still be in slots that are then overwritten.
void GroupWriter::store_lasts() {
  constexpr unsigned kSlots[] = {slot::last_a, slot::last_b, slot::last_mul};
  for (unsigned i = 0; i < lasts; ++i) {
    if (last_[i]) store_last_quad(slot_place(kSlots[i]), load(canonical(*last_[i])));
  }
}

void GroupWriter::store_slots() {
  const auto save = [this](const Ref& value) {
    if (value != nullptr && value->home && value->home->base == qpu &&
        dirty_[value->home->offset / sizeof(LaneVector)]) {
      leave_home(value);
    }
  };
  for (unsigned slot = 0; slot < slot::count; ++slot) {
    if (dirty_[slot]) save(current_[slot]);
  }
  std::ranges::for_each(last_results_, save);
  for (unsigned slot = 0; slot < slot::count; ++slot) {
    if (dirty_[slot]) store(slot_place(slot), canonical(current_[slot]));
  }
}

void GroupWriter::store_flags() {
  for (unsigned i = 1; i < flags_.size(); ++i) {
    if (changed_flags_[i]) store_mask(in_qpu(offsetof(Qpu, flags) + 2 * i), flags_[i]);
  }
}

// ---- operands

GroupWriter::Ref GroupWriter::load(const Source& source) {
  const Ref value = VectorWriter::load(source);
  if (source.kind == Source::Kind::slot && current_[source.number] == nullptr) {
    current_[source.number] = value;  // else the source is the value before
  }
  return value;
}

GroupWriter::Source GroupWriter::slot_source(unsigned slot) const {
  if (current_[slot] != nullptr) return held(current_[slot]);
  return {Source::Kind::slot, slot};
}

GroupWriter::Source GroupWriter::immediate_of(const Operation& op) {
  if ((op.effects & effect::per_element_immediate) == 0) return constant(op.immediate);
  LaneVector lanes;
  for (unsigned lane = 0; lane < isa::kLanes; ++lane) {
    lanes.lane[lane] = isa::per_element_value(isa::Instruction(op.word).immediate_type(), op.immediate, lane);
  }
  return {Source::Kind::lanes, 0, nullptr, &lanes_literal(lanes)};
}

/// What a read of nop gives: lanes 12 to 15 of the last value in each quad.
GroupWriter::Source GroupWriter::repeated(Last last) {
  constexpr unsigned kSlots[] = {slot::last_a, slot::last_b, slot::last_mul};
  if (last_[last]) return held(repeat_last_quad(load(canonical(*last_[last]))));
  return held(repeat_quad_at(slot_place(kSlots[last]) + 48));
}

GroupWriter::Source GroupWriter::operand(const Operation& op, unsigned byte_offset) {
  const unsigned slot = byte_offset / sizeof(LaneVector);
  switch (slot) {
    case slot::uniform:
      return {Source::Kind::uniform, uniforms_read_ - 1};
    case slot::immediate:
      return immediate_of(op);
    case slot::zero:
      return constant(0);
    case slot::nop_a:
      return repeated(last_port_a);
    case slot::nop_b:
      return repeated(last_port_b);
    case slot::vpm:
      return held(vpm_row_);
    case slot::unpacked:
      return held(unpacked_);
    default:
      return slot_source(slot);
  }
}

void GroupWriter::note_port(Last last, const Operation& op, unsigned byte_offset) {
  const unsigned slot = byte_offset / sizeof(LaneVector);
  if (slot != slot::last_a && slot != slot::last_b) last_[last] = operand(op, byte_offset);
}

// ---- an instruction

void GroupWriter::instruction(const Operation& op) {
  ++instructions_;
  if ((op.before & before::uniform) != 0) ++uniforms_read_;
  if ((op.effects & effect::read_vpm) != 0) read_vpm_row();
  if (op.unpack != nullptr) unpacked_ = unpacked(op);
  const Ref sum = op.has_add ? sum_of(op) : nullptr;
  Ref product = op.has_mul ? product_of(op) : nullptr;
  note_port(last_port_a, op, op.port_a);
  note_port(last_port_b, op, op.port_b);
  if (op.has_mul) last_[last_product] = held(product);
  if (op.rotation != Rotation::none) product = rotated(op, product);
  const Lanes add_lanes = op.has_add ? lanes_of(op.condition_add) : Lanes();
  const Lanes mul_lanes = op.has_mul ? lanes_of(op.condition_mul) : Lanes();
  if (op.set_flags) {
    op.flags_from_mul ? set_flags(op, product, mul_lanes) : set_flags(op, sum, add_lanes);
  }
  const Ref result = op.has_add && op.saturated != nullptr ? saturated(op, sum) : sum;
  if (op.has_add && op.pack_add != nullptr) {
    const bool is_float = isa::info(add_code(op)).float_result;
    write_packed(op, op.add_destination, result, is_float, add_lanes);
  } else if (op.has_add) {
    write(op.add_destination, result, add_lanes);
  }
  if (op.has_mul && op.pack_mul != nullptr) {
    write_packed(op, op.mul_destination, product, isa::info(mul_code(op)).float_result, mul_lanes);
  } else if (op.has_mul) {
    write(op.mul_destination, product, mul_lanes);
  }
  write_peripherals(op, sum, product, add_lanes, mul_lanes);
  unpacked_.reset();
  vpm_row_.reset();
}

GroupWriter::Ref GroupWriter::sum_of(const Operation& op) {
  const Source a = operand(op, op.add_a);
  return write_add(*this, add_code(op), a, op.add_a == op.add_b ? a : operand(op, op.add_b));
}

GroupWriter::Ref GroupWriter::product_of(const Operation& op) {
  const isa::MulOp code = mul_code(op);
  if (code == isa::MulOp::nop) return repeated(last_product).value;
  const Source a = operand(op, op.mul_a);
  return write_mul(*this, code, a, op.mul_a == op.mul_b ? a : operand(op, op.mul_b));
}

GroupWriter::Ref GroupWriter::rotated(const Operation& op, const Ref& product) {
  const bool in_quads = op.rotation == Rotation::in_quad;
  const Ref result = op.rotate_by != 0 ? rotate(product, op.rotate_by, in_quads)
                                       : rotate_by(product, load(canonical(slot_source(slot::r5))), in_quads);
  result->negative_zero = product->negative_zero;
  return result;
}

GroupWriter::Ref GroupWriter::unpacked(const Operation& op) {
  const isa::Instruction instruction(op.word);
  const auto mode = static_cast<unsigned>(instruction.unpack());
  const Source from = canonical(operand(op, op.unpack_source));
  if (instruction.pm()) return unpack_float(from, mode, true);
  return op.unpack_as_float ? unpack_float(from, mode, false) : unpack_integer(from, mode);
}

/// All integer modes of packing see overflows of add and sub saturated.
GroupWriter::Ref GroupWriter::saturated(const Operation& op, const Ref& sum) {
  const bool is_add = add_code(op) == isa::AddOp::add;
  const Ref a = load(operand(op, op.add_a)), b = load(operand(op, op.add_b));
  // Signs: a = b or a != b, and a != sum.
  const Ref signs = apply(host::bit_xor, a, b), changed = apply(host::bit_xor, a, sum);
  const Ref overflow =
      apply(host::bit_and, changed, is_add ? apply(host::bit_xor, signs, 0xffffffff) : signs);
  const Ref limit = apply(host::bit_xor, shift(host::right_signed, a, 31), 0x7fffffff);
  return blend(negative(overflow), limit, sum);
}

// ---- flags

const GroupWriter::Ref& GroupWriter::flag(unsigned number) {
  if (flags_[number] == nullptr) flags_[number] = mask_from(in_qpu(offsetof(Qpu, flags) + 2 * number));
  return flags_[number];
}

GroupWriter::Lanes GroupWriter::lanes_of(unsigned condition) {
  if (condition == static_cast<unsigned>(isa::Condition::always)) return {};
  if (condition == static_cast<unsigned>(isa::Condition::never)) return {false, none()};
  const Ref& mask = flag(condition >> 1);
  return {false, (condition & 1) != 0 ? inverse(mask) : mask};
}

void GroupWriter::set_flags(const Operation& op, const Ref& result, const Lanes& lanes) {
  canonical(result);
  set_flag(3, carry(op, result), lanes);
  set_flag(1, equal(result, 0u), lanes);
  set_flag(2, negative(result), lanes);
}

void GroupWriter::set_flag(unsigned number, const Ref& mask, const Lanes& lanes) {
  flags_[number] = lanes.all ? mask : blend(lanes.mask, mask, flag(number));
  changed_flags_.set(number);
}

// ---- results

void GroupWriter::put(unsigned slot, Ref value) {
  current_[slot] = std::move(value);
  dirty_[slot] = true;
}

void GroupWriter::write(unsigned byte_offset, const Ref& value, const Lanes& lanes) {
  const unsigned slot = byte_offset / sizeof(LaneVector);
  if (!is_register(slot)) return;
  if (lanes.all) return put(slot, value);
  const Ref old = load(canonical(slot_source(slot)));
  put(slot, blend(lanes.mask, canonical(value), old));
}

}  // namespace quadcl::qpu::emulator
