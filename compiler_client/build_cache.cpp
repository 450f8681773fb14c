// SPDX-License-Identifier: Apache-2.0
#include "compiler_client/build_cache.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "compiler_client/private_folder.h"

namespace quadcl {
namespace {

// An entry: checksum of the rest, sizes of key and log, key, log, image. Only the machine that wrote it reads
// it, so numbers have its byte order.
struct Header {
  std::uint64_t checksum = 0;
  std::uint64_t key_bytes = 0;
  std::uint64_t log_bytes = 0;
};

/// Far above any sound entry, and small enough for memory.
constexpr std::uint64_t kLargestEntry = std::uint64_t{1} << 30;

std::uint64_t checksum(const std::vector<char>& bytes) {
  constexpr std::size_t kStart = sizeof(Header::checksum);
  return XXH3_64bits(&bytes[kStart], bytes.size() - kStart);
}

std::vector<char> pack(const std::string& key, const BuildCache::Entry& entry) {
  Header header{0, key.size(), entry.log.size()};
  std::vector<char> bytes(sizeof(header) + key.size() + entry.log.size() + entry.image.size());
  auto end = std::copy(key.begin(), key.end(), bytes.begin() + sizeof(header));
  end = std::copy(entry.log.begin(), entry.log.end(), end);
  std::copy_n(reinterpret_cast<const char*>(entry.image.data()), entry.image.size(), end);
  std::memcpy(bytes.data(), &header, sizeof(header));
  header.checksum = checksum(bytes);
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

/// Empty if these are not the bytes of an entry, or those of an entry with another key.
std::optional<BuildCache::Entry> unpack(const std::string& key, const std::vector<char>& bytes) {
  Header header;
  if (bytes.size() < sizeof(header)) return {};
  std::memcpy(&header, bytes.data(), sizeof(header));
  std::string_view rest(bytes.data() + sizeof(header), bytes.size() - sizeof(header));
  if (header.key_bytes != key.size() || !rest.starts_with(key)) return {};
  rest.remove_prefix(key.size());
  if (header.log_bytes > rest.size() || header.checksum != checksum(bytes)) return {};
  BuildCache::Entry entry;
  entry.log = rest.substr(0, header.log_bytes);
  rest.remove_prefix(header.log_bytes);
  const auto image = std::as_bytes(std::span(rest));
  entry.image.assign(image.begin(), image.end());
  return entry;
}

/// Looking through a folder of thousands of entries takes as long as a build. So, on average over all
/// processes, it is done once for each 32nd of the limit that is written. Keys serve as random numbers.
bool is_time_to_tidy(const std::string& key, std::uint64_t bytes, std::uint64_t most_bytes) {
  const std::uint64_t share = most_bytes / 32;
  return bytes >= share || XXH3_64bits(key.data(), key.size()) % share < bytes;
}

}  // namespace

std::string BuildCache::key(std::span<const std::string> parts) {
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

std::optional<BuildCache::Entry> BuildCache::find(const std::string& key) const {
  const auto folder = folder_.empty() ? std::nullopt : PrivateFolder::open(folder_);
  if (!folder) return {};
  return unpack(key, folder->read(key, sizeof(Header) + key.size(), std::min(most_bytes_, kLargestEntry)));
}

void BuildCache::store(const std::string& key, const Entry& entry) const {
  const auto folder = folder_.empty() ? std::nullopt : PrivateFolder::make(folder_);
  if (!folder) return;
  const std::vector<char> bytes = pack(key, entry);
  folder->write(key, bytes);
  if (is_time_to_tidy(key, bytes.size(), most_bytes_)) folder->remove_unused(most_bytes_);
}

}  // namespace quadcl
