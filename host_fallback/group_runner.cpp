// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/group_runner.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/device_limits.h"
#include "core/float_environment.h"
#include "core/launch/launch_facts.h"
#include "host_fallback/local_size.h"
#include "host_fallback/native_library.h"
#include "host_fallback/printf_output.h"

namespace quadcl {
namespace {

using Clock = std::chrono::steady_clock;

/// Launches that are expected to be shorter run on the calling thread alone. Waking others takes about as
/// long, and then they must fetch the data from the caches of those that worked on it before. Threads wake
/// each other, so the time grows with the logarithm of their number.
constexpr std::chrono::nanoseconds kWakeStep{5000};

Clock::duration short_launch(int threads) {
  return kWakeStep * std::bit_width(static_cast<unsigned>(std::max(1, threads)));
}

constexpr std::size_t kAlignment = QUADCL_MEMORY_ALIGNMENT;

std::uint64_t round_up(std::uint64_t value) { return (value + kAlignment - 1) / kAlignment * kAlignment; }

/// For the kernel's variables and the `__local` arguments. The sum stops at one byte more than the device
/// has, so it cannot overflow.
std::uint64_t needed_local_bytes(const LaunchRequest& request) {
  const auto rounded = [](std::uint64_t bytes) { return round_up(std::min(bytes, kLocalMemoryBytes + 1)); };
  std::uint64_t bytes = rounded(request.kernel->code.local_bytes);
  for (const ArgumentValue& argument : request.arguments) {
    if (const auto* local = std::get_if<LocalArgument>(&argument)) bytes += rounded(local->size);
  }
  return bytes;
}

std::uint64_t bytes_of_image(const MemoryRange& argument) {
  return argument.host != nullptr ? bytes_of(*reinterpret_cast<const quadcl_image*>(argument.host)) : 0;
}

/// The size of all buffers and images together. It cannot overflow: they are all in memory, and a kernel has
/// few arguments.
std::uint64_t memory_bytes(const LaunchRequest& request) {
  const auto& arguments = request.kernel->arguments;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < request.arguments.size(); ++i) {
    const auto* range = std::get_if<MemoryRange>(&request.arguments[i]);
    if (range == nullptr) continue;
    bytes += i < arguments.size() && arguments[i].is_image() ? bytes_of_image(*range) : range->size;
  }
  return bytes;
}

/// The size of the work-groups: that of the kernel, else that of the launch, else one that suits the workers.
/// A kernel that sees its groups has one of them for a small range, as authors of such kernels expect. Others
/// may run in longer groups than asked for.
std::array<std::size_t, 3> group_size(const LaunchRequest& request, std::size_t workers) {
  const KernelImage& kernel = *request.kernel;
  if (kernel.required_local[0] != 0) return kernel.required_local;
  const Rows rows{kernel.code.row_dimension, kernel.code.has_blocks};
  if (!request.range.has_local() && kernel.sees_groups && fits_one_group(request.range))
    return request.range.global;
  if (!request.range.has_local())
    return choose_local_size(request.range, workers, kernel.needs_equal_groups, rows);
  return kernel.code.may_join_groups ? join_groups(request.range, workers, rows) : request.range.local;
}

bool groups_can_be_counted(const LaunchRequest& request) {
  if (request.range.empty() || product(request.range.global)) return true;
  // From this number of work-items on, the chosen size is the same for any number of workers. Joined groups
  // are fewer than those of the launch.
  const auto local = request.range.has_local() ? request.range.local : group_size(request, 1);
  std::array<std::size_t, 3> groups{};
  for (unsigned d = 0; d < 3; ++d) groups[d] = group_count(request.range.global[d], local[d]);
  return product(groups).has_value();
}

/// The data of a launch that its workers share.
struct Launch {
  const LaunchRequest& request;
  quadcl_kernel_function function;
  quadcl_group_context common{};  ///< all except the fields of a single group
  std::uint64_t local_bytes = 0;  ///< static variables, then the `__local` arguments, then the unused rest
  std::uint64_t item_bytes = 0;
  std::atomic<bool> out_of_memory = false;
  std::atomic<std::int64_t> nanoseconds = 0;  ///< that all threads spent in groups

