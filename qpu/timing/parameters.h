// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "qpu/emulator/cache_sets.h"
#include "qpu/timing/time.h"

namespace quadcl::qpu::timing {

enum class Board : std::uint8_t { pi1, zero, pi2, pi3 };
constexpr std::size_t kBoards = 4;

struct BoardInfo {
  std::string_view name;  ///< as options spell it
  double v3d_mhz;         ///< default clock of the QPUs (docs/videocore4.md, Clocks)
  std::string_view remark;
};
std::span<const BoardInfo, kBoards> boards();
const BoardInfo& info(Board board);
std::optional<Board> find_board(std::string_view name);

/// The constants of the model. docs/timing-model.md prints their table.
enum class Parameter : std::uint8_t {
  program_start,
  program_interval,
  fetch_ahead,
  icache_bytes,
  icache_ways,
  icache_miss,
  uniform_cache_bytes,
  uniform_cache_ways,
  uniform_word,
  uniform_miss,
  uniform_line,
  uniform_restart,
  tmu_cache_bytes,
  tmu_cache_ways,
  tmu_hit,
  tmu_lane,
  tmu_lines,
  tmu_requests,
  l2c_bytes,
  l2c_ways,
  l2c_latency,
  l2c_line,
  system_l2_bytes,
  system_l2_latency,
  system_l2_line,
  system_l2_fill,
  sdram_latency,
  sdram_line,
  vpm_read_latency,
  vpm_vector,
  vpm_turnaround,
  vpm_write_fifo,
  load_start,
  load_row,
  load_short_row,
  store_start,
  store_row,
  store_short_row,
  dma_page,
  sfu_operation,
  mutex_handover,
  semaphore_visible,
  mailbox_launch,
  register_launch,
  count,
};
constexpr std::size_t kParameters = static_cast<std::size_t>(Parameter::count);

enum class Unit : std::uint8_t { clk, ns, us, bytes, number };
enum class Confidence : std::uint8_t { documented, measured, inferred, calibrated };
std::string_view name(Unit unit);
std::string_view name(Confidence confidence);

struct ParameterInfo {
  Parameter parameter;
  std::string_view name;
  Unit unit;
  std::array<double, kBoards> value;  ///< by Board
  Confidence confidence;
  std::string_view source;  ///< keys of docs/sources.md
  std::string_view meaning;
};
std::span<const ParameterInfo, kParameters> parameter_table();

/// The values for one board at one clock.
class Parameters {
 public:
  explicit Parameters(Board board, std::optional<double> v3d_mhz = {});

  Board board() const { return board_; }
  double v3d_mhz() const { return v3d_mhz_; }
  double get(Parameter parameter) const { return values_[static_cast<std::size_t>(parameter)]; }
  void set(Parameter parameter, double value) { values_[static_cast<std::size_t>(parameter)] = value; }
  /// False if there is no parameter of that name, or if it cannot have that value.
  bool set(std::string_view name, double value);

  /// A cost in clk, ns or us as modelled time.
  Ticks ticks(Parameter parameter) const;
  std::uint32_t whole(Parameter parameter) const { return static_cast<std::uint32_t>(get(parameter)); }

  /// For the emulator, which can model the contents of these caches.
  emulator::CacheGeometries cache_geometries() const;

  double seconds(Ticks time) const;

 private:
  Board board_;
  double v3d_mhz_;
  std::array<double, kParameters> values_{};
};

}  // namespace quadcl::qpu::timing
