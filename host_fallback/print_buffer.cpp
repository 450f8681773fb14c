// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/print_buffer.h"

#include <cstdio>

namespace quadcl {
namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 20;

}  // namespace

PrintBuffer::~PrintBuffer() { flush(); }

void PrintBuffer::append(std::string_view text) {
  const std::lock_guard lock(mutex_);
  text_ += text;
  if (text_.size() >= kFlushBytes) flush();
}

void PrintBuffer::flush() {
  if (text_.empty()) return;
  std::fwrite(text_.data(), 1, text_.size(), stdout);
  std::fflush(stdout);
  text_.clear();
}

}  // namespace quadcl
