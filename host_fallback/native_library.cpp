// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/native_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <span>

namespace quadcl {
namespace {

bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

/// A file that dlopen can name, removed with the object: in memory if /proc shows the files of this process,
/// else in the folder for temporary files.
class CodeFile {
 public:
  explicit CodeFile(const std::string& temporary_folder) {
    if (!open_in_memory()) open_temporary(temporary_folder);
  }
  ~CodeFile() {
    if (ok()) close(descriptor_);
    if (is_temporary_) unlink(path_.c_str());
  }
  CodeFile(const CodeFile&) = delete;
  CodeFile& operator=(const CodeFile&) = delete;

  bool ok() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  const std::string& path() const { return path_; }

 private:
  bool open_in_memory() {
    descriptor_ = memfd_create("quadcl-program", MFD_CLOEXEC);
    path_ = unique_path(descriptor_);
    if (!ok() || access(path_.c_str(), R_OK) == 0) return ok();
    close(descriptor_);
    return false;
  }

  void open_temporary(const std::string& folder) {
    path_ = folder + "/quadcl-XXXXXX";
    descriptor_ = mkostemp(path_.data(), O_CLOEXEC);
    is_temporary_ = ok();
  }

  /// The descriptor's name in /proc. It differs for every file of the process, even if this library is loaded
  /// twice. dlopen takes equal paths for the same library, and descriptors are reused.
  static std::string unique_path(int descriptor) {
    static std::atomic<std::uintptr_t> count = 0;
    std::string path = "/proc/self/fd";
    append_steps(path, reinterpret_cast<std::uintptr_t>(&count));
    append_steps(path, count++);
    return path + "/" + std::to_string(descriptor);
  }

  /// Spells a number in path components that do not change the folder.
  static void append_steps(std::string& path, std::uintptr_t number) {
    for (int bit = 0; bit < std::numeric_limits<std::uintptr_t>::digits; ++bit)
      path += (number >> bit & 1) != 0 ? "/." : "/";
  }

  int descriptor_ = -1;
  bool is_temporary_ = false;
  std::string path_;
};

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
  const CodeFile file(temporary_folder);
  if (!file.ok()) {
    return Error{ErrorCode::out_of_resources,
                 "no place for the program's machine code: /proc/self/fd does not show the files of this "
                 "process, and " +
                     file.path() + " cannot be made: " + strerror(errno)};
  }
  if (!write_all(file.descriptor(), code.elf))
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
