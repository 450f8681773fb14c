// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/recorder.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace replay {
namespace {

namespace fs = std::filesystem;

std::size_t number_from(const char* variable, std::size_t standard) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : standard;
}

void say(const std::string& message) { std::fprintf(stderr, "capture: %s\n", message.c_str()); }

void check(cl_int error, const char* what) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + " failed with " + std::to_string(error));
}

/// The options with absolute folders of included files, since the replay runs elsewhere.
std::string with_absolute_folders(const std::string& options) {
  std::istringstream words(options);
  std::string word, result;
  while (words >> word) {
    if (word == "-I") {
      std::string folder;
      words >> folder;
      word += folder;
    }
    if (word.rfind("-I", 0) == 0 && word.find_first_of("\"'") == std::string::npos)
      word = "-I" + fs::absolute(word.substr(2)).string();
    result += (result.empty() ? "" : " ") + word;
  }
  return options.find("-I") == std::string::npos ? options : result;
}

Size3 to_size3(cl_uint dimensions, const std::size_t* sizes, std::size_t fill) {
  Size3 result{fill, fill, fill};
  if (sizes != nullptr) std::copy_n(sizes, dimensions, result.begin());
  return result;
}

std::string shape_of(const Launch& launch) {
  std::string text;
  for (const std::size_t* sizes : {launch.offset, launch.global, launch.local}) {
    for (cl_uint i = 0; sizes != nullptr && i < launch.dimensions; ++i)
      text += std::to_string(sizes[i]) + ',';
    text += ';';
  }
  return text;
}

std::string hash_text(const std::string& text) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(std::hash<std::string>{}(text)));
  return digits;
}

}  // namespace

Settings settings_from_environment() {
  Settings settings;
  if (const char* folder = std::getenv("CAPTURE_FOLDER")) settings.folder = fs::absolute(folder);
  settings.shapes = number_from("CAPTURE_SHAPES", settings.shapes);
  settings.skip = number_from("CAPTURE_SKIP", settings.skip);
  settings.mebibytes = number_from("CAPTURE_MIB", settings.mebibytes);
  return settings;
}

void Recorder::program_made(cl_program program, const std::string& source) {
  const std::lock_guard lock(mutex_);
  programs_[program] = std::make_shared<Program>(Program{source, {}});
}

void Recorder::program_without_source(cl_program program) {
  const std::lock_guard lock(mutex_);
  programs_.erase(program);
}

void Recorder::program_built(cl_program program, const char* options) {
  const std::lock_guard lock(mutex_);
  const auto found = programs_.find(program);
  if (found != programs_.end())
    found->second->options = with_absolute_folders(options != nullptr ? options : "");
}

void Recorder::program_linked(cl_program linked, cl_uint count, const cl_program* parts) {
  const std::lock_guard lock(mutex_);
  const auto found = count == 1 ? programs_.find(parts[0]) : programs_.end();
  if (found != programs_.end())
    programs_[linked] = std::make_shared<Program>(*found->second);
  else
    programs_.erase(linked);
}

void Recorder::kernel_made(cl_kernel kernel, cl_program program) {
  std::size_t size = 0;
  cl_uint arguments = 0;
  api_.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, 0, nullptr, &size);
  std::string name(size, '\0');
  api_.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, size, name.data(), nullptr);
  api_.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr);
  const std::lock_guard lock(mutex_);
  const auto found = programs_.find(program);
  kernels_[kernel] = {found != programs_.end() ? found->second : nullptr, name.c_str(),
                      std::vector<Set>(arguments)};
}

void Recorder::kernel_cloned(cl_kernel kernel, cl_kernel original) {
  const std::lock_guard lock(mutex_);
  kernels_[kernel] = kernels_[original];
}

void Recorder::buffer_made(cl_mem memory) {
  const std::lock_guard lock(mutex_);
  buffers_.insert(memory);
  others_.erase(memory);
}

void Recorder::other_object_made(const void* object) {
  const std::lock_guard lock(mutex_);
  others_.insert(object);
  buffers_.erase(object);
}

/// A handle is told from a number by its value: that of an object which the program has made.
Recorder::Set Recorder::classified(std::size_t size, const void* value) const {
  if (value == nullptr) return LocalMemory{size};
  if (size == sizeof(cl_mem)) {
    cl_mem handle = nullptr;
    std::memcpy(&handle, value, size);
    if (buffers_.count(handle) != 0) return handle;
    if (others_.count(handle) != 0) return Unusable{"an image, a sampler or a pipe"};
  }
  const auto* bytes = static_cast<const unsigned char*>(value);
  return Value{Bytes(bytes, bytes + size)};
}

void Recorder::set(cl_kernel kernel, cl_uint index, Set argument) {
  const auto found = kernels_.find(kernel);
  if (found != kernels_.end() && index < found->second.arguments.size())
    found->second.arguments[index] = std::move(argument);
}

