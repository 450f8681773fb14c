// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/engine.h"

#include <cstdlib>
#include <ranges>

#include "qpu/emulator/engine_variants.h"

namespace quadcl::qpu::emulator {

namespace {

constexpr const Engine* kEngines[] = {
    &baseline::engine,
#if defined(__x86_64__)
    &avx2::engine,
    &avx512::engine,
#endif
};

const Engine& choose() {
  for (const Engine* engine : std::views::reverse(kEngines)) {
    if (engine->usable()) return *engine;
  }
  return baseline::engine;
}

}  // namespace

std::span<const Engine* const> engines() { return kEngines; }

const Engine& default_engine() {
  static const Engine& chosen = choose();
  return chosen;
}

}  // namespace quadcl::qpu::emulator
