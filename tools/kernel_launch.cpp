// SPDX-License-Identifier: Apache-2.0
#include "tools/kernel_launch.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "core/launch/qpu_launch.h"
#include "qpu/asm/printing/disassembler.h"
#include "qpu/driver/job_files.h"
#include "qpu/kernels/jobs.h"
#include "tools/command_line.h"
#include "tools/files.h"
#include "tools/kernel_argument.h"
#include "tools/run_watch.h"
#include "tools/source_profile.h"
#include "tools/timing_report.h"
#include "tools/watched_executor.h"

namespace quadcl::tools {

namespace timing = qpu::timing;

namespace {

std::string list_of(const std::array<std::size_t, 3>& sizes, unsigned dimensions) {
  std::string text;
  for (unsigned d = 0; d < dimensions; ++d) text += (d > 0 ? "," : "") + std::to_string(sizes[d]);
  return text;
}

// ---- The range

/// The sizes of an option that must have as many as --global.
Result<void> take_sizes(const std::vector<std::size_t>& sizes, const char* option, unsigned dimensions,
                        std::array<std::size_t, 3>& to) {
  if (sizes.empty()) return {};
  if (sizes.size() != dimensions)
    return wrong_argument(std::string(option) + " has " + std::to_string(sizes.size()) +
                          " dimensions, --global has " + std::to_string(dimensions));
  std::copy(sizes.begin(), sizes.end(), to.begin());
  return {};
}

Result<void> check_groups(const NDRange& range, const KernelImage& kernel) {
  const bool required = kernel.required_local[0] != 0;
  if (required && range.local != kernel.required_local)
    return wrong_argument("the kernel is for work-groups of " + list_of(kernel.required_local, 3) +
                          " (--local)");
  for (unsigned d = 0; d < range.dimensions && range.has_local(); ++d) {
    if ((kernel.uniform_groups || required) && range.global[d] % range.local[d] != 0)
      return wrong_argument("--global " + list_of(range.global, range.dimensions) +
                            " is no multiple of --local " + list_of(range.local, range.dimensions));
  }
  return {};
}

Result<NDRange> range_of(const LaunchArguments& arguments, const KernelImage& kernel) {
  NDRange range;
  range.dimensions = static_cast<unsigned>(arguments.global.size());
  if (range.dimensions > 3) return wrong_argument("--global has more than three dimensions");
  QUADCL_CHECK(take_sizes(arguments.global, "--global", range.dimensions, range.global));
  QUADCL_CHECK(take_sizes(arguments.offset, "--offset", range.dimensions, range.offset));
  if (!arguments.local.empty()) range.local = {1, 1, 1};
  QUADCL_CHECK(take_sizes(arguments.local, "--local", range.dimensions, range.local));
  if (range.empty()) return wrong_argument("--global has a size of 0");
  if (std::count(arguments.local.begin(), arguments.local.end(), 0) > 0)
    return wrong_argument("--local has a size of 0");
  if (arguments.local.empty() && kernel.required_local[0] != 0) range.local = kernel.required_local;
  QUADCL_CHECK(check_groups(range, kernel));
  return range;
}

// ---- Arguments

/// The number of a parameter, given by it or by its name.
std::optional<std::size_t> find_parameter(const KernelImage& kernel, const std::string& name) {
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    if (kernel.arguments[i].name == name || std::to_string(i) == name) return i;
  return {};
}

std::string signature(const KernelImage& kernel) {
  std::string text;
  for (const KernelArgument& argument : kernel.arguments)
    text += (text.empty() ? "" : ", ") + argument.type_name + " " + argument.name;
  return kernel.name + "(" + text + ")";
}

/// The arguments of a launch, in the memory of the QPUs.
class Arguments {
 public:
  Arguments(const KernelImage& kernel, qpu::BusMemory& memory) : kernel_(kernel), memory_(memory) {}

  Result<void> prepare(const std::vector<std::string>& texts) {
    if (texts.size() != kernel_.arguments.size())
      return wrong_argument(signature(kernel_) + " takes " + std::to_string(kernel_.arguments.size()) +
                            " arguments, --arg gives " + std::to_string(texts.size()));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      QUADCL_TRY(auto argument, prepare_argument(kernel_.arguments[i], texts[i]));
      prepared_.push_back(std::move(argument));
    }
    values_.resize(texts.size());
    buffers_.resize(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) QUADCL_CHECK(place(i));
    for (std::size_t i = 0; i < texts.size(); ++i) QUADCL_CHECK(share(i));
    return {};
  }

