// SPDX-License-Identifier: Apache-2.0
#include "simulated_board.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "qpu/timing/timed_run.h"

namespace simulated {

using board::CacheOperation;
using board::Register;
using board::Tag;
using quadcl::BusAddress;
using quadcl::qpu::QpuProgram;

namespace {

constexpr std::size_t kLine = 32;
constexpr std::uint32_t kPage = 4096;
/// A job that needs more hangs.
constexpr std::uint64_t kInstructionLimit = 20'000'000;

std::string text_of(const std::string& path) {
  std::string text(4096, '\0');
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const ssize_t got = file >= 0 ? ::read(file, text.data(), text.size()) : 0;
  if (file >= 0) ::close(file);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text;
}

std::string folder() { return std::getenv("QUADCL_SIMULATED_BOARD"); }

/// One line of the file `messages` for each message to the firmware.
void note(std::uint32_t tag, std::uint32_t value) {
  const int file = ::open((folder() + "/messages").c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  char line[64];
  const int length = std::snprintf(line, sizeof line, "%x %x\n", tag, value);
  if (write(file, line, static_cast<std::size_t>(length)) != length) std::abort();
  ::close(file);
}

int make_memory(std::size_t size) {
  const int file = memfd_create("simulated board", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) std::abort();
  return file;
}

std::byte* map_memory(int file, std::size_t size) {
  void* start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (start == MAP_FAILED) std::abort();
  return static_cast<std::byte*>(start);
}

}  // namespace

std::function<void()> during_job;

bool is_bcm2835() {
  return text_of(folder() + "/proc/device-tree/compatible").find("bcm2835") != std::string::npos;
}

std::uint32_t shared_alias() { return is_bcm2835() ? kL2Alias : kDirectAlias; }

Configuration Configuration::read() {
  Configuration c;
  const std::string text = text_of(folder() + "/board");
  const auto set = [&](const char* key, auto& value) {
    const std::string pattern = std::string(" ") + key + '=';
    const auto at = (" " + text).find(pattern);
    if (at != std::string::npos)
      value = std::strtoul((" " + text).c_str() + at + pattern.size(), nullptr, 10);
  };
  set("vcio", c.vcio), set("cma", c.cma), set("vcsm", c.vcsm), set("mem", c.mem);
  set("vcio_allowed", c.vcio_allowed), set("cma_allowed", c.cma_allowed), set("mem_allowed", c.mem_allowed);
  set("enables", c.enables), set("executes", c.executes), set("loses_interrupt", c.loses_interrupt),
      set("cma_cached", c.cma_cached);
  set("cma_cache_operation", c.cma_cache_operation), set("vcsm_cache_operation", c.vcsm_cache_operation);
  set("gpu_megabytes", c.gpu_megabytes), set("cma_alias", c.cma_alias);
  set("v3d_megahertz", c.v3d_megahertz), set("allocates", c.allocates), set("kill_in_job", c.kill_in_job);
  set("recovers", c.recovers), set("kernel_gives_up", c.kernel_gives_up),
      set("message_errors", c.message_errors);
  set("ignores_power", c.ignores_power), set("errors", c.errors);
  return c;
}

// ---- memory

Sdram::Sdram()
    : descriptor_(make_memory(kSdramBytes)),
      base_(map_memory(descriptor_, kSdramBytes)),
      behind_l2_(map_memory(make_memory(kSdramBytes), kSdramBytes)) {}

std::byte* Sdram::at_bus(std::uint32_t address) {
  const std::uint32_t alias = address & ~kPhysicalMask, physical = address & kPhysicalMask;
  if (physical >= kSdramBytes) return nullptr;
  if (alias == kDirectAlias && is_bcm2835()) return behind_l2_ + physical;
  return alias == shared_alias() ? at(physical) : nullptr;
}

std::uint32_t Sdram::allocate(std::uint32_t size) {
  size = (size + kPage - 1) / kPage * kPage;
  std::uint32_t start = kPage;  // address 0 means failure
  for (const auto& [used, bytes] : sizes_) {
    if (used - start >= size) break;
    start = used + bytes;
  }
  if (size == 0 || size > kSdramBytes - start) return 0;
  sizes_[start] = size;
  return start;
}

void Sdram::release(std::uint32_t physical) {
  std::memset(at(physical), 0xee, sizes_.at(physical));
  sizes_.erase(physical);
}

CachedView::CachedView(Sdram& sdram, std::uint32_t physical, std::size_t size)
    : sdram_(sdram),
      physical_(physical),
      size_(size),
      descriptor_(make_memory(size)),
      view_(map_memory(descriptor_, size)),
      known_(sdram.at(physical), sdram.at(physical) + size) {
  std::memcpy(view_, known_.data(), size);
}

CachedView::~CachedView() {
  munmap(view_, size_);
  ::close(descriptor_);
}

void CachedView::apply(CacheOperation operation, std::size_t offset, std::size_t size) {
  const auto bits = static_cast<std::uint32_t>(operation);
  const std::size_t end = std::min(size_, (offset + size + kLine - 1) / kLine * kLine);
  for (std::size_t line = offset / kLine * kLine; line < end; line += kLine) {
    std::byte* const memory = sdram_.at(physical_) + line;
    const bool is_dirty = std::memcmp(view_ + line, &known_[line], kLine) != 0;
    if ((bits & 2) != 0 && is_dirty) std::memcpy(memory, view_ + line, kLine);
    if ((bits & 1) != 0) std::memcpy(view_ + line, memory, kLine);
    std::memcpy(&known_[line], view_ + line, kLine);
  }
}

Buffer::Buffer(Sdram& sdram, std::uint32_t physical, std::uint32_t size, bool is_cached)
    : sdram_(sdram), physical_(physical), size_(size) {
  if (is_cached) view_ = std::make_unique<CachedView>(sdram, physical, size);
}

bool Buffer::apply(CacheOperation operation, const void* start, std::size_t size) {
  const auto* const from = static_cast<const std::byte*>(start);
  if (mapped_ == nullptr || from < mapped_ || from >= mapped_ + size_) return false;
  if (view_ != nullptr) view_->apply(operation, static_cast<std::size_t>(from - mapped_), size);
  return true;
}

// ---- the chip

quadcl::qpu::emulator::BusMap Chip::map(std::map<std::uint32_t, std::vector<std::byte>>* copies) {
  quadcl::qpu::emulator::BusMap map;
  for (const auto& [physical, size] : sdram_.sizes()) {
    std::byte* host = sdram_.at(physical);
    if (copies != nullptr)
      if (const auto copy = copies->find(physical); copy != copies->end() && copy->second.size() == size)
        host = copy->second.data();
    const std::uint32_t shared = shared_alias();
    map.add({BusAddress(shared | physical), size, host});
    if (shared != kDirectAlias)
      map.add({BusAddress(kDirectAlias | physical), size, sdram_.at_bus(kDirectAlias | physical)});
  }
  return map;
}

void Chip::keep_memory() {
  old_memory_.clear();
  for (const auto& [physical, size] : sdram_.sizes())
    old_memory_[physical].assign(sdram_.at(physical), sdram_.at(physical) + size);
}

quadcl::qpu::emulator::RunOutcome Chip::run_on(const quadcl::qpu::emulator::BusMap& map,
                                               const std::vector<QpuProgram>& programs) {
  quadcl::qpu::timing::TimeReport report;
  auto outcome = quadcl::qpu::timing::run_timed(
      machine_, programs, map, kInstructionLimit,
      quadcl::qpu::timing::Parameters(quadcl::qpu::timing::Board::zero), report);
  counters_ = report.counters;
  return outcome;
}

bool Chip::run(const std::vector<QpuProgram>& programs, bool clears) {
  if (Configuration::read().kill_in_job != 0) raise(SIGKILL);
  if (during_job) during_job();
  auto memory = old_memory_;
  const auto outcome = run_on(map(clears ? nullptr : &memory), programs);
  if (!clears) {
    for (const auto& [physical, bytes] : memory) {
      const auto& before = old_memory_.at(physical);
      for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] != before[i]) *(sdram_.at(physical) + i) = bytes[i];
    }
  }
  keep_memory();
  requested_ += static_cast<unsigned>(programs.size());
  note_end(outcome);
  return !outcome.error;
}

