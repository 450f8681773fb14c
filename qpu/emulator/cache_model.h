// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/bus_address.h"
#include "qpu/emulator/bus_map.h"
#include "qpu/emulator/cache_sets.h"
#include "qpu/emulator/dma.h"
#include "qpu/emulator/findings.h"
#include "qpu/emulator/operation.h"

namespace quadcl::qpu::emulator {

/// How reads that go through the chip's caches see what DMA stores have written.
enum class CacheMode : std::uint8_t {
  off,     ///< at once; caches are not modelled
  report,  ///< at once, and each read that would not on the chip is reported
  stale,   ///< as on the chip, and reported
};

/// "off", "report" or "stale".
std::optional<CacheMode> find_cache_mode(std::string_view name);

/// The bytes of one line.
struct LineData {
  std::uint32_t stores = 0;  ///< that had reached memory when the line was read from there
  std::array<std::uint32_t, kCacheLineBytes / 4> words{};
};
using DataCache = CacheSets<LineData>;

/// The caches between memory and QPUs: for each slice one of instructions, one of uniforms and one for each
/// TMU, all behind the chip's L2C (docs/videocore4.md, Caches). DMA transfers pass by all of them, and
/// nothing but the start of a job empties them. Each QPU has two uniforms fetched ahead, from the start of
/// its program and from each write of the uniform address on.
class CacheModel {
 public:
  /// Cold caches. `mode` is not off; `sink` may be null.
  CacheModel(CacheMode mode, const BusMap& memory, FindingSink* sink, const CacheGeometries& geometries);

  /// The state of another model of this memory.
  CacheModel(const CacheModel& other, FindingSink* sink) : CacheModel(other) { sink_ = sink; }
  /// About how much memory of the host it takes.
  std::size_t bytes() const;

  /// The instruction that the following calls belong to. Returns its word as the QPU sees it.
  std::uint64_t execute(unsigned qpu, const Operation& operation);
  /// The same for instructions of a line that read no memory, from this one on. False, with nothing done, if
  /// the line was stored to.
  bool execute_plain(unsigned qpu, const Operation& operation);
  /// Whether all words that this instruction has looked up were in the TMU's cache.
  bool tmu_hit() const { return tmu_words_ > 0 && tmu_misses_ == 0; }

  /// The QPU's uniforms start at a multiple of 4.
  void start_uniforms(unsigned qpu, BusAddress address);
  /// The next one. False: not mapped.
  bool read_uniform(unsigned qpu, std::uint32_t& word);
  /// A TMU's read for a lane. Of texels, all bytes of a word count as stale if one is.
  struct TmuRead {
    unsigned qpu, tmu, lane = 0;
    bool is_texel = false;
  };
  /// The word at a multiple of 4. False: not mapped.
  bool read_tmu(const TmuRead& read, BusAddress address, std::uint32_t& word);

  /// A DMA store is about to reach memory, and has reached it. What it leaves as it was is not stale for
  /// TMUs.
  void storing(const DmaTransfer& transfer);
  void stored(unsigned qpu, const DmaTransfer& transfer);

 private:
  struct Slice {
    explicit Slice(const CacheGeometries& geometries);
    DataCache instructions, uniforms;
    std::array<DataCache, 2> tmus;
  };
  struct Store {
    unsigned qpu;
    std::uint32_t instruction;
  };
  /// Words on their way from the uniform cache to a QPU.
  struct UniformFifo {
    struct Word {
      std::uint32_t value = 0;
      std::uint32_t stores = 0;  ///< that had reached memory when its line was read from there
    };
    std::uint32_t next = 0;  ///< address of the first word
    unsigned count = 0;
    std::array<Word, 2> words;
  };

  /// A read, but for the address of its word.
  struct Read {
    Rule rule;
    unsigned qpu;
    unsigned lane = 0;
    bool is_texel = false;
  };
  bool read(DataCache& cache, const Read& read, BusAddress address, std::uint32_t& word);
  void fill(unsigned qpu, UniformFifo& fifo);
  /// Reports the read of a word if it was stored over since, and gives it as the mode says.
  std::uint32_t see(const Read& read, BusAddress address, std::uint32_t cached, std::uint32_t stores);
  const LineData& line_at(DataCache& cache, std::uint32_t number);
  const LineData& line_of_l2c(std::uint32_t number);
  /// Numbers of the last stores to a line, byte by byte, from 1 on; 0: none.
  struct LineStores {
    std::array<std::uint32_t, kCacheLineBytes> all{};
    std::array<std::uint32_t, kCacheLineBytes> changes{};  ///< of those that changed the number there
  };
  void note_stores(BusAddress address, const std::byte* before, unsigned bytes, unsigned element,
                   std::uint32_t store);
  void report(const Read& read, BusAddress address, std::uint32_t store, std::uint32_t bits);

  const CacheMode mode_;
  const BusMap& memory_;
  FindingSink* sink_;
  DataCache l2c_;
  std::vector<Slice> slices_;
  std::vector<UniformFifo> uniform_fifos_;
  std::vector<Store> stores_;
  std::unordered_map<std::uint32_t, LineStores> stored_lines_;  ///< by number
  std::vector<std::byte> before_;  ///< what a store that is about to reach memory finds, row by row
  const Operation* current_ = nullptr;
  unsigned tmu_words_ = 0, tmu_misses_ = 0;  ///< of the current instruction
};

}  // namespace quadcl::qpu::emulator
