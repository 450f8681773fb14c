// SPDX-License-Identifier: Apache-2.0
//
// A captured launch, and its form on disk: a folder with `source.cl`, `launch.json`, and the content of each
// buffer before the launch, `buffer-0.bin`, `buffer-1.bin`, ...
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace replay {

using Bytes = std::vector<unsigned char>;
using Size3 = std::array<std::size_t, 3>;

/// An argument of a type that is not a pointer, or a null pointer.
struct Value {
  Bytes bytes;
};
struct LocalMemory {
  std::size_t size;
};
/// An index into Capture::buffers.
struct BufferNumber {
  std::size_t number;
};
using Argument = std::variant<Value, LocalMemory, BufferNumber>;

/// Where a sub-buffer lies.
struct Part {
  std::size_t parent;  ///< an index into Capture::buffers, below the sub-buffer's own
  std::size_t origin, size;
};

struct Buffer {
  Bytes content;             ///< empty for a sub-buffer
  std::optional<Part> part;  ///< of a sub-buffer
};

struct Capture {
  std::string program;  ///< the host program, for readers
  std::string kernel, source, options;
  unsigned dimensions = 1;
  Size3 offset{}, global{1, 1, 1};
  std::optional<Size3> local;
  std::vector<Argument> arguments;
  std::vector<Buffer> buffers;
};

/// Writes to `folder`, which must not exist. Throws std::runtime_error.
void write(const Capture& capture, const std::filesystem::path& folder);

/// Throws std::runtime_error if something is missing or does not fit together.
Capture read(const std::filesystem::path& folder);

}  // namespace replay
