// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "core/image_abi.h"
#include "core/launch/qpu_launch.h"
#include "core/qpu_code.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/submission.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint64_t kLanes = kQpuLanes;
constexpr std::uint64_t kMostEmpty = 4;      ///< tasks of a line for one that is empty
constexpr std::uint32_t kOnce = 0x7fffffff;  ///< more than the x of any row

/// Where the constants lie behind the beginning of the code.
std::size_t offset_of_data(const QpuCode& code) {
  const std::size_t instructions = code.words.size() * sizeof(std::uint64_t);
  return (instructions + kQpuWidestType - 1) / kQpuWidestType * kQpuWidestType;
}

/// A program's code in the memory of the QPUs.
Result<BusAddress> load(const QpuCode& code, BusMemory& bus_memory) {
  const std::lock_guard lock(code.mutex);
  if (code.loaded == nullptr) {
    const std::size_t data = offset_of_data(code);
    // Lanes that must not load anything load from here on, as much as others load: a value of any type.
    const std::size_t bytes = std::max<std::size_t>(code.data.size() * sizeof(std::uint32_t), kQpuWidestType);
    QUADCL_TRY(auto memory, bus_memory.allocate(data + bytes, kQpuWidestType));
    std::memcpy(memory->range().host, code.words.data(), code.words.size() * sizeof(std::uint64_t));
    if (!code.data.empty())
      std::memcpy(memory->range().host + data, code.data.data(), code.data.size() * sizeof(std::uint32_t));
    bus_memory.to_qpus(memory->range());
    code.loaded = std::shared_ptr<Memory>(std::move(memory));
  }
  return *static_cast<const Memory*>(code.loaded.get())->range().bus;
}

/// The code's uniform of a kind; null if it reads none.
const QpuUniform* find(const QpuCode& code, QpuUniformKind kind) {
  const auto found = std::find_if(code.uniforms.begin(), code.uniforms.end(),
                                  [&](const QpuUniform& uniform) { return uniform.kind == kind; });
  return found != code.uniforms.end() ? &*found : nullptr;
}

/// Pieces of lines along dimension 0, those of some lines that lie side by side, or work-groups, numbered as
/// they lie.
struct Tasks {
  Tasks(const LaunchRequest& request, const QpuCode& code, std::uint64_t qpus)
      : range(request.range), size(size_of(request, code)) {
    for (unsigned d = 0; d < 3; ++d) counts[d] = (range.global[d] + size[d] - 1) / size[d];
    const QpuUniform* width = find(code, QpuUniformKind::line_width);
    if (width != nullptr && width->word != 0) counts[0] = spread(counts[0], qpus);
  }

  std::uint64_t count() const { return counts[0] * counts[1] * counts[2]; }
  /// A number of tasks, as one along each dimension.
  std::uint32_t along(std::uint64_t tasks, std::uint32_t dimension) const {
    const std::uint64_t lines = tasks / counts[0];
    const std::uint64_t numbers[]{tasks % counts[0], lines % counts[1], lines / counts[1]};
    return static_cast<std::uint32_t>(numbers[dimension]);
  }
  /// The same in work-items.
  std::uint32_t items_along(std::uint64_t tasks, std::uint32_t dimension) const {
    return along(tasks, dimension) * static_cast<std::uint32_t>(size[dimension]);
  }

  const NDRange& range;
  std::array<std::size_t, 3> size;        ///< in work-items
  std::array<std::uint64_t, 3> counts{};  ///< with empty ones behind the lines

 private:
  /// QPUs take tasks in turn. They get tasks of all places along a line if lines have a number of tasks that
  /// shares no factor with that of the QPUs, so some empty ones are added.
  static std::uint64_t spread(std::uint64_t tasks, std::uint64_t qpus) {
    std::uint64_t best = tasks;
    for (std::uint64_t more = tasks; more <= tasks + tasks / kMostEmpty; ++more)
      if (std::gcd(more, qpus) < std::gcd(best, qpus)) best = more;
    return best;
  }

  static std::array<std::size_t, 3> size_of(const LaunchRequest& request, const QpuCode& code) {
    if (code.runs_groups) return qpu_local_size(request);
    const QpuUniform* together = find(code, QpuUniformKind::task_width);
    if (together == nullptr) return {kLanes, 1, 1};
    const std::uint64_t lines = std::max(together->word, 1U);
    return {static_cast<std::size_t>(width_of(request.range, together->number, lines)),
            static_cast<std::size_t>(lines), 1};
  }

