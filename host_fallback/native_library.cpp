// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/native_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include <map>

#include "core/memory_file.h"

namespace quadcl {
namespace {

/// Compiled code may call these libraries for operations that the processor lacks: roundings, fused
/// multiply-add, wide integers.
void load_support_libraries() {
  static const bool loaded = [] {
    for (const char* name : {"libm.so.6", "libgcc_s.so.1"}) dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    return true;
  }();
  (void)loaded;
}

/// The loaded machine code of a program, and those of its kernels that were asked for.
struct Library {
  explicit Library(void* library) : handle(library) {}
  ~Library() { dlclose(handle); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void* handle;
  std::map<std::string, LoadedKernel> kernels;
};

Result<std::shared_ptr<void>> load(const NativeCode& code, const std::string& temporary_folder) {
  load_support_libraries();
  MemoryFile file(temporary_folder);
  if (!file.ok()) {
    return Error{ErrorCode::out_of_resources,
                 "no place for the program's machine code: /proc/self/fd does not show the files of this "
                 "process, and " +
                     file.path() + " cannot be made: " + strerror(errno)};
  }
  if (!file.write(code.elf))
    return Error{ErrorCode::out_of_host_memory, "no memory for the program's machine code"};
  void* library = dlopen(file.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{ErrorCode::internal,
                 std::string("the program's machine code cannot be loaded: ") + dlerror()};
  }
  return std::shared_ptr<void>(std::make_shared<Library>(library));
}

}  // namespace

Result<LoadedKernel*> load_kernel(const KernelCode& code, const std::string& temporary_folder) {
  if (!code.object) return Error{ErrorCode::unsupported, "the kernel has no code for the CPU"};
  const std::lock_guard lock(code.object->mutex);
  if (!code.object->loaded) {
    QUADCL_TRY(code.object->loaded, load(*code.object, temporary_folder));
  }
  auto& library = *static_cast<Library*>(code.object->loaded.get());
  LoadedKernel& kernel = library.kernels[code.symbol];
  if (kernel.function == nullptr)
    kernel.function = reinterpret_cast<quadcl_kernel_function>(dlsym(library.handle, code.symbol.c_str()));
  if (kernel.function == nullptr)
    return Error{ErrorCode::internal, "the program's machine code lacks '" + code.symbol + "'"};
  return &kernel;
}

}  // namespace quadcl
