// SPDX-License-Identifier: Apache-2.0

// A program as people write them for a Raspberry Pi, with nothing of QuadCL in it: board_program CASE. Exit
// status: 0, if all was as on a board.

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>

#include "board_program_code.inc"

namespace {

constexpr unsigned long kProperty = _IOWR(100, 0, char*);
constexpr std::uint32_t kAllocate = 0x3000c, kLock = 0x3000d, kUnlock = 0x3000e, kRelease = 0x3000f,
                        kExecute = 0x30011, kEnable = 0x30012;
constexpr std::uint32_t kLoops = 0, kSums = 32, kSumsAndLoops = 112, kUniforms = 0x400, kResult = 0x800,
                        kPairs = 0xc00;
constexpr std::uint32_t kTimeout = 0x80000000;

void require(bool is_right, const char* what) {
  if (is_right) return;
  std::printf("wrong: %s (%s)\n", what, std::strerror(errno));
  std::exit(1);
}

/// One message of the firmware's property interface; its first value.
std::uint32_t ask(int mailbox, std::uint32_t tag, std::initializer_list<std::uint32_t> values) {
  std::uint32_t message[16] = {0, 0, tag, static_cast<std::uint32_t>(values.size() * 4), 0};
  std::uint32_t words = 5;
  for (const std::uint32_t value : values) message[words++] = value;
  message[0] = (words + 1) * 4;
  require(ioctl(mailbox, kProperty, message) >= 0, "ioctl of /dev/vcio");
  require(message[1] == 0x80000000 && message[4] == (0x80000000 | 4), "the firmware's answer");
  return message[5];
}

std::byte* map_physical(std::uint32_t address, std::size_t size) {
  const int file = open("/dev/mem", O_RDWR | O_SYNC);
  require(file >= 0, "open /dev/mem");
  void* const mapped =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(address));
  close(file);
  require(mapped != MAP_FAILED, "mmap of /dev/mem");
  return static_cast<std::byte*>(mapped);
}

/// A page with a job.
struct Page {
  std::byte* host;
  std::uint32_t bus;

  void fill(std::uint32_t value, std::uint32_t code) const {
    std::memset(host, 0, 4096);
    std::memcpy(host, board_program_code, sizeof board_program_code);
    const std::uint32_t uniforms[] = {value, bus + kResult}, pair[] = {bus + kUniforms, bus + code};
    std::memcpy(host + kUniforms, uniforms, sizeof uniforms);
    std::memcpy(host + kPairs, pair, sizeof pair);
  }
  void check(std::uint32_t value) const {
    for (std::uint32_t i = 0; i < 16; ++i) {
      std::uint32_t sum = 0;
      std::memcpy(&sum, host + kResult + 4 * i, sizeof sum);
      require(sum == value + i, "a sum");
    }
  }
};

/// Memory of the firmware, for the time of a job.
class Board {
 public:
  explicit Board(std::uint32_t flags = 0xc) : mailbox(open("/dev/vcio", 0)) {
    require(mailbox >= 0, "open /dev/vcio");
    require(ask(mailbox, kEnable, {1}) == 0, "enable QPU");
    handle_ = ask(mailbox, kAllocate, {4096, 4096, flags});
    require(handle_ != 0, "allocate");
    page.bus = ask(mailbox, kLock, {handle_});
    page.host = map_physical(page.bus & 0x3fffffff, 4096);
  }
  ~Board() {
    munmap(page.host, 4096);
    require(ask(mailbox, kUnlock, {handle_}) == 0 && ask(mailbox, kRelease, {handle_}) == 0, "release");
    ask(mailbox, kEnable, {0});
    close(mailbox);
  }
  std::uint32_t execute() const { return ask(mailbox, kExecute, {1, page.bus + kPairs, 0, 1000}); }

  int mailbox;
  Page page{};

 private:
  std::uint32_t handle_ = 0;
};

// ---- the cases

int by_mailbox() {
  const Board board;
  for (const std::uint32_t value : {5u, 100u}) {
    board.page.fill(value, kSums);
    require(board.execute() == 0, "execute QPU");
    board.page.check(value);
  }
  return 0;
}

volatile std::uint32_t* registers() {
  // All peripherals at once, as GPU_FFT does.
  static std::byte* const peripherals = map_physical(0x20000000, 0x1000000);
  return reinterpret_cast<volatile std::uint32_t*>(peripherals + 0xc00000);
}

constexpr unsigned kIdent = 0, kParts = 4 / 4, kL2c = 0x20 / 4, kSlices = 0x24 / 4, kProgram = 0x430 / 4,
                   kAddress = 0x434 / 4, kLength = 0x438 / 4, kState = 0x43c / 4, kVpmBase = 0x504 / 4,
                   kInterruptsOn = 0xe2c / 4, kInterrupts = 0xe30 / 4;

