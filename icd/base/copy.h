// SPDX-License-Identifier: Apache-2.0
// Work on much memory, which several processor cores do faster than one.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

namespace quadcl::icd {

/// Calls `work(first, end)` for parts of the numbers from 0 to `count` that together are all of them. If they
/// stand for at least a mebibyte, several threads do it at the same time. `bytes_each`: bytes that one number
/// stands for.
void in_parts(std::size_t count, std::size_t bytes_each,
              const std::function<void(std::size_t first, std::size_t end)>& work);

/// Copies as memmove does: the ranges may overlap.
void copy_bytes(void* target, const void* source, std::size_t size);

/// For the end of the process: from now on all work stays on the thread that asks for it. Waits up to
/// `patience` for work that is on several.
void stay_on_one_thread(std::chrono::milliseconds patience) noexcept;

}  // namespace quadcl::icd