  const std::vector<ArgumentValue>& values() const { return values_; }
  const PreparedArgument& prepared(std::size_t i) const { return prepared_[i]; }
  /// The memory of a buffer; null for other arguments.
  const MemoryRange* range(std::size_t i) const {
    const auto* range = std::get_if<MemoryRange>(&values_[i]);
    return range != nullptr && range->host != nullptr ? range : nullptr;
  }

 private:
  Result<void> place(std::size_t i) {
    using Kind = PreparedArgument::Kind;
    PreparedArgument& argument = prepared_[i];
    if (argument.kind == Kind::value) values_[i] = argument.bytes;
    if (argument.kind == Kind::local) values_[i] = LocalArgument{argument.local_bytes};
    if (argument.kind == Kind::null) values_[i] = MemoryRange{};
    if (argument.kind != Kind::buffer) return {};
    QUADCL_TRY(buffers_[i], memory_.allocate(argument.bytes.size(), 64));
    std::memcpy(buffers_[i]->range().host, argument.bytes.data(), argument.bytes.size());
    values_[i] = buffers_[i]->range();
    return {};
  }

  Result<void> share(std::size_t i) {
    if (prepared_[i].kind != PreparedArgument::Kind::same_buffer) return {};
    const auto other = find_parameter(kernel_, prepared_[i].same_as);
    if (!other || buffers_[*other] == nullptr)
      return wrong_argument("--arg same:" + prepared_[i].same_as +
                            ": that is no other argument with a buffer");
    values_[i] = buffers_[*other]->range();
    prepared_[i].type = prepared_[*other].type;
    return {};
  }

  const KernelImage& kernel_;
  qpu::BusMemory& memory_;
  std::vector<PreparedArgument> prepared_;
  std::vector<ArgumentValue> values_;
  std::vector<std::unique_ptr<Memory>> buffers_;
};

// ---- Results

/// A buffer to be printed, or written to a file.
struct Output {
  std::size_t argument = 0;
  std::size_t count = 0;  ///< elements to print
  std::string file;       ///< empty: printed
};

Result<std::size_t> buffer_named(const std::string& name, const KernelImage& kernel,
                                 const Arguments& arguments) {
  const auto number = find_parameter(kernel, name);
  if (!number) return wrong_argument("the kernel has no parameter '" + name + "': " + signature(kernel));
  if (arguments.range(*number) == nullptr) return wrong_argument("'" + name + "' is no buffer");
  return *number;
}

Result<Output> printed(const std::string& text, const KernelImage& kernel, const Arguments& arguments) {
  constexpr std::size_t kUsual = 64;
  const auto colon = std::min(text.find(':'), text.size());
  Output output;
  QUADCL_TRY(output.argument, buffer_named(text.substr(0, colon), kernel, arguments));
  const auto& type = arguments.prepared(output.argument).type;
  if (!type) return wrong_argument("--print " + text + ": its type is not known; add ,type=T to its --arg");
  const std::size_t elements = arguments.range(output.argument)->size / type->size();
  output.count = std::min(kUsual, elements);
  if (colon == text.size()) return output;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + colon + 1, end, output.count);
  if (read.ec != std::errc() || read.ptr != end || output.count > elements)
    return wrong_argument("--print " + text + ": it has " + std::to_string(elements) + " elements");
  return output;
}

Result<std::vector<Output>> outputs_of(const LaunchArguments& launch, const KernelImage& kernel,
                                       const Arguments& arguments) {
  std::vector<Output> outputs;
  for (const std::string& text : launch.prints) {
    QUADCL_TRY(const Output output, printed(text, kernel, arguments));
    outputs.push_back(output);
  }
  for (const std::string& text : launch.writes) {
    const auto equals = text.find('=');
    if (equals == text.npos || equals + 1 == text.size())
      return wrong_argument("--write " + text + ": expected NAME=FILE");
    QUADCL_TRY(const std::size_t argument, buffer_named(text.substr(0, equals), kernel, arguments));
    outputs.push_back({argument, 0, text.substr(equals + 1)});
  }
  return outputs;
}

void print_elements(std::ostream& out, const std::string& name, const ElementType& type,
                    const std::byte* from, std::size_t count) {
  const std::size_t in_line = type.components == 1 ? 8 : 2;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % in_line == 0) out << (i > 0 ? "\n" : "") << name << '[' << i << "]:";
    out << ' ' << text_of_element(type, from + i * type.size());
  }
  out << '\n';
}

/// False if a file cannot be written.
bool show(const std::vector<Output>& outputs, const KernelImage& kernel, const Arguments& arguments) {
  bool written = true;
  for (const Output& output : outputs) {
    const MemoryRange& range = *arguments.range(output.argument);
    if (output.file.empty())
      print_elements(std::cout, kernel.arguments[output.argument].name,
                     *arguments.prepared(output.argument).type, range.host, output.count);
    else
      written &= write_output(output.file, {reinterpret_cast<const char*>(range.host), range.size});
  }
  return written;
}