  Launch(const LaunchRequest& launch_request, quadcl_kernel_function kernel)
      : request(launch_request), function(kernel) {}

  /// Cannot overflow: check_compiled_launch made sure of it.
  std::size_t group_total() const {
    return common.group_count[0] * common.group_count[1] * common.group_count[2];
  }

  /// A float, since the number may be too large for an integer.
  float item_total() const {
    return static_cast<float>(common.global_size[0]) * static_cast<float>(common.global_size[1]) *
           static_cast<float>(common.global_size[2]);
  }
};

void fill_sizes(Launch& launch, std::size_t workers) {
  const NDRange& range = launch.request.range;
  const auto local = group_size(launch.request, workers);
  quadcl_group_context& context = launch.common;
  context.work_dimensions = range.dimensions;
  for (unsigned d = 0; d < 3; ++d) {
    context.global_offset[d] = range.offset[d];
    context.global_size[d] = range.global[d];
    context.enqueued_local_size[d] = std::min(local[d], std::max<std::size_t>(range.global[d], 1));
    if (range.has_local()) context.enqueued_local_size[d] = local[d];
    context.group_count[d] = group_count(range.global[d], local[d]);
  }
  // Always the full size: some programs for GPUs exceed their local arrays, which does no harm there.
  if (needed_local_bytes(launch.request) != 0) launch.local_bytes = kLocalMemoryBytes;
  const std::uint64_t items =
      context.enqueued_local_size[0] * context.enqueued_local_size[1] * context.enqueued_local_size[2];
  launch.item_bytes = launch.request.kernel->code.item_bytes * (items + QUADCL_SPARE_ITEMS);
}

struct Free {
  void operator()(std::byte* memory) const { std::free(memory); }
};
using Scratch = std::unique_ptr<std::byte, Free>;

/// Null if there is no memory, or none is needed. Launches that need none are the shortest: an allocation
/// would take as long as they do.
Scratch allocate_scratch(std::uint64_t bytes) {
  if (bytes == 0) return nullptr;
  return Scratch(static_cast<std::byte*>(std::aligned_alloc(kAlignment, round_up(bytes))));
}

/// How often a thread that runs groups for a time looks at the clock: each time that their number has
/// doubled, and after so many. That takes as long as a short group does.
constexpr std::size_t kGroupsUnwatched = 64;

bool is_watched(std::size_t groups) { return std::has_single_bit(groups) || groups % kGroupsUnwatched == 0; }

/// A thread's own part of a launch: local memory, values that live across barriers, and the argument list.
class Worker {
 public:
  explicit Worker(Launch& launch)
      : launch_(launch),
        dimensions_(dimensions_from(launch.request.kernel->code.row_dimension)),
        context_(launch.common),
        local_(allocate_scratch(launch.local_bytes)),
        items_(allocate_scratch(launch.item_bytes)) {
    if (!ready()) {
      launch.out_of_memory = true;
      return;
    }
    context_.local_memory = local_.get();
    context_.item_memory = items_.get();
    context_.print = print;
    context_.address_space = address_space;
    context_.runner = this;
    bind_arguments();
  }

  /// Groups are numbered along the rows of work-items first.
  void run_groups(std::size_t first, std::size_t end) {
    run_groups_while(first, end, [](std::size_t) { return true; });
  }

  /// Returns the number of the first group that it did not start, because the time was over by then.
  std::size_t run_groups_within(Clock::duration time) {
    const Clock::time_point end = Clock::now() + time;
    return run_groups_while(0, launch_.group_total(),
                            [end](std::size_t groups) { return !is_watched(groups) || Clock::now() < end; });
  }

 private:
  bool ready() const { return (local_ || launch_.local_bytes == 0) && (items_ || launch_.item_bytes == 0); }

