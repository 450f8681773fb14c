// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "qpu/emulator/lane_vector.h"
#include "tools/debug/run.h"

namespace quadcl::tools::debug {

/// A decimal number, or a hexadecimal one with 0x; perhaps negative.
std::optional<std::int64_t> find_number(std::string_view text);

/// Something with lanes that a command names: "ra3", "r0[5]", "Z", "vpm[12]", "vpm[12][3]",
/// "vpm[0:][3]" (16 rows down from row 0), "*0x40000000" or "*LABEL" (16 words of memory).
struct Reference {
  enum class Kind : std::uint8_t { slot, flag, vpm_row, vpm_column, memory };

  Kind kind = Kind::slot;
  unsigned number = 0;  ///< slot of Qpu::slot, index of Qpu::flags, row or column
  unsigned row = 0;     ///< the first of a column
  std::uint32_t address = 0;
  std::optional<unsigned> lane;
  std::string name;  ///< without the lane
};

/// The bus address that a text names; empty if it names none.
using FindAddress = std::function<std::optional<std::uint32_t>(std::string_view)>;

/// Throws CommandError. `find_address`: behind a star.
Reference parse_reference(std::string_view text, const FindAddress& find_address = {});
/// The register of a name; empty if there is none.
std::optional<unsigned> find_slot(std::string_view name);

/// 16 lanes, some of them without a value: words that are not mapped.
struct Reading {
  emulator::LaneVector value{};
  emulator::LaneMask known = emulator::kAllLanes;
};

/// The parts of a state that can be kept and compared with a later one.
struct View {
  std::span<const emulator::Qpu> qpus;
  const emulator::VpmMemory& vpm;
  const emulator::BusMap* memory;  ///< null if it is not kept

  explicit View(const Run& run) : qpus(run.qpus()), vpm(run.vpm()), memory(&run.memory()) {}
  View(std::span<const emulator::Qpu> of, const emulator::VpmMemory& with)
      : qpus(of), vpm(with), memory(nullptr) {}
};

Reading read(const Reference& reference, const View& view, unsigned qpu);

/// "r0[3] > 1.5": whether a lane, without one any lane, compares so. A number with a point or an exponent
/// compares as floats, others as signed integers.
struct Condition {
  Reference left;
  std::string_view comparison;  ///< a literal
  bool floats = false;
  double number = 0;
  std::string text = {};  ///< as it was given

  bool holds(const View& view, unsigned qpu) const;
};

/// Throws CommandError.
Condition parse_condition(std::string_view text, const FindAddress& find_address = {});

// ---- as text

/// Ways to show 32 bits; letters as in gdb.
struct Format {
  char letter;
  std::string_view meaning;
  std::string (*text)(std::uint32_t word);
};
std::span<const Format> formats();
/// Throws CommandError.
const Format& find_format(char letter);
/// Without 0x.
inline std::string hex(std::uint32_t word) { return find_format('x').text(word); }

/// One or more lines: the name, and the lanes side by side. `changed` lanes have a star.
std::string lanes_text(std::string_view name, const Reading& reading, emulator::LaneMask changed,
                       const Format& format, std::optional<unsigned> lane);

}  // namespace quadcl::tools::debug
