// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace quadcl::qpu::board {

/// An open file. Every access to the system goes through open, read, write, ioctl, mmap and close of the C
/// library, so that a library loaded before it can stand in for a board.
class File {
 public:
  File() = default;
  /// `ok` is false if it cannot be opened; `error` tells why.
  File(const std::string& path, int flags, unsigned mode = 0);
  ~File();
  File(File&& other) noexcept : fd_(std::exchange(other.fd_, -1)), error_(other.error_) {}
  File& operator=(File&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(error_, other.error_);
    return *this;
  }
  /// Takes over an open descriptor.
  static File of(int descriptor);

  bool ok() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  int error() const { return error_; }  ///< an errno

  /// The whole text from its start.
  std::string text() const;
  void replace_text(const std::string& text) const;

 private:
  int fd_ = -1;
  int error_ = 0;
};

/// The text of a file, empty if it cannot be read.
std::string read_text(const std::string& path);
bool exists(const std::string& path);

/// A mapped part of a file, readable, writable and shared.
class Mapping {
 public:
  Mapping() = default;
  Mapping(const File& file, std::uint64_t offset, std::size_t size);
  ~Mapping();
  Mapping(Mapping&& other) noexcept
      : start_(std::exchange(other.start_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(start_, other.start_);
    std::swap(size_, other.size_);
    return *this;
  }

  bool ok() const { return start_ != nullptr; }
  std::byte* data() const { return static_cast<std::byte*>(start_); }
  std::size_t size() const { return size_; }

 private:
  void* start_ = nullptr;
  std::size_t size_ = 0;
};

/// Opens a file in /run/lock that users of the chip share, or makes it. /run/lock is empty after a boot.
/// `like` is the file whose group may use it.
File open_shared(const std::string& path, const File& like);

/// "text: Permission denied"
std::string with_reason(const std::string& text, int error);

}  // namespace quadcl::qpu::board
