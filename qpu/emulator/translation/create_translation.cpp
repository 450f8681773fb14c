// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/translation/create_translation.h"

#include <cstddef>
#include <span>
#include <vector>

#include "qpu/emulator/engine_variants.h"
#include "qpu/emulator/shared_units.h"
#include "qpu/emulator/tmu_lookup.h"
#include "qpu/emulator/translation/code_memory.h"
#include "qpu/emulator/translation/unit_writer.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

/// For about 100,000 instructions. When it is full, all translations are forgotten.
constexpr std::size_t kCodeBytes = 16u << 20;
/// More than the largest unit has.
constexpr std::size_t kUnitBytes = 1u << 18;

struct Returned {
  std::uint64_t code;
  std::uint64_t left;
};
using Enter = Returned (*)(Qpu*, const void* code, std::uint64_t left, std::uint64_t job, TranslationTables*);

/// The window of a request, from the segment that it has just used.
void show_segment(const Qpu& qpu, const Operation& op, bool is_mul, unsigned address,
                  TranslationTables& tables) {
  const unsigned tmu = physical_tmu(qpu, address == isa::write_address::tmu1_s ? 1 : 0);
  const BusSegment* segment = qpu.tmu_segment[tmu];
  if (segment != nullptr) tables.windows[TranslationTables::window_of(op, is_mul)].show(*segment);
}

void show_segments(const Qpu& qpu, const Operation& op, TranslationTables& tables) {
  if ((op.effects & (effect::request_tmu0 | effect::request_tmu1)) == 0) return;
  if ((op.effects & effect::write_add) != 0) show_segment(qpu, op, false, op.io_add, tables);
  if ((op.effects & effect::write_mul) != 0) show_segment(qpu, op, true, op.io_mul, tables);
}

Replayed replay(Qpu& qpu, const Operation* first, std::uint64_t count, TranslationTables* tables) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const Step step = first[i].handler(qpu, first[i]);
    if (step != Step::next) return {i, static_cast<std::uint64_t>(step)};
    show_segments(qpu, first[i], *tables);
  }
  return {count, 0};
}

void restart_uniforms(Qpu& qpu, std::uint32_t address, Window& window) {
  qpu.uniform = qpu.uniform_end = nullptr;
  qpu.uniform_end_address = address;
  if (const BusSegment* segment = qpu.shared->memory().find(BusAddress(address), 4)) window.show(*segment);
}

bool refill(Qpu& qpu) {
  if (qpu.uniform != qpu.uniform_end) return false;
  const bool mapped = qpu.shared->memory().find(BusAddress(qpu.uniform_end_address), 4) != nullptr;
  return mapped && refill_uniforms(qpu);
}

const Operation* find(TranslationTables* tables, std::uint32_t address) { return tables->code->at(address); }

/// The way into translated code and out of it.
class Frame : public Xbyak::CodeGenerator {
 public:
  Frame(std::vector<std::uint8_t>& buffer) : CodeGenerator(buffer.size(), buffer.data()) {
    const Xbyak::Reg64 saved[] = {rbx, r12, r13, r14, r15};
    for (const Xbyak::Reg64& reg : saved) push(reg);
    mov(rbx, rdi);
    mov(r12, rdx);
    mov(r13, rcx);
    mov(r14, r8);
    jmp(rsi);
    leave_ = getSize();
    mov(ptr[rbx + offsetof(Qpu, next)], rsi);
    mov(rdx, r12);
    for (std::size_t i = std::size(saved); i-- > 0;) pop(saved[i]);
    vzeroupper();
    ret();
  }

  std::size_t leave_place() const { return leave_; }

 private:
  std::size_t leave_;
};

class AvxTranslation final : public Translation {
 public:
  AvxTranslation(std::unique_ptr<CodeMemory> memory, VpmMemory& vpm)
      : memory_(std::move(memory)), buffer_(kUnitBytes) {
    Frame frame(buffer_);
    const std::byte* code = append(frame);
    enter_ = reinterpret_cast<Enter>(reinterpret_cast<std::uintptr_t>(code));
    tables_.leave = code + frame.leave_place();
    tables_.replay = replay;
    tables_.refill = refill;
    tables_.find = find;
    tables_.finish = finish;
    tables_.restart_uniforms = restart_uniforms;
    tables_.vpm = &vpm;
    frame_bytes_ = memory_->used();
  }

