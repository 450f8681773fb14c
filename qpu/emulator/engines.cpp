// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/engines.h"

#include <cstdlib>
#include <ranges>

#include "qpu/emulator/engine_variants.h"
#include "qpu/emulator/translation/create_translation.h"

namespace quadcl::qpu::emulator {

namespace {

/// Straight-line code that is executed once is not worth a translation.
constexpr std::uint8_t kVisitsBeforeTranslation = 3;

/// Others, with translation.
#if defined(__x86_64__)
Engine with_translation(const Engine& handlers, std::string_view name, bool (*usable)()) {
  Engine engine = handlers;
  engine.name = name;
  engine.usable = usable;
  engine.translate_after = kVisitsBeforeTranslation;
  return engine;
}

const Engine kTranslatingToAvx2 =
    with_translation(avx2::engine, "translating_avx2", [] { return can_translate(HostVectors::avx2); });
const Engine kTranslating =
    with_translation(avx512::engine, "translating", [] { return can_translate(HostVectors::avx512); });
#endif

constexpr const Engine* kEngines[] = {
    &baseline::engine,
#if defined(__x86_64__)
    &avx2::engine,     &avx512::engine, &kTranslatingToAvx2, &kTranslating,
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
