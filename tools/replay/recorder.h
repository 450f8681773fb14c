// SPDX-License-Identifier: Apache-2.0
//
// What a host program did with the OpenCL API, as far as a capture of its launches needs it.
//
// Variables of the environment:
//   CAPTURE_FOLDER  where captures go; without it, nothing is captured
//   CAPTURE_SHAPES  captures of each kernel, with different NDRanges (default 1)
//   CAPTURE_SKIP    launches of each shape before the one that is captured (default 0)
//   CAPTURE_MIB     most memory of all buffers of a launch (default 1024); others are skipped
// A launch is skipped with a message, too, if its program was not made from one source, or if it has an
// image, a sampler, a pipe or shared virtual memory. A folder that exists is kept, so another run adds what
// is new.
#pragma once

#include <CL/cl_icd.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "tools/replay/capture.h"

namespace replay {

struct Settings {
  std::filesystem::path folder;
  std::size_t shapes = 1, skip = 0, mebibytes = 1024;
};
Settings settings_from_environment();

struct Launch {
  cl_command_queue queue;
  cl_kernel kernel;
  cl_uint dimensions;
  const std::size_t *offset, *global, *local;
  cl_uint waits;
  const cl_event* wait_list;
};

/// Threads may call it at the same time.
class Recorder {
 public:
  Recorder(const cl_icd_dispatch& api, Settings settings) : api_(api), settings_(std::move(settings)) {}

  void program_made(cl_program program, const std::string& source);
  void program_without_source(cl_program program);
  void program_built(cl_program program, const char* options);  ///< or compiled
  /// The options of the link count as no more than hints.
  void program_linked(cl_program linked, cl_uint count, const cl_program* parts);
  void kernel_made(cl_kernel kernel, cl_program program);
  void kernel_cloned(cl_kernel kernel, cl_kernel original);
  void buffer_made(cl_mem memory);
  void other_object_made(const void* object);
  void argument_set(cl_kernel kernel, cl_uint index, std::size_t size, const void* value);
  void pointer_set(cl_kernel kernel, cl_uint index);
  void launched(const Launch& launch);  ///< before the launch

 private:
  struct Program {
    std::string source, options;
  };
  struct Unusable {
    const char* what;
  };
  using Set = std::variant<std::monostate, Value, LocalMemory, cl_mem, Unusable>;
  struct Kernel {
    std::shared_ptr<Program> program;  ///< null without source
    std::string name;
    std::vector<Set> arguments;
  };
  struct Count {
    std::map<std::string, std::size_t> launches;  ///< of each shape
    std::size_t captured = 0;
  };

  void set(cl_kernel kernel, cl_uint index, Set argument);
  Set classified(std::size_t size, const void* value) const;
  std::optional<Kernel> wanted(const Launch& launch, std::string& folder);
  void capture(const Launch& launch, const Kernel& kernel, const std::string& folder) const;
  std::size_t add_buffer(Capture& capture, std::vector<cl_mem>& known, cl_mem memory,
                         cl_command_queue queue) const;

  template <typename T>
  T memory_info(cl_mem memory, cl_mem_info parameter) const;

  const cl_icd_dispatch& api_;
  const Settings settings_;
  std::mutex mutex_;
  std::map<cl_program, std::shared_ptr<Program>> programs_;
  std::map<cl_kernel, Kernel> kernels_;
  std::set<const void*> buffers_, others_;
  std::map<std::string, Count> counts_;  ///< of each kernel with its source and options
};

}  // namespace replay
