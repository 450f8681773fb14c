// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/parameters.h"

#include <cmath>

namespace quadcl::qpu::timing {

namespace {

constexpr BoardInfo kBoardTable[kBoards] = {
    {"pi1", 250, "Raspberry Pi 1, BCM2835"},
    {"zero", 250, "Raspberry Pi Zero and Zero W, BCM2835; 300 MHz with later firmware"},
    {"pi2", 250, "Raspberry Pi 2, BCM2836"},
    {"pi3", 300, "Raspberry Pi 3, BCM2837; 400 MHz where gpu_freq or force_turbo say so"},
};

constexpr std::array<double, kBoards> all(double value) { return {value, value, value, value}; }
/// BCM2835 (Pi 1 and Zero), and its successors (Pi 2 and 3).
constexpr std::array<double, kBoards> by_chip(double bcm2835, double later) {
  return {bcm2835, bcm2835, later, later};
}

constexpr emulator::CacheGeometries kCaches;

using enum Parameter;
using enum Confidence;
using enum Unit;

constexpr ParameterInfo kParameterTable[kParameters] = {
    {program_start, "program_start", clk, all(40), inferred, "assumed",
     "from the start of the job to the first instruction fetch and the first uniform fetch"},
    {program_interval, "program_interval", ns, all(400), inferred,
     "GPU_FFT: two to five us of register writes",
     "from the start of one QPU's program to the next one's: the host starts them one after the other"},
    {fetch_ahead, "fetch_ahead", clk, all(12), inferred, "branch delay slots (D)",
     "an instruction's line is asked for this long before its slot: the depth that 3 delay slots show"},
    {icache_bytes, "icache_bytes", bytes, all(kCaches.instructions.bytes), measured, "ADD; QI3, QV52",
     "instruction cache of a slice"},
    {icache_ways, "icache_ways", number, all(kCaches.instructions.ways), measured, "ADD",
     "its associativity"},
    {icache_miss, "icache_miss", clk, all(4.25), inferred, "QU3-6: not visible in line",
     "instruction line: added to what the line takes from the L2C on"},
    {uniform_cache_bytes, "uniform_cache_bytes", bytes, all(kCaches.uniforms.bytes), inferred, "assumed",
     "uniform cache of a slice"},
    {uniform_cache_ways, "uniform_cache_ways", number, all(kCaches.uniforms.ways), inferred, "assumed",
     "its associativity"},
    {uniform_word, "uniform_word", clk, all(4), inferred, "assumed",
     "one word from a resident line to the FIFO of two"},
    {uniform_miss, "uniform_miss", clk, all(4.25), calibrated, "QU3-6: 52 to 60 clk in all at 250 MHz",
     "uniform line: added to what the line takes from the L2C on"},
    {uniform_line, "uniform_line", clk, all(36), calibrated, "py-videocore: 12 QPUs beside one",
     "the cache of a slice gives its four QPUs one line in this time, held or missing"},
    {uniform_restart, "uniform_restart", clk, all(8), inferred, "D 22",
     "from the write of uniforms_address to the first fetch: the two instructions that must lie between"},
    {tmu_cache_bytes, "tmu_cache_bytes", bytes, all(kCaches.tmu.bytes), measured, "QT10", "cache of a TMU"},
    {tmu_cache_ways, "tmu_cache_ways", number, all(kCaches.tmu.ways), calibrated, "QMKL; 1 by QT31",
     "its associativity"},
    {tmu_hit, "tmu_hit", clk, all(32.25), measured, "QT10: 9 instructions",
     "request to result, all lanes hit"},
    {tmu_lane, "tmu_lane", clk, all(1.2), calibrated, "V3DL: three QPUs; pi-gemm",
     "one lane's lookup; a request has 16"},
    {tmu_lines, "tmu_lines", number, all(2), calibrated, "QMKL's RNT",
     "missing lines that a TMU has under way at most"},
    {tmu_requests, "tmu_requests", number, all(2), calibrated, "V3DL: pairs of QPUs",
     "requests that a TMU works at; others wait until the first of them has its lines"},
    {l2c_bytes, "l2c_bytes", bytes, all(kCaches.l2c.bytes), measured, "QT10", "V3D L2 cache"},
    {l2c_ways, "l2c_ways", number, all(kCaches.l2c.ways), measured, "ADD", "its associativity"},
    {l2c_latency, "l2c_latency", clk, all(15.75), measured, "QT10: 12 instructions",
     "a line that hits in the L2C"},
    {l2c_line, "l2c_line", clk, all(4.6), calibrated, "pi-gemm", "the L2C serves one line in this time"},
    {system_l2_bytes, "system_l2_bytes", bytes, by_chip(131072, 0), inferred, "common knowledge",
     "L2 cache of the VPU on BCM2835, in the path of all bus addresses but those of alias 0xC"},
    {system_l2_latency, "system_l2_latency", ns, all(70), calibrated, "ART2 (one QPU)",
     "the way through it, added to the L2C's latency; a line that misses there takes SDRAM's latency as "
     "well"},
    {system_l2_line, "system_l2_line", ns, all(27), calibrated, "GPU_FFT; PIT: 25 ns",
     "it serves one line in this time"},
    {system_l2_fill, "system_l2_fill", ns, all(56), calibrated, "GPU_FFT",
     "it asks SDRAM for one missing line in this time, and writes a changed one back in as much"},
    {sdram_latency, "sdram_latency", ns, all(128), measured, "QT10: 32 clk at 250 MHz",
     "a line that comes from SDRAM, added to the L2C's"},
    {sdram_line, "sdram_line", ns, all(18), inferred, "LPDDR2, 3.6 GB/s",
     "SDRAM delivers one line in this time"},
    {vpm_read_latency, "vpm_read_latency", clk, all(20), measured, "QV18, QV59: 5 instructions",
     "read set-up to the first vector"},
    {vpm_vector, "vpm_vector", clk, all(4), inferred, "assumed",
     "the VPM's port moves one vector in this time, for all QPUs and both DMA engines"},
    {vpm_turnaround, "vpm_turnaround", clk, all(4), measured, "QV59: about one instruction a vector",
     "a read after a write of the same QPU"},
    {vpm_write_fifo, "vpm_write_fifo", number, all(2), documented, "D 55",
     "vectors written and not yet stored"},
    {load_start, "load_start", clk, all(44), calibrated,
     "QV18: 30 instructions for 4 rows; QV52: 200 MB/s at 1 row, 690 at 16", "DMA load, constant part"},
    {load_row, "load_row", clk, all(19.5), measured, "QV52", "DMA load, row of 64 bytes"},
    {load_short_row, "load_short_row", clk, all(8), measured, "VC4C: 2 N + 6 instructions",
     "DMA load, row of one word; in proportion between"},
    {store_start, "store_start", clk, all(28), measured, "QV53", "DMA store, constant part"},
    {store_row, "store_row", clk, all(14), measured, "QV53", "DMA store, 64 bytes of a row"},
    {store_short_row, "store_short_row", clk, all(8), measured, "VC4C: 2 N + 10 instructions",
     "DMA store, row of one word; in proportion between"},
    {dma_page, "dma_page", ns, all(86), calibrated, "GPU_FFT",
     "a DMA row that begins in another 4 KB of SDRAM than the engine's last one"},
    {sfu_operation, "sfu_operation", clk, all(4), inferred, "assumed",
     "the SFU of a slice is busy for one vector"},
    {mutex_handover, "mutex_handover", clk, all(4), inferred, "assumed",
     "release to the next owner's instruction"},
    {semaphore_visible, "semaphore_visible", clk, all(4), measured, "QI10",
     "a change is seen by other QPUs in the next slot"},
    {mailbox_launch, "mailbox_launch", us, all(100), measured, "GPU_FFT",
     "execute_qpu by the mailbox; reported apart, not in the cycles"},
    {register_launch, "register_launch", us, all(3), inferred, "GPU_FFT",
     "launch by registers, up to the first program; reported apart, not in the cycles"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kParameters; ++i) {
    if (kParameterTable[i].parameter != static_cast<Parameter>(i)) return false;
  }
  return true;
}
static_assert(in_order());

double clocks_per_unit(Unit unit, double mhz) {
  if (unit == Unit::ns) return mhz / 1000;
  if (unit == Unit::us) return mhz;
  return 1;
}

/// Whether a parameter can have the value. Sizes and ways of caches must be positive, except for the cache
/// that only some boards have; the caches' tables have limits for ways. NaN is refused, too.
bool is_allowed(const ParameterInfo& row, double value) {
  const bool counted = row.unit == Unit::bytes || row.unit == Unit::number;
  const double least = counted && row.parameter != Parameter::system_l2_bytes ? 1 : 0;
  const double most = row.name.ends_with("_ways") ? emulator::CacheGeometry::kMostWays
                      : row.unit == Unit::bytes   ? 1 << 24
                      : row.unit == Unit::number  ? 1024
                                                  : 1e9;
  return value >= least && value <= most;
}

}  // namespace

std::span<const BoardInfo, kBoards> boards() { return kBoardTable; }
const BoardInfo& info(Board board) { return kBoardTable[static_cast<std::size_t>(board)]; }

std::optional<Board> find_board(std::string_view name) {
  for (std::size_t i = 0; i < kBoards; ++i) {
    if (kBoardTable[i].name == name) return static_cast<Board>(i);
  }
  return {};
}

std::string_view name(Unit unit) {
  constexpr std::string_view names[] = {"clk", "ns", "us", "bytes", ""};
  return names[static_cast<std::size_t>(unit)];
}

std::string_view name(Confidence confidence) {
  constexpr std::string_view names[] = {"documented", "measured", "inferred", "calibrated"};
  return names[static_cast<std::size_t>(confidence)];
}

std::span<const ParameterInfo, kParameters> parameter_table() { return kParameterTable; }

Parameters::Parameters(Board board, std::optional<double> v3d_mhz)
    : board_(board), v3d_mhz_(v3d_mhz.value_or(info(board).v3d_mhz)) {
  for (std::size_t i = 0; i < kParameters; ++i)
    values_[i] = kParameterTable[i].value[static_cast<std::size_t>(board)];
}

bool Parameters::set(std::string_view name, double value) {
  for (const ParameterInfo& row : kParameterTable) {
    if (row.name != name) continue;
    if (!is_allowed(row, value)) return false;
    set(row.parameter, value);
    return true;
  }
  return false;
}

Ticks Parameters::ticks(Parameter parameter) const {
  const Unit unit = kParameterTable[static_cast<std::size_t>(parameter)].unit;
  return std::llround(get(parameter) * clocks_per_unit(unit, v3d_mhz_) * kClock);
}

emulator::CacheGeometries Parameters::cache_geometries() const {
  return {.instructions = {whole(Parameter::icache_bytes), whole(Parameter::icache_ways)},
          .uniforms = {whole(Parameter::uniform_cache_bytes), whole(Parameter::uniform_cache_ways)},
          .tmu = {whole(Parameter::tmu_cache_bytes), whole(Parameter::tmu_cache_ways)},
          .l2c = {whole(Parameter::l2c_bytes), whole(Parameter::l2c_ways)}};
}

double Parameters::seconds(Ticks time) const {
  return static_cast<double>(time) / static_cast<double>(kClock) / (v3d_mhz_ * 1e6);
}

}  // namespace quadcl::qpu::timing
