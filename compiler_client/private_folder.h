// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quadcl {

/// A folder of files that only this user reads and writes. It is no link, belongs to this user and is closed
/// to all others. Whatever else has the name of one of its files is no file: a link, a pipe, a folder, a file
/// of another user.
class PrivateFolder {
 public:
  /// Empty if there is no such folder. If there is something else, the log says why.
  static std::optional<PrivateFolder> open(const std::string& path);
  /// The same, but makes the folder if it is missing.
  static std::optional<PrivateFolder> make(const std::string& path);

  ~PrivateFolder();
  PrivateFolder(PrivateFolder&& other) noexcept;
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  PrivateFolder& operator=(PrivateFolder&&) = delete;

  /// Empty if there is no such file, or if it has less than `fewest` or more than `most` bytes. The file
  /// counts as used now.
  std::vector<char> read(const std::string& name, std::uint64_t fewest, std::uint64_t most) const;

  /// The file appears whole, or not at all.
  void write(const std::string& name, const std::vector<char>& bytes) const;

  /// Removes the files that were not used for longest until the others have no more than so many bytes.
  void remove_unused(std::uint64_t most_bytes) const;

 private:
  explicit PrivateFolder(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace quadcl