void Recorder::argument_set(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
  const std::lock_guard lock(mutex_);
  set(kernel, index, classified(size, value));
}

void Recorder::pointer_set(cl_kernel kernel, cl_uint index) {
  const std::lock_guard lock(mutex_);
  set(kernel, index, Unusable{"shared virtual memory"});
}

void Recorder::launched(const Launch& launch) {
  if (settings_.folder.empty() || launch.global == nullptr || launch.dimensions < 1 || launch.dimensions > 3)
    return;
  std::string folder;
  const std::optional<Kernel> kernel = wanted(launch, folder);
  if (!kernel) return;
  try {
    capture(launch, *kernel, folder);
  } catch (const std::exception& error) {
    say(kernel->name + " skipped: " + error.what());
  }
}

/// The kernel, with its arguments of now, if this launch is one to capture.
std::optional<Recorder::Kernel> Recorder::wanted(const Launch& launch, std::string& folder) {
  const std::lock_guard lock(mutex_);
  const auto found = kernels_.find(launch.kernel);
  if (found == kernels_.end()) return std::nullopt;
  const Kernel& kernel = found->second;
  const std::string code = kernel.program ? kernel.program->options + '\n' + kernel.program->source : "";
  const std::string identity = kernel.name + '-' + hash_text(code), shape = shape_of(launch);
  Count& count = counts_[identity];
  if (count.captured == settings_.shapes || ++count.launches[shape] != settings_.skip + 1)
    return std::nullopt;
  ++count.captured;
  folder = identity + '-' + hash_text(shape);
  return kernel;
}

template <typename T>
T Recorder::memory_info(cl_mem memory, cl_mem_info parameter) const {
  T value{};
  check(api_.clGetMemObjectInfo(memory, parameter, sizeof value, &value, nullptr), "clGetMemObjectInfo");
  return value;
}

/// The number of `memory` in the capture, whose other buffers are `known`. Reads its content if it is new.
std::size_t Recorder::add_buffer(Capture& capture, std::vector<cl_mem>& known, cl_mem memory,
                                 cl_command_queue queue) const {
  const auto place = std::find(known.begin(), known.end(), memory);
  if (place != known.end()) return static_cast<std::size_t>(place - known.begin());
  Buffer buffer;
  const auto size = memory_info<std::size_t>(memory, CL_MEM_SIZE);
  const auto parent = memory_info<cl_mem>(memory, CL_MEM_ASSOCIATED_MEMOBJECT);
  if (parent != nullptr) {
    const std::size_t number = add_buffer(capture, known, parent, queue);
    buffer.part = Part{number, memory_info<std::size_t>(memory, CL_MEM_OFFSET), size};
  } else {
    std::size_t total = size;
    for (const Buffer& other : capture.buffers) total += other.content.size();
    if (total > settings_.mebibytes << 20)
      throw std::runtime_error("its buffers are larger than CAPTURE_MIB");
    buffer.content.resize(size);
    check(
        api_.clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, size, buffer.content.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  }
  known.push_back(memory);
  capture.buffers.push_back(std::move(buffer));
  return known.size() - 1;
}

void Recorder::capture(const Launch& launch, const Kernel& kernel, const std::string& folder) const {
  const fs::path path = settings_.folder / folder;
  if (fs::exists(path)) return;
  if (!kernel.program) throw std::runtime_error("its program was not made from one source");
  if (launch.waits > 0) check(api_.clWaitForEvents(launch.waits, launch.wait_list), "clWaitForEvents");
  check(api_.clFinish(launch.queue), "clFinish");
  Capture capture{fs::read_symlink("/proc/self/exe").filename(),
                  kernel.name,
                  kernel.program->source,
                  kernel.program->options,
                  launch.dimensions,
                  to_size3(launch.dimensions, launch.offset, 0),
                  to_size3(launch.dimensions, launch.global, 1),
                  {},
                  {},
                  {}};
  if (launch.local != nullptr) capture.local = to_size3(launch.dimensions, launch.local, 1);
  std::vector<cl_mem> known;
  for (const Set& argument : kernel.arguments) {
    if (const auto* unusable = std::get_if<Unusable>(&argument))
      throw std::runtime_error(std::string("it has ") + unusable->what);
    if (std::holds_alternative<std::monostate>(argument)) throw std::runtime_error("an argument is not set");
    if (const auto* value = std::get_if<Value>(&argument)) capture.arguments.emplace_back(*value);
    if (const auto* local = std::get_if<LocalMemory>(&argument)) capture.arguments.emplace_back(*local);
    if (const auto* memory = std::get_if<cl_mem>(&argument))
      capture.arguments.emplace_back(BufferNumber{add_buffer(capture, known, *memory, launch.queue)});
  }
  // Complete or not there, should the program end meanwhile.
  const fs::path partial = path.string() + ".part" + std::to_string(getpid());
  write(capture, partial);
  fs::rename(partial, path);
}

}  // namespace replay
