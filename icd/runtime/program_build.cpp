// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/program_build.h"

#include <algorithm>
#include <ranges>
#include <sstream>

#include "core/language.h"
#include "core/launch/launch_selector.h"
#include "core/launch/qpu_launch.h"
#include "core/log.h"
#include "core/processors.h"
#include "core/qpu_code.h"
#include "icd/objects/platform.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd {
namespace {

/// The error codes that differ between building, compiling and linking.
struct FailureCodes {
  cl_int failure;
  cl_int options;
};
constexpr FailureCodes kBuild{CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS};
constexpr FailureCodes kCompile{CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS};
constexpr FailureCodes kLink{CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS};

cl_int error_of(quadcl_compiler_status status, const FailureCodes& codes) {
  switch (status) {
    case QUADCL_OK:
      return CL_SUCCESS;
    case QUADCL_INVALID_OPTIONS:
      return codes.options;
    case QUADCL_INVALID_BINARY:
    case QUADCL_FAILED:
      break;
  }
  return codes.failure;
}

CompilerTask make_task(quadcl_compiler_action action, const std::string& options) {
  CompilerTask task;
  task.action = action;
  task.options = options;
  return task;
}

/// If the bytes are no program for this machine, only writes the reason to the log.
void set_image(BuildState& state, std::span<const std::byte> bytes) {
  const ReadProgram program = read_program(bytes);
  state.image = program.image;
  state.binary = program.binary;
  const bool can_be_finished = state.image && state.image->has_kernels() && !state.image->bitcode.empty();
  state.postponed = can_be_finished ? std::make_shared<PostponedKernels>(program) : nullptr;
}

bool has_option(const std::string& options, std::string_view option) {
  std::istringstream words(options);
  return std::ranges::any_of(std::views::istream<std::string>(words),
                             [&](const std::string& word) { return word == option; });
}

/// What the compiler may make for the QPUs of these devices.
QpuRules qpu_rules(std::span<Device* const> devices, const std::string& build_options) {
  const Options& options = Platform::instance().options();
  const auto qpus = std::ranges::find_if(
      devices, [](const Device* device) { return device->description().kind == DeviceKind::gpu; });
  if (qpus == devices.end()) return QpuRules::none;
  const bool wanted = options.qpu_compile != QpuCompile::automatic || !(*qpus)->description().emulated;
  if (has_option(build_options, "-quadcl-no-qpu-compile") ||
      !(wanted || has_option(build_options, "-quadcl-qpu-compile")))
    return QpuRules::none;
  return allowed_qpu_rules();
}

/// What one QPU has room for of a work-group decides where its local memory lies. Says up to which local size
/// there is.
std::string room_for_groups(const KernelImage& kernel) {
  const QpuVpm& vpm = kernel.qpu_code->vpm;
  if (vpm.in_memory) return ", with local memory and arrays in SDRAM, which is slow";
  const std::uint64_t taken = vpm.own + (vpm.local_bytes + kVpmRowBytes - 1) / kVpmRowBytes;
  const bool has_local_arguments = std::ranges::any_of(kernel.arguments, [](const KernelArgument& argument) {
    return argument.address == AddressQualifier::local;
  });
  const bool has_other = kernel.qpu_code->in_memory != nullptr;
  if (taken > kVpmRows) return ", but its local memory finds no room in the VPM";
  if (vpm.kept == 0)
    return has_other && has_local_arguments ? "; where its arguments in local memory find no room in the "
                                              "VPM, they lie in SDRAM, which is slow"
                                            : "";
  const std::string larger = has_other ? "; larger ones with local memory in SDRAM, which is slow" : "";
  const std::uint64_t rows = (kVpmRows - taken) / vpm.kept;
  return ", with work-groups of up to " + std::to_string(rows * kQpuLanes) + " work-items" +
         (has_local_arguments ? ", or fewer: its arguments in local memory take room, too" : "") + larger;
}

std::string qpu_line(const KernelImage& kernel) {
  constexpr std::uint32_t kCachedInstructions = 512;
  const QpuCode& code = *kernel.qpu_code;
  std::string line = "kernel '" + kernel.name + "' runs on the QPUs: " + std::to_string(code.words.size()) +
                     " instructions" + room_for_groups(kernel);
  if (code.longest_loop > kCachedInstructions)
    line += "; a loop of " + std::to_string(code.longest_loop) +
            " is longer than the instruction cache of 512, so it is slow";
  if (const std::string why = faster_on_cpu(code, usable_processors()); !why.empty())
    line += "; QUADCL_QPU_COMPILE=auto leaves it to the CPU: " + why;
  return line + "\n";
}

/// Where kernels run, and why not on the QPUs, as lines of the build log.
std::string qpu_lines(const ProgramImage& image) {
  std::string lines;
  for (const KernelImage& kernel : image.kernels) {
    if (kernel.qpu_code != nullptr) lines += qpu_line(kernel);
    const bool is_made_at_launches =
        !image.qpu_bitcode.empty() && std::ranges::any_of(kernel.arguments, &KernelArgument::is_image);
    if (is_made_at_launches) {
      lines +=
          "kernel '" + kernel.name + "' is compiled for QPUs at launches, for the formats of its images\n";
    } else if (!kernel.not_on_qpus.empty()) {
      lines += "kernel '" + kernel.name + "' runs on the CPU: " + kernel.not_on_qpus + "\n";
    }
  }
  return lines;
}

/// What a device is told of a build.
BuildState with_qpu_lines(BuildState state, const Device& device) {
  if (state.image && device.description().kind == DeviceKind::gpu &&
      Platform::instance().options().qpu_compile == QpuCompile::verbose)
    state.log += qpu_lines(*state.image);
  return state;
}

/// Calls the compiler and makes a state from its answer.
std::pair<BuildState, cl_int> perform(const CompilerTask& task, const FailureCodes& codes) {
  CompilerAnswer answer = Platform::instance().compiler().run(task);
  BuildState state;
  state.options = task.options;
  state.log = std::move(answer.log);
  if (answer.status == QUADCL_OK) set_image(state, answer.image);
  if (state.image && Platform::instance().options().recognise == Recognise::verbose)
    for (const KernelImage& kernel : state.image->kernels) state.log += recognition_line(kernel);
  const bool ok = answer.status == QUADCL_OK && state.image;
  state.status = ok ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  if (answer.status == QUADCL_OK && !ok) return {state, codes.failure};
  return {state, error_of(answer.status, codes)};
}

cl_int finish_alike(Program& program, std::span<Device* const> devices, CompilerTask task,
                    const FailureCodes& codes) {
  task.extensions = language_for_compiler(doubles_of(*devices.front()));
  task.qpu_rules = qpu_rules(devices, task.options);
  auto [state, error] = perform(task, codes);
  for (Device* const& device : devices) {
    // Each device has its own program-scope variables, and so its own code. Postponed programs have none.
    if (&device != &devices.front() && state.binary && !state.postponed) set_image(state, *state.binary);
    program.end_build(*device, with_qpu_lines(state, *device));
  }
  return error;
}

/// One build for devices with the same language.
cl_int finish(Program& program, std::span<Device* const> devices, const CompilerTask& task,
              const FailureCodes& codes) {
  std::vector<Device*> alike(devices.begin(), devices.end());
  const auto others = std::ranges::stable_partition(
      alike, [&](const Device* device) { return doubles_of(*device) == doubles_of(*alike.front()); });
  const auto first = std::span(alike).first(alike.size() - others.size());
  const cl_int error = finish_alike(program, first, task, codes);
  const cl_int of_others =
      others.empty() ? CL_SUCCESS : finish_alike(program, std::span(alike).last(others.size()), task, codes);
  return error != CL_SUCCESS ? error : of_others;
}

/// Whatever happens, no device stays claimed.
cl_int do_claimed(Program& program, std::span<Device* const> devices, const std::function<cl_int()>& work) {
  try {
    return work();
  } catch (...) {
    program.abandon_build(devices);
    throw;
  }
}

/// A build on the build threads. Keeps the program's handle valid until the application has been notified.
class BuildTask final : public Task {
 public:
  BuildTask(const Ref<Program>& program, const BuildNotify& notify, std::function<cl_int()> work)
      : program_(program), notify_(notify), work_(std::move(work)) {}

