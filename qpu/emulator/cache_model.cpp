// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/cache_model.h"

#include <algorithm>
#include <cstring>

#include "qpu/emulator/messages.h"

namespace quadcl::qpu::emulator {

namespace {

constexpr std::uint32_t line_number(std::uint32_t address) { return address / kCacheLineBytes; }
constexpr unsigned word_in_line(std::uint32_t address) { return address % kCacheLineBytes / 4; }

constexpr std::array<std::string_view, 3> kModeNames{"off", "report", "stale"};

}  // namespace

std::optional<CacheMode> find_cache_mode(std::string_view name) {
  const auto found = std::find(kModeNames.begin(), kModeNames.end(), name);
  if (found == kModeNames.end()) return {};
  return static_cast<CacheMode>(found - kModeNames.begin());
}

CacheModel::Slice::Slice(const CacheGeometries& geometries)
    : instructions(geometries.instructions),
      uniforms(geometries.uniforms),
      tmus{DataCache(geometries.tmu), DataCache(geometries.tmu)} {}

CacheModel::CacheModel(CacheMode mode, const BusMap& memory, FindingSink* sink,
                       const CacheGeometries& geometries)
    : mode_(mode),
      memory_(memory),
      sink_(sink),
      l2c_(geometries.l2c),
      slices_(kQpus / kQpusPerSlice, Slice(geometries)),
      uniform_fifos_(kQpus) {}

std::uint64_t CacheModel::execute(unsigned qpu, const Operation& operation) {
  current_ = &operation;
  tmu_words_ = tmu_misses_ = 0;
  DataCache& cache = slices_[qpu / kQpusPerSlice].instructions;
  const BusAddress address(operation.address);
  std::uint32_t low = 0, high = 0;
  const bool mapped = read(cache, Rule::stale_instruction, qpu, address, low) &&
                      read(cache, Rule::stale_instruction, qpu, address + 4, high);
  return mapped ? std::uint64_t{high} << 32 | low : operation.word;
}

bool CacheModel::execute_plain(unsigned qpu, const Operation& operation) {
  const std::uint32_t line = line_number(operation.address);
  if (stored_words_.contains(line)) return false;
  line_at(slices_[qpu / kQpusPerSlice].instructions, line);
  return true;
}

void CacheModel::start_uniforms(unsigned qpu, BusAddress address) {
  UniformFifo& fifo = uniform_fifos_[qpu];
  fifo = {.next = address.value(), .count = 0, .words = {}};
  fill(qpu, fifo);
}

/// Does not fetch unmapped words ahead: only reading them is a fault.
void CacheModel::fill(unsigned qpu, UniformFifo& fifo) {
  DataCache& cache = slices_[qpu / kQpusPerSlice].uniforms;
  while (fifo.count < fifo.words.size()) {
    const std::uint32_t address = fifo.next + 4 * fifo.count;
    if (memory_.host(BusAddress(address), 4) == nullptr) return;
    const LineData& line = line_at(cache, line_number(address));
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
  DataCache& cache = slices_[qpu / kQpusPerSlice].tmus[tmu];
  ++tmu_words_;
  tmu_misses_ += cache.find(line_number(address.value())) == nullptr ? 1 : 0;
  return read(cache, Rule::stale_tmu_read, qpu, address, word);
}

bool CacheModel::read(DataCache& cache, Rule rule, unsigned qpu, BusAddress address, std::uint32_t& word) {
  if (memory_.host(address, 4) == nullptr) return false;
  const LineData& line = line_at(cache, line_number(address.value()));
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

const LineData& CacheModel::line_at(DataCache& cache, std::uint32_t number) {
  if (const DataCache::Line* found = cache.find(number)) return *found;
  LineData& line = cache.replace(number);
  line = line_of_l2c(number);
  return line;
}

const LineData& CacheModel::line_of_l2c(std::uint32_t number) {
  if (const DataCache::Line* found = l2c_.find(number)) return *found;
  LineData& line = l2c_.replace(number);
  line.stores = static_cast<std::uint32_t>(stores_.size());
  for (std::uint32_t i = 0; i < line.words.size(); ++i) {
    // A line may be mapped in part. Nobody can ask for the rest.
    const std::byte* host = memory_.host(BusAddress(number * kCacheLineBytes + 4 * i), 4);
    line.words[i] = 0;
    if (host != nullptr) std::memcpy(&line.words[i], host, 4);
  }
  return line;
}

std::uint32_t CacheModel::last_store(std::uint32_t address) const {
  if (stored_words_.empty()) return 0;
  const auto found = stored_words_.find(line_number(address));
  return found == stored_words_.end() ? 0 : found->second[word_in_line(address)];
}

std::size_t CacheModel::bytes() const {
  constexpr std::size_t kOfALine =
      32 + sizeof(decltype(stored_words_)::value_type);  // with a node's pointers
  constexpr std::size_t kOfCaches = std::size_t{128} << 10;
  return kOfCaches + stored_words_.size() * kOfALine + stores_.size() * sizeof(Store);
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
      stored_words_[line_number(address)][word_in_line(address)] = number;
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