  /// Clang's sanitizer would look for the function's type in front of it, where no memory is.
#if defined(__clang__)
  __attribute__((no_sanitize("function")))
#endif
  Exit
  run(Qpu& qpu, std::uint64_t left, std::uint64_t job, Mode mode, unsigned thread) override {
    TranslationTables& tables = mode == Mode::beside_others ? *of_threads_[thread] : tables_;
    tables.mode = static_cast<std::uint32_t>(mode);
    const Returned returned = enter_(&qpu, qpu.next->translated, left, job, &tables);
    return {static_cast<Reason>(returned.code & ((1u << kStepShift) - 1)),
            static_cast<Step>(returned.code >> kStepShift), returned.left};
  }

  void begin_job() override { tables_.forget_windows(); }

  void begin_threads(unsigned threads) override {
    while (of_threads_.size() < threads) of_threads_.push_back(std::make_unique<TranslationTables>(tables_));
    for (const auto& tables : of_threads_) tables->windows = tables_.windows;
  }

  void translate(CodeCache& code, const Operation& first) override {
    tables_.code = &code;
    UnitWriter writer(buffer_, code);
    const std::byte* place = place_of(code, writer, [&] { return writer.write(first); });
    if (place == nullptr) return;
    for (const auto& [op, offset] : writer.starts()) op->translated = place + offset;
  }

  unsigned run_plain(CodeCache& code, Qpu& qpu, unsigned count) override {
    if (count < 2 || count > Operation::kMostPlain) return 0;
    const Operation& first = *qpu.next;
    const void*& translated = first.translated_plain[count - 2];
    if (translated == nullptr) {
      if (first.plain_visits < code.engine().translate_after) return ++first.plain_visits, 0;
      UnitWriter writer(buffer_, code);
      const std::byte* place = place_of(code, writer, [&] { return writer.write_plain(first, count); });
      translated = place != nullptr ? static_cast<const void*>(place) : &tables_;
    }
    if (translated == &tables_) return 0;  // none
    return count - static_cast<unsigned>(enter(translated, qpu, count));
  }

 private:
  /// Runs code for plain operations; returns how many of `left` are left.
#if defined(__clang__)
  __attribute__((no_sanitize("function")))
#endif
  std::uint64_t
  enter(const void* code, Qpu& qpu, std::uint64_t left) {
    tables_.mode = static_cast<std::uint32_t>(Mode::all);
    return enter_(&qpu, code, left, 0, &tables_).left;
  }

  /// Lets the writer write, and places the code. Null if it cannot be translated.
  template <typename Write>
  const std::byte* place_of(CodeCache& code, UnitWriter& writer, Write write) {
    try {
      if (!write()) return nullptr;
    } catch (const Xbyak::Error&) {
      return nullptr;  // it does not fit; its handlers execute it
    }
    const std::byte* place = append(writer);
    if (place == nullptr) {
      code.forget_translations();
      memory_->shrink(frame_bytes_);
      place = append(writer);
    }
    return place;
  }

  const std::byte* append(const Xbyak::CodeGenerator& writer) {
    return memory_->append(std::as_bytes(std::span(writer.getCode(), writer.getSize())));
  }

  std::unique_ptr<CodeMemory> memory_;
  std::vector<std::uint8_t> buffer_;
  TranslationTables tables_;
  std::vector<std::unique_ptr<TranslationTables>> of_threads_;  ///< with windows of their own
  Enter enter_ = nullptr;
  std::size_t frame_bytes_ = 0;
};

}  // namespace

bool can_translate(HostVectors vectors) {
  static const bool has_memory = CodeMemory::create(1) != nullptr;
  if (vectors == HostVectors::avx512) return has_memory && avx512::engine.usable();
  return vectors == HostVectors::avx2 && has_memory && avx2::engine.usable() &&
         __builtin_cpu_supports("f16c");
}

std::unique_ptr<Translation> create_translation(HostVectors vectors, VpmMemory& vpm) {
  if (!can_translate(vectors)) return nullptr;
  auto memory = CodeMemory::create(kCodeBytes);
  if (memory == nullptr) return nullptr;
  return std::make_unique<AvxTranslation>(std::move(memory), vpm);
}

}  // namespace quadcl::qpu::emulator
