// SPDX-License-Identifier: Apache-2.0

/// Static objects of the plugin and of LLVM inside it are never destroyed: builds may go on, or begin, while
/// the application exits, and the plugin is never unloaded. This function stands for the C library's in the
/// plugin alone.
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }
