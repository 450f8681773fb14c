// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/checks/effects.h"

#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

using isa::Condition;
using isa::EncodingClass;
using isa::Instruction;
using isa::Mux;

namespace {

WriteEffect write_of(Instruction word, bool mul, bool unconditional) {
  WriteEffect write;
  write.address = mul ? word.waddr_mul() : word.waddr_add();
  write.file = mul ? word.mul_file() : word.add_file();
  write.condition = unconditional ? Condition::always : (mul ? word.cond_mul() : word.cond_add());
  // A nop of the add ALU writes nothing: py-videocore's own nop has the target r0. A nop of the multiply ALU
  // writes its last result again.
  const bool no_result = !mul && word.is_alu() && word.op_add() == isa::AddOp::nop;
  write.active =
      write.address != isa::write_address::nop && write.condition != Condition::never && !no_result;
  return write;
}

/// Collects the reads of the operations of both ALUs.
class SourceScan {
 public:
  explicit SourceScan(Effects& effects) : effects_(effects), word_(effects.word) {}

  void run() {
    scan_ports();
    scan_operation(false, static_cast<unsigned>(word_.op_add()), isa::info(word_.op_add()));
    scan_operation(true, static_cast<unsigned>(word_.op_mul()), isa::info(word_.op_mul()));
  }

 private:
  void scan_ports() {
    if (word_.raddr_a() != isa::read_address::nop) effects_.port_a = word_.raddr_a();
    const bool immediate = word_.signal() == isa::Signal::small_immediate;
    if (!immediate && word_.raddr_b() != isa::read_address::nop) effects_.port_b = word_.raddr_b();
  }

  void scan_operation(bool mul, unsigned op, const isa::OpInfo& info) {
    if (op == 0) return;
    effects_.meaningless |= info.reserved();
    const WriteEffect& write = effects_.writes[mul ? 1 : 0];
    const bool sets_flags = word_.set_flags() && (!mul || word_.op_add() == isa::AddOp::nop);
    if (!write.active && !sets_flags) return;  // the result is discarded
    const Condition condition = mul ? word_.cond_mul() : word_.cond_add();
    use(mul ? word_.mul_a() : word_.add_a(), condition);
    if (info.operands == 2) use(mul ? word_.mul_b() : word_.add_b(), condition);
  }

  void use(Mux mux, Condition condition) {
    if (mux < Mux::file_a) {
      effects_.accumulators =
          static_cast<std::uint8_t>(effects_.accumulators | 1u << static_cast<unsigned>(mux));
    } else if (mux == Mux::file_a) {
      merge(effects_.use_a, effects_.port_a.has_value(), condition);
    } else {
      merge(effects_.use_b, effects_.port_b.has_value(), condition);
    }
  }

  static void merge(PortUse& use, bool reads_something, Condition condition) {
    if (!reads_something) return;
    use.condition = use.used && use.condition != condition ? Condition::always : condition;
    use.used = true;
  }

  Effects& effects_;
  Instruction word_;
};

void scan_branch(Effects& effects) {
  if (effects.word.branch_register()) {
    effects.port_a = effects.word.branch_raddr_a();
    effects.use_a = {true, Condition::always};
  }
  effects.meaningless = isa::info(effects.word.branch_condition()).reserved;
}

}  // namespace

Effects effects_of(Instruction word) {
  Effects effects;
  effects.word = word;
  effects.form = word.encoding_class();
  const bool branch = effects.is_branch();
  for (bool mul : {false, true}) effects.writes[mul ? 1 : 0] = write_of(word, mul, branch);
  if (branch) {
    scan_branch(effects);
  } else if (word.is_alu()) {
    SourceScan(effects).run();
  } else {
    effects.meaningless = effects.form == EncodingClass::reserved;
  }
  return effects;
}

bool Effects::ends_program() const {
  return word.signal() == isa::Signal::program_end || word.signal() == isa::Signal::colour_load_and_end;
}

bool Effects::loads_r4() const { return isa::info(word.signal()).loads_r4; }

bool Effects::rotates() const {
  return form == EncodingClass::alu_small_immediate && word.small_immediate() >= isa::kRotateByR5;
}

bool Effects::alus_agree() const {
  if (!word.is_alu()) return true;  // both take the immediate, or the link
  const bool move = word.op_add() == isa::AddOp::bit_or && word.add_a() == word.add_b() &&
                    word.op_mul() == isa::MulOp::v8min && word.mul_a() == word.mul_b();
  const bool packs_mul_only = word.pm() && word.pack() != isa::Pack::none;
  return move && word.add_a() == word.mul_a() && !rotates() && !packs_mul_only;
}

bool Effects::rotates_by_r5() const { return rotates() && word.small_immediate() == isa::kRotateByR5; }

static bool loads_by_signal(const Effects& e, isa::Signal first, isa::Signal second) {
  return e.word.signal() == first || e.word.signal() == second;
}

unsigned special_accesses(const Effects& e) {
  unsigned count = e.count_writes_in(isa::write_address::tmu0_s, isa::write_address::tmu1_b);
  count += e.count_writes_in(isa::write_address::tlb_stencil_setup, isa::write_address::tlb_alpha_mask);
  count += e.count_writes_in(isa::write_address::sfu_recip, isa::write_address::sfu_log);
  count += loads_by_signal(e, isa::Signal::load_tmu0, isa::Signal::load_tmu1);
  count += loads_by_signal(e, isa::Signal::coverage_load, isa::Signal::alpha_mask_load);
  count += loads_by_signal(e, isa::Signal::colour_load, isa::Signal::colour_load_and_end);
  count += e.reads(isa::read_address::mutex_acquire);
  return count;
}

bool exclude_each_other(Condition a, Condition b) {
  if (a == Condition::never || b == Condition::never) return true;
  if (a == Condition::always || b == Condition::always) return false;
  // Conditions come in pairs: set and clear of one flag.
  return (static_cast<unsigned>(a) ^ static_cast<unsigned>(b)) == 1;
}

}  // namespace quadcl::qpu::assembly