  template <typename Condition>
  std::size_t run_groups_while(std::size_t first, std::size_t end, const Condition& goes_on) {
    if (!ready()) return end;
    const DefaultFloats floats;
    const Clock::time_point start = Clock::now();
    place_all(first);
    for (; first < end && goes_on(first); ++first) {
      run_group();
      step();
    }
    // A locked instruction: stores past the caches are done before it (kernel_abi.h, streams).
    launch_.nanoseconds += std::chrono::nanoseconds(Clock::now() - start).count();
    return first;
  }

  void place_all(std::size_t first) {
    std::size_t rest = first;
    for (const unsigned d : dimensions_) {
      place(d, rest % context_.group_count[d]);
      rest /= context_.group_count[d];
    }
  }

  void place(unsigned d, std::uint64_t id) {
    context_.group_id[d] = id;
    const std::uint64_t first_item = id * context_.enqueued_local_size[d];
    context_.local_size[d] = std::min(context_.enqueued_local_size[d], context_.global_size[d] - first_item);
  }

  /// To the next group, without divisions: they can take longer than a group of one work-item.
  void step() {
    for (const unsigned d : dimensions_) {
      const std::uint64_t id = context_.group_id[d] + 1;
      const bool again = id == context_.group_count[d];
      place(d, again ? 0 : id);
      if (!again) return;
    }
  }

  void run_group() {
    stack_ = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    launch_.function(arguments_.data(), &context_);
  }

  /// No exception can pass through compiled code.
  static std::int32_t print(const quadcl_group_context*, const char* format, const void* values,
                            std::uint64_t count) noexcept try {
    const auto text = printf_text(format, values, count);
    if (!text) return -1;
    // At once: a fault of the kernel would end the process, and with it all text that is kept.
    std::fwrite(text->data(), 1, text->size(), stdout);
    std::fflush(stdout);
    return 0;
  } catch (...) {
    return -1;
  }

  static std::int32_t address_space(const quadcl_group_context* context, const void* pointer) {
    const auto& worker = *static_cast<Worker*>(context->runner);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto within = [&](const Scratch& memory, std::uint64_t bytes) {
      return address - reinterpret_cast<std::uintptr_t>(memory.get()) < bytes;
    };
    if (within(worker.local_, worker.launch_.local_bytes)) return QUADCL_ADDRESS_LOCAL;
    // Private variables are in the frames between run_group's and this one. All our stacks grow downwards.
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const bool on_stack = address > here && address < worker.stack_;
    return on_stack || within(worker.items_, worker.launch_.item_bytes) ? QUADCL_ADDRESS_PRIVATE
                                                                        : QUADCL_ADDRESS_GLOBAL;
  }

  void bind_arguments() {
    std::byte* local = local_.get() + round_up(launch_.request.kernel->code.local_bytes);
    pointers_.resize(launch_.request.arguments.size());
    arguments_.reserve(pointers_.size());
    for (std::size_t i = 0; i < pointers_.size(); ++i) {
      const ArgumentValue& argument = launch_.request.arguments[i];
      arguments_.push_back(&pointers_[i]);
      if (const auto* value = std::get_if<ValueArgument>(&argument)) arguments_[i] = value->data();
      if (const auto* range = std::get_if<MemoryRange>(&argument)) pointers_[i] = range->host;
      if (const auto* size = std::get_if<LocalArgument>(&argument)) {
        pointers_[i] = local;
        local += round_up(size->size);
      }
    }
  }

