// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/system.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "core/write_all.h"

namespace quadcl::qpu::board {

File::File(const std::string& path, int flags, unsigned mode)
    : fd_(open(path.c_str(), flags | O_CLOEXEC, mode)), error_(fd_ < 0 ? errno : 0) {}

File::~File() {
  if (fd_ >= 0) close(fd_);
}

File File::of(int descriptor) {
  File file;
  file.fd_ = descriptor;
  return file;
}

std::string File::text() const {
  std::string text;
  std::array<char, 4096> part{};
  lseek(fd_, 0, SEEK_SET);
  for (ssize_t got = 0; (got = read(fd_, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(got));
  return text;
}

void File::replace_text(const std::string& text) const {
  // In one piece, and at least as long as the old text, so that a process that is killed here leaves no
  // mixture.
  struct stat status{};
  if (fstat(fd_, &status) != 0) return;
  const NoFileSizeSignal no_signal;
  std::string whole = text;
  whole.resize(std::max<std::size_t>(text.size(), static_cast<std::size_t>(status.st_size)), ' ');
  if (pwrite(fd_, whole.data(), whole.size(), 0) < 0) return;  // the file then holds an old state
  if (ftruncate(fd_, static_cast<off_t>(text.size())) != 0) return;
}

std::string read_text(const std::string& path) {
  const File file(path, O_RDONLY);
  return file.ok() ? file.text() : "";
}

bool exists(const std::string& path) { return File(path, O_PATH).ok(); }

Mapping::Mapping(const File& file, std::uint64_t offset, std::size_t size) : size_(size) {
  void* start =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd(), static_cast<off_t>(offset));
  if (start != MAP_FAILED) start_ = start;
}

Mapping::~Mapping() {
  if (start_ != nullptr) munmap(start_, size_);
}

File open_shared(const std::string& path, const File& like) {
  // Without O_CREAT first: in /run/lock the kernel refuses it for files of other users.
  File file(path, O_RDWR | O_NOFOLLOW);
  if (file.ok() || file.error() != ENOENT) return file;
  file = File(path, O_RDWR | O_NOFOLLOW | O_CREAT | O_EXCL, 0600);
  if (file.ok()) {
    struct stat status{};
    // Not everyone may give the file to the group; then others are refused it, and say so.
    if (fstat(like.fd(), &status) == 0 && fchown(file.fd(), static_cast<uid_t>(-1), status.st_gid) == 0)
      fchmod(file.fd(), 0660);
    return file;
  }
  return File(path, O_RDWR | O_NOFOLLOW);  // another process was faster
}

std::string with_reason(const std::string& text, int error) {
  return text + ": " + std::generic_category().message(error);
}

}  // namespace quadcl::qpu::board