void start_by_registers(const Page& page, std::uint32_t code) {
  volatile std::uint32_t* const v3d = registers();
  require(v3d[kIdent] == 0x02443356, "the name of V3D");
  v3d[kVpmBase] = 16;
  v3d[kInterruptsOn] = 0;
  v3d[kInterrupts] = 0xffffffff;
  v3d[kL2c] = 1 << 2;
  v3d[kSlices] = 0x0f0f0f0f;
  v3d[kState] = 1 << 7 | 1 << 8 | 1 << 16;
  v3d[kAddress] = page.bus + kUniforms;
  v3d[kLength] = 1024;
  v3d[kProgram] = page.bus + code;
}

/// docs/videocore4.md, Launch without firmware.
void check_parts(std::uint32_t ident1) {
  require((ident1 >> 28 & 0xf) == 12, "KB of VPM");
  require((ident1 >> 16 & 0xff) == 16, "semaphores");
  require((ident1 >> 12 & 0xf) == 2, "TMUs of a slice");
  require((ident1 >> 8 & 0xf) == 4, "QPUs of a slice");
  require((ident1 >> 4 & 0xf) == 3, "slices");
}

int by_registers() {
  const Board board;
  check_parts(registers()[kParts]);
  board.page.fill(7, kSums);
  start_by_registers(board.page, kSums);
  while ((registers()[kState] >> 16 & 0xff) != 1) continue;
  require(registers()[kInterrupts] == 1, "the host's interrupt");
  board.page.check(7);
  return 0;
}

/// Two counters of instructions, of which only the first is enabled.
int counts() {
  constexpr unsigned kClear = 0x670 / 4, kEnable = 0x674 / 4, kFirst = 0x680 / 4, kFirstSource = 0x684 / 4,
                     kSecond = 0x688 / 4, kSecondSource = 0x68c / 4, kInstructions = 20;
  const Board board;
  registers()[kFirstSource] = kInstructions;
  registers()[kSecondSource] = kInstructions;
  registers()[kEnable] = 1u << 31 | 1;
  for (const std::uint32_t jobs : {1u, 2u}) {
    board.page.fill(7, kSums);
    start_by_registers(board.page, kSums);
    while ((registers()[kState] >> 16 & 0xff) != 1) continue;
    require(registers()[kFirst] == jobs * 10, "the instructions so far");
    require(registers()[kSecond] == 0, "a counter that is off");
  }
  registers()[kClear] = 1;
  require(registers()[kFirst] == 0, "a cleared counter");
  return 0;
}

/// Nothing but the result tells that the job has ended.
int without_registers() {
  const Board board;
  board.page.fill(9, kSums);
  start_by_registers(board.page, kSums);
  const auto* const last = reinterpret_cast<volatile std::uint32_t*>(board.page.host + kResult + 60);
  while (*last == 0) usleep(1000);
  board.page.check(9);
  return 0;
}

int by_kernel_memory() {
  struct {
    std::uint32_t size = 4096, count = 1, cached = 1, padding = 0;
    char name[32] = "page";
    std::int32_t file = -1;
    std::uint32_t handle = 0;
    std::uint64_t bus = 0;
  } allocation;
  const Board board;
  const int driver = open("/dev/vcsm-cma", O_RDWR);
  require(driver >= 0 && ioctl(driver, _IOR('J', 0x5a, decltype(allocation)), &allocation) == 0, "allocate");
  void* const mapped = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, allocation.file, 0);
  require(mapped != MAP_FAILED, "mmap");
  const Page page{static_cast<std::byte*>(mapped),
                  (static_cast<std::uint32_t>(allocation.bus) & 0x3fffffff) | 0x40000000};
  const auto synchronise = [&](std::uint64_t flags) {
    require(ioctl(allocation.file, _IOW('b', 0, std::uint64_t), &flags) == 0, "the caches");
  };
  synchronise(3);  // the ARM begins to read and to write
  page.fill(11, kSums);
  synchronise(3 | 4);
  require(ask(board.mailbox, kExecute, {1, page.bus + kPairs, 0, 1000}) == 0, "execute QPU");
  synchronise(1);
  page.check(11);
  return 0;
}

