// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

#include <utility>

namespace quadcl::compiler {

/// (image): whether the offset of each byte from the first fits into 31 bits, if that is known
/// (work_group/versions/known_handles.h). No library defines this function.
inline constexpr const char* kIsNearFunction = "_Z14quadcl_is_nearPU3AS1K12quadcl_image";

/// (image): whether it lies as texture units take it, if that is known. No library defines this function.
inline constexpr const char* kIsTextureFunction = "_Z17quadcl_is_texturePU3AS1K12quadcl_image";

/// Part of the names of functions that the library defines for pixels of any format: (pixel, channel order,
/// channel type, ...).
inline constexpr llvm::StringLiteral kAnyFormatFunctions = "quadcl_any_format_";

/// The numbers of a colour that a kernel reads or writes.
enum class ColourKind { floats, naturals, integers };

/// The kind of colours that a function for any format takes or gives, by a part of its name.
inline constexpr std::pair<llvm::StringLiteral, ColourKind> kKindsOfAnyFormat[] = {
    {"quadcl_any_format_load_fPU", ColourKind::floats},
    {"quadcl_any_format_store_fPU", ColourKind::floats},
    {"quadcl_any_format_load_uiPU", ColourKind::naturals},
    {"quadcl_any_format_store_uiPU", ColourKind::naturals},
    {"quadcl_any_format_load_iPU", ColourKind::integers},
    {"quadcl_any_format_store_iPU", ColourKind::integers}};

}  // namespace quadcl::compiler
