// SPDX-License-Identifier: Apache-2.0
// The OpenCL C language that our devices support. It is the same for all: OpenCL C runs on the CPU.
#pragma once

#include <span>
#include <string>

namespace quadcl {

/// A name and its version.
struct LanguageItem {
  const char* name;
  unsigned major_version;
  unsigned minor_version;
};

/// Extensions that add to the language.
std::span<const LanguageItem> language_extensions();
/// The optional features of OpenCL C 3.0.
std::span<const LanguageItem> language_features();
/// The versions that -cl-std accepts.
std::span<const LanguageItem> language_versions();

/// Extensions and features for the compiler.
std::string language_for_compiler();

}  // namespace quadcl
