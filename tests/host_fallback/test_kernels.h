// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "core/kernel_image.h"

/// A kernel of answer_kernel.cpp.
inline quadcl::KernelCode test_kernel(const char* symbol) {
  std::ifstream file(QUADCL_TEST_KERNEL, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto object = std::make_shared<quadcl::NativeCode>();
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  object->elf.assign(begin, begin + bytes.size());
  return {.object = object, .symbol = symbol};
}