  Launch& launch_;
  std::array<unsigned, 3> dimensions_;
  quadcl_group_context context_;
  Scratch local_;
  Scratch items_;
  std::uintptr_t stack_ = 0;  ///< start of the frames of the running group
  std::vector<void*> pointers_;
  std::vector<const void*> arguments_;
};

void run_in_parallel(Launch& launch, std::size_t first, GroupThreads& threads) {
  tbb::enumerable_thread_specific<Worker> workers([&] { return Worker(launch); });
  const tbb::blocked_range<std::size_t> groups(first, launch.group_total());
  const auto run = [&](const tbb::blocked_range<std::size_t>& part) {
    workers.local().run_groups(part.begin(), part.end());
  };
  const std::unique_lock affinity(threads.affinity_mutex, std::try_to_lock);
  threads.arena.execute([&] {
    if (affinity) {
      tbb::parallel_for(groups, run, threads.affinity);
    } else {
      tbb::parallel_for(groups, run);
    }
  });
}

/// Whether the launch will take no longer than `time`, by what the kernel's launches took.
bool is_shorter(const Launch& launch, const LoadedKernel& kernel, Clock::duration time) {
  const float each = kernel.nanoseconds_per_item;
  return each > 0 && each * launch.item_total() < static_cast<float>(std::chrono::nanoseconds(time).count());
}

/// Several threads together take longer than one would, because data goes from cache to cache. So the least
/// time counts, and only grows slowly. Otherwise a kernel whose launches are almost short might never run on
/// one thread again.
void remember_time(const Launch& launch, LoadedKernel& kernel) {
  constexpr float kGrowth = 1.1f;
  const float old = kernel.nanoseconds_per_item;
  const float now = static_cast<float>(launch.nanoseconds) / launch.item_total();
  kernel.nanoseconds_per_item = old > 0 ? std::min(now, kGrowth * old) : now;
}

/// The groups that the calling thread runs alone: all of a device of one compute unit, in their order, and
/// those of a launch that ought to be short. Returns their number.
std::size_t run_alone(Launch& launch, const LoadedKernel& kernel, int threads) {
  if (threads == 1) {
    Worker(launch).run_groups(0, launch.group_total());
    return launch.group_total();
  }
  const Clock::duration time = short_launch(threads);
  if (launch.group_total() > 1 && !is_shorter(launch, kernel, time)) return 0;
  return Worker(launch).run_groups_within(time);
}

void run_groups(Launch& launch, LoadedKernel& kernel, GroupThreads& threads) {
  const std::size_t done = run_alone(launch, kernel, threads.arena.max_concurrency());
  if (done < launch.group_total()) run_in_parallel(launch, done, threads);
  remember_time(launch, kernel);
}

}  // namespace

Result<void> check_compiled_launch(const LaunchRequest& request) {
  if (needed_local_bytes(request) > kLocalMemoryBytes) {
    return Error{ErrorCode::out_of_resources, "kernel '" + request.kernel->name +
                                                  "' needs more local memory than the device's " +
                                                  std::to_string(kLocalMemoryBytes) + " bytes"};
  }
  const auto items = product(request.range.local);
  if (!items || *items > kMaxWorkGroupSize) {
    return Error{ErrorCode::invalid_argument_value,
                 "a work-group has at most " + std::to_string(kMaxWorkGroupSize) + " work-items"};
  }
  if (!groups_can_be_counted(request)) {
    return Error{ErrorCode::out_of_resources,
                 "kernel '" + request.kernel->name + "' has more work-groups than the device can count"};
  }
  return {};
}

Result<void> run_compiled_launch(const LaunchRequest& request, GroupThreads& threads,
                                 const RunnerSettings& settings) {
  QUADCL_TRY(LoadedKernel* const kernel, load_kernel(request.kernel->code, settings.temporary_folder));
  if (request.range.empty()) return {};
  Launch launch(request, kernel->function);
  fill_sizes(launch, static_cast<std::size_t>(std::max(1, threads.arena.max_concurrency())));
  launch.common.streams = memory_bytes(request) >= settings.stream_bytes ? 1 : 0;
  run_groups(launch, *kernel, threads);
  if (launch.out_of_memory)
    return Error{ErrorCode::out_of_host_memory,
                 "no memory for the work-items of '" + request.kernel->name + "'"};
  return {};
}

}  // namespace quadcl
