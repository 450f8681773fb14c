// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "qpu/driver/board/cma_memory.h"
#include "qpu/driver/board/mailbox.h"
#include "qpu/driver/board/v3d.h"
#include "qpu/driver/board/vcsm_memory.h"
#include "qpu/emulator/machine.h"
#include "qpu/timing/counters.h"

// A Raspberry Pi behind the system calls: a library that is loaded before the C library answers open, ioctl,
// mmap and close of /dev/vcio, /dev/vcsm-cma, /dev/vcsm and /dev/mem. Other files of a board (device tree,
// /run/lock) come from the folder that QUADCL_SIMULATED_BOARD names. The board is configured by the file
// `board` there: words of `key=value`, read at each use, so that a test changes them as it runs.
namespace simulated {

namespace board = quadcl::qpu::board;

/// The keys and their defaults.
struct Configuration {
  bool vcio = true, cma = true, vcsm = false, mem = true;  ///< 0: the file does not exist
  bool vcio_allowed = true, cma_allowed = true, mem_allowed = true;
  bool enables = true;              ///< the firmware lets programs use the QPUs
  bool executes = true;             ///< execute QPU is answered
  bool loses_interrupt = false;     ///< the firmware does not see that a job has ended
  bool cma_cached = true;           ///< the kernel maps the memory with caches
  bool cma_cache_operation = true;  ///< the kernel has the operation on caches
  std::uint32_t cma_alias = 0xc;    ///< of the bus addresses that the kernel gives
  bool vcsm_cache_operation = true;
  std::uint32_t gpu_megabytes = 64;
  std::uint32_t v3d_megahertz = 250;
  bool allocates = true;
  std::uint32_t kill_in_job = 0;  ///< 1: the process dies in the middle of a job
  bool recovers = false;          ///< programs that hung have ended
  bool kernel_gives_up = false;   ///< on a job that hangs, before the firmware does
  bool message_errors = false;    ///< the firmware answers every message with an error
  bool ignores_power = false;     ///< V3D's registers stay without power
  std::uint32_t errors = 0;       ///< what ERRSTAT reads

  static Configuration read();
};

/// What the process does in the middle of each job, if it is set.
[[gnu::visibility("default")]] extern std::function<void()> during_job;

constexpr std::uint64_t kSdramBytes = 64 << 20;  ///< at physical address 0
constexpr std::uint32_t kPhysicalMask = 0x3fffffff;
constexpr std::uint32_t kDirectAlias = 0xc0000000;  ///< past the VPU's L2
constexpr std::uint32_t kL2Alias = 0x40000000;

/// The ARM's way to memory goes through the VPU's L2.
bool is_bcm2835();
/// The alias of bus addresses that the kernel and the firmware give for memory that the ARM uses, too.
std::uint32_t shared_alias();

/// Memory of the board, as the ARM sees it past its own caches. On BCM2835 the VPU's L2 holds all that the
/// ARM writes, and nothing writes it back: SDRAM itself, at another alias, has other bytes.
class Sdram {
 public:
  Sdram();

  int descriptor() const { return descriptor_; }
  std::byte* at(std::uint32_t physical) { return base_ + physical; }
  /// By a bus address; null at an alias where QPUs are not known to work.
  std::byte* at_bus(std::uint32_t address);

  /// First fit; 0 if there is none.
  std::uint32_t allocate(std::uint32_t size);
  void release(std::uint32_t physical);
  const std::map<std::uint32_t, std::uint32_t>& sizes() const { return sizes_; }

 private:
  int descriptor_;
  std::byte* base_;
  std::byte* behind_l2_;                          ///< of BCM2835
  std::map<std::uint32_t, std::uint32_t> sizes_;  ///< by physical address
};

/// A mapping through the ARM's caches: its own memory, which meets that of the board only when caches are
/// cleaned or invalidated. A line is dirty if it differs from what it was when it was last read or written
/// back.
class CachedView {
 public:
  CachedView(Sdram& sdram, std::uint32_t physical, std::size_t size);
  ~CachedView();

  int descriptor() const { return descriptor_; }
  void apply(board::CacheOperation operation, std::size_t offset, std::size_t size);

 private:
  Sdram& sdram_;
  const std::uint32_t physical_;
  const std::size_t size_;
  int descriptor_;
  std::byte* view_;
  std::vector<std::byte> known_;
};

/// Memory that a driver of the kernel shares with a process.
class Buffer {
 public:
  Buffer(Sdram& sdram, std::uint32_t physical, std::uint32_t size, bool is_cached);