int wrong_calls() {
  const Board board;
  const int mailbox = board.mailbox;
  const auto fails = [](int result, int error) { return result == -1 && errno == error; };
  std::uint32_t message[8] = {8};
  require(fails(ioctl(mailbox, kProperty, message), EINVAL), "a message of 8 bytes");
  require(fails(ioctl(mailbox, kProperty, nullptr), EFAULT), "no message");
  require(fails(ioctl(mailbox, _IOW(100, 9, int), message), ENOTTY), "an ioctl that does not exist");
  require(fails(open("/dev/vcsm", O_RDWR), ENOENT), "a device that this board has not");
  require(ask(mailbox, kLock, {12345}) == 0, "a handle that does not exist");
  require(ask(mailbox, kAllocate, {1u << 30, 4096, 0xc}) == 0, "more memory than there is");
  require(ask(mailbox, kExecute, {1, 0x7fff0000, 0, 1000}) != 0, "a job that is nowhere");
  const int memory = open("/dev/mem", O_RDWR | O_SYNC);
  const auto maps = [&](std::uint32_t at, std::size_t size) {
    return mmap(nullptr, size, PROT_READ, MAP_SHARED, memory, static_cast<off_t>(at)) != MAP_FAILED;
  };
  require(!maps(0x1ffff000, 8192), "the end of memory");
  require(maps(board.page.bus, 4096), "a bus address");
  require(!maps(0x23000000, 4096), "no memory");
  require(!maps(100, 4096), "not a page");
  std::uint32_t temperature[8] = {32, 0, 0x30006, 8, 0, 0, 0, 0};
  require(ioctl(mailbox, kProperty, temperature) == 0 && temperature[4] == 0x80000008 &&
              temperature[6] > 20'000 && temperature[6] < 85'000,
          "a temperature in thousandths of a degree");
  std::uint32_t unknown[8] = {32, 0, 0x77777, 4, 0, 1, 0, 0};
  require(ioctl(mailbox, kProperty, unknown) == 0 && unknown[4] == 0, "a tag that does not exist");
  std::uint32_t beyond[8] = {32, 0, kEnable, 4000, 0, 1, 0, 0};
  require(ioctl(mailbox, kProperty, beyond) == 0 && beyond[1] != 0x80000000, "a tag beyond its message");
  return 0;
}

int hangs() {
  const Board board;
  board.page.fill(1, kLoops);
  return board.execute() == kTimeout ? 0 : 1;
}

int hangs_by_registers() {
  const Board board;
  board.page.fill(1, kLoops);
  start_by_registers(board.page, kLoops);
  while ((registers()[kState] >> 16 & 0xff) != 1) continue;
  return 0;
}

int reads_beyond() {
  const Board board;
  board.page.fill(1, 4096);
  return board.execute() == 0 ? 1 : 0;
}

/// The memory, the descriptors and the registers are those of the parent.
int forks() {
  const Board board;
  board.page.fill(20, kSums);
  registers();
  const pid_t child = fork();
  if (child == 0) {
    start_by_registers(board.page, kSums);
    while ((registers()[kState] >> 16 & 0xff) != 1) continue;
    _exit(0);
  }
  int status = 0;
  require(waitpid(child, &status, 0) == child && status == 0, "the child");
  board.page.check(20);
  return 0;
}

int crashes() {
  by_mailbox();
  std::abort();
}

/// A pointer that is not one of the board's, with registers mapped.
int reads_nothing() {
  const Board board;
  require(registers()[kIdent] == 0x02443356, "the name of V3D");
  return *static_cast<volatile int*>(nullptr);
}

/// While the job runs, the process that simulates the board is told to end.
int interrupted() {
  const Board board;
  board.page.fill(1, kSumsAndLoops);
  const pid_t simulation = getppid();
  if (fork() == 0) {
    const auto* const last = reinterpret_cast<volatile std::uint32_t*>(board.page.host + kResult + 60);
    while (*last == 0) usleep(1000);
    kill(simulation, SIGTERM);
    _exit(0);
  }
  board.execute();
  return 0;
}

int leaves_a_process() {
  if (fork() == 0)
    for (;;) pause();
  return 0;
}

/// As programs for kernels without /dev/vcio do.
int makes_a_device() {
  constexpr const char* kPath = "char_dev";
  unlink(kPath);
  require(mknod(kPath, S_IFCHR | 0600, makedev(100, 0)) == 0, "mknod");
  const int mailbox = open(kPath, 0);
  require(mailbox >= 0 && ask(mailbox, kEnable, {1}) == 0, "enable QPU");
  return unlink(kPath);
}

int keeps_memory() {
  const int mailbox = open("/dev/vcio", 0);
  return ask(mailbox, kAllocate, {4096, 4096, 0xc}) != 0 ? 0 : 1;
}

struct Case {
  const char* name;
  int (*run)();
};
constexpr Case kCases[] = {
    {"mailbox", by_mailbox},
    {"registers", by_registers},
    {"counts", counts},
    {"without_registers", without_registers},
    {"kernel_memory", by_kernel_memory},
    {"wrong_calls", wrong_calls},
    {"hangs", hangs},
    {"hangs_by_registers", hangs_by_registers},
    {"reads_beyond", reads_beyond},
    {"forks", forks},
    {"crashes", crashes},
    {"reads_nothing", reads_nothing},
    {"interrupted", interrupted},
    {"leaves_a_process", leaves_a_process},
    {"makes_a_device", makes_a_device},
    {"keeps_memory", keeps_memory},
};

}  // namespace

int main(int argc, char** argv) {
  for (const Case& row : kCases)
    if (argc == 2 && std::string(argv[1]) == row.name) return row.run();
  return 2;
}
