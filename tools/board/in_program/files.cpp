// SPDX-License-Identifier: Apache-2.0

// Functions that open and look at files, in front of those of a board.

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "tools/board/in_program/c_library.h"
#include "tools/board/in_program/connection.h"

namespace quadcl::tools::simulated {

namespace {

bool starts_with(const char* text, const char* start) {
  return std::strncmp(text, start, std::strlen(start)) == 0;
}

/// Begins of paths that lie in the folder of the board.
constexpr const char* kOfBoard[] = {"/proc/device-tree/", "/proc/meminfo",
                                    "/proc/cpuinfo",      "/sys/bus/platform/",
                                    "/run/lock/quadcl",   "/sys/firmware/devicetree/base/"};

struct NamedDevice {
  const char* path;
  Device device;
};
constexpr NamedDevice kDevices[] = {{"/dev/vcio", Device::vcio},
                                    {"/dev/vcsm-cma", Device::cma},
                                    {"/dev/vcsm", Device::vcsm},
                                    {"/dev/mem", Device::mem_cached}};

const NamedDevice* find_named(const char* path) {
  for (const NamedDevice& row : kDevices)
    if (std::strcmp(row.path, path) == 0) return &row;
  return nullptr;
}

/// By its name or a link to it.
const NamedDevice* find_device(const char* path) {
  if (board_folder() == nullptr || path == nullptr) return nullptr;
  if (const NamedDevice* const named = find_named(path)) return named;
  const int error = errno;
  char target[64];
  const ssize_t size = readlink(path, target, sizeof target - 1);
  errno = error;
  if (size < 0) return nullptr;
  target[size] = '\0';
  return find_named(target);
}

/// A path as the kernel shall have it.
class Place {
 public:
  explicit Place(const char* path) : path_(path) {
    const char* const folder = board_folder();
    if (folder == nullptr || path == nullptr) return;
    for (const char* begin : kOfBoard)
      if (starts_with(path, begin) &&
          std::snprintf(moved_, sizeof moved_, "%s%s", folder, path) < static_cast<int>(sizeof moved_))
        path_ = moved_;
  }
  Place(const Place&) = delete;
  operator const char*() const { return path_; }

 private:
  const char* path_;
  char moved_[PATH_MAX];
};

int open_named(const NamedDevice& named, int flags) {
  const bool is_direct = named.device == Device::mem_cached && (flags & O_SYNC) == O_SYNC;
  return open_device(is_direct ? Device::mem_direct : named.device, (flags & O_CLOEXEC) != 0);
}

template <typename... Folder>
int open_by(const char* function_name, const char* path, int flags, unsigned mode, Folder... folder) {
  if (const NamedDevice* const named = find_device(path)) return open_named(*named, flags);
  return next<int(Folder..., const char*, int, ...)>(function_name)(folder..., Place(path), flags, mode);
}

/// The permissions of a file that may be made.
unsigned mode_after(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, unsigned) : 0;
}

FILE* open_stream(const char* function_name, const char* path, const char* mode) {
  if (const NamedDevice* const named = find_device(path)) {
    const int file = open_named(*named, O_RDWR);
    return file < 0 ? nullptr : fdopen(file, mode);
  }
  return next<FILE*(const char*, const char*)>(function_name)(Place(path), mode);
}

/// A device exists if it can be opened.
int look_at_device(const NamedDevice& named) {
  const int file = open_named(named, O_RDWR);
  if (file < 0) return -1;
  close(file);
  return 0;
}

template <typename Status>
int describe_device(const NamedDevice& named, Status* status) {
  if (look_at_device(named) != 0 && errno != EACCES) return -1;
  *status = {};
  status->st_mode = S_IFCHR | 0660;
  status->st_nlink = 1;
  return 0;
}

template <typename Status>
int status_by(const char* function_name, const char* path, Status* status) {
  if (const NamedDevice* const named = find_device(path)) return describe_device(*named, status);
  return next<int(const char*, Status*)>(function_name)(Place(path), status);
}

}  // namespace
}  // namespace quadcl::tools::simulated

using namespace quadcl::tools::simulated;

// The C library's headers may declare one of these as an alias of another, so each is named by its symbol.
#define QUADCL_OPENS(name)                                                            \
  QUADCL_REPLACES int quadcl_##name(const char* path, int flags, ...) __asm__(#name); \
  int quadcl_##name(const char* path, int flags, ...) {                               \
    va_list arguments;                                                                \
    va_start(arguments, flags);                                                       \
    const unsigned mode = mode_after(flags, arguments);                               \
    va_end(arguments);                                                                \
    return open_by(#name, path, flags, mode);                                         \
  }
QUADCL_OPENS(open)
QUADCL_OPENS(open64)

#define QUADCL_OPENS_AT(name)                                                                     \
  QUADCL_REPLACES int quadcl_##name(int folder, const char* path, int flags, ...) __asm__(#name); \
  int quadcl_##name(int folder, const char* path, int flags, ...) {                               \
    va_list arguments;                                                                            \
    va_start(arguments, flags);                                                                   \
    const unsigned mode = mode_after(flags, arguments);                                           \
    va_end(arguments);                                                                            \
    return open_by(#name, path, flags, mode, folder);                                             \
  }
QUADCL_OPENS_AT(openat)
QUADCL_OPENS_AT(openat64)

// What _FORTIFY_SOURCE makes of calls without a mode.
QUADCL_REPLACES int __open_2(const char* path, int flags) { return open_by("open", path, flags, 0); }
QUADCL_REPLACES int __open64_2(const char* path, int flags) { return open_by("open64", path, flags, 0); }
QUADCL_REPLACES int __openat_2(int folder, const char* path, int flags) {
  return open_by("openat", path, flags, 0, folder);
}
QUADCL_REPLACES int __openat64_2(int folder, const char* path, int flags) {
  return open_by("openat64", path, flags, 0, folder);
}

#define QUADCL_OPENS_STREAM(name)                                                         \
  QUADCL_REPLACES FILE* quadcl_##name(const char* path, const char* mode) __asm__(#name); \
  FILE* quadcl_##name(const char* path, const char* mode) { return open_stream(#name, path, mode); }
QUADCL_OPENS_STREAM(fopen)
QUADCL_OPENS_STREAM(fopen64)

QUADCL_REPLACES int access(const char* path, int how) noexcept {
  if (const NamedDevice* const named = find_device(path)) return look_at_device(*named);
  return next<int(const char*, int)>("access")(Place(path), how);
}

/// Older programs make the mailbox's file themselves, of this major number.
QUADCL_REPLACES int mknod(const char* path, mode_t mode, dev_t device) noexcept {
  constexpr unsigned kMailboxes = 100;
  if (board_folder() != nullptr && S_ISCHR(mode) && major(device) == kMailboxes)
    return symlink("/dev/vcio", path);
  return next<int(const char*, mode_t, dev_t)>("mknod")(path, mode, device);
}

#define QUADCL_LOOKS(name, type)                                                           \
  QUADCL_REPLACES int quadcl_##name(const char* path, struct type* status) __asm__(#name); \
  int quadcl_##name(const char* path, struct type* status) { return status_by(#name, path, status); }
QUADCL_LOOKS(stat, stat)
QUADCL_LOOKS(stat64, stat64)
QUADCL_LOOKS(lstat, stat)
QUADCL_LOOKS(lstat64, stat64)