void Chip::note_end(const quadcl::qpu::emulator::RunOutcome& outcome) {
  interrupts_ |= outcome.host_interrupts;
  halted_ = 0, looping_ = 0;
  const bool loops = outcome.error && outcome.error->code == quadcl::ErrorCode::instruction_limit;
  for (std::uint32_t i = 0; i < outcome.qpus.size(); ++i) {
    const auto& qpu = outcome.qpus[i];
    const auto next = quadcl::qpu::isa::Instruction(qpu.next_word.value_or(0));
    const bool halts = !qpu.finished && next.signal() == quadcl::qpu::isa::Signal::breakpoint;
    completed_ += qpu.finished ? 1 : 0;
    looping_ += loops && !qpu.finished ? 1 : 0;
    halted_ |= (halts ? 1u : 0u) << i;
  }
}

/// The programs go on from read to read.
std::uint32_t Chip::read_counter(std::uint32_t offset) {
  counters_[quadcl::qpu::timing::counter::icache_hits] += 1000 * looping_;
  return static_cast<std::uint32_t>(counters_.at(registers_[offset + 4]));
}

void Chip::run_queue() {
  if (queue_.empty()) return;
  const auto programs = std::exchange(queue_, {});
  // Without rows of the VPM for them, user programs do not start.
  if (registers_[static_cast<std::uint32_t>(Register::vpmbase)] == 0) {
    requested_ += static_cast<unsigned>(programs.size());
    return;
  }
  const bool clears = l2c_cleared_ && slices_cleared_;
  l2c_cleared_ = slices_cleared_ = false;
  run(programs, clears);
}

