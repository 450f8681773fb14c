// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/translation/translation_tables.h"

namespace quadcl::qpu::emulator {

void Window::show(const BusSegment& segment) {
  constexpr std::uint32_t kBias = 0x80000000;
  if (segment.size < 4) return;
  bus = segment.bus.value() + kBias;
  last = static_cast<std::int32_t>(segment.size - 4 - kBias);
  host = reinterpret_cast<std::uintptr_t>(segment.host) + kBias;
}

TranslationTables::TranslationTables() {
  for (unsigned lane = 0; lane < 16; ++lane) {
    lane_numbers.lane[lane] = lane;
    lane_bits.lane[lane] = 1u << lane;
    for (unsigned by = 0; by < 16; ++by) {
      rotations[by].lane[lane] = (lane - by) & 15;
    }
    // vpshufb works in quads; a byte from 0x80 on gives 0.
    for (unsigned byte = 0; byte < 4; ++byte) {
      const unsigned place = 4 * (lane % 4) + byte;
      take_byte[byte].lane[lane] = 0x80808000 | place;
      repeat_byte[byte].lane[lane] = place * 0x01010101;
    }
  }
}

}  // namespace quadcl::qpu::emulator
