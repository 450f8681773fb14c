// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace quadcl::compiler {

/// Takes what a library writes to a file with this path. lld first makes another file beside a regular one,
/// and ends the process if the disk is full; a pipe it just writes. The pipe has a name in /proc if there is
/// one, else in the folder for temporary files.
class OutputPipe {
 public:
  explicit OutputPipe(const std::string& temporary_folder);
  ~OutputPipe();
  OutputPipe(const OutputPipe&) = delete;
  OutputPipe& operator=(const OutputPipe&) = delete;

  /// False if there is no pipe; `errno` says why.
  bool ok() const { return reader_.joinable(); }
  const std::string& path() const { return path_; }

  /// All bytes, once the writer is done; empty if there is not enough memory for them.
  std::vector<std::byte> finish();

 private:
  bool open_unnamed();
  bool open_named(const std::string& temporary_folder);
  void read_until_finished() noexcept;
  void read_available();

  std::string path_, folder_;
  int read_end_ = -1, write_end_ = -1, finished_ = -1;
  std::vector<std::byte> bytes_;
  bool has_memory_ = true;
  std::thread reader_;
};

}  // namespace quadcl::compiler
