// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_selector.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "core/builtin/builtin_kernels.h"
#include "core/builtin/recognition.h"
#include "core/launch/qpu_launch.h"
#include "core/qpu_code.h"

using namespace quadcl;

namespace {

ArgumentValue bytes_of(std::uint32_t value) {
  ValueArgument bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// kernel turn(global const uint* in, global uint* out, uint n): a transpose of n x n, if n is not 0.
KernelImage turn() {
  constexpr auto kGlobal = AddressQualifier::global;
  Recognition recognition{.builtin = BuiltinKernel::transpose_32,
                          .terms = {{LaunchTermKind::argument, 2}, {LaunchTermKind::constant, 0}},
                          .arguments = {{BindingKind::buffer, 0, 1},
                                        {BindingKind::buffer, 1, 1},
                                        {BindingKind::integer, 0, 0},
                                        {BindingKind::integer, 0, 0}},
                          .global = {0, 0},
                          .text = "transpose_32(...)"};
  return {.name = "turn",
          .arguments = {{.name = "in", .type_name = "uint*", .address = kGlobal, .is_const = true},
                        {.name = "out", .type_name = "uint*", .address = kGlobal},
                        {.name = "n", .type_name = "uint", .size = 4}},
          .recognition = std::make_shared<const Recognition>(std::move(recognition))};
}

struct Launch {
  KernelImage kernel = turn();
  std::array<std::byte, 64> in{}, out{};
  LaunchRequest request{&kernel,
                        {MemoryRange{in.data(), in.size(), BusAddress(64)},
                         MemoryRange{out.data(), out.size(), BusAddress(192)}, bytes_of(4)},
                        {2, {0, 0, 0}, {4, 4, 1}, {}}};

  LaunchChoice choose(Recognise mode, DeviceKind device = DeviceKind::gpu) const {
    return select_launch(request, device, with(mode));
  }

  static Options with(Recognise mode) {
    Options options;
    options.recognise = mode;
    return options;
  }
};

/// kernel multiply(global const float* a, global const float* b, global float* c): 4 by 4 floats each.
KernelImage multiply() {
  const Binding zero{BindingKind::integer, 0, 0}, four{BindingKind::integer, 0, 1};
  const auto buffer = [](std::uint32_t index) { return Binding{BindingKind::buffer, index, 0}; };
  const auto scalar = [](std::uint32_t term) { return Binding{BindingKind::float_term, 0, term}; };
  Recognition recognition{.builtin = BuiltinKernel::sgemm,
                          .terms = {{LaunchTermKind::constant, 0}, {LaunchTermKind::constant, 4}},
                          .floats = {{FloatTermKind::constant, 0x3f800000}, {FloatTermKind::constant, 0}},
                          .arguments = {zero, zero, four, four, four, scalar(0), buffer(0), four, buffer(1),
                                        four, scalar(1), buffer(2), four},
                          .global = {1, 1},
                          .text = "sgemm(...)"};
  const KernelArgument matrix{.name = "a", .type_name = "float*", .address = AddressQualifier::global};
  return {.name = "multiply",
          .arguments = {matrix, matrix, matrix},
          .reorders_sums = true,
          .recognition = std::make_shared<const Recognition>(std::move(recognition))};
}

/// On the CPU device, in memory that no QPU sees.
struct Product {
  KernelImage kernel = multiply();
  std::array<float, 16> a{}, b{}, c{};
  LaunchRequest request{&kernel, {range(a), range(b), range(c)}, {2, {0, 0, 0}, {4, 4, 1}, {}}};

  static MemoryRange range(std::array<float, 16>& values) {
    return {reinterpret_cast<std::byte*>(values.data()), sizeof values, {}};
  }
  LaunchChoice choose(Recognise mode) const {
    return select_launch(request, DeviceKind::cpu, Launch::with(mode));
  }
};

}  // namespace

TEST_CASE("selector: built-in kernels run on their device") {
  const KernelImage& sgemm = *builtin_kernel_image(BuiltinKernel::sgemm);
  const LaunchRequest request{&sgemm};
  for (const Recognise mode : {Recognise::on, Recognise::off, Recognise::verbose, Recognise::verify}) {
    CHECK(select_launch(request, DeviceKind::gpu, Launch::with(mode)).target == LaunchTarget::qpu);
    CHECK(select_launch(request, DeviceKind::cpu, Launch::with(mode)).target == LaunchTarget::cpu);
    CHECK(select_launch(request, DeviceKind::gpu, Launch::with(mode)).reason == LaunchReason::built_in);
  }
  CHECK(recognition_text(sgemm, DeviceKind::gpu, {}) == "sgemm");
}

TEST_CASE("selector: a compiled kernel runs on the CPU") {
  KernelImage kernel{.name = "k", .not_recognised = "it stores nothing"};
  const LaunchChoice choice = select_launch({&kernel}, DeviceKind::gpu, {});
  CHECK(choice.target == LaunchTarget::cpu);
  CHECK(choice.reason == LaunchReason::compiled);
  CHECK(choice.log.empty());
  CHECK(recognition_text(kernel, DeviceKind::gpu, {}) == "it stores nothing");
  CHECK(recognition_line(kernel) == "kernel 'k' is not recognised: it stores nothing\n");
  kernel.not_recognised.clear();
  CHECK(recognition_text(kernel, DeviceKind::gpu, {}) == "recognition was not asked for");
  CHECK(recognition_line(kernel).empty());
}

TEST_CASE("selector: a recognised kernel runs as the built-in one") {
  const Launch launch;
  for (const Recognise mode : {Recognise::on, Recognise::verbose, Recognise::verify}) {
    const LaunchChoice choice = launch.choose(mode);
    CHECK(choice.target == LaunchTarget::qpu);
    CHECK(choice.reason == LaunchReason::recognised);
    REQUIRE(choice.replacements.size() == 1);
    CHECK(choice.replacements.front().request.kernel->name == "transpose_32");
    CHECK(choice.verified == (mode == Recognise::verify));
    CHECK(choice.log.empty());
  }
  CHECK(recognition_line(launch.kernel) == "kernel 'turn' is transpose_32(...)\n");
}

TEST_CASE("selector: a recognised kernel runs as it is on the CPU device, or where that was asked for") {
  const Launch launch;
  CHECK(launch.choose(Recognise::on, DeviceKind::cpu).target == LaunchTarget::cpu);
  const LaunchChoice off = launch.choose(Recognise::off);
  CHECK(off.target == LaunchTarget::cpu);
  CHECK(off.reason == LaunchReason::recognised_off);
  CHECK(off.replacements.empty());
  CHECK(recognition_text(launch.kernel, DeviceKind::gpu, Launch::with(Recognise::off)) ==
        "left to the CPU by QUADCL_RECOGNISE=off: transpose_32(...)");
}

TEST_CASE("selector: the CPU device takes a product as the built-in one if the program allows other orders") {
  Product product;
  for (const Recognise mode : {Recognise::on, Recognise::verbose, Recognise::verify}) {
    const LaunchChoice choice = product.choose(mode);
    CHECK(choice.target == LaunchTarget::cpu);
    CHECK(choice.reason == LaunchReason::recognised);
    REQUIRE(choice.replacements.size() == 1);
    CHECK(choice.replacements.front().request.kernel->name == "sgemm");
    CHECK(choice.verified == (mode == Recognise::verify));
  }
  CHECK(select_target(product.kernel, DeviceKind::cpu, {}).target == LaunchTarget::cpu);
  CHECK(recognition_text(product.kernel, DeviceKind::cpu, {}) == "sgemm(...)");
  CHECK(product.choose(Recognise::off).reason == LaunchReason::recognised_off);
  CHECK(product.choose(Recognise::off).replacements.empty());
}

TEST_CASE("selector: without that permission the CPU device runs a product as it is, and QPUs do not ask") {
  Product product;
  product.kernel.reorders_sums = false;
  const LaunchChoice choice = product.choose(Recognise::verbose);
  CHECK(choice.reason == LaunchReason::own_order);
  CHECK(choice.replacements.empty());
  CHECK(choice.log.empty());
  CHECK(recognition_text(product.kernel, DeviceKind::cpu, {}) ==
        "runs as it is, because its program does not allow another order of sums: sgemm(...)");
  CHECK(select_target(product.kernel, DeviceKind::gpu, {}).reason == LaunchReason::recognised);
}

TEST_CASE("selector: the guard holds on the CPU device, too, except for the memory of the QPUs") {
  Product product;
  product.request.range.offset[0] = 1;
  const LaunchChoice choice = product.choose(Recognise::verbose);
  CHECK(choice.reason == LaunchReason::refused);
  CHECK(choice.target == LaunchTarget::cpu);
  CHECK(choice.replacements.empty());
  CHECK(choice.log == "kernel 'multiply' runs as it is: the launch has a global offset");
  product.request.range.offset[0] = 0;
  CHECK(select_launch(product.request, DeviceKind::gpu, {}).reason == LaunchReason::refused);
  product.request.arguments[2] = product.request.arguments[0];
  CHECK(product.choose(Recognise::verbose).log ==
        "kernel 'multiply' runs as it is: 'c' and 'a' share memory");
}

TEST_CASE("selector: the CPU device runs a transpose as it is in any case") {
  Launch launch;
  launch.kernel.reorders_sums = true;
  CHECK(launch.choose(Recognise::on, DeviceKind::cpu).reason == LaunchReason::compiled);
  CHECK(recognition_text(launch.kernel, DeviceKind::cpu, {}) == "transpose_32(...)");
}

TEST_CASE("selector: a launch that the guard refuses runs on the CPU, and the log says why if asked") {
  Launch launch;
  launch.request.range.offset[0] = 1;
  for (const Recognise mode : {Recognise::on, Recognise::verbose, Recognise::verify}) {
    const LaunchChoice choice = launch.choose(mode);
    CHECK(choice.target == LaunchTarget::cpu);
    CHECK(choice.reason == LaunchReason::refused);
    CHECK(choice.replacements.empty());
    CHECK_FALSE(choice.verified);
    const std::string line = "kernel 'turn' runs on the CPU: the launch has a global offset";
    CHECK(choice.log == (mode == Recognise::verbose ? line : ""));
  }
  launch.request.range.offset[0] = 0;
  launch.request.range.global[0] = 0;
  CHECK(launch.choose(Recognise::verbose).log.empty());
}

TEST_CASE("selector: the log names an argument that no size can be, and says when an index may not fit") {
  Launch launch;
  launch.request.arguments[2] = bytes_of(0x80000000);
  CHECK(launch.choose(Recognise::verbose).log ==
        "kernel 'turn' runs on the CPU: 'n' is negative or too large");
  launch.request.arguments[2] = bytes_of(4);
  Recognition narrow = *launch.kernel.recognition;
  narrow.terms.push_back({LaunchTermKind::constant, -1});
  narrow.guard.push_back({2, GuardKind::fits});
  launch.kernel.recognition = std::make_shared<const Recognition>(std::move(narrow));
  launch.request.kernel = &launch.kernel;
  CHECK(launch.choose(Recognise::verbose).log ==
        "kernel 'turn' runs on the CPU: its index arithmetic may not fit its integers");
}

TEST_CASE("selector: the log names each condition that does not hold, in plain form") {
  Launch launch;
  Recognition demanding = *launch.kernel.recognition;
  // 3: -n, 5: -9 + n, 7: 4 - n
  demanding.terms.insert(demanding.terms.end(), {{LaunchTermKind::constant, -1},
                                                 {LaunchTermKind::multiply, 0, 2, 0},
                                                 {LaunchTermKind::constant, -9},
                                                 {LaunchTermKind::add, 0, 4, 0},
                                                 {LaunchTermKind::constant, 4},
                                                 {LaunchTermKind::add, 0, 6, 3}});
  demanding.guard = {{3, GuardKind::not_negative},
                     {5, GuardKind::not_negative},
                     {7, GuardKind::not_negative},
                     {5, GuardKind::zero},
                     {4, GuardKind::fits}};
  launch.kernel.recognition = std::make_shared<const Recognition>(std::move(demanding));
  launch.request.kernel = &launch.kernel;
  CHECK(
      launch.choose(Recognise::verbose).log ==
      "kernel 'turn' runs on the CPU: it needs n <= 0 and n >= 9 and n = 9; its index arithmetic may not fit "
      "its integers");
}

TEST_CASE(
    "selector: the log says where each launch on the QPU device runs if QUADCL_QPU_COMPILE is verbose") {
  Launch launch;
  launch.kernel.recognition = nullptr;
  Options options;
  options.qpu_compile = QpuCompile::verbose;
  const auto log = [&](DeviceKind device) { return select_launch(launch.request, device, options).log; };
  CHECK(log(DeviceKind::gpu) == "kernel 'turn' runs on the CPU: it was built without code for QPUs");
  launch.kernel.not_on_qpus = "it prints in line 7";
  CHECK(log(DeviceKind::gpu) == "kernel 'turn' runs on the CPU: it prints in line 7");
  CHECK(log(DeviceKind::cpu) == "");
  launch.kernel.not_on_qpus.clear();
  launch.kernel.qpu_code = std::make_shared<const QpuCode>();
  CHECK(log(DeviceKind::gpu) == "kernel 'turn' runs on the QPUs");
  launch.request.range.global[1] = 0;
  CHECK(log(DeviceKind::gpu) == "");
  launch.request.range.global[1] = 4;
  options.qpu_compile = QpuCompile::on;
  CHECK(log(DeviceKind::gpu) == "");
}

TEST_CASE("selector: QUADCL_QPU_COMPILE=auto leaves kernels to the CPU whose work-items take turns") {
  Launch launch;
  launch.kernel.recognition = nullptr;
  const auto target = [&](QpuCompile mode) {
    Options options;
    options.qpu_compile = mode;
    return select_launch(launch.request, DeviceKind::gpu, options).target;
  };
  auto code = std::make_shared<QpuCode>();
  launch.kernel.qpu_code = code;
  CHECK(target(QpuCompile::automatic) == LaunchTarget::qpu);
  code->turns = {.clocks = 66, .operations = 1e6F, .line = 3};
  CHECK(target(QpuCompile::automatic) == LaunchTarget::qpu);
  code->turns = {.clocks = 1e6F, .operations = 10, .line = 3};
  CHECK(target(QpuCompile::automatic) == LaunchTarget::cpu);
  CHECK(target(QpuCompile::on) == LaunchTarget::qpu);
}

TEST_CASE("faster_on_cpu: compares turns with the work of the CPU's cores") {
  QpuCode code;
  CHECK(faster_on_cpu(code, 1) == "");
  code.turns = {.clocks = 100, .operations = 60, .line = 7};  // 400 ns beside 100 ns
  CHECK(faster_on_cpu(code, 1) ==
        "its work-items take turns at the memory in line 7, so the CPU should be faster");
  code.turns.operations = 240;  // 400 ns
  CHECK(faster_on_cpu(code, 1) == "");
  CHECK(faster_on_cpu(code, 4) != "");
  code.turns.clocks = std::numeric_limits<float>::quiet_NaN();  // from a binary
  CHECK(faster_on_cpu(code, 4) == "");
}
