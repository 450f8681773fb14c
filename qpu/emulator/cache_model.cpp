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
  const bool mapped = read(cache, {Rule::stale_instruction, qpu}, address, low) &&
                      read(cache, {Rule::stale_instruction, qpu}, address + 4, high);
  return mapped ? std::uint64_t{high} << 32 | low : operation.word;
}

bool CacheModel::execute_plain(unsigned qpu, const Operation& operation) {
  const std::uint32_t line = line_number(operation.address);
  if (stored_lines_.contains(line)) return false;
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
  word = see({Rule::stale_uniform, qpu}, BusAddress(fifo.next), first.value, first.stores);
  fifo.words[0] = fifo.words[1];
  --fifo.count;
  fifo.next += 4;
  fill(qpu, fifo);
  return true;
}

bool CacheModel::read_tmu(const TmuRead& tmu_read, BusAddress address, std::uint32_t& word) {
  DataCache& cache = slices_[tmu_read.qpu / kQpusPerSlice].tmus[tmu_read.tmu];
  ++tmu_words_;
  tmu_misses_ += cache.find(line_number(address.value())) == nullptr ? 1 : 0;
  return read(cache, {Rule::stale_tmu_read, tmu_read.qpu, tmu_read.lane, tmu_read.is_texel}, address, word);
}

bool CacheModel::read(DataCache& cache, const Read& read, BusAddress address, std::uint32_t& word) {
  if (memory_.host(address, 4) == nullptr) return false;
  const LineData& line = line_at(cache, line_number(address.value()));
  word = see(read, address, line.words[word_in_line(address.value())], line.stores);
  return true;
}

std::uint32_t CacheModel::see(const Read& read, BusAddress address, std::uint32_t cached,
                              std::uint32_t stores) {
  if (const auto found = stored_lines_.find(line_number(address.value())); found != stored_lines_.end()) {
    std::uint32_t last = 0, bits = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
      const unsigned place = address.value() % kCacheLineBytes + byte;
      last = std::max(last, found->second.all[place]);
      if (found->second.changes[place] > stores) bits |= 0xffU << (8 * byte);
    }
    if (last > stores) report(read, address, last, read.is_texel && bits != 0 ? ~0U : bits);
  }
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

std::size_t CacheModel::bytes() const {
  constexpr std::size_t kOfALine =
      32 + sizeof(decltype(stored_lines_)::value_type);  // with a node's pointers
  constexpr std::size_t kOfCaches = std::size_t{128} << 10;
  return kOfCaches + stored_lines_.size() * kOfALine + stores_.size() * sizeof(Store);
}

void CacheModel::storing(const DmaTransfer& transfer) {
  before_.clear();
  const std::uint32_t bytes = transfer.row_length * transfer.element_bytes();
  for (unsigned row = 0; row < transfer.rows; ++row)
    for (std::uint32_t i = 0; i < bytes; ++i) {
      const std::byte* host = memory_.host(transfer.memory + (row * transfer.memory_pitch + i), 1);
      before_.push_back(host != nullptr ? *host : std::byte{});
    }
}

void CacheModel::stored(unsigned qpu, const DmaTransfer& transfer) {
  stores_.push_back({qpu, current_->address});
  const auto number = static_cast<std::uint32_t>(stores_.size());
  const std::uint32_t bytes = transfer.row_length * transfer.element_bytes();
  for (unsigned row = 0; row < transfer.rows; ++row)
    note_stores(transfer.memory + row * transfer.memory_pitch, &before_[std::size_t{row} * bytes], bytes,
                transfer.element_bytes(), number);
}

/// Bytes of one number count as changed together.
void CacheModel::note_stores(BusAddress address, const std::byte* before, unsigned bytes, unsigned element,
                             std::uint32_t store) {
  for (unsigned first = 0; first < bytes; first += element) {
    bool changed = false;
    for (unsigned i = first; i < first + element; ++i) {
      const std::byte* host = memory_.host(address + i, 1);
      changed |= host != nullptr && *host != before[i];
    }
    for (unsigned i = first; i < first + element; ++i) {
      const std::uint32_t place = (address + i).value();
      LineStores& line = stored_lines_[line_number(place)];
      line.all[place % kCacheLineBytes] = store;
      if (changed) line.changes[place % kCacheLineBytes] = store;
    }
  }
}

void CacheModel::report(const Read& read, BusAddress address, std::uint32_t store, std::uint32_t bits) {
  if (sink_ == nullptr) return;
  const Store& by = stores_[store - 1];
  sink_->report(
      {read.rule, read.qpu, BusAddress(current_->address), current_->word,
       hex(address.value()) + ", stored by QPU " + std::to_string(by.qpu) + " at " + hex(by.instruction),
       read.lane, bits});
}

}  // namespace quadcl::qpu::emulator
