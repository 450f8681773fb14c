// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstddef>

namespace api {

/// Memory whose next byte may not be touched.
class GuardedBytes {
 public:
  explicit GuardedBytes(std::size_t size) : pages_((size + page() - 1) / page() * page()) {
    map_ = static_cast<unsigned char*>(
        mmap(nullptr, pages_ + page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(map_ != MAP_FAILED);
    REQUIRE(mprotect(map_ + pages_, page(), PROT_NONE) == 0);
    start_ = map_ + pages_ - size;
  }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;
  ~GuardedBytes() { munmap(map_, pages_ + page()); }

  unsigned char* data() { return start_; }

 private:
  static std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

  std::size_t pages_;
  unsigned char* map_;
  unsigned char* start_;
};

}  // namespace api
