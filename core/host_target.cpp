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
// One row an instruction set: the name LLVM and GCC share, and the test.
#define QUADCL_X86_FEATURES(X)                                                                            \
  X("sse3")                                                                                               \
  X("ssse3")                                                                                              \
  X("sse4.1") X("sse4.2") X("popcnt") X("avx") X("avx2") X("fma") X("f16c") X("bmi") X("bmi2") X("lzcnt") \
      X("avx512f") X("avx512bw") X("avx512cd") X("avx512dq") X("avx512vl")

std::string detect_features() {
  std::string features;
  __builtin_cpu_init();
#define QUADCL_APPEND(name) \
  if (__builtin_cpu_supports(name)) features += features.empty() ? "+" name : ",+" name;
  QUADCL_X86_FEATURES(QUADCL_APPEND)
#undef QUADCL_APPEND
  return features;
}
constexpr const char* kArchitecture = "x86_64";
#elif defined(__aarch64__)
std::string detect_features() { return "+neon"; }
constexpr const char* kArchitecture = "aarch64";
#elif defined(__arm__)
std::string detect_features() { return (getauxval(AT_HWCAP) & HWCAP_NEON) != 0 ? "+vfp2,+neon" : "+vfp2"; }
constexpr const char* kArchitecture = "arm";
#else
std::string detect_features() { return {}; }
constexpr const char* kArchitecture = "unknown";
#endif

}  // namespace

std::string host_cpu_features() {
  static const std::string& features = *new std::string(detect_features());
  return features;
}

const std::string& host_target() {
  static const std::string& target = *new std::string(std::string(kArchitecture) + " " + host_cpu_features() +
                                                      " abi" + std::to_string(QUADCL_KERNEL_ABI_VERSION));
  return target;
}

}  // namespace quadcl
