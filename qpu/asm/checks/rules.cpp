// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/checks/rules.h"

#include <algorithm>
#include <vector>

#include "qpu/asm/checks/zero_tests.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

namespace {

namespace read = isa::read_address;
namespace write = isa::write_address;
using isa::Condition;
using Distance = std::optional<unsigned>;

Distance here_if(bool broken) { return broken ? Distance(0) : std::nullopt; }

/// The nearest of the last `count` instructions for which `test` holds.
template <typename Test>
Distance within(const Window& window, unsigned count, Test test) {
  for (unsigned i = 0; i < count; ++i) {
    if (window.before[i] != nullptr && test(*window.before[i])) return i + 1;
  }
  return std::nullopt;
}

bool after_branch(const Window& window) {
  return within(window, isa::kBranchDelaySlots, [](const Effects& e) { return e.is_branch(); }).has_value();
}

std::size_t index_of(const Window& window) {
  return static_cast<std::size_t>(window.now - window.program.data());
}

bool writes_sfu(const Effects& e) { return e.writes_in(write::sfu_recip, write::sfu_log); }
bool writes_tmu(const Effects& e) { return e.writes_in(write::tmu0_s, write::tmu1_b); }
bool writes_tlb(const Effects& e) { return e.writes_in(write::tlb_stencil_setup, write::tlb_alpha_mask); }

// ---- docs/videocore4.md, Restrictions: rule 1

/// The bytes of a register, a bit each, that a result goes to and that operand 6 reads.
unsigned bytes_written(const Effects& e, std::size_t alu) {
  constexpr std::array<unsigned, 16> kByPack{15, 3, 12, 15, 1, 2, 4, 8, 15, 3, 12, 15, 1, 2, 4, 8};
  const bool packs = e.word.pm() ? alu == 1 : e.writes[alu].file == isa::RegisterFile::a;
  return packs && !e.is_branch() ? kByPack[static_cast<std::size_t>(e.word.pack())] : 15;
}

unsigned bytes_read(const Effects& e) {
  constexpr std::array<unsigned, 8> kByUnpack{15, 3, 12, 8, 1, 2, 4, 8};
  const bool unpacks = e.word.is_alu() && !e.word.pm();
  return unpacks ? kByUnpack[static_cast<std::size_t>(e.word.unpack())] : 15;
}

enum class Bytes : std::uint8_t { same, others };

/// Whether `now` reads what an ALU of the instruction before it writes.
bool collides(const Effects& earlier, std::size_t alu, const Effects& now, isa::RegisterFile file,
              Bytes bytes) {
  const WriteEffect& w = earlier.writes[alu];
  const bool file_a = file == isa::RegisterFile::a;
  const PortUse& use = file_a ? now.use_a : now.use_b;
  if (!w.to_file() || w.file != file || !use.used || (file_a ? now.port_a : now.port_b) != w.address)
    return false;
  // The lanes that write and the lanes that read can be different.
  if (!earlier.word.set_flags() && exclude_each_other(w.condition, use.condition)) return false;
  const unsigned read = file_a ? bytes_read(now) : 15;
  return (bytes == Bytes::same) == ((bytes_written(earlier, alu) & read) != 0);
}

/// Which lanes the instruction before this one can write, given that a branch was taken behind it.
enum class Lanes : std::uint8_t { any, those_that_differ, none };

/// The condition for which the branch asks, of one lane.
Condition lane_condition(isa::BranchCondition condition) {
  constexpr std::array kByFlag{Condition::zero_set,       Condition::zero_clear, Condition::negative_set,
                               Condition::negative_clear, Condition::carry_set,  Condition::carry_clear};
  const auto code = static_cast<std::size_t>(condition);  // all set, all clear, any set, any clear; by flag
  return code < 12 ? kByFlag[code / 4 * 2 + code % 2] : Condition::always;
}

Lanes lanes_written(const Window& window, Condition condition) {
  if (window.taken == nullptr) return Lanes::any;
  const auto changes_flags = [](const Effects& e) { return e.is_branch() || e.word.set_flags(); };
  const bool same_flags = window.before[1] != nullptr && window.before[2] != nullptr &&
                          !changes_flags(*window.before[1]) && !changes_flags(*window.before[2]);
  const isa::BranchCondition asked = window.taken->word.branch_condition();
  if (!same_flags || !exclude_each_other(condition, lane_condition(asked))) return Lanes::any;
  const bool of_all_lanes = static_cast<unsigned>(asked) % 4 < 2;
  return of_all_lanes ? Lanes::none : Lanes::those_that_differ;
}

Distance early_register_read(const Window& window, Bytes bytes = Bytes::same, Lanes lanes = Lanes::any) {
  const Effects& now = *window.now;
  return within(window, 1, [&](const Effects& earlier) {
    for (const std::size_t alu : {std::size_t{0}, std::size_t{1}}) {
      if (lanes_written(window, earlier.writes[alu].condition) != lanes) continue;
      if (collides(earlier, alu, now, isa::RegisterFile::a, bytes)) return true;
      if (collides(earlier, alu, now, isa::RegisterFile::b, bytes)) return true;
    }
    return false;
  });
}

/// A VPM read is set up with the stale value, and its first vector is discarded. Such code only waits for its
/// writes to the VPM, so any address will do.
bool only_waits_for_vpm(const Window& window) {
  const Effects& now = *window.now;
  const bool sets_up_read = now.writes_to(isa::RegisterFile::a, write::vpm_read_setup) &&
                            now.count_writes() == 1 && !now.word.set_flags();
  if (!sets_up_read || now.is_branch() || after_branch(window)) return false;
  unsigned left = 16;  // far more than such code needs
  for (const Effects& next : window.program.subspan(index_of(window) + 1)) {
    const bool uses_setup = next.writes_to(isa::RegisterFile::a, write::vpm_read_setup) ||
                            next.writes_to(isa::RegisterFile::a, write::dma_load_address);
    if (left-- == 0 || next.ends_program() || uses_setup) return false;
    if (next.reads(read::vpm)) return !(next.port_a == read::vpm ? next.use_a : next.use_b).used;
    if (next.is_branch()) left = std::min(left, isa::kBranchDelaySlots);
  }
  return false;
}

/// V3DLib writes 1 as an `or` of 1 and of a register, and only tests the result for zero.
bool only_tests_for_zero(const Window& window) {
  return is_never_zero(*window.now) && !after_branch(window) &&
         only_tested_for_zero(window.program, index_of(window));
}

Distance register_file_hazard(const Window& window) {
  const Distance early = early_register_read(window);
  return early && !only_waits_for_vpm(window) && !only_tests_for_zero(window) ? early : std::nullopt;
}

Distance register_file_hazard_unused(const Window& window) {
  return only_waits_for_vpm(window) ? early_register_read(window) : std::nullopt;
}

Distance register_file_hazard_other_bytes(const Window& window) {
  return early_register_read(window, Bytes::others);
}

Distance register_file_hazard_nonzero(const Window& window) {
  const Distance early = early_register_read(window);
  return early && only_tests_for_zero(window) ? early : std::nullopt;
}

Distance register_file_hazard_differing_lanes(const Window& window) {
  return early_register_read(window, Bytes::same, Lanes::those_that_differ);
}

// ---- rule 2

Distance sfu_result(const Window& window) {
  const Effects& now = *window.now;
  if (!now.reads_accumulator(4) && !now.loads_r4() && !writes_sfu(now)) return std::nullopt;
  return within(window, 2, writes_sfu);
}

// ---- rules 3 and 4

Distance rotate_by_r5(const Window& window) {
  if (!window.now->rotates_by_r5()) return std::nullopt;
  return within(window, 1, [](const Effects& e) { return e.writes_to(write::r5); });
}

bool feeds_multiplier(const Effects& e, unsigned accumulator) {
  return static_cast<unsigned>(e.word.mul_a()) == accumulator ||
         static_cast<unsigned>(e.word.mul_b()) == accumulator;
}

Distance rotate_accumulator(const Window& window) {
  const Effects& now = *window.now;
  if (!now.rotates() || now.writes[1].condition != Condition::always || !now.writes[1].active)
    return std::nullopt;
  return within(window, 1, [&](const Effects& earlier) {
    for (const WriteEffect& w : earlier.writes) {
      const bool accumulator = w.in_range(write::r0, write::r3) && w.condition == Condition::always;
      if (accumulator && feeds_multiplier(now, w.address - write::r0)) return true;
    }
    return false;
  });
}

// ---- rule 5

/// Writing t, r or b makes a TMU request a texture lookup, and each write takes a uniform. s alone may be a
/// memory lookup, which takes none.
bool writes_texture_coordinate(const Effects& e) {
  return e.writes_in(write::tmu0_t, write::tmu0_b) || e.writes_in(write::tmu1_t, write::tmu1_b);
}

bool takes_uniform(const Effects& e) { return e.reads(read::uniform) || writes_texture_coordinate(e); }

Distance uniform_address(const Window& window) {
  if (!takes_uniform(*window.now)) return std::nullopt;
  return within(window, 2, [](const Effects& e) { return e.writes_to(write::uniforms_address); });
}

// ---- rules 6 to 8: the end of the program

bool touches_vpm_or_uniforms(const Effects& e) {
  return takes_uniform(e) || e.reads(read::varying) || e.reads(read::vpm) || e.reads(read::dma_load_busy) ||
         e.reads(read::dma_load_wait) || e.writes_in(write::vpm, write::dma_load_address);
}

Distance end_access(const Window& window) {
  return here_if(window.end_position && touches_vpm_or_uniforms(*window.now));
}

Distance end_register_write(const Window& window) {
  return here_if(window.end_position == 0u &&
                 (window.now->writes[0].to_file() || window.now->writes[1].to_file()));
}

Distance end_address_14(const Window& window) {
  constexpr unsigned kAddress = 14;
  const Effects& now = *window.now;
  return here_if(window.end_position && (now.reads(kAddress) || now.writes_to(kAddress)));
}

Distance end_depth_write(const Window& window) {
  return here_if(window.end_position == 2u && window.now->writes_to(write::tlb_z));
}

Distance end_with_branch(const Window& window) {
  return here_if(window.end_position && (window.now->is_branch() || window.branch_lands));
}

// ---- rule 9

Distance tmu_noswap(const Window& window) {
  if (!writes_tmu(*window.now)) return std::nullopt;
  return within(window, 2, [](const Effects& e) { return e.writes_to(write::tmu_noswap); });
}

// ---- rule 10

Distance several_special_accesses(const Window& window) { return here_if(special_accesses(*window.now) > 1); }

// ---- rule 11

Distance semaphore_target(const Window& window) {
  const Effects& now = *window.now;
  return here_if(now.form == isa::EncodingClass::semaphore &&
                 (writes_sfu(now) || writes_tmu(now) || writes_tlb(now)));
}

// ---- rules 12 and 13: rendering

Distance scoreboard_wait(const Window& window) {
  return here_if(window.from_start < 2u && window.from_start &&
                 window.now->word.signal() == isa::Signal::wait_scoreboard);
}

Distance ms_flags(const Window& window) {
  if (window.now->port_a != read::ms_flags) return std::nullopt;
  return within(window, 2, [](const Effects& e) { return e.writes_to(write::tlb_z); });
}

// ---- rule 14

Distance branch_distance(const Window& window) {
  if (!window.now->is_branch()) return std::nullopt;
  return within(window, 2, [](const Effects& e) { return e.is_branch(); });
}

// ---- rule 15

Distance texture_uniform(const Window& window) {
  return here_if(writes_texture_coordinate(*window.now) && window.now->reads(read::uniform));
}

// ---- rule 18

Distance dma_in_flight(const Window& window) {
  const Effects& now = *window.now;
  for (const WriteEffect& w : now.writes) {
    if (!w.to(write::dma_load_address)) continue;
    if (w.file == isa::RegisterFile::a ? window.load_in_flight : window.store_in_flight) return 0;
  }
  return std::nullopt;
}

// ---- Peripherals

bool writes_twice(const Effects& now) {
  const auto& [add, mul] = now.writes;
  if (!add.active || !mul.active || add.address != mul.address || add.address < 32) return false;
  const bool accumulator = add.in_range(write::r0, write::r3);
  // A49, A50 and the like are different registers than B49, B50.
  const bool same = isa::register_info(add.file, isa::Access::write, add.address).name ==
                    isa::register_info(mul.file, isa::Access::write, mul.address).name;
  return same && !(accumulator && exclude_each_other(add.condition, mul.condition));
}

/// Only for an accumulator: a peripheral would act twice.
bool writes_same_value_twice(const Effects& now) {
  return now.writes[0].in_range(write::r0, write::r3) && now.alus_agree();
}

Distance double_write(const Window& window) {
  return here_if(writes_twice(*window.now) && !writes_same_value_twice(*window.now));
}

Distance double_write_same(const Window& window) {
  return here_if(writes_twice(*window.now) && writes_same_value_twice(*window.now));
}

bool is_conditional(const WriteEffect& w) { return w.active && w.condition != Condition::always; }

Distance conditional_peripheral(const Window& window) {
  for (const WriteEffect& w : window.now->writes) {
    if (!is_conditional(w) || window.now->is_branch()) continue;
    if (w.to(write::tmu0_s) || w.to(write::tmu1_s) || w.to(write::vpm)) return 0;
  }
  return std::nullopt;
}

Distance colour_pack_to_io(const Window& window) {
  const Effects& now = *window.now;
  const bool single_byte =
      now.word.pm() && now.word.pack() >= isa::Pack::byte0 && now.word.pack() <= isa::Pack::byte3;
  const WriteEffect& mul = now.writes[1];
  const bool accumulator = mul.in_range(write::r0, write::r3) || mul.to(write::r5);
  return here_if(now.word.is_alu() && single_byte && mul.active && mul.address >= 32 && !accumulator);
}

Distance concurrent_vpm(const Window& window) {
  const Effects& now = *window.now;
  const unsigned setups = now.count_writes_in(write::vpm_read_setup, write::vpm_read_setup);
  const bool access = now.reads(read::vpm) || now.writes_to(write::vpm);
  return here_if(setups == 2 || (setups == 1 && access));
}

/// The vendor allows it, but it was seen to fail.
Distance vpm_beside_tmu_load(const Window& window) {
  const Effects& now = *window.now;
  const isa::Signal signal = now.word.signal();
  const bool loads = signal == isa::Signal::load_tmu0 || signal == isa::Signal::load_tmu1;
  const bool vpm = now.reads(read::vpm) || now.writes_in(write::vpm, write::vpm_read_setup);
  return here_if(loads && vpm);
}

Distance meaningless(const Window& window) { return here_if(window.now->meaningless); }

Distance thread_switch(const Window& window) {
  const isa::Signal signal = window.now->word.signal();
  return here_if(signal == isa::Signal::thread_switch || signal == isa::Signal::last_thread_switch);
}

constexpr Severity kWarning = Severity::warning;
constexpr Severity kError = Severity::error;

constexpr std::array<Rule, 29> kRules{{
    {{"register-file-hazard", kError,
      "a register of file A or B cannot be read by the instruction after its write",
      "put an independent instruction between, or use an accumulator"},
     register_file_hazard},
    {{"register-file-hazard-unused", kWarning,
      "a register is read by the instruction after its write, to set up a VPM read; harmless, as the vector "
      "is "
      "not used",
      "put an independent instruction between"},
     register_file_hazard_unused},
    {{"register-file-hazard-nonzero", kWarning,
      "a register is read by the instruction after its write, for an `or` with a constant; harmless, as the "
      "result is not 0 in any case, and is only tested for that",
      "put an independent instruction between"},
     register_file_hazard_nonzero},
    {{"register-file-hazard-other-bytes", kWarning,
      "a register is read by the instruction after its write, but only bytes that this does not change; a "
      "published video decoder does it",
      "put an independent instruction between"},
     register_file_hazard_other_bytes},
    {{"register-file-hazard-differing-lanes", kWarning,
      "a register is read at the target of a branch whose last delay slot writes it, in lanes whose flags "
      "differ from those that the branch asks for; harmless if all lanes have the same flags, as in a "
      "published video decoder",
      "put an independent instruction between"},
     register_file_hazard_differing_lanes},
    {{"sfu-result", kError,
      "r4 holds the result of an SFU from the third instruction after; until then neither read nor "
      "load r4",
      "put two independent instructions between"},
     sfu_result},
    {{"rotate-by-r5", kError, "a rotation by r5 cannot follow a write of r5 directly",
      "put an instruction between"},
     rotate_by_r5},
    {{"rotate-accumulator", kError, "a rotation cannot follow a write of the accumulator that it rotates",
      "put an instruction between"},
     rotate_accumulator},
    {{"uniform-address", kError,
      "two instructions must pass between a write of the uniform address and a uniform read",
      "put two instructions without uniforms between"},
     uniform_address},
    {{"end-access", kError, "the last three instructions cannot touch uniforms, varyings, the VPM or its DMA",
      "move the access before the instruction with thrend"},
     end_access},
    {{"end-register-write", kError, "the instruction with thrend cannot write to register file A or B",
      "write to an accumulator, or put thrend on another instruction"},
     end_register_write},
    {{"end-address-14", kError, "the last three instructions cannot touch ra14 and rb14",
      "use another register"},
     end_address_14},
    {{"end-depth-write", kError, "the last instruction cannot write depth to the tile buffer",
      "move the write up"},
     end_depth_write},
    {{"end-branch", kError, "no branch can be under way when the program ends",
      "end the program in one straight run"},
     end_with_branch},
    {{"tmu-noswap", kError, "a write of tmu_noswap must come three instructions before the first TMU write",
      "put two instructions between"},
     tmu_noswap},
    {{"special-access", kError,
      "one instruction can do one of: TMU write, TMU load, tile buffer write or load, SFU write, "
      "mutex acquire",
      "split it into two instructions"},
     several_special_accesses},
    {{"semaphore-target", kError, "a semaphore instruction cannot write to TMU, SFU or tile buffer",
      "write to - and use another instruction"},
     semaphore_target},
    {{"scoreboard-wait", kError, "a wait for the scoreboard cannot stand in the first two instructions",
      "put two instructions before it"},
     scoreboard_wait},
    {{"ms-flags", kError, "the multisample flags cannot be read in the two instructions after a depth write",
      "put two instructions between"},
     ms_flags},
    {{"branch-distance", kError, "two instructions must stand between branches",
      "fill the delay slots with other code"},
     branch_distance},
    {{"texture-uniform", kError,
      "a texture lookup takes a uniform itself: the same instruction cannot read another",
      "read the uniform in another instruction"},
     texture_uniform},
    {{"dma-in-flight", kWarning, "a DMA transfer cannot start while another of the same kind runs",
      "read vr_wait or vw_wait before", true},
     dma_in_flight},
    {{"thread-switch", kWarning,
      "thread switches belong to fragment shaders; accumulators and flags are lost",
      "write single-threaded programs", true},
     thread_switch},
    {{"double-write", kError, "both ALUs write to one accumulator or peripheral", "write from one of them"},
     double_write},
    {{"double-write-same", kWarning,
      "both ALUs write to one accumulator, which the vendor forbids; harmless where both write the same "
      "value",
      "write from one of them"},
     double_write_same},
    {{"conditional-peripheral", kWarning,
      "a conditional write to a TMU or the VPM sends undefined data for the other lanes",
      "select the data first, then write it unconditionally"},
     conditional_peripheral},
    {{"colour-pack-target", kError,
      "the multiply ALU packs single bytes into registers only, not into peripherals",
      "pack into a register first"},
     colour_pack_to_io},
    {{"concurrent-vpm", kWarning, "a VPM setup cannot share an instruction with VPM data or another setup",
      "split it into two instructions"},
     concurrent_vpm},
    {{"vpm-beside-tmu-load", kWarning, "VPM data or a setup beside ldtmu was seen to be unreliable",
      "split it into two instructions", true},
     vpm_beside_tmu_load},
}};

constexpr Rule kMeaningless{
    {"meaningless", kError, "this word is no instruction: a reserved operation, condition or type",
     "is this data that execution runs into?"},
    meaningless};

}  // namespace

const RuleInfo kRunsOffTheEnd{"runs-off-the-end", Severity::error,
                              "execution continues behind the last instruction",
                              "end the program with thrend and two more instructions"};
const RuleInfo kBranchOutside{"branch-outside", Severity::error,
                              "this branch leads outside of the program, or between instructions",
                              "check the label or the distance"};

std::span<const Rule> window_rules() {
  static const std::vector<Rule> all = [] {
    std::vector<Rule> result(kRules.begin(), kRules.end());
    result.push_back(kMeaningless);
    return result;
  }();
  return all;
}

std::span<const RuleInfo> rules() {
  static const std::vector<RuleInfo> all = [] {
    std::vector<RuleInfo> result;
    for (const Rule& rule : window_rules()) result.push_back(rule.info);
    result.push_back(kRunsOffTheEnd);
    result.push_back(kBranchOutside);
    return result;
  }();
  return all;
}

}  // namespace quadcl::qpu::assembly
