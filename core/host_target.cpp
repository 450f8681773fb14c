// SPDX-License-Identifier: Apache-2.0
#include "core/host_target.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/kernel_abi.h"

#if defined(__arm__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace quadcl {
namespace {

struct Architecture {
  std::string_view name;
  unsigned address_bits;
  std::string_view everywhere;        ///< instruction sets of all its processors
  std::string_view half_conversions;  ///< the one that converts between half and float
  std::string_view fusing;            ///< the one that multiplies and adds with one rounding
};

constexpr std::string_view kArm6 = "+v6k,+vfp2";  // a Raspberry Pi 1 or Zero

constexpr std::array kArchitectures{
    Architecture{"x86_64", 64, "", "+f16c", "+fma"},
    Architecture{"aarch64", 64, "+neon", "+neon", "+neon"},
    Architecture{"arm", 32, kArm6, "+vfp4", "+vfp4"},
    Architecture{"armel", 32, kArm6, "+vfp4", "+vfp4"},
};

/// The row of that name; a row without features for an unknown name.
const Architecture& architecture_of(std::string_view name) {
  static constexpr Architecture kUnknown{"unknown", 8 * sizeof(void*), "", "+none", "+none"};
  const auto row = std::ranges::find(kArchitectures, name, &Architecture::name);
  return row != kArchitectures.end() ? *row : kUnknown;
}

constexpr std::array kProcessors{
    NamedProcessor{"arm1176jzf-s", "arm1176jzf-s", "arm", kArm6,
                   "Raspberry Pi 1, Zero, Zero W with Raspberry Pi OS"},
    NamedProcessor{"arm1176jzf-s-softfp", "arm1176jzf-s", "armel", kArm6, "the same with Debian's armel"},
    NamedProcessor{"cortex-a7", "cortex-a7", "arm", "+v6k,+vfp2,+v7,+db,+neon,+vfp4,+hwdiv-arm",
                   "Raspberry Pi 2; any later one with a 32-bit system"},
    NamedProcessor{"cortex-a53", "cortex-a53", "aarch64", "+neon", "Raspberry Pi 3, Zero 2 W"},
    NamedProcessor{"cortex-a72", "cortex-a72", "aarch64", "+neon", "Raspberry Pi 4"},
    NamedProcessor{"cortex-a76", "cortex-a76", "aarch64", "+neon", "Raspberry Pi 5"},
};

#if defined(__x86_64__)
constexpr std::string_view kThisArchitecture = "x86_64";

// clang-format off
// Names that LLVM and GCC share.
#define QUADCL_X86_FEATURES(X)                                                                 \
  X("sse3") X("ssse3") X("sse4.1") X("sse4.2") X("popcnt") X("avx") X("avx2") X("fma")         \
  X("f16c") X("bmi") X("bmi2") X("lzcnt")                                                      \
  X("avx512f") X("avx512bw") X("avx512cd") X("avx512dq") X("avx512vl") X("avx512ifma")         \
  X("avx512vbmi") X("avx512vbmi2") X("avx512bitalg") X("avx512vpopcntdq") X("avx512vnni")      \
  X("gfni")
// clang-format on

std::string detect_features() {
  std::string features;
  __builtin_cpu_init();
#define QUADCL_APPEND(name) \
  if (__builtin_cpu_supports(name)) features += features.empty() ? "+" name : ",+" name;
  QUADCL_X86_FEATURES(QUADCL_APPEND)
#undef QUADCL_APPEND
  return features;
}
#elif defined(__arm__)
#if defined(__ARM_PCS_VFP)
constexpr std::string_view kThisArchitecture = "arm";
#else
constexpr std::string_view kThisArchitecture = "armel";
#endif

std::string detect_features() {
  struct Feature {
    unsigned long capability;
    const char* names;
  };
  // Processors with NEON are ARMv7 or later.
  constexpr Feature kFeatures[] = {
      {HWCAP_NEON, ",+v7,+db,+neon"}, {HWCAP_VFPv4, ",+vfp4"}, {HWCAP_IDIVA, ",+hwdiv-arm"}};
  std::string features(kArm6);
  for (const Feature& feature : kFeatures)
    if ((getauxval(AT_HWCAP) & feature.capability) != 0) features += feature.names;
  return features;
}
#else
#if defined(__aarch64__)
constexpr std::string_view kThisArchitecture = "aarch64";
#else
constexpr std::string_view kThisArchitecture = "unknown";
#endif

std::string detect_features() { return std::string(architecture_of(kThisArchitecture).everywhere); }
#endif

}  // namespace

std::span<const NamedProcessor> named_processors() { return kProcessors; }

HostTarget HostTarget::of_this_machine(bool baseline) {
  const Architecture& architecture = architecture_of(kThisArchitecture);
  return {std::string(architecture.name),
          baseline ? std::string(architecture.everywhere) : detect_features(),
          {}};
}

std::optional<HostTarget> HostTarget::of_processor(std::string_view name) {
  const auto row = std::ranges::find(kProcessors, name, &NamedProcessor::name);
  if (row == kProcessors.end()) return {};
  return HostTarget{std::string(row->architecture), std::string(row->cpu_features), std::string(row->model)};
}

unsigned HostTarget::address_bits() const { return architecture_of(architecture).address_bits; }

bool HostTarget::has(std::string_view feature) const {
  return cpu_features.find(feature) != std::string::npos;
}

bool HostTarget::fuses() const { return has(architecture_of(architecture).fusing); }

bool HostTarget::fuses_numbers_only() const { return architecture.starts_with("arm") && fuses(); }

bool HostTarget::converts_halves() const { return has(architecture_of(architecture).half_conversions); }

bool HostTarget::estimates_roots() const { return has("+avx512f") && has("+avx512vl"); }

std::string HostTarget::name() const {
  return architecture + " " + cpu_features + " abi" + std::to_string(QUADCL_KERNEL_ABI_VERSION);
}

std::string HostTarget::fingerprint() const {
  const std::string text = name();
  std::array<char, 9> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x",
                static_cast<unsigned>(XXH3_64bits(text.data(), text.size())));
  return digits.data();
}

}  // namespace quadcl