  /// A line that is not too long is one task. Pieces of a long one have twice the rows that run together, if
  /// there are then enough tasks for all QPUs, and as many for each, or as many rows, or at least one row.
  static std::uint64_t width_of(const NDRange& range, std::uint64_t rows_together, std::uint64_t height) {
    const std::uint64_t rows = (range.global[0] + kLanes - 1) / kLanes,
                        lines = (range.global[1] + height - 1) / height * range.global[2];
    const auto tasks = [&](std::uint64_t width) { return (rows + width - 1) / width * lines; };
    if (rows_together > 1 && rows <= 16 * rows_together && lines >= 4 * kQpus) return rows * kLanes;
    // Whether the QPU with the most tasks has not many more rows than others.
    const auto is_even = [&](std::uint64_t width) {
      return (tasks(width) + kQpus - 1) / kQpus * kQpus * width <= rows * lines * 9 / 8;
    };
    if (tasks(2 * rows_together) >= 8 * kQpus && is_even(2 * rows_together))
      return 2 * rows_together * kLanes;
    // Many rows together wait for the DMA engine, which fewer QPUs keep busy: two, if not more.
    const std::uint64_t busy = std::clamp<std::uint64_t>(4 * kQpus / rows_together, 2, kQpus);
    return tasks(rows_together) >= busy ? rows_together * kLanes : kLanes;
  }
};

/// The tasks of one QPU.
struct Share {
  std::uint64_t first, count;
  std::uint32_t qpu, qpus;
};

/// Of a value, or of the description of an image.
std::span<const std::byte> bytes_of(const ArgumentValue& argument) {
  if (const auto* value = std::get_if<ValueArgument>(&argument)) return *value;
  const auto& image = std::get<MemoryRange>(argument);
  return {image.host, image.size};
}

std::uint32_t argument_word(const ArgumentValue& argument, std::uint32_t word) {
  const std::span<const std::byte> bytes = bytes_of(argument);
  std::uint32_t result = 0;
  const std::size_t begin = std::size_t{word} * sizeof result;
  if (begin < bytes.size())
    std::memcpy(&result, bytes.data() + begin, std::min(sizeof result, bytes.size() - begin));
  return result;
}

/// Type 16, RGBA32R, whose upper bit is here, with linear filters (docs/videocore4.md, Textures).
std::uint32_t texture_shape(const ArgumentValue& argument, std::uint32_t wraps) {
  constexpr std::uint32_t kSizeMask = 2047;  // 0 for 2048
  quadcl_image image{};
  const std::span<const std::byte> bytes = bytes_of(argument);
  std::memcpy(&image, bytes.data(), std::min(bytes.size(), sizeof image));
  const auto size = [](std::int32_t pixels) { return static_cast<std::uint32_t>(pixels) & kSizeMask; };
  return 1U << 31 | size(image.height) << 20 | size(image.width) << 8 | (wraps & 15);
}

std::uint32_t buffer_address(const ArgumentValue& argument) {
  const auto& range = std::get<MemoryRange>(argument);
  return range.bus ? range.bus->value() : 0;
}

/// A launch, and what is the same for all its jobs.
struct Launch {
  Launch(const LaunchRequest& request, BusAddress address, unsigned all_qpus)
      : request(request),
        code(qpu_code_for(request)),
        address(address),
        vpm(qpu_vpm_rows(request)),
        shares(vpm.all() / std::max<std::uint64_t>(vpm.in_vpm(), 1)),
        qpus(static_cast<unsigned>(std::min<std::uint64_t>(all_qpus, shares * sharers(code)))),
        tasks(request, code, qpus),
        runs_rows_once(stores_to_other_buffers(request)) {}

  const LaunchRequest& request;
  const QpuCode& code;
  BusAddress address;  ///< of the code
  QpuVpmRows vpm;
  std::uint64_t shares;  ///< of the VPM
  unsigned qpus;         ///< as many as have one
  Tasks tasks;
  bool runs_rows_once;
  std::unique_ptr<Memory> memory;  ///< what work-groups need, where that is not in the VPM

 private:
  /// How many QPUs take one share of the VPM by turns.
  static std::uint64_t sharers(const QpuCode& code) {
    const QpuUniform* row = find(code, QpuUniformKind::vpm_row);
    return row != nullptr ? std::clamp(row->number, 1U, kQpus) : 1;
  }
};

