// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/options.h"

namespace quadcl {

/// Finished builds in a folder on disk, closed to other users. Many processes may use it at once: an entry
/// appears whole, by rename. A damaged entry counts as missing, and so does one with another key or anything
/// that is no file. Failures of the file system are misses, not errors. If the cache is beyond its limit, a
/// later store removes the entries that were not used for longest.
class BuildCache {
 public:
  struct Entry {
    std::string log;
    std::vector<std::byte> image;
  };

  /// The user's cache.
  explicit BuildCache(const Options& options)
      : folder_(options.cache_bytes != 0 ? options.cache_folder : ""), most_bytes_(options.cache_bytes) {}
  explicit BuildCache(std::string folder, std::uint64_t most_bytes = UINT64_MAX)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  /// A name made from everything that a build depends on: `parts`, in order.
  static std::string key(std::span<const std::string> parts);

  std::optional<Entry> find(const std::string& key) const;
  void store(const std::string& key, const Entry& entry) const;

 private:
  std::string folder_;  ///< empty: no cache
  std::uint64_t most_bytes_ = 0;
};

}  // namespace quadcl
