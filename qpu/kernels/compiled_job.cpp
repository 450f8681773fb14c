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

/// Rows of work-items along dimension 0, numbered as they lie.
struct Rows {
  explicit Rows(const NDRange& range) : range(range), in_line((range.global[0] + kLanes - 1) / kLanes) {}

  std::uint64_t count() const { return in_line * range.global[1] * range.global[2]; }
  /// The position of the first work-item of a row.
  std::uint32_t position(std::uint64_t row, std::uint32_t dimension) const {
    const std::uint64_t line = row / in_line;
    const std::uint64_t positions[]{row % in_line * kLanes, line % range.global[1], line / range.global[1]};
    return static_cast<std::uint32_t>(positions[dimension]);
  }

  const NDRange& range;
  std::uint64_t in_line;
};

/// The rows of one QPU.
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
                       const Rows& rows, const Share& share) {
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
      return rows.position(share.first, uniform.number);
    case QpuUniformKind::rows:
      return number(share.count);
    case QpuUniformKind::vpm_row:
      return share.qpu * (kVpmRows / kQpus);
    case QpuUniformKind::qpus:
      return share.qpu == 0 ? share.qpus : 0;
    case QpuUniformKind::limit:
      break;
  }
  return 0;
}

/// How many rows a job has where its time is limited: few at first, then as many as take a quarter of the
/// limit, by the time that the rows before took. A job that does not end can hang a board.
class Pace {
 public:
  Pace(std::optional<std::chrono::milliseconds> limit, std::uint64_t qpus) : limit_(limit), rows_(qpus) {}

  std::uint64_t rows(std::uint64_t left) const { return limit_ ? std::min(left, rows_) : left; }

  void note(std::uint64_t rows, std::optional<std::uint64_t> nanoseconds) {
    if (!limit_ || !nanoseconds) return;
    const double quarter = static_cast<double>(std::chrono::nanoseconds(*limit_).count()) / 4;
    const double share =
        std::min(quarter / static_cast<double>(std::max<std::uint64_t>(*nanoseconds, 1)), kMostGrowth);
    rows_ = std::max<std::uint64_t>(static_cast<std::uint64_t>(static_cast<double>(rows) * share), 1);
  }

 private:
  static constexpr double kMostGrowth = 8;  ///< later rows may take longer than the first
  std::optional<std::chrono::milliseconds> limit_;
  std::uint64_t rows_;
};

/// The rows from `first` on, `count` of them, in equal shares.
std::vector<QpuWork> work_of(const LaunchRequest& request, BusAddress address, const Rows& rows,
                             std::uint64_t first, std::uint64_t count, unsigned most_qpus) {
  const auto qpus = static_cast<std::uint32_t>(std::min<std::uint64_t>(most_qpus, count));
  std::vector<QpuWork> work;
  for (std::uint32_t qpu = 0; qpu < qpus; ++qpu) {
    const std::uint64_t begin = first + count * qpu / qpus, end = first + count * (qpu + 1) / qpus;
    QpuWork& share = work.emplace_back();
    for (const QpuUniform& uniform : request.kernel->qpu_code->uniforms)
      share.uniforms.word(value_of(uniform, request, address, rows, {begin, end - begin, qpu, qpus}));
  }
  return work;
}

}  // namespace

Result<LaunchTotals> run_compiled(const LaunchRequest& request, const JobContext& context) {
  QUADCL_TRY(const BusAddress address, load(*request.kernel->qpu_code, context.executor.memory()));
  JobContext with_code = context;
  with_code.code = address;
  const Rows rows(request.range);
  Pace pace(context.executor.job_time(), context.qpus);
  LaunchTotals totals;
  for (std::uint64_t first = 0; first < rows.count();) {
    const std::uint64_t some = pace.rows(rows.count() - first);
    QUADCL_TRY(const auto report,
               submit(work_of(request, address, rows, first, some, context.qpus), with_code));
    pace.note(some, report.nanoseconds);
    totals.add(report);
    first += some;
  }
  return totals;
}

}  // namespace quadcl::qpu
