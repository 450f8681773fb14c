// SPDX-License-Identifier: Apache-2.0

// TMUs and other peripherals in translated code.

#include <algorithm>
#include <cstddef>
#include <utility>

#include "qpu/emulator/translation/group_writer.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

namespace write_address = isa::write_address;

bool is_division(unsigned address) {
  return address == write_address::sfu_recip || address == write_address::sfu_recipsqrt;
}

bool stays_in_group(unsigned address) {
  return address == write_address::r5 || address == write_address::tmu0_s ||
         address == write_address::tmu1_s || is_division(address);
}

bool writes_only(const Operation& op, unsigned address) {
  constexpr std::uint32_t both = effect::write_add | effect::write_mul;
  const unsigned written = (op.effects & effect::write_add) != 0 ? op.io_add : op.io_mul;
  return (op.effects & both) != both && written == address;
}

template <typename Write>
bool is_product(const Write& write) {
  return (write.op->effects & effect::write_mul) != 0;
}

}  // namespace

bool GroupWriter::ends_group(const Operation& op) {
  return ((op.effects & effect::write_add) != 0 && !stays_in_group(op.io_add)) ||
         ((op.effects & effect::write_mul) != 0 && !stays_in_group(op.io_mul));
}

bool GroupWriter::is_private(const Operation& op) {
  const auto is_harmless = [](unsigned address) {
    return stays_in_group(address) || address == write_address::uniforms_address ||
           (address >= write_address::sfu_recip && address <= write_address::sfu_log);
  };
  return (op.effects & effect::read_vpm) == 0 &&
         ((op.effects & effect::write_add) == 0 || is_harmless(op.io_add)) &&
         ((op.effects & effect::write_mul) == 0 || is_harmless(op.io_mul));
}

void GroupWriter::write_peripherals(const Operation& op, const Ref& sum, const Ref& product,
                                    const Lanes& add_lanes, const Lanes& mul_lanes) {
  if (ends_group(op)) {
    last_results_[0] = sum;
    last_results_[1] = product;
    last_write_ = std::make_unique<LastWrite>();
    LastWrite& write = *last_write_;
    last_lanes_[0] = add_lanes;
    last_lanes_[1] = mul_lanes;
    write.op = &op;
    return;
  }
  const std::array<TmuUse, 2> before = tmus_;
  if ((op.effects & effect::write_add) != 0) write_peripheral(op, false, sum, add_lanes);
  if ((op.effects & effect::write_mul) != 0) write_peripheral(op, true, product, mul_lanes);
  for (unsigned tmu = 0; tmu < tmus_.size(); ++tmu) {
    if ((op.effects & (effect::receive_tmu0 << tmu)) == 0) continue;
    tmus_[tmu].needed = std::max(tmus_[tmu].needed, 1 + before[tmu].receives - before[tmu].requests);
    receive(tmu);
  }
}

void GroupWriter::write_peripheral(const Operation& op, bool is_mul, const Ref& value, const Lanes& lanes) {
  const unsigned address = is_mul ? op.io_mul : op.io_add;
  const bool file_b = is_mul ? op.io_mul_file_b : op.io_add_file_b;
  if (address == write_address::r5) return write_r5(file_b, value, lanes);
  if (is_division(address)) {
    const Ref result = address == write_address::sfu_recip ? reciprocal(value) : reciprocal_root(value);
    return write(slot::r4 * sizeof(LaneVector), result, lanes);
  }
  request(address == write_address::tmu1_s ? 1 : 0, value, TranslationTables::window_of(op, is_mul));
}

/// Each lane takes the first one of its quad, or of all, if that is written.
void GroupWriter::write_r5(bool replicated, const Ref& value, const Lanes& lanes) {
  canonical(value);
  const Ref result = replicated ? repeat_first(value) : repeat_first_of_quads(value);
  if (lanes.all) return put(slot::r5, result);
  const Ref first = replicated ? first_of_all(lanes.mask) : first_of_quads(lanes.mask);
  put(slot::r5, blend(first, result, load(canonical(slot_source(slot::r5)))));
}

