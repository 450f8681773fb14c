// SPDX-License-Identifier: Apache-2.0
// The OpenCL C language that our devices support. It is the same for all, but for doubles.
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

/// Whether the device has numbers of double precision: not in the embedded profile.
enum class Doubles : bool { no, yes };

/// Extensions that add to the language.
std::span<const LanguageItem> language_extensions(Doubles doubles = Doubles::yes);
/// The optional features of OpenCL C 3.0.
std::span<const LanguageItem> language_features(Doubles doubles = Doubles::yes);
/// The versions that -cl-std accepts.
std::span<const LanguageItem> language_versions();

/// Extensions and features for the compiler.
std::string language_for_compiler(Doubles doubles = Doubles::yes);

}  // namespace quadcl
