// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/backend.h"
#include "core/program_image.h"
#include "plugin.h"

namespace quadcl::test {

/// Kernel arguments: a vector is a global buffer, read back after the run, and so is MemoryRange; Local is
/// local memory; anything else goes by value.
struct Local {
  std::size_t size;
};

/// A program built from source, ready to run on the CPU device. Building must succeed.
class Program {
 public:
  explicit Program(const std::string& source, const std::string& options = "",
                   std::optional<Vectorise> form = {});
  explicit Program(ProgramImage image) : image_(std::move(image)) {}

  const KernelImage& kernel(const std::string& name) const;
  const std::string& log() const { return log_; }

  /// Runs to the end; false if the launch was refused.
  template <typename... Arguments>
  bool run(const std::string& name, NDRange range, Arguments&&... arguments) {
    LaunchRequest request;
    request.kernel = &kernel(name);
    request.range = range;
    (request.arguments.push_back(argument(arguments)), ...);
    return launch(std::move(request));
  }

 private:
  static ArgumentValue argument(Local local) { return LocalArgument{local.size}; }
  template <typename T>
  static ArgumentValue argument(std::vector<T>& buffer) {
    return MemoryRange{reinterpret_cast<std::byte*>(buffer.data()), buffer.size() * sizeof(T), {}};
  }
  static ArgumentValue argument(const MemoryRange& memory) { return memory; }
  template <typename T>
  static ArgumentValue argument(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    ValueArgument bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
  }
  bool launch(LaunchRequest request);

  ProgramImage image_;
  std::string log_;
};

/// {x, y, z} global and local sizes. Without local sizes the device chooses.
NDRange range(std::array<std::size_t, 3> global, std::array<std::size_t, 3> local = {0, 0, 0});

}  // namespace quadcl::test