// ---- TMUs

void GroupWriter::begin_tmus(const Needs& needs, const std::shared_ptr<Xbyak::Label>& too_short) {
  tmus_ = {};
  if (!needs.tmus[0] && !needs.tmus[1]) return;
  // Texture lookups are left to the handlers.
  mov(ecx, ptr[in_qpu(offsetof(Qpu, texture) + offsetof(TextureRequest, writes))]);
  or_(ecx, ptr[in_qpu(offsetof(Qpu, texture) + sizeof(TextureRequest) + offsetof(TextureRequest, writes))]);
  jnz(*too_short, T_NEAR);
  imul(eax, ptr[in_qpu(offsetof(Qpu, tmu_exchanged))], int{sizeof(TmuFifo)});
  lea(fifos[0], ptr[in_qpu(offsetof(Qpu, tmu)) + rax]);
  neg(rax);
  lea(fifos[1], ptr[in_qpu(offsetof(Qpu, tmu) + sizeof(TmuFifo)) + rax]);
  for (unsigned tmu = 0; tmu < tmus_.size(); ++tmu) {
    if (!needs.tmus[tmu]) continue;
    mov(eax, ptr[fifos[tmu] + offsetof(TmuFifo, end)]);
    sub(eax, ptr[fifos[tmu] + offsetof(TmuFifo, begin)]);
    cmp(eax, kPlaceholder);
    tmus_[tmu].needed_place = getSize() - 4;
    jb(*too_short, T_NEAR);
    cmp(eax, kPlaceholder);
    tmus_[tmu].most_place = getSize() - 4;
    ja(*too_short, T_NEAR);
  }
}

/// The memory is read if all lanes are in the window.
void GroupWriter::request(unsigned tmu, const Ref& addresses, unsigned window) {
  TmuUse& use = tmus_[tmu];
  use.most = std::max(use.most, use.requests - use.receives + 1);
  const std::size_t place = offsetof(TranslationTables, windows) + window * sizeof(Window);
  const Ref aligned = apply(host::bit_and, canonical(addresses), ~3u);
  const Ref offsets = apply(host::subtract, aligned, word_in_tables(place + offsetof(Window, bus)));
  jump_if_any(greater(offsets, word_in_tables(place + offsetof(Window, last))), failed());
  mov(rax, ptr[tables + static_cast<int>(place + offsetof(Window, host))]);
  const Ref result = gather(rax, offsets);
  mov(eax, ptr[fifos[tmu] + offsetof(TmuFifo, end)]);
  add(eax, use.requests++);
  and_(eax, TmuFifo::kPlaces - 1);
  shl(eax, 6);
  store(fifos[tmu] + rax + offsetof(TmuFifo, results), result);
}

void GroupWriter::receive(unsigned tmu) {
  mov(eax, ptr[fifos[tmu] + offsetof(TmuFifo, begin)]);
  add(eax, tmus_[tmu].receives++);
  and_(eax, TmuFifo::kPlaces - 1);
  shl(eax, 6);
  put(slot::r4, load_from(fifos[tmu] + rax + offsetof(TmuFifo, results)));
}

void GroupWriter::commit_tmus() {
  for (unsigned tmu = 0; tmu < tmus_.size(); ++tmu) {
    const TmuUse& use = tmus_[tmu];
    if (use.needed_place == 0) continue;
    rewrite(use.needed_place, static_cast<std::uint64_t>(std::max(use.needed, 0)), 4);
    rewrite(use.most_place, TmuFifo::kDepth - static_cast<std::uint64_t>(use.most), 4);
    if (use.requests > 0) add(dword[fifos[tmu] + offsetof(TmuFifo, end)], use.requests);
    if (use.receives > 0) add(dword[fifos[tmu] + offsetof(TmuFifo, begin)], use.receives);
  }
}

// ---- reads of the VPM