std::uint32_t Chip::read(std::uint32_t offset) {
  if (!has_power_) return board::kWithoutPower;
  switch (static_cast<Register>(offset)) {
    case Register::ident0:
      return board::kIdent0;
    case Register::srqcs:
      run_queue();
      if (Configuration::read().recovers) completed_ = requested_;
      return completed_ << 16 | requested_ << 8 | (requested_ - completed_ > 12 ? 1u : 0u);
    case Register::dbqhlt:
      return halted_;
    case Register::dbqitc:
      return interrupts_;
    case Register::errstat:
      return Configuration::read().errors;
    default:
      break;
  }
  const auto counters = static_cast<std::uint32_t>(Register::pctr0);
  if (offset >= counters && offset < counters + 128 && (offset & 4) == 0) return read_counter(offset);
  return registers_[offset];
}

void Chip::write(std::uint32_t offset, std::uint32_t value) {
  if (!has_power_) return;
  registers_[offset] = value;
  switch (static_cast<Register>(offset)) {
    case Register::l2cactl:
      l2c_cleared_ = (value & 4) != 0;
      break;
    case Register::slcactl:
      slices_cleared_ = (value & 0x07070707) == 0x07070707;
      break;
    case Register::srqcs:
      if ((value & 1 << 16) != 0) completed_ = 0;
      if ((value & 1 << 8) != 0) requested_ = 0;
      break;
    case Register::dbqitc:
      interrupts_ &= ~value;
      break;
    case Register::srqpc:
      queue_.push_back(
          {BusAddress(value), BusAddress(registers_[static_cast<std::uint32_t>(Register::srqua)])});
      break;
    default:
      break;
  }
}

// ---- the firmware and the kernel

Machine& Machine::instance() {
  static Machine* machine = nullptr;
  static pid_t owner = 0;
  if (owner != getpid()) machine = new Machine;  // a process that was forked has its own
  owner = getpid();
  return *machine;
}

