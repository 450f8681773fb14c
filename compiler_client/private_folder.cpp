// SPDX-License-Identifier: Apache-2.0
#include "compiler_client/private_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

#include "core/log.h"
#include "core/write_all.h"

namespace quadcl {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// With all folders above it. The mode is that of the XDG Base Directory Specification.
void make_folder(const std::string& path) {
  for (auto slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(), S_IRWXU);
  mkdir(path.c_str(), S_IRWXU);
}

bool is_mine(const struct stat& status) { return status.st_uid == geteuid(); }

/// Earlier versions made the folder readable for all. Null if it can be used.
const char* problem_of(int folder) {
  struct stat status{};
  if (folder < 0 || fstat(folder, &status) != 0) return std::strerror(errno);
  if (!is_mine(status)) return "it belongs to another user";
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0 && fchmod(folder, S_IRWXU) != 0)
    return std::strerror(errno);
  return nullptr;
}

/// A regular file of this user's.
bool is_cached_file(const struct stat& status) { return S_ISREG(status.st_mode) && is_mine(status); }

bool read_all(int file, std::span<char> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::read(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

/// A name that no other writer uses, in this process or another.
std::string temporary_name(const std::string& name) {
  static std::atomic<unsigned> count = 0;
  return name + "." + std::to_string(getpid()) + "." + std::to_string(count++);
}

struct StoredFile {
  timespec used{};
  std::uint64_t size = 0;
  std::string name;
};

bool is_used_later(const StoredFile& a, const StoredFile& b) {
  return std::tie(a.used.tv_sec, a.used.tv_nsec) > std::tie(b.used.tv_sec, b.used.tv_nsec);
}

/// Files that vanish meanwhile are skipped: another process may be tidying up, too.
std::vector<StoredFile> files_in(int folder) {
  std::vector<StoredFile> files;
  Descriptor copy(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(copy.number()), closedir);
  if (entries == nullptr) return files;
  copy.release();
  while (const dirent* entry = readdir(entries.get())) {
    struct stat status{};
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !is_cached_file(status))
      continue;
    files.push_back({status.st_mtim, static_cast<std::uint64_t>(status.st_size), entry->d_name});
  }
  return files;
}

}  // namespace

std::optional<PrivateFolder> PrivateFolder::open(const std::string& path) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  Descriptor folder(::open(path.c_str(), kFlags));
  if (folder.number() < 0 && errno == ENOENT) return {};
  if (const char* problem = problem_of(folder.number())) {
    log_line("the folder " + path + " is not used for finished builds: " + problem);
    return {};
  }
  return PrivateFolder(folder.release());
}

std::optional<PrivateFolder> PrivateFolder::make(const std::string& path) {
  make_folder(path);
  return open(path);
}

PrivateFolder::~PrivateFolder() {
  if (descriptor_ >= 0) close(descriptor_);
}

PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

std::vector<char> PrivateFolder::read(const std::string& name, std::uint64_t fewest,
                                      std::uint64_t most) const {
  // Without O_NONBLOCK, a pipe would be waited for.
  const Descriptor file(openat(descriptor_, name.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  if (file.number() < 0 || fstat(file.number(), &status) != 0 || !is_cached_file(status)) return {};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < fewest || size > most) return {};
  std::vector<char> bytes(size);
  if (!read_all(file.number(), bytes)) return {};
  futimens(file.number(), nullptr);  // where that fails, nothing can be removed either
  return bytes;
}

void PrivateFolder::write(const std::string& name, const std::vector<char>& bytes) const {
  const std::string temporary = temporary_name(name);
  const Descriptor file(
      openat(descriptor_, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (file.number() < 0) return;
  if (!write_all(file.number(), std::as_bytes(std::span(bytes))) ||
      renameat(descriptor_, temporary.c_str(), descriptor_, name.c_str()) != 0)
    unlinkat(descriptor_, temporary.c_str(), 0);
}

void PrivateFolder::remove_unused(std::uint64_t most_bytes) const {
  auto files = files_in(descriptor_);
  std::sort(files.begin(), files.end(), is_used_later);
  std::uint64_t total = 0;
  for (const StoredFile& file : files) {
    // A file that is larger than all may be together is no reason to remove the others.
    if (file.size <= most_bytes) total += file.size;
    if (file.size > most_bytes || total > most_bytes) unlinkat(descriptor_, file.name.c_str(), 0);
  }
}

}  // namespace quadcl