namespace {

/// The members of a VpmReader: two blocks, and how many of them are queued.
constexpr std::size_t kQueued = 2 * sizeof(VpmBlock);
static_assert(sizeof(VpmReader) == kQueued + sizeof(unsigned));

constexpr std::size_t in_reader(std::size_t offset) { return offsetof(Qpu, vpm_reader) + offset; }

}  // namespace

/// Whole rows of 32-bit words, all of one setup. Others are left to the handlers.
void GroupWriter::begin_vpm_reads(const std::shared_ptr<Xbyak::Label>& too_short) {
  cmp(dword[in_qpu(in_reader(kQueued))], 0);
  je(*too_short, T_NEAR);
  cmp(byte[in_qpu(in_reader(offsetof(VpmBlock, horizontal)))], 1);
  jne(*too_short, T_NEAR);
  cmp(dword[in_qpu(in_reader(offsetof(VpmBlock, parts_log2)))], 0);
  jne(*too_short, T_NEAR);
  cmp(dword[in_qpu(in_reader(offsetof(VpmBlock, vectors)))], kPlaceholder);
  vpm_reads_place_ = getSize() - 4;
  jb(*too_short, T_NEAR);
  mov(vpm_row, ptr[in_qpu(in_reader(offsetof(VpmBlock, address)))]);
}

void GroupWriter::read_vpm_row() {
  mov(eax, vpm_row);
  shl(eax, 6);
  add(rax, ptr[tables + offsetof(TranslationTables, vpm)]);
  vpm_row_ = load_from(rax);
  add(vpm_row, ptr[in_qpu(in_reader(offsetof(VpmBlock, stride)))]);
  and_(vpm_row, VpmMemory::kRows - 1);
  ++vpm_reads_;
}

void GroupWriter::commit_vpm_reads() {
  if (vpm_reads_place_ == 0) return;
  rewrite(std::exchange(vpm_reads_place_, 0), vpm_reads_, 4);
  if (vpm_reads_ == 0) return;
  const auto next_block = std::make_shared<Xbyak::Label>(), done = std::make_shared<Xbyak::Label>();
  mov(ptr[in_qpu(in_reader(offsetof(VpmBlock, address)))], vpm_row);
  sub(dword[in_qpu(in_reader(offsetof(VpmBlock, vectors)))], vpm_reads_);
  jz(*next_block, T_NEAR);
  L(*done);
  later([this, next_block, done] {
    L(*next_block);
    for (std::size_t i = 0; i < sizeof(VpmBlock); i += 4) {
      mov(eax, ptr[in_qpu(in_reader(sizeof(VpmBlock) + i))]);
      mov(ptr[in_qpu(in_reader(i))], eax);
    }
    dec(dword[in_qpu(in_reader(kQueued))]);
    jmp(*done, T_NEAR);
  });
}

// ---- the last instruction of a group

void GroupWriter::write_last(unsigned more) {
  LastWrite& write = *last_write_;
  Registers* const places[] = {&write.sum, &write.product};
  std::optional<Registers>* const masks[] = {&write.add_lanes, &write.mul_lanes};
  for (unsigned i = 0; i < std::size(places); ++i) {
    if (last_results_[i] != nullptr) *places[i] = registers_of(canonical(last_results_[i]));
    if (!last_lanes_[i].all) *masks[i] = registers_of(last_lanes_[i].mask);
  }
  for (unsigned i = 0; i < std::size(places); ++i) {
    last_results_[i].reset();
    last_lanes_[i] = {};
  }
  write.before = instructions_ - 1;
  write.behind = more;
  write.leave_tried = leave_tried_;
  if (writes_only(*write.op, write_address::vpm)) {
    write_vpm_row(write);
  } else if (writes_only(*write.op, write_address::uniforms_address)) {
    restart_uniforms(write);
  } else {
    call_finish(write);
  }
  last_write_.reset();
}

