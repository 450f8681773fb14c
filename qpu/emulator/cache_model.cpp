// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/cache_model.h"

#include <algorithm>
#include <cstring>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/messages.h"

namespace quadcl::qpu::emulator {

namespace {

// Sizes and ways (docs/videocore4.md, Caches; those of the uniform cache are assumed).
constexpr unsigned kInstructionBytes = 4096, kInstructionWays = 4;
constexpr unsigned kUniformBytes = 4096, kUniformWays = 4;
constexpr unsigned kTmuBytes = 4096, kTmuWays = 1;
constexpr unsigned kL2cBytes = 16384, kL2cWays = 4;

constexpr std::uint32_t line_address(std::uint32_t address) { return address & ~(DataCache::kLineBytes - 1); }
constexpr unsigned word_in_line(std::uint32_t address) { return address % DataCache::kLineBytes / 4; }

constexpr std::array<std::string_view, 3> kModeNames{"off", "report", "stale"};

}  // namespace

std::optional<CacheMode> find_cache_mode(std::string_view name) {
  const auto found = std::find(kModeNames.begin(), kModeNames.end(), name);
  if (found == kModeNames.end()) return {};
  return static_cast<CacheMode>(found - kModeNames.begin());
}

DataCache::DataCache(unsigned bytes, unsigned ways) : ways_(ways), lines_(bytes / kLineBytes) {}

DataCache::Line* DataCache::set_of(std::uint32_t line_address) {
  const auto sets = static_cast<std::uint32_t>(lines_.size() / ways_);
  return &lines_[std::size_t{line_address / kLineBytes % sets} * ways_];
}

DataCache::Line* DataCache::find(std::uint32_t line_address) {
  Line* set = set_of(line_address);
  for (Line* line = set; line != set + ways_; ++line) {
    if (!line->valid || line->address != line_address) continue;
    line->used = ++clock_;
    return line;
  }
  return nullptr;
}

DataCache::Line& DataCache::replace(std::uint32_t line_address) {
  Line* set = set_of(line_address);
  // Lines that hold nothing were never used, so they come first.
  Line& line =
      *std::min_element(set, set + ways_, [](const Line& a, const Line& b) { return a.used < b.used; });
  line.address = line_address;
  line.valid = true;
  line.used = ++clock_;
  return line;
}

CacheModel::Slice::Slice()
    : instructions(kInstructionBytes, kInstructionWays),
      uniforms(kUniformBytes, kUniformWays),
      tmus{DataCache(kTmuBytes, kTmuWays), DataCache(kTmuBytes, kTmuWays)} {}

CacheModel::CacheModel(CacheMode mode, const BusMap& memory, FindingSink* sink)
    : mode_(mode),
      memory_(memory),
      sink_(sink),
      l2c_(kL2cBytes, kL2cWays),
      slices_(kQpus / kQpusPerSlice),
      uniform_fifos_(kQpus) {}

void CacheModel::execute(unsigned qpu, const Operation& operation) {
  current_ = &operation;
  std::uint32_t word;
  read(slices_[qpu / kQpusPerSlice].instructions, Rule::stale_instruction, qpu, BusAddress(operation.address),
       word);
}

void CacheModel::start_uniforms(unsigned qpu, BusAddress address) {
  UniformFifo& fifo = uniform_fifos_[qpu];
  fifo = {.next = address.value(), .count = 0, .words = {}};
  fill(qpu, fifo);
}

/// What is not mapped is not fetched ahead: only reading it is a fault.
void CacheModel::fill(unsigned qpu, UniformFifo& fifo) {
  DataCache& cache = slices_[qpu / kQpusPerSlice].uniforms;
  while (fifo.count < fifo.words.size()) {
    const std::uint32_t address = fifo.next + 4 * fifo.count;
    if (memory_.host(BusAddress(address), 4) == nullptr) return;
    const DataCache::Line& line = line_at(cache, line_address(address));
    fifo.words[fifo.count++] = {line.words[word_in_line(address)], line.stores};
  }
}

bool CacheModel::read_uniform(unsigned qpu, std::uint32_t& word) {
  UniformFifo& fifo = uniform_fifos_[qpu];
  if (fifo.count == 0) return false;
  const UniformFifo::Word first = fifo.words[0];
  word = see(Rule::stale_uniform, qpu, BusAddress(fifo.next), first.value, first.stores);
  fifo.words[0] = fifo.words[1];
  --fifo.count;
  fifo.next += 4;
  fill(qpu, fifo);
  return true;
}

bool CacheModel::read_tmu(unsigned qpu, unsigned tmu, BusAddress address, std::uint32_t& word) {
  return read(slices_[qpu / kQpusPerSlice].tmus[tmu], Rule::stale_tmu_read, qpu, address, word);
}

bool CacheModel::read(DataCache& cache, Rule rule, unsigned qpu, BusAddress address, std::uint32_t& word) {
  if (memory_.host(address, 4) == nullptr) return false;
  const DataCache::Line& line = line_at(cache, line_address(address.value()));
  word = see(rule, qpu, address, line.words[word_in_line(address.value())], line.stores);
  return true;
}

std::uint32_t CacheModel::see(Rule rule, unsigned qpu, BusAddress address, std::uint32_t cached,
                              std::uint32_t stores) {
  const std::uint32_t store = last_store(address.value());
  if (store > stores) report(rule, qpu, address, store);
  if (mode_ == CacheMode::stale) return cached;
  std::uint32_t word = 0;
  std::memcpy(&word, memory_.host(address, 4), sizeof word);
  return word;
}

const DataCache::Line& CacheModel::line_at(DataCache& cache, std::uint32_t address) {
  if (const DataCache::Line* found = cache.find(address)) return *found;
  const DataCache::Line& source = line_of_l2c(address);
  DataCache::Line& line = cache.replace(address);
  line.stores = source.stores;
  line.words = source.words;
  return line;
}

const DataCache::Line& CacheModel::line_of_l2c(std::uint32_t address) {
  if (const DataCache::Line* found = l2c_.find(address)) return *found;
  DataCache::Line& line = l2c_.replace(address);
  line.stores = static_cast<std::uint32_t>(stores_.size());
  for (std::uint32_t i = 0; i < line.words.size(); ++i) {
    // A line may be mapped in part; what is not can be asked for by nobody.
    const std::byte* host = memory_.host(BusAddress(address + 4 * i), 4);
    line.words[i] = 0;
    if (host != nullptr) std::memcpy(&line.words[i], host, 4);
  }
  return line;
}

std::uint32_t CacheModel::last_store(std::uint32_t address) const {
  if (stored_words_.empty()) return 0;
  const auto found = stored_words_.find(line_address(address));
  return found == stored_words_.end() ? 0 : found->second[word_in_line(address)];
}

void CacheModel::stored(unsigned qpu, const DmaTransfer& transfer) {
  stores_.push_back({qpu, current_->address});
  const auto number = static_cast<std::uint32_t>(stores_.size());
  const std::uint32_t bytes = transfer.row_length * transfer.element_bytes();
  for (unsigned row = 0; row < transfer.rows; ++row) {
    const std::uint32_t start = transfer.memory.value() + row * transfer.memory_pitch;
    const std::uint32_t words = (start % 4 + bytes + 3) / 4;
    for (std::uint32_t i = 0; i < words; ++i) {
      const std::uint32_t address = start + 4 * i;
      stored_words_[line_address(address)][word_in_line(address)] = number;
    }
  }
}

void CacheModel::report(Rule rule, unsigned qpu, BusAddress address, std::uint32_t store) {
  if (sink_ == nullptr) return;
  const Store& by = stores_[store - 1];
  sink_->report(
      {rule, qpu, BusAddress(current_->address), current_->word,
       hex(address.value()) + ", stored by QPU " + std::to_string(by.qpu) + " at " + hex(by.instruction)});
}

}  // namespace quadcl::qpu::emulator
