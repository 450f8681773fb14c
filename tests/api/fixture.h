// SPDX-License-Identifier: Apache-2.0
// Shared by all API tests: the platform and device under test, owners of handles, and rules for families of
// functions.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace api {

/// The platform whose name contains QUADCL_TEST_PLATFORM (default "QuadCL").
cl_platform_id platform();
/// The platform's device with index QUADCL_TEST_DEVICE (default 0).
cl_device_id device();
std::vector<cl_device_id> all_devices();
/// True if the platform under test is ours. Tests with the tag [quadcl] run only there.
bool is_quadcl();

inline cl_int release_handle(cl_context handle) { return clReleaseContext(handle); }
inline cl_int release_handle(cl_command_queue handle) { return clReleaseCommandQueue(handle); }
inline cl_int release_handle(cl_mem handle) { return clReleaseMemObject(handle); }
inline cl_int release_handle(cl_event handle) { return clReleaseEvent(handle); }
inline cl_int release_handle(cl_program handle) { return clReleaseProgram(handle); }
inline cl_int release_handle(cl_kernel handle) { return clReleaseKernel(handle); }
inline cl_int release_handle(cl_sampler handle) { return clReleaseSampler(handle); }

/// Owner of one reference to an OpenCL object.
template <typename T>
class Owned {
 public:
  Owned() = default;
  explicit Owned(T handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(other.detach()) {}
  Owned& operator=(Owned&& other) noexcept {
    reset(other.detach());
    return *this;
  }
  ~Owned() { reset(); }

  operator T() const { return handle_; }
  T get() const { return handle_; }

  /// The place for a new handle; the old one is released.
  T* out() {
    reset();
    return &handle_;
  }
  /// For a wait list of one.
  const T* list() const { return &handle_; }

  T detach() { return std::exchange(handle_, nullptr); }
  void reset(T handle = nullptr) {
    if (handle_ != nullptr) release_handle(handle_);
    handle_ = handle;
  }

 private:
  T handle_ = nullptr;
};

using Context = Owned<cl_context>;
using Queue = Owned<cl_command_queue>;
using Buffer = Owned<cl_mem>;
using Event = Owned<cl_event>;
using Program = Owned<cl_program>;
using Kernel = Owned<cl_kernel>;

/// Calls `create(cl_int*)` and requires that it succeeds.
template <typename Create>
auto made(Create create) {
  cl_int error = 1;
  Owned handle(create(&error));
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(handle.get() != nullptr);
  return handle;
}

/// The error of `create(cl_int*)`; checks that a handle is returned exactly on success.
template <typename Create>
cl_int error_of(Create create) {
  cl_int error = 1;
  Owned handle(create(&error));
  CHECK((handle.get() != nullptr) == (error == CL_SUCCESS));
  return error;
}

Context make_context(const std::vector<cl_device_id>& devices = {device()});
Queue make_queue(cl_context context, cl_command_queue_properties properties = 0,
                 cl_device_id queue_device = device());
Buffer make_buffer(cl_context context, std::size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE,
                   void* host = nullptr);
/// A sub-buffer; requires success.
Buffer make_sub_buffer(cl_mem buffer, std::size_t origin, std::size_t size, cl_mem_flags flags = 0);

/// A device of the platform other than the one under test; NULL if there is none.
cl_device_id other_device();

/// A context with one in-order queue: the start of most tests.
struct Setup {
  Context context = make_context();
  Queue queue = make_queue(context);
};

/// A user event that holds commands back until `open` or the destructor.
class Gate {
 public:
  explicit Gate(cl_context context);
  ~Gate() { set(CL_COMPLETE); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void open() { set(CL_COMPLETE); }
  void fail(cl_int error) { set(error); }
  cl_event event() const { return event_; }
  const cl_event* list() const { return event_.list(); }

 private:
  void set(cl_int status);

  Event event_;
  bool closed_ = true;
};

/// The bytes 0, 1, 2 ... 255, 0 ...
std::vector<unsigned char> counting_bytes(std::size_t size, unsigned first = 0);

/// A buffer of the context, filled with `contents`.
template <typename T>
Buffer make_filled(cl_context context, const std::vector<T>& contents) {
  return make_buffer(context, contents.size() * sizeof(T), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                     const_cast<T*>(contents.data()));
}

/// The contents of a buffer from its start, read by a blocking command.
template <typename T = unsigned char>
std::vector<T> read_back(cl_command_queue queue, cl_mem buffer, std::size_t count) {
  std::vector<T> contents(count);
  REQUIRE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(T), contents.data(), 0, nullptr,
                              nullptr) == CL_SUCCESS);
  return contents;
}

/// One query of a get-info function, with size, value and size_ret as parameters.
using Query = std::function<cl_int(std::size_t, void*, std::size_t*)>;

template <typename Function, typename... Args>
Query query(Function function, Args... args) {
  return [=](std::size_t size, void* value, std::size_t* size_ret) {
    return function(args..., size, value, size_ret);
  };
}

/// The rules of all get-info functions: NULL value, NULL size_ret, exact, larger and too small sizes.
/// Returns the value.
std::vector<unsigned char> check_query(const Query& query);

/// The value of a query whose type is fixed.
template <typename T>
T info(const Query& query) {
  T value{};
  std::size_t size = 0;
  REQUIRE(query(sizeof(T), &value, &size) == CL_SUCCESS);
  REQUIRE(size == sizeof(T));
  return value;
}

template <typename T>
std::vector<T> info_list(const Query& query) {
  std::size_t size = 0;
  REQUIRE(query(0, nullptr, &size) == CL_SUCCESS);
  std::vector<T> values(size / sizeof(T));
  if (size > 0) REQUIRE(query(size, values.data(), nullptr) == CL_SUCCESS);
  return values;
}

std::string info_string(const Query& query);

/// Requires that `text` is `prefix`, major, '.', minor, space, anything; returns major and minor as a
/// version.
cl_version version_in(const std::string& text, const std::string& prefix);

/// A row of a get-info table: `size` bytes, or any number of elements, or a string.
struct InfoRow {
  enum class Shape { value, list, string };
  cl_uint param;
  const char* name;
  Shape shape;
  std::size_t size;
};

#define INFO_VALUE(param, type) \
  api::InfoRow { param, #param, api::InfoRow::Shape::value, sizeof(type) }
#define INFO_LIST(param, type) \
  api::InfoRow { param, #param, api::InfoRow::Shape::list, sizeof(type) }
#define INFO_STRING(param) api::InfoRow{param, #param, api::InfoRow::Shape::string, 1}

/// Applies `check_query` and the row's shape to every row.
void check_rows(std::span<const InfoRow> rows, const std::function<Query(cl_uint)>& query_of);

cl_int event_status(cl_event event);

/// Items that callbacks store for a waiting thread.
template <typename T>
class Mailbox {
 public:
  void put(T item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
    arrived_.notify_all();
  }
  /// Waits for `count` items and returns all items; fewer after a minute.
  std::vector<T> await(std::size_t count) {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, std::chrono::minutes(1), [&] { return items_.size() >= count; });
    return items_;
  }
  std::vector<T> now() {
    const std::lock_guard lock(mutex_);
    return items_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<T> items_;
};

}  // namespace api