/// Whole rows of 32-bit words are written here.
void GroupWriter::write_vpm_row(const LastWrite& write) {
  static_assert(sizeof(VpmWriter) == sizeof(VpmBlock) && sizeof(bool) == 1);
  const auto in_block = [this](std::size_t offset) { return in_qpu(offsetof(Qpu, vpm_writer) + offset); };
  const auto other = std::make_shared<Xbyak::Label>(), done = std::make_shared<Xbyak::Label>();
  cmp(byte[in_block(offsetof(VpmBlock, horizontal))], 1);
  jne(*other, T_NEAR);
  cmp(dword[in_block(offsetof(VpmBlock, parts_log2))], 0);
  jne(*other, T_NEAR);
  mov(eax, ptr[in_block(offsetof(VpmBlock, address))]);
  mov(ecx, eax);
  shl(ecx, 6);
  mov(rdx, ptr[tables + offsetof(TranslationTables, vpm)]);
  store(rdx + rcx, is_product(write) ? write.product : write.sum);
  add(eax, ptr[in_block(offsetof(VpmBlock, stride))]);
  and_(eax, VpmMemory::kRows - 1);
  mov(ptr[in_block(offsetof(VpmBlock, address))], eax);
  L(*done);
  later([this, other, done, write] {
    L(*other);
    call_finish(write);
    jmp(*done, T_NEAR);
  });
}

void GroupWriter::restart_uniforms(const LastWrite& write) {
  const std::size_t window = offsetof(TranslationTables, windows) +
                             TranslationTables::window_of(*write.op, is_product(write)) * sizeof(Window);
  const auto outside = std::make_shared<Xbyak::Label>(), done = std::make_shared<Xbyak::Label>();
  if (const auto& lanes = is_product(write) ? write.mul_lanes : write.add_lanes) {
    mask_to(eax, *lanes);
    test(al, 1);
    jz(*done, T_NEAR);
  }
  vmovd(eax, first_lanes(is_product(write) ? write.product : write.sum));
  and_(eax, ~3u);
  mov(ecx, eax);
  sub(ecx, ptr[tables + window + offsetof(Window, bus)]);
  mov(edx, ptr[tables + window + offsetof(Window, last)]);
  sub(edx, ecx);  // bytes from there to the last word
  jl(*outside, T_NEAR);
  movsxd(rcx, ecx);
  add(rcx, ptr[tables + window + offsetof(Window, host)]);
  mov(ptr[in_qpu(offsetof(Qpu, uniform))], rcx);
  add(edx, 4);
  and_(edx, ~3u);
  add(rcx, rdx);
  mov(ptr[in_qpu(offsetof(Qpu, uniform_end))], rcx);
  add(eax, edx);
  mov(ptr[in_qpu(offsetof(Qpu, uniform_end_address))], eax);
  L(*done);
  later([this, outside, done, window] {
    L(*outside);
    mov(rdi, qpu);
    mov(esi, eax);
    lea(rdx, ptr[tables + window]);
    vzeroupper();
    call(ptr[tables + offsetof(TranslationTables, restart_uniforms)]);
    jmp(*done, T_NEAR);
  });
}

/// The results go where finish() expects them.
void GroupWriter::call_finish(const LastWrite& write) {
  const auto store = [&](std::uint32_t written, unsigned slot, const Registers& value,
                         const std::optional<Registers>& lanes, const Xbyak::Reg32& mask) {
    if ((write.op->effects & written) == 0) return;
    VectorWriter::store(slot_place(slot), value);
    lanes ? mask_to(mask, *lanes) : mov(mask, kAllLanes);
  };
  store(effect::write_add, slot::result_add, write.sum, write.add_lanes, edx);
  store(effect::write_mul, slot::result_mul, write.product, write.mul_lanes, ecx);
  mov(rdi, qpu);
  mov(rsi, reinterpret_cast<std::uintptr_t>(write.op));
  vzeroupper();
  call(ptr[tables + offsetof(TranslationTables, finish)]);
  const auto not_next = std::make_shared<Xbyak::Label>();
  test(al, al);
  jnz(*not_next, T_NEAR);
  later([this, not_next, write] {
    L(*not_next);
    add(left, 1 + write.behind);
    movzx(eax, al);
    mov(ecx, write.before);
    write.leave_tried();
  });
}

}  // namespace quadcl::qpu::emulator
