// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/translation/group_writer.h"

#include <algorithm>
#include <cstddef>

#include "qpu/emulator/slots.h"
#include "qpu/emulator/translation/translation.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

constexpr int kValueRegisters = 31;             // the last one is `zero`
constexpr std::size_t kForOneInstruction = 18;  // more than the largest needs

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

bool is_register(unsigned slot) { return slot < slot::uniform; }

}  // namespace

GroupWriter::GroupWriter(std::vector<std::uint8_t>& buffer) : CodeGenerator(buffer.size(), buffer.data()) {
  for (int i = kValueRegisters; i-- > 0;) free_.push_back(i);
}

bool GroupWriter::can_write(const Operation& op) {
  const auto kind = isa::Instruction(op.word).encoding_class();
  if (kind == isa::EncodingClass::branch || kind == isa::EncodingClass::semaphore) return false;
  const bool has_handler =
      op.handler != execute_illegal && op.handler != execute_fetch_fault && op.handler != execute_leave;
  if (!has_handler || (op.effects & ~(kWithoutEffect | kTmu | kWrites)) != 0) return false;
  const bool packs_for_peripheral = (op.effects & effect::write_mul) != 0 && op.pack_mul != nullptr;
  return !packs_for_peripheral && !(ends_group(op) && (op.effects & kTmu) != 0);
}

// ---- the group

void GroupWriter::Needs::add(const Operation& op) {
  uniforms |= (op.before & before::uniform) != 0;
  tmus[0] |= (op.effects & (effect::request_tmu0 | effect::receive_tmu0)) != 0;
  tmus[1] |= (op.effects & (effect::request_tmu1 | effect::receive_tmu1)) != 0;
}

void GroupWriter::begin(const Operation& first, const Needs& needs,
                        const std::shared_ptr<Xbyak::Label>& too_short, std::function<void()> leave_tried) {
  first_ = &first;
  leave_tried_ = std::move(leave_tried);
  too_short_ = too_short;
  instructions_ = uniforms_read_ = 0;
  uses_uniforms_ = needs.uniforms;
  checked_ = false;
  flags_ = {};
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
      restore_zero();
      test(al, al);
      jnz(*start, T_NEAR);
      jmp(*too_short, T_NEAR);
    });
  }
  begin_tmus(needs, too_short);
  if (needs.shared) {
    cmp(dword[tables + offsetof(TranslationTables, mode)], 0);
    jne(*too_short, T_NEAR);
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
  if (free_.size() >= kForOneInstruction) return true;
  for (unsigned slot = 0; slot < slot::count; ++slot) {
    if (!dirty_[slot]) current_[slot].reset();
  }
  return free_.size() >= kForOneInstruction;
}

unsigned GroupWriter::commit(unsigned more) {
  const unsigned count = instructions_ + more;
  rewrite(count_place_, count, 4);
  if (uses_uniforms_) rewrite(uniforms_place_, 4 * uniforms_read_, 4);
  check_results();
  const auto after = std::make_shared<Xbyak::Label>();
  if (checked_) {
    kortestw(k1, k1);
    replay_later(after, count);
  }
  store_lasts();
  store_slots();
  store_flags();
  if (uniforms_read_ > 0) {
    add(uniforms, 4 * uniforms_read_);
    mov(ptr[in_qpu(offsetof(Qpu, uniform))], uniforms);
  }
  commit_tmus();
  sub(left, count);
  if (last_write_) write_last(more);
  L(*after);
  for (Ref& value : current_) value.reset();
  dirty_.reset();
  last_ = {};
  return count;
}

