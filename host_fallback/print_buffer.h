// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <string_view>

namespace quadcl {

/// Collects the output of a launch's work-items, whole calls at a time. Writes it to standard output when it
/// is large, and at the end of the launch (OpenCL C 3.0, section 6.15.14).
class PrintBuffer {
 public:
  PrintBuffer() = default;
  ~PrintBuffer();
  PrintBuffer(const PrintBuffer&) = delete;
  PrintBuffer& operator=(const PrintBuffer&) = delete;

  void append(std::string_view text);

 private:
  void flush();

  std::mutex mutex_;
  std::string text_;
};

}  // namespace quadcl