  std::uint32_t physical() const { return physical_; }
  /// What mmap takes in the place of the driver's file.
  int descriptor() const { return view_ != nullptr ? view_->descriptor() : sdram_.descriptor(); }
  std::uint32_t offset() const { return view_ != nullptr ? 0 : physical_; }
  void mapped_at(void* start) { mapped_ = static_cast<std::byte*>(start); }
  /// False if the address is not in the mapping.
  bool apply(board::CacheOperation operation, const void* start, std::size_t size);

 private:
  Sdram& sdram_;
  std::uint32_t physical_;
  std::uint32_t size_;
  std::unique_ptr<CachedView> view_;  ///< null if it is not cached
  std::byte* mapped_ = nullptr;       ///< where the process sees it
};

/// The driver behind /dev/vcsm.
class VcsmDriver {
 public:
  explicit VcsmDriver(Sdram& sdram) : sdram_(sdram) {}

  /// Returns 0 or an errno.
  int control(int file, unsigned long request, void* argument);
  /// Null if the offset is no handle.
  Buffer* buffer(std::uint32_t handle);
  /// Frees what was allocated by this descriptor.
  void close(int file);

 private:
  struct Row {
    int file;
    Buffer buffer;
    bool is_locked = false;
  };
  int allocate(int file, board::VcsmAllocation& request);
  int lock(const board::VcsmLock& request, bool is_locked);
  int bus_address(board::VcsmMap& request);
  int free(std::uint32_t handle);
  int cache(const board::VcsmCacheRequest& request);

  Sdram& sdram_;
  std::map<std::uint32_t, Row> rows_;  ///< by handle
  std::uint32_t next_ = 1;
};

/// V3D: its QPUs, its caches, and its registers.
class Chip {
 public:
  explicit Chip(Sdram& sdram) : sdram_(sdram) {}

  void power(bool on) { has_power_ = on; }
  bool has_power() const { return has_power_; }

  /// `clears`: the caches are cleared first. False: the job did not end.
  bool run(const std::vector<quadcl::qpu::QpuProgram>& programs, bool clears);

  /// A read returns the register's value, a write has its effects.
  std::uint32_t read(std::uint32_t offset);
  void write(std::uint32_t offset, std::uint32_t value);

 private:
  void run_queue();
  quadcl::qpu::emulator::RunOutcome run_on(const quadcl::qpu::emulator::BusMap& map,
                                           const std::vector<quadcl::qpu::QpuProgram>& programs);
  /// The board's memory, with `copies`, if not null, in its place.
  quadcl::qpu::emulator::BusMap map(std::map<std::uint32_t, std::vector<std::byte>>* copies);
  void keep_memory();
  /// Where the job has left its QPUs.
  void note_end(const quadcl::qpu::emulator::RunOutcome& outcome);
  std::uint32_t read_counter(std::uint32_t offset);

  Sdram& sdram_;
  quadcl::qpu::emulator::Machine machine_;
  bool has_power_ = false;
  /// By physical address, as it was when the last job ended: QPUs find it in caches that nobody has cleared.
  std::map<std::uint32_t, std::vector<std::byte>> old_memory_;
  std::map<std::uint32_t, std::uint32_t> registers_;
  std::vector<quadcl::qpu::QpuProgram> queue_;
  bool l2c_cleared_ = false, slices_cleared_ = false;
  unsigned requested_ = 0, completed_ = 0;
  std::uint32_t interrupts_ = 0, halted_ = 0;  ///< a bit a QPU
  unsigned looping_ = 0;                       ///< QPUs that execute for ever
  quadcl::qpu::timing::Counters counters_{};
};

/// The machine: what is behind the files.
class Machine {
 public:
  static Machine& instance();

  std::mutex mutex;
  Sdram sdram;
  Chip chip{sdram};
  VcsmDriver vcsm{sdram};

  /// The answer to a message of the firmware's property interface, in place. Returns 0 or an errno.
  int property(std::uint32_t* message);
  int allocate_cma(board::CmaAllocation& request);
  int cache(const board::CmaCacheRequest& request);
  /// Null if the descriptor is not of a buffer.
  Buffer* buffer(int descriptor);
  void close_buffer(int descriptor);

 private:
  std::uint32_t execute(const std::uint32_t* values);

  std::map<std::uint32_t, std::uint32_t> handles_;                             ///< handle to bus address
  std::uint32_t next_handle_ = static_cast<std::uint32_t>(getpid()) * 64 + 1;  ///< other ones in each process
  std::map<int, Buffer> buffers_;                                              ///< by descriptor
};

}  // namespace simulated