/// Jumps if there was a NaN; all ones in k1 mean that there was none.
void GroupWriter::replay_later(const std::shared_ptr<Xbyak::Label>& after, unsigned count) {
  const auto failed = std::make_shared<Xbyak::Label>();
  jnc(*failed, T_NEAR);
  later([this, failed, after, count, first = first_, instructions = instructions_, leave = leave_tried_,
         too_short = too_short_] {
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
    restore_zero();
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

void GroupWriter::check(const Ref& a, const Ref& b) {
  checked_ ? vcmpordps(k1 | k1, a->zmm, b->zmm) : vcmpordps(k1, a->zmm, b->zmm);
  checked_ = true;
}

void GroupWriter::check(const Xbyak::Opmask& lanes) {
  checked_ ? kandw(k1, k1, lanes) : kmovw(k1, lanes);
  checked_ = true;
}

/// Results of which a later one is a NaN if they are were taken off the list.
void GroupWriter::check_results() {
  std::erase_if(unchecked_, [](const Ref& value) { return !value->unchecked; });
  for (std::size_t i = 0; i < unchecked_.size(); i += 2) {
    check(unchecked_[i], unchecked_[std::min(i + 1, unchecked_.size() - 1)]);
  }
  unchecked_.clear();
}

/// First of all, because values may still be in slots that are then overwritten.
void GroupWriter::store_lasts() {
  constexpr unsigned kSlots[] = {slot::last_a, slot::last_b, slot::last_mul};
  constexpr int kQuad = 48;  // of lanes 12 to 15
  for (unsigned i = 0; i < lasts; ++i) {
    if (!last_[i]) continue;
    const Source& source = canonical(*last_[i]);
    const Xbyak::Address to = ptr[slot_place(kSlots[i]) + kQuad];
    if (source.kind == Source::Kind::value) {
      vextracti32x4(to, source.value->zmm, 3);
      continue;
    }
    const Ref quad = make();
    const Xbyak::Xmm xmm(quad->zmm.getIdx());
    if (source.kind == Source::Kind::slot) {
      vmovdqu32(xmm, ptr[slot_place(source.number) + kQuad]);
    } else if (source.kind == Source::Kind::lanes) {
      vextracti32x4(xmm, load(source)->zmm, 3);
    } else {
      vpbroadcastd(xmm, memory_of(source, false));
    }
    vmovdqu32(to, xmm);
  }
}

void GroupWriter::store_slots() {
  for (unsigned slot = 0; slot < slot::count; ++slot) {
    if (!dirty_[slot]) continue;
    canonical(in_register(current_[slot]));
    vmovdqa32(ptr[slot_place(slot)], current_[slot]->zmm);
  }
}

void GroupWriter::store_flags() {
  for (unsigned i = 1; i < flags_.size(); ++i) {
    if (flags_[i].dirty) kmovw(word[in_qpu(offsetof(Qpu, flags) + 2 * i)], flag(i));
  }
}

void GroupWriter::pad_to(std::size_t alignment) {
  while (getSize() % alignment != 0) db(0);
}

void GroupWriter::finish() {
  while (!later_.empty()) {
    const std::function<void()> write = std::move(later_.front());
    later_.pop_front();
    write();
  }
  pad_to(sizeof(std::uint32_t));
  for (auto& [number, label] : words_) {
    L(label);
    dd(number);
  }
  pad_to(sizeof(LaneVector));
  for (auto& [lanes, label] : lanes_) {
    L(label);
    for (const std::uint32_t lane : lanes.lane) dd(lane);
  }
}

// ---- operands

GroupWriter::Ref GroupWriter::make() {
  if (free_.empty()) throw Xbyak::Error(Xbyak::ERR_INTERNAL);
  const Xbyak::Zmm zmm(free_.back());
  free_.pop_back();
  return std::make_shared<Value>(*this, zmm);
}

Xbyak::Address GroupWriter::memory_of(const Source& source, bool broadcasts) {
  const Xbyak::AddressFrame& frame = broadcasts ? ptr_b : ptr;
  switch (source.kind) {
    case Source::Kind::slot:
      return ptr[slot_place(source.number)];
    case Source::Kind::uniform:
      return frame[uniforms + 4 * source.number];
    case Source::Kind::lanes:
      return ptr[rip + *source.lanes];
    case Source::Kind::table:
      return ptr[tables + source.number];
    default:
      return frame[rip + words_[source.number]];
  }
}

GroupWriter::Ref GroupWriter::load(const Source& source) {
  if (source.kind == Source::Kind::value) return source.value;
  Ref value = make();
  if (source.kind == Source::Kind::uniform || source.kind == Source::Kind::constant) {
    vpbroadcastd(value->zmm, memory_of(source, false));
  } else {
    vmovdqa32(value->zmm, memory_of(source, false));
  }
  if (source.kind == Source::Kind::slot && current_[source.number] == nullptr) {
    current_[source.number] = value;  // else the source is the value before
  }
  return value;
}

GroupWriter::Second GroupWriter::second(const Source& source, bool broadcasts) {
  const bool is_word = source.kind == Source::Kind::uniform || source.kind == Source::Kind::constant;
  if (source.kind == Source::Kind::value || (is_word && !broadcasts)) return {load(source), {}};
  return {nullptr, memory_of(source, true)};
}

const GroupWriter::Source& GroupWriter::canonical(const Source& source) {
  if (source.kind == Source::Kind::value && source.value->negative_zero) {
    vaddps(source.value->zmm, source.value->zmm, zero);
    source.value->negative_zero = false;
  }
  return source;
}

GroupWriter::Source GroupWriter::slot_source(unsigned slot) const {
  if (current_[slot] != nullptr) return in_register(current_[slot]);
  return {Source::Kind::slot, slot};
}

const Xbyak::Label& GroupWriter::lanes_literal(const LaneVector& lanes) {
  for (const auto& [known, label] : lanes_) {
    if (std::ranges::equal(known.lane, lanes.lane)) return label;
  }
  return lanes_.emplace_back(lanes, Xbyak::Label()).second;
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
  Ref result = make();
  if (last_[last]) {
    const Ref from = load(canonical(*last_[last]));
    vshufi32x4(result->zmm, from->zmm, from->zmm, 0xff);
  } else {
    vbroadcasti32x4(result->zmm, ptr[slot_place(kSlots[last]) + 48]);
  }
  return in_register(result);
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
    case slot::unpacked:
      return in_register(unpacked_);
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
  if (op.unpack != nullptr) unpacked_ = unpacked(op);
  const Ref sum = op.has_add ? sum_of(op) : nullptr;
  Ref product = op.has_mul ? product_of(op) : nullptr;
  note_port(last_port_a, op, op.port_a);
  note_port(last_port_b, op, op.port_b);
  if (op.has_mul) last_[last_product] = in_register(product);
  if (op.rotation != Rotation::none) product = rotated(op, product);
  const Lanes add_lanes = op.has_add ? lanes_of(op.condition_add, k2) : Lanes();
  const Lanes mul_lanes = op.has_mul ? lanes_of(op.condition_mul, k3) : Lanes();
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
  Ref result = make();
  const bool in_quad = op.rotation == Rotation::in_quad;
  if (op.rotate_by != 0) {
    const std::size_t table =
        in_quad ? offsetof(TranslationTables, quad_rotations) : offsetof(TranslationTables, rotations);
    result = load(in_tables(table + op.rotate_by * sizeof(LaneVector)));
    vpermd(result->zmm, result->zmm, product->zmm);
  } else {
    // The lanes less lane 0 of r5; the host looks at the low four bits alone.
    const Ref by = make();
    const Ref r5 = load(canonical(slot_source(slot::r5)));
    const Ref numbers = load(in_tables(offsetof(TranslationTables, lane_numbers)));
    vpbroadcastd(by->zmm, Xbyak::Xmm(r5->zmm.getIdx()));
    vpsubd(by->zmm, numbers->zmm, by->zmm);
    if (in_quad) vpternlogd(by->zmm, numbers->zmm, second(constant(3)), 0xe4);  // 3 ? by : number
    vpermd(result->zmm, by->zmm, product->zmm);
  }
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
  const Ref overflow = make(), result = make();
  vmovdqa32(overflow->zmm, a->zmm);
  vpternlogd(overflow->zmm, b->zmm, sum->zmm, is_add ? 0x42 : 0x18);  // signs: a = b, a != b; and a != sum
  vpmovd2m(k4, overflow->zmm);
  vmovdqa32(result->zmm, sum->zmm);
  vpsrad(overflow->zmm, a->zmm, 31);
  vpxord(result->zmm | k4, overflow->zmm, second(constant(0x7fffffff)));
  return result;
}

// ---- flags

const Xbyak::Opmask& GroupWriter::flag(unsigned number) {
  const Xbyak::Opmask* const masks[] = {nullptr, &k5, &k6, &k7};
  if (!flags_[number].loaded) {
    kmovw(*masks[number], word[in_qpu(offsetof(Qpu, flags) + 2 * number)]);
    flags_[number].loaded = true;
  }
  return *masks[number];
}

GroupWriter::Lanes GroupWriter::lanes_of(unsigned condition, const Xbyak::Opmask& to) {
  if (condition == static_cast<unsigned>(isa::Condition::always)) return {true, to};
  if (condition == static_cast<unsigned>(isa::Condition::never)) {
    kxorw(to, to, to);
    return {false, to};
  }
  (condition & 1) != 0 ? knotw(to, flag(condition >> 1)) : kmovw(to, flag(condition >> 1));
  return {false, to};
}

void GroupWriter::set_flags(const Operation& op, const Ref& result, const Lanes& lanes) {
  canonical(in_register(result));
  carry(op, result);
  set_flag(3, lanes);
  vptestnmd(k4, result->zmm, result->zmm);
  set_flag(1, lanes);
  vpmovd2m(k4, result->zmm);
  set_flag(2, lanes);
}

/// To k4, in the lanes.
void GroupWriter::set_flag(unsigned number, const Lanes& lanes) {
  const Xbyak::Opmask& to = flag(number);
  flags_[number].dirty = true;
  if (lanes.all) return kmovw(to, k4);
  kandw(k4, k4, lanes.mask);
  kandnw(k0, lanes.mask, to);
  korw(to, k0, k4);
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
  const Ref old = load(canonical(slot_source(slot))), result = make();
  vpblendmd(result->zmm | lanes.mask, old->zmm, canonical(in_register(value)).value->zmm);
  put(slot, result);
}

}  // namespace quadcl::qpu::emulator
