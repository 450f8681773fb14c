// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/engine.h"

#include <cstdlib>
#include <ranges>

#include "qpu/emulator/engine_variants.h"
#include "qpu/emulator/translation/translation.h"

namespace quadcl::qpu::emulator {

namespace {

/// Straight-line code that is executed once is not worth a translation.
constexpr std::uint8_t kVisitsBeforeTranslation = 3;

/// The fastest of the others, with translation.
#if defined(__x86_64__)
const Engine kTranslating = [] {
  Engine engine = avx512::engine;
  engine.name = "translating";
  engine.usable = Translation::usable;
  engine.translate_after = kVisitsBeforeTranslation;
  return engine;
}();
#endif

constexpr const Engine* kEngines[] = {
    &baseline::engine,
#if defined(__x86_64__)
    &avx2::engine,
    &avx512::engine,
    &kTranslating,
#endif
};

const Engine& choose(bool translates) {
  for (const Engine* engine : std::views::reverse(kEngines)) {
    if (engine->usable() && (translates || engine->translate_after == 0)) return *engine;
  }
  return baseline::engine;
}

}  // namespace

std::span<const Engine* const> engines() { return kEngines; }

const Engine& default_engine(bool translates) {
  static const Engine &translating = choose(true), &interpreting = choose(false);
  return translates ? translating : interpreting;
}

}  // namespace quadcl::qpu::emulator
