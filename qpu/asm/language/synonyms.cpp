// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/synonyms.h"

#include <algorithm>
#include <array>

namespace quadcl::qpu::assembly {

namespace {

struct Synonym {
  std::string_view name, documented;
};

constexpr std::array<Synonym, 16> kDirectiveSynonyms{{
    {"dword", "int"},
    {"elif", "elseif"},
    {"endback", "endb"},
    {"endfunc", "endf"},
    {"endrep", "endr"},
    {"float16", "half"},
    {"float32", "float"},
    {"float64", "double"},
    {"for", "foreach"},
    {"int1", "bit"},
    {"int16", "short"},
    {"int32", "int"},
    {"int64", "long"},
    {"int8", "byte"},
    {"qword", "long"},
    {"undef", "unset"},
}};

constexpr std::array<Synonym, 10> kMnemonics{{
    {"break", "bkpt"},
    {"ldaltlb", "loadam"},
    {"ldcoend", "ldcend"},
    {"ldcotlb", "loadc"},
    {"ldcvtlb", "loadcv"},
    {"lswitch", "lthrsw"},
    {"tend", "thrend"},
    {"tswitch", "thrsw"},
    {"unlscb", "sbdone"},
    {"waitscb", "sbwait"},
}};

constexpr std::array<Synonym, 39> kRegisters{{
    {"element_number", "elem_num"},
    {"host_int", "irq"},
    {"ms_flags", "ms_mask"},
    {"mutex_acquire", "mutex_acq"},
    {"mutex_release", "mutex_rel"},
    {"qpu_number", "qpu_num"},
    {"quad_x", "x_coord"},
    {"quad_y", "y_coord"},
    {"sfu_exp", "exp"},
    {"sfu_log", "log"},
    {"sfu_recip", "recip"},
    {"sfu_recipsqrt", "recipsqrt"},
    {"tlb_alpha_mask", "tlbam"},
    {"tlb_colour_all", "tlbc"},
    {"tlb_colour_ms", "tlbm"},
    {"tlb_stencil", "stencil"},
    {"tlb_z", "tlbz"},
    {"tmu0_b", "t0b"},
    {"tmu0_r", "t0r"},
    {"tmu0_s", "t0s"},
    {"tmu0_t", "t0t"},
    {"tmu1_b", "t1b"},
    {"tmu1_r", "t1r"},
    {"tmu1_s", "t1s"},
    {"tmu1_t", "t1t"},
    {"uniform_read", "unif"},
    {"varying_read", "vary"},
    {"vpm_ld_addr", "vr_addr"},
    {"vpm_ld_busy", "vr_busy"},
    {"vpm_ld_wait", "vr_wait"},
    {"vpm_read", "vpm"},
    {"vpm_st_addr", "vw_addr"},
    {"vpm_st_busy", "vw_busy"},
    {"vpm_st_wait", "vw_wait"},
    {"vpm_write", "vpm"},
    {"vpmvcd_rd_setup", "vr_setup"},
    {"vpmvcd_wr_setup", "vw_setup"},
    {"x_pixel_coord", "x_coord"},
    {"y_pixel_coord", "y_coord"},
}};

constexpr std::array<Synonym, 4> kBranchConditions{{
    {"allcc", "allnc"},
    {"allcs", "allc"},
    {"anycc", "anync"},
    {"anycs", "anyc"},
}};

template <std::size_t n>
std::string_view documented(const std::array<Synonym, n>& table, std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Synonym& synonym) { return synonym.name == name; });
  return found == table.end() ? name : found->documented;
}

}  // namespace

std::string_view documented_directive(std::string_view name) { return documented(kDirectiveSynonyms, name); }
std::string_view documented_mnemonic(std::string_view name) { return documented(kMnemonics, name); }
std::string_view documented_register(std::string_view name) { return documented(kRegisters, name); }
std::string_view documented_branch_condition(std::string_view name) {
  return documented(kBranchConditions, name);
}

std::string documented_pack_mode(std::string_view name, bool unpack) {
  constexpr std::string_view kSaturated = "clamp";
  std::string result(name);
  for (const std::string_view replicated : {"8888", "8ddupe"}) {
    if (result.starts_with(replicated)) result.replace(0, replicated.size(), unpack ? "8dr" : "8abcd");
  }
  if (result.ends_with(kSaturated)) result.replace(result.size() - kSaturated.size(), kSaturated.size(), "s");
  return result;
}

}  // namespace quadcl::qpu::assembly
