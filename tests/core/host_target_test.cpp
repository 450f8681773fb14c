// SPDX-License-Identifier: Apache-2.0
#include "core/host_target.h"

#include <catch2/catch.hpp>

using namespace quadcl;

TEST_CASE("a processor has the target line that its machines have") {
  const auto line = [](const char* processor) { return HostTarget::of_processor(processor).value().name(); };
  CHECK_THAT(line("arm1176jzf-s"), Catch::StartsWith("arm +v6k,+vfp2 abi"));
  CHECK_THAT(line("arm1176jzf-s-softfp"), Catch::StartsWith("armel +v6k,+vfp2 abi"));
  CHECK_THAT(line("cortex-a7"), Catch::StartsWith("arm +v6k,+vfp2,+v7,+db,+neon,+vfp4,+hwdiv-arm abi"));
  CHECK_THAT(line("cortex-a53"), Catch::StartsWith("aarch64 +neon abi"));
  CHECK(line("cortex-a72") == line("cortex-a53"));
  CHECK_FALSE(HostTarget::of_processor("cortex-a53 ").has_value());
  CHECK_FALSE(HostTarget::of_processor("").has_value());
}

TEST_CASE("a processor's name says how large pointers are, and what it does with halves and multiply-adds") {
  const auto of = [](const char* processor) { return HostTarget::of_processor(processor).value(); };
  CHECK(of("arm1176jzf-s").address_bits() == 32);
  CHECK_FALSE(of("arm1176jzf-s").converts_halves());
  CHECK(of("arm1176jzf-s-softfp").address_bits() == 32);
  CHECK_FALSE(of("arm1176jzf-s-softfp").converts_halves());
  CHECK(of("cortex-a7").address_bits() == 32);
  CHECK(of("cortex-a7").converts_halves());
  CHECK(of("cortex-a53").address_bits() == 64);
  CHECK(of("cortex-a53").converts_halves());
  CHECK(of("cortex-a7").fuses_numbers_only());
  CHECK_FALSE(of("cortex-a53").estimates_roots());
  for (const char* other : {"arm1176jzf-s", "arm1176jzf-s-softfp", "cortex-a53"})
    CHECK_FALSE(of(other).fuses_numbers_only());
}

TEST_CASE("the target of this machine is for its pointers") {
  CHECK(HostTarget::of_this_machine(false).address_bits() == 8 * sizeof(void*));
  CHECK(HostTarget::of_this_machine(true).address_bits() == 8 * sizeof(void*));
}

#if defined(__aarch64__) || defined(__arm__)
TEST_CASE("the line of this machine is that of a processor with a name") {
  const std::string line = HostTarget::of_this_machine(false).name();
  bool found = false;
  for (const NamedProcessor& row : named_processors())
    found = found || HostTarget::of_processor(row.name)->name() == line;
  CAPTURE(line);
  CHECK(found);
#if defined(__aarch64__)
  const auto least = HostTarget::of_processor("cortex-a53");
#elif defined(__ARM_PCS_VFP)
  const auto least = HostTarget::of_processor("arm1176jzf-s");
#else
  const auto least = HostTarget::of_processor("arm1176jzf-s-softfp");
#endif
  CHECK(HostTarget::of_this_machine(true).name() == least->name());
}
#endif
