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
  /// The word at a multiple of 4. False: not mapped.
  bool read_tmu(unsigned qpu, unsigned tmu, BusAddress address, std::uint32_t& word);

  /// A DMA store has reached memory.
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

  bool read(DataCache& cache, Rule rule, unsigned qpu, BusAddress address, std::uint32_t& word);
  void fill(unsigned qpu, UniformFifo& fifo);
  /// Reports the read of a word if it was stored over since, and gives it as the mode says.
  std::uint32_t see(Rule rule, unsigned qpu, BusAddress address, std::uint32_t cached, std::uint32_t stores);
  const LineData& line_at(DataCache& cache, std::uint32_t number);
  const LineData& line_of_l2c(std::uint32_t number);
  /// Number of the last store to the word, from 1 on; 0: none.
  std::uint32_t last_store(std::uint32_t address) const;
  void report(Rule rule, unsigned qpu, BusAddress address, std::uint32_t store);

  const CacheMode mode_;
  const BusMap& memory_;
  FindingSink* sink_;
  DataCache l2c_;
  std::vector<Slice> slices_;
  std::vector<UniformFifo> uniform_fifos_;
  std::vector<Store> stores_;
  /// By line: for each word, the last store that wrote to it.
  std::unordered_map<std::uint32_t, std::array<std::uint32_t, 16>> stored_words_;
  const Operation* current_ = nullptr;
  unsigned tmu_words_ = 0, tmu_misses_ = 0;  ///< of the current instruction
};

}  // namespace quadcl::qpu::emulator
