// SPDX-License-Identifier: Apache-2.0

// program_image_seeds FOLDER TARGET: writes inputs with which program_image_fuzz starts: an image of each
// kind, with every part that an image can have, in today's format. Exit status 1 if a reader refuses one.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "core/builtin/builtin_kernels.h"
#include "core/builtin/recognition.h"
#include "core/program_image.h"
#include "core/qpu_code.h"

namespace {

using namespace quadcl;

std::shared_ptr<QpuCode> qpu_code(const QpuVpm& vpm) {
  const auto code = std::make_shared<QpuCode>();
  code->words = {0x100009e7009e7000, 0x300009e7009e7000};
  code->lines = {1, 2};
  code->data = {0x3f800000};
  code->uniforms = {{QpuUniformKind::buffer, 0}, {QpuUniformKind::argument, 1, 0}, {QpuUniformKind::tasks}};
  code->vpm = vpm;
  code->runs_groups = true;
  code->stored = {0};
  code->longest_loop = 2;
  return code;
}

/// A product that ignores the kernel's arguments but the first: every argument has a binding of its type.
std::shared_ptr<Recognition> recognition() {
  const auto result = std::make_shared<Recognition>();
  result->builtin = BuiltinKernel::sgemm;
  result->terms = {{LaunchTermKind::constant, 0},
                   {LaunchTermKind::argument, 1},
                   {LaunchTermKind::global_size, 0},
                   {LaunchTermKind::multiply, 0, 1, 2}};
  result->floats = {{FloatTermKind::constant, 0x3f800000}, {FloatTermKind::argument, 2}};
  for (const KernelArgument& argument : builtin_kernel_image(result->builtin)->arguments)
    result->arguments.push_back({argument.is_pointer()           ? BindingKind::buffer
                                 : argument.type_name == "float" ? BindingKind::float_term
                                                                 : BindingKind::integer});
  result->global = {1, 2};
  result->batch = Batch{.count = 1, .steps = {3, 3, 3}};
  result->guard = {{1, GuardKind::fits}};
  result->text = "sgemm";
  return result;
}

KernelImage kernel(bool has_code) {
  KernelImage result;
  result.name = "k";
  result.arguments = {{.name = "c", .type_name = "float*", .address = AddressQualifier::global},
                      {.name = "n", .type_name = "uint", .size = 4},
                      {.name = "f", .type_name = "float", .size = 4},
                      {.name = "i",
                       .type_name = "image2d_t",
                       .address = AddressQualifier::global,
                       .handle = HandleType::image2d}};
  result.arguments[3].access = AccessQualifier::read_only;
  result.required_local = {16, 1, 1};
  if (!has_code) return result;
  result.code.symbol = "k";
  result.recognition = recognition();
  const auto code = qpu_code({.own = 1, .kept = 2});
  code->in_memory = qpu_code({.own = 4, .kept = 2, .in_memory = true});
  result.qpu_code = code;
  result.qpu_versions = {{{0, 0, 0, fact_of_format(ChannelOrder::RGBA, ChannelType::UNORM_INT8)}, code}};
  return result;
}

ProgramImage image(ProgramKind kind, const std::string& target) {
  const bool has_code = kind == ProgramKind::executable;
  ProgramImage result;
  result.kind = kind;
  result.target = target;
  result.options = "-cl-fast-relaxed-math";
  if (result.has_kernels()) result.kernels = {kernel(has_code)};
  result.bitcode.resize(4);
  result.qpu_bitcode.resize(4);
  if (!has_code) return result;
  const auto code = std::make_shared<NativeCode>();
  code->elf.resize(8);
  result.code = code;
  result.others.push_back({"elsewhere", {8, std::byte{1}}});
  return result;
}

bool write(const ProgramImage& image, const std::filesystem::path& path) {
  const auto bytes = serialise(image);
  if (const auto read = deserialise(bytes, image.target); !read.ok()) {
    std::cerr << path.filename() << ": " << read.error().message << '\n';
    return false;
  }
  // As program_image_fuzz takes its input: the kind of the bytes, that of the image, and what follows header
  // and target.
  std::ofstream file(path, std::ios::binary);
  file.put(1).put(static_cast<char>(static_cast<unsigned>(image.kind) - 1));
  const std::size_t before = 32 + 8 + image.target.size();
  file.write(reinterpret_cast<const char*>(&bytes[before]),
             static_cast<std::streamsize>(bytes.size() - before));
  return static_cast<bool>(file.flush());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  bool ok = true;
  for (const auto& [kind, name] : {std::pair{ProgramKind::object, "object"},
                                   {ProgramKind::library, "library"},
                                   {ProgramKind::executable, "executable"},
                                   {ProgramKind::postponed, "postponed"}})
    ok = write(image(kind, arguments[2]), folder / name) && ok;
  return ok ? 0 : 1;
}
