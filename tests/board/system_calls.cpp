// SPDX-License-Identifier: Apache-2.0

// The system calls in front of the simulated board. They replace those of the C library.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "simulated_board.h"

namespace simulated {
namespace {

enum class Kind : unsigned char { other, vcio, cma, vcsm, mem_direct, mem_cached, buffer };

/// By descriptor. Without a constructor: the functions below are called before constructors run.
std::array<std::atomic<Kind>, 4096> kinds;

Kind kind_of(int descriptor) {
  return descriptor >= 0 && descriptor < static_cast<int>(kinds.size()) ? kinds[descriptor].load()
                                                                        : Kind::other;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool starts_with(const char* text, const char* start) {
  return std::strncmp(text, start, std::strlen(start)) == 0;
}

int real_open(const char* path, int flags, unsigned mode) {
  static auto* const function = next<int(const char*, int, ...)>("open");
  return function(path, flags, mode);
}

int open_device(Kind kind, bool exists, bool allowed) {
  if (!exists || !allowed) {
    errno = exists ? EACCES : ENOENT;
    return -1;
  }
  const int descriptor = memfd_create("device", MFD_CLOEXEC);
  kinds[descriptor] = kind;
  return descriptor;
}

int open_on_board(const char* folder, const char* path, int flags, unsigned mode) {
  if (starts_with(path, "/dev/")) {
    const Configuration c = Configuration::read();
    if (std::strcmp(path, "/dev/vcio") == 0) return open_device(Kind::vcio, c.vcio, c.vcio_allowed);
    if (std::strcmp(path, "/dev/vcsm-cma") == 0) return open_device(Kind::cma, c.cma, c.cma_allowed);
    if (std::strcmp(path, "/dev/vcsm") == 0) return open_device(Kind::vcsm, c.vcsm, true);
    if (std::strcmp(path, "/dev/mem") == 0)
      return open_device((flags & O_SYNC) != 0 ? Kind::mem_direct : Kind::mem_cached, c.mem, c.mem_allowed);
  }
  for (const char* of_board :
       {"/proc/device-tree/", "/proc/meminfo", "/sys/bus/platform/", "/run/lock/quadcl"})
    if (starts_with(path, of_board)) return real_open((folder + std::string(path)).c_str(), flags, mode);
  return real_open(path, flags, mode);
}

// ---- V3D's registers: no access to their page is allowed, and each one is done as a single step

std::byte* register_page = nullptr;
std::uint32_t accessed = 0;
bool is_write = false;

#if defined(__x86_64__) || defined(__i386__)
constexpr greg_t kTrapFlag = 0x100, kWriteFault = 2;

volatile std::uint32_t& register_word() {
  return *reinterpret_cast<volatile std::uint32_t*>(register_page + accessed);
}

void before_access(int signal, siginfo_t* info, void* context) {
  auto* const address = static_cast<std::byte*>(info->si_addr);
  if (register_page == nullptr || address < register_page || address >= register_page + board::kV3dBytes) {
    std::signal(signal, SIG_DFL);  // and again
    return;
  }
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  accessed = static_cast<std::uint32_t>(address - register_page);
  is_write = (registers[REG_ERR] & kWriteFault) != 0;
  mprotect(register_page, board::kV3dBytes, PROT_READ | PROT_WRITE);
  if (!is_write) register_word() = Machine::instance().chip.read(accessed);
  registers[REG_EFL] |= kTrapFlag;
}

void after_access(int, siginfo_t*, void* context) {
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  if (is_write) Machine::instance().chip.write(accessed, register_word());
  mprotect(register_page, board::kV3dBytes, PROT_NONE);
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(signal, &action, nullptr);
}

void* map_registers() {
  static auto* const function = next<void*(void*, size_t, int, int, int, off_t)>("mmap");
  if (register_page == nullptr)
    register_page = static_cast<std::byte*>(
        function(nullptr, board::kV3dBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  handle(SIGSEGV, before_access);
  handle(SIGTRAP, after_access);
  return register_page;
}
#else
void* map_registers() { return MAP_FAILED; }
#endif

void* real_mmap(void* address, size_t size, int protection, int flags, int file, off_t offset) {
  static auto* const function = next<void*(void*, size_t, int, int, int, off_t)>("mmap");
  return function(address, size, protection, flags, file, offset);
}

bool is_v3d(off_t offset) { return offset == 0x20c00000 || offset == 0x3fc00000; }

void* map_buffer(Buffer* buffer, size_t size, int protection) {
  if (buffer == nullptr) {
    errno = EINVAL;
    return MAP_FAILED;
  }
  void* const mapped =
      real_mmap(nullptr, size, protection, MAP_SHARED, buffer->descriptor(), buffer->offset());
  buffer->mapped_at(mapped);
  return mapped;
}

void* map_device(Kind kind, size_t size, int protection, int file, off_t offset) {
  Machine& machine = Machine::instance();
  if (kind == Kind::buffer) return map_buffer(machine.buffer(file), size, protection);
  if (kind == Kind::vcsm)
    return map_buffer(machine.vcsm.buffer(static_cast<std::uint32_t>(offset)), size, protection);
  if (is_v3d(offset)) return map_registers();
  if (offset + size > kSdramBytes) {
    errno = EPERM;
    return MAP_FAILED;
  }
  // Through the ARM's caches a process sees a copy that nothing refreshes.
  const int flags = kind == Kind::mem_direct ? MAP_SHARED : MAP_PRIVATE;
  return real_mmap(nullptr, size, protection, flags, machine.sdram.descriptor(), offset);
}

int answer(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int control_device(Kind kind, int file, unsigned long request, void* argument) {
  Machine& machine = Machine::instance();
  const std::lock_guard lock(machine.mutex);
  if (kind == Kind::vcio && request == board::kPropertyIoctl)
    return answer(machine.property(static_cast<std::uint32_t*>(argument)));
  if (kind == Kind::cma && request == board::kCmaAllocate) {
    auto& allocation = *static_cast<board::CmaAllocation*>(argument);
    const int error = machine.allocate_cma(allocation);
    if (error == 0) kinds[allocation.handle] = Kind::buffer;
    return answer(error);
  }
  if (kind == Kind::cma && request == board::kCmaCache)
    return answer(machine.cache(*static_cast<const board::CmaCacheRequest*>(argument)));
  if (kind == Kind::vcsm) return answer(machine.vcsm.control(file, request, argument));
  return answer(ENOTTY);
}

}  // namespace
}  // namespace simulated

using namespace simulated;

extern "C" {

[[gnu::visibility("default")]] int open(const char* path, int flags, ...) {
  unsigned mode = 0;
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  const char* const folder = std::getenv("QUADCL_SIMULATED_BOARD");
  return folder == nullptr ? real_open(path, flags, mode) : open_on_board(folder, path, flags, mode);
}

[[gnu::visibility("default")]] int ioctl(int file, unsigned long request, ...) noexcept {
  va_list arguments;
  va_start(arguments, request);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  if (const Kind kind = kind_of(file); kind != Kind::other)
    return control_device(kind, file, request, argument);
  static auto* const function = next<int(int, unsigned long, ...)>("ioctl");
  return function(file, request, argument);
}

[[gnu::visibility("default")]] void* mmap(void* address, size_t size, int protection, int flags, int file,
                                          off_t offset) noexcept {
  const Kind kind = kind_of(file);
  if (kind == Kind::other) return real_mmap(address, size, protection, flags, file, offset);
  return map_device(kind, size, protection, file, offset);
}

[[gnu::visibility("default")]] int munmap(void* address, size_t size) noexcept {
  if (address == register_page && address != nullptr) return 0;  // for the next process to open it
  static auto* const function = next<int(void*, size_t)>("munmap");
  return function(address, size);
}

/// Threads that block all signals must still be able to reach the registers.
[[gnu::visibility("default")]] int pthread_sigmask(int how, const sigset_t* signals, sigset_t* old) noexcept {
  static auto* const function = next<int(int, const sigset_t*, sigset_t*)>("pthread_sigmask");
  if (signals == nullptr || how == SIG_UNBLOCK) return function(how, signals, old);
  sigset_t fewer = *signals;
  sigdelset(&fewer, SIGSEGV);
  sigdelset(&fewer, SIGTRAP);
  return function(how, &fewer, old);
}

[[gnu::visibility("default")]] int close(int file) {
  if (const Kind kind = kind_of(file); kind != Kind::other) {
    kinds[file] = Kind::other;
    if (kind == Kind::buffer) Machine::instance().close_buffer(file);
    if (kind == Kind::vcsm) Machine::instance().vcsm.close(file);
  }
  static auto* const function = next<int(int)>("close");
  return function(file);
}
}
