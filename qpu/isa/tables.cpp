// SPDX-License-Identifier: Apache-2.0
#include "qpu/isa/tables.h"

#include <cstddef>

namespace quadcl::qpu::isa {

namespace {

constexpr OpInfo kNop{"nop", 0, false, false, "nothing"};

#define QUADCL_FILL(code, id, name, operands, float_operands, float_result, carry, meaning) \
  ops[code] = {name, operands, float_operands, float_result, meaning};

constexpr std::array<OpInfo, 32> kAddOps = [] {
  std::array<OpInfo, 32> ops{kNop};
  QUADCL_ADD_OPS(QUADCL_FILL)
  return ops;
}();

constexpr std::array<OpInfo, 8> kMulOps = [] {
  std::array<OpInfo, 8> ops{kNop};
  QUADCL_MUL_OPS(QUADCL_FILL)
  return ops;
}();

#undef QUADCL_FILL

constexpr std::array<SignalInfo, 16> kSignals{{
    {"bkpt", "breakpoint"},
    {"", "no signal"},
    {"thrsw", "thread switch", false, true},
    {"thrend", "program end, after two delay slots"},
    {"sbwait", "wait for the scoreboard", false, true},
    {"sbdone", "unlock the scoreboard", false, true},
    {"lthrsw", "last thread switch", false, true},
    {"loadcv", "coverage load", true, true},
    {"loadc", "colour load", true, true},
    {"ldcend", "colour load and program end", true, true},
    {"ldtmu0", "load of TMU0's oldest result", true},
    {"ldtmu1", "load of TMU1's oldest result", true},
    {"loadam", "alpha mask load", true, true},
    {"", "small immediate"},
    {"", "load immediate or semaphore"},
    {"", "branch"},
}};

constexpr std::array<ConditionInfo, 8> kConditions{{
    {"never", "never"},
    {"", "always"},
    {"z", "Z set"},
    {"nz", "Z clear"},
    {"n", "N set"},
    {"nn", "N clear"},
    {"c", "C set"},
    {"cc", "C clear"},
}};

constexpr std::array<BranchConditionInfo, 16> kBranchConditions{{
    {"allz"},
    {"allnz"},
    {"anyz"},
    {"anynz"},
    {"alln"},
    {"allnn"},
    {"anyn"},
    {"anynn"},
    {"allc"},
    {"allnc"},
    {"anyc"},
    {"anync"},
    {"", true},
    {"", true},
    {"", true},
    {""},
}};

constexpr std::array<PackInfo, 8> kUnpacks{{
    {"", "all 32 bits"},
    {"16a", "low half, sign extended or half to float"},
    {"16b", "high half, sign extended or half to float"},
    {"8dr", "byte 3 in all four bytes"},
    {"8a", "byte 0, zero extended or as byte / 255"},
    {"8b", "byte 1, zero extended or as byte / 255"},
    {"8c", "byte 2, zero extended or as byte / 255"},
    {"8d", "byte 3, zero extended or as byte / 255"},
}};

constexpr std::array<PackInfo, 16> kPacks{{
    {"", "all 32 bits"},
    {"16a", "low 16 bits or half float to the low half"},
    {"16b", "low 16 bits or half float to the high half"},
    {"8abcd", "low 8 bits to all four bytes"},
    {"8a", "low 8 bits to byte 0"},
    {"8b", "low 8 bits to byte 1"},
    {"8c", "low 8 bits to byte 2"},
    {"8d", "low 8 bits to byte 3"},
    {"32s", "saturated to 32 bits, signed"},
    {"16as", "saturated to 16 bits, signed, to the low half"},
    {"16bs", "saturated to 16 bits, signed, to the high half"},
    {"8abcds", "saturated to 8 bits, unsigned, to all four bytes"},
    {"8as", "saturated to 8 bits, unsigned, to byte 0"},
    {"8bs", "saturated to 8 bits, unsigned, to byte 1"},
    {"8cs", "saturated to 8 bits, unsigned, to byte 2"},
    {"8ds", "saturated to 8 bits, unsigned, to byte 3"},
}};

constexpr std::array<PackInfo, 16> kColourPacks{{
    {"", "all 32 bits"},
    {"", "reserved"},
    {"", "reserved"},
    {"8abcds", "colour in 0.0 .. 1.0 to all four bytes"},
    {"8as", "colour in 0.0 .. 1.0 to byte 0"},
    {"8bs", "colour in 0.0 .. 1.0 to byte 1"},
    {"8cs", "colour in 0.0 .. 1.0 to byte 2"},
    {"8ds", "colour in 0.0 .. 1.0 to byte 3"},
    {"", "reserved"},
    {"", "reserved"},
    {"", "reserved"},
    {"", "reserved"},
    {"", "reserved"},
    {"", "reserved"},
    {"", "reserved"},
    {"", "reserved"},
}};

constexpr std::array<MuxInfo, 8> kMuxes{{{"r0"}, {"r1"}, {"r2"}, {"r3"}, {"r4"}, {"r5"}, {""}, {""}}};

// ---- register addresses (docs/videocore4.md, Register addresses)

constexpr std::array<std::string_view, 64> kFileNames{
    "ra0",  "ra1",  "ra2",  "ra3",  "ra4",  "ra5",  "ra6",  "ra7",  "ra8",  "ra9",  "ra10", "ra11", "ra12",
    "ra13", "ra14", "ra15", "ra16", "ra17", "ra18", "ra19", "ra20", "ra21", "ra22", "ra23", "ra24", "ra25",
    "ra26", "ra27", "ra28", "ra29", "ra30", "ra31", "rb0",  "rb1",  "rb2",  "rb3",  "rb4",  "rb5",  "rb6",
    "rb7",  "rb8",  "rb9",  "rb10", "rb11", "rb12", "rb13", "rb14", "rb15", "rb16", "rb17", "rb18", "rb19",
    "rb20", "rb21", "rb22", "rb23", "rb24", "rb25", "rb26", "rb27", "rb28", "rb29", "rb30", "rb31"};

struct IoRow {
  unsigned address;
  RegisterInfo a;
  RegisterInfo b;
};

constexpr auto io = RegisterKind::io;
constexpr auto rendering = RegisterKind::rendering;
constexpr auto accumulator = RegisterKind::accumulator;

constexpr RegisterInfo kDiscard{"-", RegisterKind::discard, "nothing"};

constexpr std::array kReadRows{
    IoRow{read_address::uniform, {"unif", io, "next uniform"}, {"unif", io, "next uniform"}},
    IoRow{read_address::varying, {"vary", rendering, "next varying"}, {"vary", rendering, "next varying"}},
    IoRow{read_address::element_number,
          {"elem_num", io, "number of the lane"},
          {"qpu_num", io, "number of the QPU"}},
    IoRow{read_address::nop, kDiscard, kDiscard},
    IoRow{read_address::x_pixel_coord,
          {"x_coord", rendering, "x of the pixel"},
          {"y_coord", rendering, "y of the pixel"}},
    IoRow{read_address::ms_flags,
          {"ms_mask", rendering, "multisample mask"},
          {"rev_flag", rendering, "facing of the primitive"}},
    IoRow{read_address::vpm, {"vpm", io, "next vector of the VPM"}, {"vpm", io, "next vector of the VPM"}},
    IoRow{read_address::dma_load_busy,
          {"vr_busy", io, "DMA load in progress"},
          {"vw_busy", io, "DMA store in progress"}},
    IoRow{read_address::dma_load_wait,
          {"vr_wait", io, "wait for the DMA load"},
          {"vw_wait", io, "wait for the DMA store"}},
    IoRow{
        read_address::mutex_acquire, {"mutex", io, "acquire the mutex"}, {"mutex", io, "acquire the mutex"}},
};

constexpr IoRow same(unsigned address, RegisterInfo both) { return {address, both, both}; }

constexpr std::array kWriteRows{
    same(write_address::r0, {"r0", accumulator}),
    same(write_address::r1, {"r1", accumulator}),
    same(write_address::r2, {"r2", accumulator}),
    same(write_address::r3, {"r3", accumulator}),
    same(write_address::tmu_noswap, {"tmurs", io, "non-zero: no exchange of the TMUs"}),
    IoRow{write_address::r5,
          {"r5quad", accumulator, "first lane of a quad to its four"},
          {"r5rep", accumulator, "lane 0 to all lanes"}},
    same(write_address::host_interrupt, {"irq", io, "non-zero: interrupt the host"}),
    same(write_address::nop, kDiscard),
    same(write_address::uniforms_address, {"unif_addr", io, "address of the next uniform"}),
    IoRow{write_address::quad_x,
          {"x_coord", rendering, "x of the quad"},
          {"y_coord", rendering, "y of the quad"}},
    IoRow{write_address::ms_flags,
          {"ms_mask", rendering, "multisample mask"},
          {"rev_flag", rendering, "facing of the primitive"}},
    same(write_address::tlb_stencil_setup, {"stencil", rendering, "stencil setup"}),
    same(write_address::tlb_z, {"tlbz", rendering, "depth"}),
    same(write_address::tlb_colour_ms, {"tlbm", rendering, "colour of a sample"}),
    same(write_address::tlb_colour_all, {"tlbc", rendering, "colour"}),
    same(write_address::tlb_alpha_mask, {"tlbam", rendering, "alpha mask"}),
    same(write_address::vpm, {"vpm", io, "next vector of the VPM"}),
    IoRow{write_address::vpm_read_setup,
          {"vr_setup", io, "setup of VPM reads and DMA loads"},
          {"vw_setup", io, "setup of VPM writes and DMA stores"}},
    IoRow{write_address::dma_load_address,
          {"vr_addr", io, "address, starts the DMA load"},
          {"vw_addr", io, "address, starts the DMA store"}},
    same(write_address::mutex_release, {"mutex", io, "release the mutex"}),
    same(write_address::sfu_recip, {"recip", io, "SFU: 1 / x to r4"}),
    same(write_address::sfu_recipsqrt, {"recipsqrt", io, "SFU: 1 / sqrt(x) to r4"}),
    same(write_address::sfu_exp, {"exp", io, "SFU: 2^x to r4"}),
    same(write_address::sfu_log, {"log", io, "SFU: log2(x) to r4"}),
    same(write_address::tmu0_s, {"t0s", io, "TMU0: address or s, starts the request"}),
    same(write_address::tmu0_t, {"t0t", io, "TMU0: t"}),
    same(write_address::tmu0_r, {"t0r", io, "TMU0: r"}),
    same(write_address::tmu0_b, {"t0b", io, "TMU0: level of detail bias"}),
    same(write_address::tmu1_s, {"t1s", io, "TMU1: address or s, starts the request"}),
    same(write_address::tmu1_t, {"t1t", io, "TMU1: t"}),
    same(write_address::tmu1_r, {"t1r", io, "TMU1: r"}),
    same(write_address::tmu1_b, {"t1b", io, "TMU1: level of detail bias"}),
};

using RegisterTable = std::array<RegisterInfo, 64>;

template <std::size_t n>
constexpr RegisterTable make_register_table(RegisterFile file, const std::array<IoRow, n>& rows) {
  RegisterTable table{};
  for (unsigned i = 0; i < 32; ++i) {
    table[i] = {kFileNames[i + (file == RegisterFile::b ? 32 : 0)], RegisterKind::file};
  }
  for (const IoRow& row : rows) table[row.address] = file == RegisterFile::a ? row.a : row.b;
  return table;
}

constexpr std::array<std::array<RegisterTable, 2>, 2> kRegisters{{
    {make_register_table(RegisterFile::a, kReadRows), make_register_table(RegisterFile::b, kReadRows)},
    {make_register_table(RegisterFile::a, kWriteRows), make_register_table(RegisterFile::b, kWriteRows)},
}};

// ---- small immediates (docs/videocore4.md, Small immediates)

constexpr std::array<std::uint32_t, 64> kSmallImmediates = [] {
  std::array<std::uint32_t, 64> values{};
  for (unsigned i = 0; i < 16; ++i) {
    values[i] = i;
    values[16 + i] = values[48 + i] = i - 16;
  }
  for (unsigned i = 0; i < 8; ++i) {
    values[32 + i] = (127 + i) << 23;      // 2^i
    values[40 + i] = (127 - 8 + i) << 23;  // 2^(i - 8)
  }
  return values;
}();

template <typename Enum>
constexpr std::size_t index(Enum value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

const OpInfo& info(AddOp op) { return kAddOps[index(op)]; }
const OpInfo& info(MulOp op) { return kMulOps[index(op)]; }
std::span<const OpInfo, 32> add_ops() { return kAddOps; }
std::span<const OpInfo, 8> mul_ops() { return kMulOps; }

const SignalInfo& info(Signal signal) { return kSignals[index(signal)]; }
std::span<const SignalInfo, 16> signals() { return kSignals; }

const ConditionInfo& info(Condition condition) { return kConditions[index(condition)]; }
std::span<const ConditionInfo, 8> conditions() { return kConditions; }

const BranchConditionInfo& info(BranchCondition condition) { return kBranchConditions[index(condition)]; }
std::span<const BranchConditionInfo, 16> branch_conditions() { return kBranchConditions; }

const PackInfo& info(Unpack unpack) { return kUnpacks[index(unpack)]; }
const PackInfo& info(Pack pack) { return kPacks[index(pack)]; }
const PackInfo& colour_pack_info(Pack pack) { return kColourPacks[index(pack)]; }
std::span<const PackInfo, 8> unpacks() { return kUnpacks; }
std::span<const PackInfo, 16> packs() { return kPacks; }
std::span<const PackInfo, 16> colour_packs() { return kColourPacks; }

const MuxInfo& info(Mux mux) { return kMuxes[index(mux)]; }

const RegisterInfo& register_info(RegisterFile file, Access access, unsigned address) {
  return kRegisters[index(access)][index(file)][address & 63];
}

std::uint32_t small_immediate_value(unsigned code) { return kSmallImmediates[code & 63]; }

std::optional<unsigned> small_immediate_code(std::uint32_t value) {
  for (unsigned code = 0; code < kRotateByR5; ++code) {
    if (kSmallImmediates[code] == value) return code;
  }
  return std::nullopt;
}

std::uint32_t per_element_value(ImmediateType type, std::uint32_t immediate, unsigned lane) {
  const std::uint32_t low = (immediate >> lane) & 1;
  const std::uint32_t high = (immediate >> (16 + lane)) & 1;
  return type == ImmediateType::per_element_signed ? low - 2 * high : low + 2 * high;
}

}  // namespace quadcl::qpu::isa
