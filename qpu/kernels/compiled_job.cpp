// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "core/qpu_code.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/submission.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint64_t kLanes = 16;
constexpr std::uint32_t kVpmRows = 64;

/// A program's code in the memory of the QPUs.
Result<BusAddress> load(const QpuCode& code, BusMemory& bus_memory) {
  const std::lock_guard lock(code.mutex);
  if (code.loaded == nullptr) {
    const std::size_t instructions = code.words.size() * sizeof(std::uint64_t);
    // Lanes that must not load anything load the word behind the instructions.
    const std::size_t words = std::max<std::size_t>(code.data.size(), 1);
    QUADCL_TRY(auto memory, bus_memory.allocate(instructions + words * sizeof(std::uint32_t), 64));
    std::memcpy(memory->range().host, code.words.data(), instructions);
    if (!code.data.empty())
      std::memcpy(memory->range().host + instructions, code.data.data(),
                  code.data.size() * sizeof(std::uint32_t));
    bus_memory.to_qpus(memory->range());
    code.loaded = std::shared_ptr<Memory>(std::move(memory));
  }
  return *static_cast<const Memory*>(code.loaded.get())->range().bus;
}

/// The `number` of the code's uniform of a kind, if it reads one.
std::optional<std::uint32_t> number_of(const QpuCode& code, QpuUniformKind kind) {
  for (const QpuUniform& uniform : code.uniforms)
    if (uniform.kind == kind) return uniform.number;
  return {};
}

/// Pieces of lines along dimension 0, numbered as they lie.
struct Tasks {
  Tasks(const NDRange& range, const QpuCode& code)
      : range(range),
        width(width_of(range, number_of(code, QpuUniformKind::task_width))),
        in_line((range.global[0] + width - 1) / width) {}

  std::uint64_t count() const { return in_line * range.global[1] * range.global[2]; }
  /// A number of tasks, as one along each dimension; along dimension 0 in work-items.
  std::uint32_t along(std::uint64_t tasks, std::uint32_t dimension) const {
    const std::uint64_t lines = tasks / in_line;
    const std::uint64_t numbers[]{tasks % in_line * width, lines % range.global[1], lines / range.global[1]};
    return static_cast<std::uint32_t>(numbers[dimension]);
  }

  const NDRange& range;
  std::uint64_t width;  ///< in work-items
  std::uint64_t in_line;

 private:
  /// A line that is not too long is one task. Pieces of a long one have twice the rows that run together, if
  /// there are enough tasks for all QPUs then, or as many, or at least one row.
  static std::uint64_t width_of(const NDRange& range, std::optional<std::uint64_t> together) {
    if (!together) return kLanes;
    const std::uint64_t rows_together = *together;
    const std::uint64_t rows = (range.global[0] + kLanes - 1) / kLanes,
                        lines = range.global[1] * range.global[2];
    const auto tasks = [&](std::uint64_t width) { return (rows + width - 1) / width * lines; };
    if (rows_together > 1 && rows <= 16 * rows_together && lines >= 4 * kQpus) return rows * kLanes;
    for (const auto& [width, for_each] : {std::pair{2 * rows_together, 8U}, {rows_together, 1U}})
      if (tasks(width) >= std::uint64_t{for_each} * kQpus) return width * kLanes;
    return kLanes;
  }
};

/// The tasks of one QPU.
struct Share {
  std::uint64_t first, count;
  std::uint32_t qpu, qpus;
};

std::uint32_t argument_word(const ArgumentValue& argument, std::uint32_t word) {
  const auto& bytes = std::get<ValueArgument>(argument);
  std::uint32_t result = 0;
  const std::size_t begin = std::size_t{word} * sizeof result;
  if (begin < bytes.size())
    std::memcpy(&result, bytes.data() + begin, std::min(sizeof result, bytes.size() - begin));
  return result;
}

std::uint32_t buffer_address(const ArgumentValue& argument) {
  const auto& range = std::get<MemoryRange>(argument);
  return range.bus ? range.bus->value() : 0;
}