/// A QPU may load a row that begins in front of what work-groups need, or two that end behind it. Two in
/// front keep what needs it at multiples of two rows.
constexpr std::uint64_t kRowsInFront = 2, kRowsAround = kRowsInFront + 2;

std::uint64_t memory_of_qpu(const Launch& launch) {
  return (launch.vpm.of_group() + kRowsAround) * kVpmRowBytes;
}

/// Memory for what work-groups of all QPUs need; of fewer QPUs if there is no room for more.
Result<void> allocate_memory(Launch& launch, BusMemory& bus_memory) {
  if (!launch.vpm.in_memory) return {};
  for (;; launch.qpus /= 2) {
    auto memory = bus_memory.allocate(launch.qpus * memory_of_qpu(launch), 2 * kVpmRowBytes);
    if (!memory.ok() && launch.qpus > 1) continue;
    if (!memory.ok()) return memory.error();
    launch.memory = std::move(memory).value();
    // No store of this computer may still be on its way there.
    bus_memory.to_qpus(launch.memory->range());
    return {};
  }
}

/// Where the memory of a QPU's work-groups begins: a byte of the VPM, or a bus address.
std::uint64_t memory_of_groups(const Launch& launch, std::uint32_t qpu) {
  if (launch.vpm.in_memory)
    return launch.memory->range().bus->value() + qpu * memory_of_qpu(launch) + kRowsInFront * kVpmRowBytes;
  return (qpu % launch.shares * launch.vpm.in_vpm() + launch.vpm.own) * kVpmRowBytes;
}

/// Where local memory begins there. In the VPM, addresses wrap behind it, so that none is the null pointer.
std::uint64_t local_memory(const Launch& launch, std::uint32_t qpu) {
  return memory_of_groups(launch, qpu) + (launch.vpm.in_memory ? 0 : kVpmRows * kVpmRowBytes);
}

/// Where an argument in local memory begins there.
std::uint64_t local_argument(const Launch& launch, std::uint32_t argument, std::uint32_t qpu) {
  std::uint64_t row = launch.vpm.local_variables;
  for (std::uint32_t i = 0; i < argument; ++i) row += qpu_vpm_rows(launch.request, i);
  return local_memory(launch, qpu) + row * kVpmRowBytes;
}

/// Where values are kept: a row of the VPM, or a bus address.
std::uint64_t kept_row(const Launch& launch, std::uint32_t qpu) {
  const std::uint64_t row = launch.vpm.local_variables + launch.vpm.local_arguments;
  const std::uint64_t place = memory_of_groups(launch, qpu) + row * kVpmRowBytes;
  return launch.vpm.in_memory ? place : place / kVpmRowBytes;
}

std::uint32_t value_of(const QpuUniform& uniform, const Launch& launch, const Share& share) {
  const LaunchRequest& request = launch.request;
  const NDRange& range = request.range;
  const Tasks& tasks = launch.tasks;
  const auto number = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  switch (uniform.kind) {
    case QpuUniformKind::argument:
      return argument_word(request.arguments[uniform.number], uniform.word);
    case QpuUniformKind::buffer:
      return buffer_address(request.arguments[uniform.number]);
    case QpuUniformKind::data:
      return launch.address.value() + number(offset_of_data(launch.code));
    case QpuUniformKind::global_offset:
      return number(range.offset[uniform.number]);
    case QpuUniformKind::global_size:
      return number(range.global[uniform.number]);
    case QpuUniformKind::local_size:
      return number(qpu_local_size(request)[uniform.number]);
    case QpuUniformKind::work_dimensions:
      return range.dimensions;
    case QpuUniformKind::first:
      return tasks.items_along(share.first, uniform.number);
    case QpuUniformKind::group:
      return tasks.along(share.first, uniform.number);
    case QpuUniformKind::step:
      return tasks.items_along(share.qpus, uniform.number);
    case QpuUniformKind::tasks:
      return number(share.count);
    case QpuUniformKind::task_width:
      return number(tasks.size[0]);
    case QpuUniformKind::line_width:
      return number(tasks.counts[uniform.number] * tasks.size[uniform.number]);
    case QpuUniformKind::vpm_row:
      return number(share.qpu % launch.shares * launch.vpm.in_vpm());
    case QpuUniformKind::local_argument:
      return number(local_argument(launch, uniform.number, share.qpu));
    case QpuUniformKind::local_variables:
      return number(local_memory(launch, share.qpu));
    case QpuUniformKind::group_rows:
      return number(qpu_group_rows(request));
    case QpuUniformKind::kept_row:
      return number(kept_row(launch, share.qpu));
    case QpuUniformKind::texture_place:
      return buffer_address(request.arguments[uniform.number]);
    case QpuUniformKind::texture_shape:
      return texture_shape(request.arguments[uniform.number], uniform.word);
    case QpuUniformKind::kept_bytes:
      return number(launch.code.vpm.kept * kVpmRowBytes);
    case QpuUniformKind::qpus:
      return share.qpu == 0 ? share.qpus : 0;
    case QpuUniformKind::once:
      return launch.runs_rows_once ? kOnce : 0;
    case QpuUniformKind::later:
    case QpuUniformKind::limit:
      break;
  }
  return 0;
}

