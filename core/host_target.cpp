// SPDX-License-Identifier: Apache-2.0
#include "core/host_target.h"

#include "core/kernel_abi.h"

#if defined(__arm__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace quadcl {
namespace {

#if defined(__x86_64__)
constexpr const char* kArchitecture = "x86_64";
constexpr const char* kEverywhere = "";
constexpr const char* kHalfConversions = "+f16c";

// clang-format off
// Names that LLVM and GCC share.
#define QUADCL_X86_FEATURES(X)                                                                 \
  X("sse3") X("ssse3") X("sse4.1") X("sse4.2") X("popcnt") X("avx") X("avx2") X("fma")         \
  X("f16c") X("bmi") X("bmi2") X("lzcnt")                                                      \
  X("avx512f") X("avx512bw") X("avx512cd") X("avx512dq") X("avx512vl")
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
#elif defined(__aarch64__)
constexpr const char* kArchitecture = "aarch64";
constexpr const char* kEverywhere = "+neon";
constexpr const char* kHalfConversions = "+neon";

std::string detect_features() { return kEverywhere; }
#elif defined(__arm__)
constexpr const char* kArchitecture = "arm";
constexpr const char* kEverywhere = "+v6k,+vfp2";  // a Raspberry Pi 1 or Zero
constexpr const char* kHalfConversions = "+vfp4";

std::string detect_features() {
  struct Feature {
    unsigned long capability;
    const char* names;
  };
  // Processors with NEON are ARMv7 or later.
  constexpr Feature kFeatures[] = {
      {HWCAP_NEON, ",+v7,+neon"}, {HWCAP_VFPv4, ",+vfp4"}, {HWCAP_IDIVA, ",+hwdiv-arm"}};
  std::string features = kEverywhere;
  for (const Feature& feature : kFeatures)
    if ((getauxval(AT_HWCAP) & feature.capability) != 0) features += feature.names;
  return features;
}
#else
constexpr const char* kArchitecture = "unknown";
constexpr const char* kEverywhere = "";
constexpr const char* kHalfConversions = "+none";

std::string detect_features() { return {}; }
#endif

}  // namespace

HostTarget HostTarget::of_this_machine(bool baseline) {
  return {baseline ? std::string(kEverywhere) : detect_features()};
}

bool HostTarget::converts_halves() const { return cpu_features.find(kHalfConversions) != std::string::npos; }

std::string HostTarget::name() const {
  return std::string(kArchitecture) + " " + cpu_features + " abi" + std::to_string(QUADCL_KERNEL_ABI_VERSION);
}

}  // namespace quadcl