/// The size of work-groups; ours if nobody asks for one: it does not matter for speed.
std::array<std::size_t, 3> local_size(const KernelImage& kernel, const NDRange& range) {
  if (range.has_local()) return range.local;
  if (kernel.required_local[0] != 0) return kernel.required_local;
  return {std::gcd(range.global[0], std::size_t{64}), 1, 1};
}

std::uint32_t value_of(const QpuUniform& uniform, const LaunchRequest& request, BusAddress code,
                       const Tasks& tasks, const Share& share) {
  const NDRange& range = request.range;
  const auto number = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  switch (uniform.kind) {
    case QpuUniformKind::argument:
      return argument_word(request.arguments[uniform.number], uniform.word);
    case QpuUniformKind::buffer:
      return buffer_address(request.arguments[uniform.number]);
    case QpuUniformKind::data:
      return code.value() + number(request.kernel->qpu_code->words.size() * sizeof(std::uint64_t));
    case QpuUniformKind::global_offset:
      return number(range.offset[uniform.number]);
    case QpuUniformKind::global_size:
      return number(range.global[uniform.number]);
    case QpuUniformKind::local_size:
      return number(local_size(*request.kernel, range)[uniform.number]);
    case QpuUniformKind::work_dimensions:
      return range.dimensions;
    case QpuUniformKind::first:
      return tasks.along(share.first, uniform.number);
    case QpuUniformKind::step:
      return tasks.along(share.qpus, uniform.number);
    case QpuUniformKind::tasks:
      return number(share.count);
    case QpuUniformKind::task_width:
      return number(tasks.width);
    case QpuUniformKind::line_width:
      return number(tasks.in_line * tasks.width);
    case QpuUniformKind::vpm_row:
      return share.qpu * uniform.number;
    case QpuUniformKind::qpus:
      return share.qpu == 0 ? share.qpus : 0;
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

/// The tasks from `first` on, `count` of them. Each QPU takes one in turn: neighbours often take equally
/// long, and stores that follow one another go to the same pages of memory.
std::vector<QpuWork> work_of(const LaunchRequest& request, BusAddress address, const Tasks& tasks,
                             std::uint64_t first, std::uint64_t count, unsigned most_qpus) {
  const QpuCode& code = *request.kernel->qpu_code;
  const std::uint32_t sharing_vpm = kVpmRows / number_of(code, QpuUniformKind::vpm_row).value_or(1);
  const auto qpus =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(std::min(most_qpus, sharing_vpm), count));
  std::vector<QpuWork> work;
  for (std::uint32_t qpu = 0; qpu < qpus; ++qpu) {
    const Share share{first + qpu, (count - qpu + qpus - 1) / qpus, qpu, qpus};
    UniformStream& uniforms = work.emplace_back().uniforms;
    for (const QpuUniform& uniform : code.uniforms) {
      if (uniform.kind == QpuUniformKind::later) {
        uniforms.address_past(0);
      } else {
        uniforms.word(value_of(uniform, request, address, tasks, share));
      }
    }
  }
  return work;
}

}  // namespace

Result<LaunchTotals> run_compiled(const LaunchRequest& request, const JobContext& context) {
  QUADCL_TRY(const BusAddress address, load(*request.kernel->qpu_code, context.executor.memory()));
  JobContext with_code = context;
  with_code.code = address;
  const Tasks tasks(request.range, *request.kernel->qpu_code);
  Pace pace(context.executor.job_time(), context.qpus);
  LaunchTotals totals;
  for (std::uint64_t first = 0; first < tasks.count();) {
    const std::uint64_t some = pace.tasks(tasks.count() - first);
    QUADCL_TRY(const auto report,
               submit(work_of(request, address, tasks, first, some, context.qpus), with_code));
    pace.note(some, report.nanoseconds);
    totals.add(report);
    first += some;
  }
  return totals;
}

}  // namespace quadcl::qpu