std::uint32_t Machine::execute(const std::uint32_t* values) {
  const auto [count, control, no_flush, patience] = std::array{values[0], values[1], values[2], values[3]};
  const std::byte* const pairs = sdram.at_bus(control);
  if (count == 0 || count > 12 || pairs == nullptr || patience == 0 || !chip.has_power()) return 1;
  std::vector<QpuProgram> programs;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t pair[2];
    std::memcpy(pair, pairs + i * sizeof pair, sizeof pair);
    programs.push_back({.code = BusAddress(pair[1]), .uniforms = BusAddress(pair[0])});
  }
  chip.write(static_cast<std::uint32_t>(Register::srqcs), 1 << 16 | 1 << 8);  // counts from 0
  const bool has_ended = chip.run(programs, no_flush == 0);
  return has_ended && !Configuration::read().loses_interrupt ? 0 : 0x80000000;
}

int Machine::property(std::uint32_t* message) {
  const Configuration c = Configuration::read();
  const auto tag = static_cast<Tag>(message[2]);
  std::uint32_t* const values = message + 5;
  note(message[2], values[0]);
  std::uint32_t answer = 0;
  message[1] = c.message_errors ? 0x80000001 : 0x80000000;
  message[4] |= 0x80000000;
  switch (tag) {
    case Tag::enable_qpu:
      if (c.enables) chip.power(values[0] != 0 && !c.ignores_power);
      answer = c.enables ? 0 : 0x80000000;
      break;
    case Tag::execute_qpu:
      answer = c.executes ? execute(values) : 1;
      if (answer == 0x80000000 && c.kernel_gives_up) return ETIMEDOUT;
      break;
    case Tag::allocate_memory:
      if (c.allocates && (values[2] == 4 || values[2] == 0xc))
        if (const std::uint32_t physical = sdram.allocate(values[0]))
          handles_[answer = next_handle_++] = (values[2] == 4 ? kDirectAlias : kL2Alias) | physical;
      break;
    case Tag::lock_memory:
      if (handles_.contains(values[0])) answer = handles_[values[0]];
      break;
    case Tag::unlock_memory:
      answer = handles_.contains(values[0]) ? 0 : 1;
      break;
    case Tag::release_memory:
      if (handles_.contains(values[0])) sdram.release(handles_[values[0]] & kPhysicalMask);
      answer = handles_.erase(values[0]) == 1 ? 0 : 1;
      break;
    case Tag::vc_memory:
      values[1] = c.gpu_megabytes << 20;
      break;
    case Tag::clock_rate:
      values[1] = values[0] == 5 ? c.v3d_megahertz * 1'000'000 : 0;
      return 0;
    default:
      break;
  }
  values[0] = answer;
  return 0;
}

int Machine::allocate_cma(board::CmaAllocation& request) {
  const std::uint32_t physical = Configuration::read().allocates ? sdram.allocate(request.size) : 0;
  if (physical == 0) return ENOMEM;
  Buffer buffer(sdram, physical, request.size, Configuration::read().cma_cached);
  request.handle = dup(buffer.descriptor());
  // Kernels give another alias that goes through the VPU's L2, and older ones one that does not.
  request.bus = (Configuration::read().cma_alias << 28) | physical;
  buffers_.emplace(request.handle, std::move(buffer));
  return 0;
}

int Machine::cache(const board::CmaCacheRequest& request) {
  if (!Configuration::read().cma_cache_operation) return EINVAL;
  const auto& block = request.block;
  for (auto& [descriptor, buffer] : buffers_)
    if (buffer.apply(block.operation, block.start, block.size)) return 0;
  return EFAULT;
}

Buffer* Machine::buffer(int descriptor) {
  const auto found = buffers_.find(descriptor);
  return found != buffers_.end() ? &found->second : nullptr;
}

void Machine::close_buffer(int descriptor) {
  const auto found = buffers_.find(descriptor);
  sdram.release(found->second.physical());
  buffers_.erase(found);
}

}  // namespace simulated
