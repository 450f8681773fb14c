// SPDX-License-Identifier: Apache-2.0
#include "compiler_client/kernel_cache.h"

#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

namespace quadcl {
namespace {

// An entry: checksum of the rest, size of the log, the log, the image. Only the machine that wrote it reads
// it, so numbers have its byte order.
constexpr std::size_t kHeaderBytes = 2 * sizeof(std::uint64_t);

std::vector<char> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  std::vector<char> bytes(static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0)));
  file.seekg(0);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file ? bytes : std::vector<char>();
}

std::vector<char> pack(const KernelCache::Entry& entry) {
  const std::uint64_t log_size = entry.log.size();
  std::vector<char> bytes(kHeaderBytes + log_size + entry.image.size());
  std::memcpy(&bytes[8], &log_size, sizeof(log_size));
  std::copy(entry.log.begin(), entry.log.end(), bytes.data() + kHeaderBytes);
  const auto* image = reinterpret_cast<const char*>(entry.image.data());
  std::copy_n(image, entry.image.size(), bytes.data() + kHeaderBytes + log_size);
  const std::uint64_t sum = XXH3_64bits(&bytes[8], bytes.size() - 8);
  std::memcpy(bytes.data(), &sum, sizeof(sum));
  return bytes;
}

std::optional<KernelCache::Entry> unpack(const std::vector<char>& bytes) {
  if (bytes.size() < kHeaderBytes) return {};
  std::array<std::uint64_t, 2> header{};
  std::memcpy(header.data(), bytes.data(), kHeaderBytes);
  if (header[0] != XXH3_64bits(&bytes[8], bytes.size() - 8)) return {};
  if (header[1] > bytes.size() - kHeaderBytes) return {};
  KernelCache::Entry entry;
  const char* log = bytes.data() + kHeaderBytes;
  entry.log.assign(log, header[1]);
  const auto* image = reinterpret_cast<const std::byte*>(log + header[1]);
  entry.image.assign(image, reinterpret_cast<const std::byte*>(bytes.data() + bytes.size()));
  return entry;
}

/// A name that no other writer uses, in this process or another.
std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> count = 0;
  return path + "." + std::to_string(getpid()) + "." + std::to_string(count++);
}

struct StoredFile {
  std::filesystem::file_time_type written;
  std::uint64_t size = 0;
  std::filesystem::path path;
};

/// Files that vanish meanwhile are skipped: another process may be tidying up, too.
std::vector<StoredFile> files_in(const std::string& folder) {
  std::vector<StoredFile> files;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    std::error_code gone;
    StoredFile file{entry->last_write_time(gone), entry->file_size(gone), entry->path()};
    if (!gone) files.push_back(std::move(file));
  }
  return files;
}

void remove_oldest(const std::string& folder, std::uint64_t most_bytes) {
  auto files = files_in(folder);
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.written > b.written; });
  std::uint64_t total = 0;
  for (const StoredFile& file : files) {
    total += file.size;
    std::error_code ignored;
    if (total > most_bytes) std::filesystem::remove(file.path, ignored);
  }
}

/// Looking through a folder of thousands of entries takes as long as a build. So, on average over all
/// processes, it is done once for each 32nd of the limit that is written. Keys serve as random numbers.
bool is_time_to_tidy(const std::string& key, std::uint64_t bytes, std::uint64_t most_bytes) {
  const std::uint64_t share = most_bytes / 32;
  return bytes >= share || XXH3_64bits(key.data(), key.size()) % share < bytes;
}

}  // namespace

std::string KernelCache::key(std::span<const std::string> parts) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (const std::string& part : parts) {
    const std::uint64_t size = part.size();
    XXH3_128bits_update(&state, &size, sizeof(size));
    XXH3_128bits_update(&state, part.data(), part.size());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(&state);
  std::array<char, 33> text{};
  std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return text.data();
}

std::optional<KernelCache::Entry> KernelCache::find(const std::string& key) const {
  if (folder_.empty()) return {};
  return unpack(read_file(folder_ + "/" + key));
}

void KernelCache::store(const std::string& key, const Entry& entry) const {
  if (folder_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  const std::string path = folder_ + "/" + key;
  const std::string temporary = temporary_name(path);
  const std::vector<char> bytes = pack(entry);
  {
    std::ofstream file(temporary, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file.fail()) std::filesystem::rename(temporary, path, error);
  }
  std::filesystem::remove(temporary, error);
  if (is_time_to_tidy(key, bytes.size(), most_bytes_)) remove_oldest(folder_, most_bytes_);
}

}  // namespace quadcl