  void run() noexcept override {
    guarded("build", work_);
    // Nothing is called back while the process ends.
    if (!Platform::instance().builds().is_closed())
      notify_.function(static_cast<cl_program>(program_->handle()), notify_.user_data);
    delete this;
  }
  void cancel() noexcept override { delete this; }

 private:
  Attachment<Program> program_;
  const BuildNotify notify_;
  const std::function<cl_int()> work_;
};

/// Makes all kernels of the program run on the CPU.
void forget_recognitions(BuildState& state) {
  ProgramImage image = *state.image;
  for (KernelImage& kernel : image.kernels) kernel.recognition = nullptr;
  set_image(state, serialise(image));
}

/// Makes all kernels of the program run on the CPU that are not recognised. The binary keeps their code for
/// QPUs.
void forget_qpu_code(BuildState& state) {
  const auto has_code = [](const KernelImage& kernel) {
    return kernel.qpu_code != nullptr || !kernel.qpu_versions.empty();
  };
  if (state.image->qpu_bitcode.empty() && std::ranges::none_of(state.image->kernels, has_code)) return;
  auto image = std::make_shared<ProgramImage>(*state.image);
  image->qpu_bitcode.clear();
  for (KernelImage& kernel : image->kernels) {
    kernel.qpu_code = nullptr;
    kernel.qpu_versions.clear();
  }
  state.image = std::move(image);
  if (state.postponed != nullptr)
    state.postponed = std::make_shared<PostponedKernels>(ReadProgram{state.image, state.binary});
}

/// Makes a binary ready: an executable as it is, an object by linking it.
cl_int build_binary(Program& program, Device& device, const std::string& options) {
  BuildState state = program.loaded(device);
  state.options = options;
  Device* const one[]{&device};
  if (state.image->kind == ProgramKind::executable) {
    if (has_option(options, "-quadcl-no-recognise")) forget_recognitions(state);
    if (qpu_rules(one, options) == QpuRules::none) forget_qpu_code(state);
    state.status = CL_BUILD_SUCCESS;
    program.end_build(device, state);
    return CL_SUCCESS;
  }
  CompilerTask task = make_task(QUADCL_LINK, options);
  task.may_postpone = true;
  task.inputs.push_back(*state.binary);
  return finish(program, one, task, kBuild);
}

}  // namespace