// ---- The report

std::string percent(double part, double whole) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f %%", whole > 0 ? 100 * part / whole : 0);
  return text;
}

void print_time(std::ostream& out, const LaunchRequest& request, const WatchedExecutor& executor,
                const timing::Parameters& parameters) {
  const timing::TimeReport& time = executor.time();
  const double total = static_cast<double>(time.total),
               of_qpus = total * static_cast<double>(time.qpus.size());
  const auto instructions = executor.outcome().instructions();
  char text[160];
  std::snprintf(text, sizeof text,
                "modelled time: %.6g us, %llu clocks of %.6g MHz; the start of the job is not in it\n",
                parameters.seconds(time.total) * 1e6, static_cast<unsigned long long>(time.cycles()),
                parameters.v3d_mhz());
  out << "launch of " << request.kernel->name << ": "
      << list_of(request.range.global, request.range.dimensions) << " work-items on " << time.qpus.size()
      << " QPUs of board " << timing::info(parameters.board()).name << '\n'
      << text << "QPU instructions: " << instructions << ", in "
      << percent(static_cast<double>(instructions) * timing::kSlot, of_qpus) << " of the issue slots\n";
  out << "waited:";
  std::string_view gap = " ";
  for (const auto& [cause, clocks] : stalls_of(time)) {
    out << gap << cause << ' ' << percent(static_cast<double>(clocks) * timing::kClock, of_qpus);
    gap = ", ";
  }
  out << "\nbusy: SDRAM " << percent(static_cast<double>(time.sdram_busy), total) << ", L2C "
      << percent(static_cast<double>(time.l2c_busy), total) << ", DMA store "
      << percent(static_cast<double>(time.store_busy), total) << ", DMA load "
      << percent(static_cast<double>(time.load_busy), total) << '\n';
}

BusAddress code_address(const QpuCode& code) {
  return *static_cast<const Memory*>(code.loaded.get())->range().bus;
}

/// The instruction that went wrong, with its line of the source, and where the buffers are.
void explain(std::ostream& out, const LaunchRequest& request, const WatchedExecutor& executor,
             const std::vector<std::string>& source) {
  const QpuCode& code = qpu_code_for(request);
  const auto& outcome = executor.outcome();
  if (outcome.faulting_qpu && code.loaded != nullptr) {
    const auto instruction =
        (outcome.qpus[*outcome.faulting_qpu].next_instruction - code_address(code)) / sizeof(std::uint64_t);
    const std::uint32_t line = instruction < code.lines.size() ? code.lines[instruction] : 0;
    if (line != 0) out << "line " << line << ": " << source_line(source, line) << '\n';
  }
  for (std::size_t i = 0; i < request.arguments.size(); ++i) {
    const auto* range = std::get_if<MemoryRange>(&request.arguments[i]);
    if (range == nullptr || !range->bus) continue;
    char text[80];
    std::snprintf(text, sizeof text, "' is at 0x%08x to 0x%08x, %zu bytes\n", range->bus->value(),
                  (*range->bus + static_cast<std::uint32_t>(range->size)).value(), range->size);
    out << "buffer '" << request.kernel->arguments[i].name << text;
  }
}

int fail(int status, const Error& error) {
  std::cerr << "qpu-cc: " << error.message << '\n';
  return status;
}

/// The instruments of a run, and what they saw.
struct Watch {
  timing::TraceRecorder trace;
  timing::Profile profile;

  timing::Instruments instruments(const TimingArguments& wanted, qpu::emulator::RunControl& control) {
    timing::Instruments result;
    if (!wanted.trace.empty()) result.trace = &trace;
    if (wanted.profile) result.profile = &profile;
    result.control = &control;
    return result;
  }
};

bool print_report(const LaunchRequest& request, const WatchedExecutor& executor,
                  const timing::Parameters& parameters, const Watch& watch, const TimingArguments& wanted,
                  const std::vector<std::string>& source) {
  print_time(std::cout, request, executor, parameters);
  if (wanted.profile) {
    const QpuCode& code = qpu_code_for(request);
    print_source_profile(std::cout, watch.profile, code, code_address(code), source);
    watch.profile.write(
        std::cout, [](std::uint64_t word, std::uint32_t) { return qpu::assembly::disassemble_word(word); });
  }
  if (wanted.counters) print_counters(std::cout, executor.time().counters);
  if (wanted.trace.empty() || write_trace(wanted.trace, watch.trace, parameters)) return true;
  std::cerr << wanted.trace << ": error: cannot write this file\n";
  return false;
}