/// How many tasks a job has where its time is limited: few at first, then as many as take a quarter of the
/// limit, by the time that those before took. A job that does not end can hang a board.
class Pace {
 public:
  Pace(std::optional<std::chrono::milliseconds> limit, std::uint64_t qpus) : limit_(limit), tasks_(qpus) {}

  std::uint64_t tasks(std::uint64_t left) const { return limit_ ? std::min(left, tasks_) : left; }

  void note(std::uint64_t tasks, std::optional<std::uint64_t> nanoseconds) {
    if (!limit_ || !nanoseconds) return;
    const double quarter = static_cast<double>(std::chrono::nanoseconds(*limit_).count()) / 4;
    const double share =
        std::min(quarter / static_cast<double>(std::max<std::uint64_t>(*nanoseconds, 1)), kMostGrowth);
    tasks_ = std::max<std::uint64_t>(static_cast<std::uint64_t>(static_cast<double>(tasks) * share), 1);
  }

 private:
  static constexpr double kMostGrowth = 8;  ///< later tasks may take longer than the first
  std::optional<std::chrono::milliseconds> limit_;
  std::uint64_t tasks_;
};

/// The part of one QPU in the tasks from `first` on, `count` of them. Each QPU takes one in turn: neighbours
/// often take equally long, and stores that follow one another go to the same pages of memory. Work-groups
/// are dealt in pieces, one behind the other.
Share share_of(const Launch& launch, std::uint64_t first, std::uint64_t count, std::uint32_t qpu,
               std::uint32_t qpus) {
  if (!launch.code.runs_groups) return {first + qpu, (count - qpu + qpus - 1) / qpus, qpu, qpus};
  const std::uint64_t begin = count * qpu / qpus, end = count * (qpu + 1) / qpus;
  return {first + begin, end - begin, qpu, qpus};
}

std::vector<QpuWork> work_of(const Launch& launch, std::uint64_t first, std::uint64_t count) {
  const auto qpus = static_cast<std::uint32_t>(std::min<std::uint64_t>(launch.qpus, count));
  std::vector<QpuWork> work;
  for (std::uint32_t qpu = 0; qpu < qpus; ++qpu) {
    const Share share = share_of(launch, first, count, qpu, qpus);
    UniformStream& uniforms = work.emplace_back().uniforms;
    for (const QpuUniform& uniform : launch.code.uniforms) {
      if (uniform.kind == QpuUniformKind::later) {
        uniforms.address_past(0);
      } else {
        uniforms.word(value_of(uniform, launch, share));
      }
    }
  }
  return work;
}

}  // namespace

Result<LaunchTotals> run_compiled(const LaunchRequest& request, const JobContext& context) {
  BusMemory& memory = context.executor.memory();
  QUADCL_TRY(const BusAddress address, load(qpu_code_for(request), memory));
  JobContext with_code = context;
  with_code.code = address;
  Launch launch(request, address, context.qpus);
  QUADCL_CHECK(allocate_memory(launch, memory));
  Pace pace(context.executor.job_time(), launch.qpus);
  LaunchTotals totals;
  for (std::uint64_t first = 0; first < launch.tasks.count();) {
    const std::uint64_t some = pace.tasks(launch.tasks.count() - first);
    QUADCL_TRY(const auto report, submit(work_of(launch, first, some), with_code));
    pace.note(some, report.nanoseconds);
    totals.add(report);
    first += some;
  }
  return totals;
}

}  // namespace quadcl::qpu
