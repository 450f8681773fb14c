// SPDX-License-Identifier: Apache-2.0

// Bytes of program binaries and of cache entries: accepted ones are the same when written and read again. The
// first byte of the input chooses the kind of the others.

#define XXH_INLINE_ALL
#include <stdlib.h>
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler_client/build_cache.h"
#include "core/program_image.h"

namespace {

using Bytes = std::span<const std::byte>;

/// The target whose code is read. The inputs name it, so it is none in particular.
constexpr std::string_view kTarget = "here";

void check_image(Bytes bytes) {
  const auto image = quadcl::deserialise(bytes, kTarget);
  if (!image.ok()) {
    if (image.error().message.empty()) std::abort();
    return;
  }
  const auto written = quadcl::serialise(*image);
  const auto again = quadcl::deserialise(written, kTarget);
  if (!again.ok() || quadcl::serialise(*again) != written) std::abort();
}

void append(std::vector<std::byte>& bytes, Bytes more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

/// Makes an image for this machine. Magic, version and the place of the checksum are those of a real image,
/// so the reader reaches the rest: kernels, code and bitcode.
void check_payload(Bytes rest) {
  if (rest.empty()) return;
  quadcl::ProgramImage empty;
  empty.kind = static_cast<quadcl::ProgramKind>(1 + std::to_integer<unsigned>(rest[0]) % 4);
  empty.target = kTarget;
  std::vector<std::byte> bytes = quadcl::serialise(empty);
  const std::size_t header = 32, target = 8 + empty.target.size();
  bytes.resize(header + target);
  append(bytes, rest.subspan(1));
  const std::uint64_t size = bytes.size() - header, sum = XXH3_64bits(&bytes[header], size);
  std::memcpy(&bytes[16], &size, sizeof(size));
  std::memcpy(&bytes[24], &sum, sizeof(sum));
  check_image(bytes);
}

/// A folder of this process for one cache entry.
const std::string& folder() {
  static const struct Folder {
    Folder() : path((std::filesystem::temp_directory_path() / "program-image-fuzz-XXXXXX").string()) {
      if (mkdtemp(path.data()) == nullptr) std::abort();
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    std::string path;
  } folder;
  return folder.path;
}

/// Its name is its key.
constexpr std::string_view kEntry = "entry";

void check_cache_entry(Bytes bytes) {
  std::ofstream(folder() + "/" + std::string(kEntry), std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const auto entry = quadcl::BuildCache(folder()).find(std::string(kEntry));
  if (entry && entry->log.size() + entry->image.size() + 24 + kEntry.size() != bytes.size()) std::abort();
}

/// With the checksum and the key that the file should have. The input starts with the size of the log.
void check_sound_cache_entry(Bytes input) {
  if (input.size() < sizeof(std::uint64_t)) return;
  const std::uint64_t key_bytes = kEntry.size();
  std::vector<std::byte> rest;
  append(rest, std::as_bytes(std::span(&key_bytes, 1)));
  append(rest, input.first(sizeof(std::uint64_t)));
  append(rest, std::as_bytes(std::span(kEntry)));
  append(rest, input.subspan(sizeof(std::uint64_t)));
  const std::uint64_t sum = XXH3_64bits(rest.data(), rest.size());
  std::vector<std::byte> bytes;
  append(bytes, std::as_bytes(std::span(&sum, 1)));
  append(bytes, rest);
  check_cache_entry(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr void (*kChecks[])(Bytes) = {check_image, check_payload, check_payload, check_cache_entry,
                                        check_sound_cache_entry};
  kChecks[data[0] % std::size(kChecks)](std::as_bytes(std::span(data + 1, size - 1)));
  return 0;
}