/// Writes the first job of the launch as files.
qpu::BeforeJob job_writer(const std::string& path, const LaunchRequest& request, const std::string& file,
                          const std::vector<std::string>& source) {
  return [=, &request, first = true](const qpu::Job& job,
                                     const qpu::emulator::BusMap& memory) mutable -> Result<void> {
    if (!std::exchange(first, false)) return {};
    const QpuCode& code = qpu_code_for(request);
    return qpu::write_job_files(
        path, job, memory, {code_address(code), code.words, request.kernel->name, file, code.lines, source});
  };
}

void add_list(CLI::App& app, const char* name, std::vector<std::string>& list, const char* type,
              const char* meaning) {
  app.add_option(name, list, meaning)->type_name(type)->allow_extra_args(false);
}

}  // namespace

void LaunchArguments::describe(CLI::App& app) {
  const auto add_sizes = [&](const char* name, std::vector<std::size_t>& sizes, const char* meaning) {
    app.add_option(name, sizes, meaning)->delimiter(',')->allow_extra_args(false)->type_name("X[,Y[,Z]]");
  };
  add_sizes("--global", global, "run the kernel on emulated QPUs, with so many work-items");
  add_sizes("--local", local, "work-items of a work-group");
  add_sizes("--offset", offset, "the first work-item");
  add_list(app, "--arg", values, "VALUE", "the next argument of the kernel, see below");
  add_list(app, "--print", prints, "NAME[:COUNT]", "print elements of a buffer after the run (default: 64)");
  add_list(app, "--write", writes, "NAME=FILE", "write a buffer to a file after the run");
  app.add_option("--job", job,
                 "write the launch as a job file for qpu-debug and qpu-run, with FILE.bin and FILE.lst")
      ->type_name("FILE");
  app.add_option("--qpus", qpus, "QPUs of the launch")
      ->check(CLI::Range(1u, qpu::kQpus))
      ->capture_default_str();
  app.add_option("--limit", limit, "end the run after this many instructions of all QPUs together")
      ->check(kCount);
  app.add_option("--progress", progress, "say how far the run is every so many seconds; 0: never")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e6));
  time.describe(app);
}

std::string LaunchArguments::without_launch() const {
  if (!values.empty()) return "--arg";
  if (!local.empty()) return "--local";
  if (!offset.empty()) return "--offset";
  if (!prints.empty()) return "--print";
  if (!writes.empty()) return "--write";
  if (!job.empty()) return "--job";
  return time.any() ? "modelled time" : "";
}

int launch_kernel(const KernelImage& kernel, const std::string& file, const std::vector<std::string>& source,
                  const LaunchArguments& arguments) {
  const auto parameters = arguments.time.parameters();
  if (!parameters) return fail(kWrongLaunch, parameters.error());
  const auto range = range_of(arguments, kernel);
  if (!range) return fail(kWrongLaunch, range.error());
  Watch watch;
  RunWatch progress("qpu-cc", arguments.progress);
  const auto executor =
      WatchedExecutor::make(*parameters, watch.instruments(arguments.time, progress.control()));
  if (!executor) return fail(kCannotRun, executor.error());
  Arguments values(kernel, (*executor)->memory());
  if (const auto prepared = values.prepare(arguments.values); !prepared)
    return fail(kWrongLaunch, prepared.error());
  const auto outputs = outputs_of(arguments, kernel, values);
  if (!outputs) return fail(kWrongLaunch, outputs.error());

  const LaunchRequest request{
      .kernel = &kernel, .arguments = values.values(), .range = *range, .model_time = true};
  if (const auto possible = check_qpu_launch(request); !possible) return fail(kCannotRun, possible.error());
  const QpuCode* const code = &qpu_code_for(request);
  if (code == kernel.qpu_code->in_memory.get())
    std::cout << "# its work-groups find no room in the VPM: what they need lies in memory\n";
  if (code == kernel.qpu_code->for_short_lines.get())
    std::cout << "# its lines are short: rows of several lines run together\n";
  const qpu::JobContext context{
      .executor = **executor,
      .code = {},
      .qpus = arguments.qpus,
      .instruction_limit = arguments.limit,
      .model_time = true,
      .before = arguments.job.empty() ? qpu::BeforeJob() : job_writer(arguments.job, request, file, source)};
  if (const auto totals = qpu::run_compiled(request, context); !totals) {
    fail(kLaunchFault, totals.error());
    explain(std::cerr, request, **executor, source);
    return kLaunchFault;
  }
  const bool reported = print_report(request, **executor, *parameters, watch, arguments.time, source);
  return show(*outputs, kernel, values) && reported ? kRan : kCannotRun;
}

}  // namespace quadcl::tools