void fail_without_compiler(Program& program, std::span<Device* const> devices) {
  if (!program.begin_build(devices)) return;
  do_claimed(program, devices, [&] {
    for (const Device* device : devices)
      program.end_build(
          *device,
          {.status = CL_BUILD_ERROR,
           .log = "error: QuadCL is installed without its compiler, libquadcl-compiler.so. Build the "
                  "program with quadcl-build where there is one, and load that file with "
                  "clCreateProgramWithBinary.\n"});
    return CL_COMPILER_NOT_AVAILABLE;
  });
}

cl_int build_program(Program& program, std::span<Device* const> devices, const std::string& options) {
  if (program.origin() != ProgramOrigin::source) {
    cl_int result = CL_SUCCESS;
    for (Device* device : devices) {
      const cl_int error = build_binary(program, *device, options);
      if (error != CL_SUCCESS) result = error;
    }
    return result;
  }
  CompilerTask task = make_task(QUADCL_BUILD, options);
  task.may_postpone = true;
  task.source = program.source();
  return finish(program, devices, task, kBuild);
}

cl_int compile_program(Program& program, std::span<Device* const> devices, const std::string& options,
                       EmbeddedHeaders headers) {
  CompilerTask task = make_task(QUADCL_COMPILE, options);
  task.source = program.source();
  task.headers = std::move(headers);
  return finish(program, devices, task, kCompile);
}

cl_int link_program(Program& program, const std::string& options, std::span<const LinkInputs> links) {
  cl_int result = CL_SUCCESS;
  for (const LinkInputs& link : links) {
    CompilerTask task = make_task(QUADCL_LINK, options);
    task.may_postpone = true;
    for (const auto& binary : link.binaries) task.inputs.push_back(*binary);
    const cl_int error = finish(program, link.devices, task, kLink);
    if (error != CL_SUCCESS) result = error;
  }
  return result;
}

cl_int run_build(const Ref<Program>& program, std::span<Device* const> devices, const BuildNotify& notify,
                 const std::function<cl_int()>& work) {
  if (!program->begin_build(devices)) return CL_INVALID_OPERATION;
  return do_claimed(*program, devices, [&]() -> cl_int {
    if (notify.function == nullptr) return work();
    auto claimed = [program, work, list = std::vector<Device*>(devices.begin(), devices.end())] {
      return do_claimed(*program, list, work);
    };
    auto task = std::make_unique<BuildTask>(program, notify, std::move(claimed));
    if (!Platform::instance().builds().push(task.get())) {
      program->abandon_build(devices);
      return CL_OUT_OF_RESOURCES;
    }
    task.release();
    return CL_SUCCESS;
  });
}

Outcome<BuildState> read_binary(std::span<const std::byte> binary) {
  BuildState state;
  set_image(state, binary);
  if (!state.image || state.image->kind == ProgramKind::postponed) return CL_INVALID_BINARY;
  return state;
}

}  // namespace quadcl::icd
