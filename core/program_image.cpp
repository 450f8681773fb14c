// SPDX-License-Identifier: Apache-2.0
#include "core/program_image.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>
#include <set>

#include "core/builtin/builtin_kernel.h"
#include "core/builtin/recognition.h"
#include "core/launch/qpu_launch.h"

namespace quadcl {
namespace {

constexpr std::uint64_t kMagic = 0x314d474c43445551;  // "QUDCLGM1", little-endian
constexpr std::size_t kHeaderBytes = 8 + 4 + 4 + 8 + 8;
/// Far above any real program. Keeps a damaged count from allocating much memory.
constexpr std::uint32_t kMostItems = 1u << 20;

class Writer {
 public:
  template <std::unsigned_integral T>
  void number(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes_.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
  void blob(std::span<const std::byte> data) {
    number<std::uint64_t>(data.size());
    bytes(data);
  }
  void text(const std::string& value) { blob(std::as_bytes(std::span(value.data(), value.size()))); }

  void bytes(std::span<const std::byte> data) { bytes_.insert(bytes_.end(), data.begin(), data.end()); }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// After a read past the end, all values are zero or empty and `ok` stays false.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }

  template <std::unsigned_integral T>
  T number() {
    const auto data = take(sizeof(T));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < data.size(); ++i) value |= static_cast<std::uint64_t>(data[i]) << (8 * i);
    return static_cast<T>(value);
  }
  std::span<const std::byte> blob() { return take(number<std::uint64_t>()); }
  std::string text() {
    const auto data = blob();
    return {reinterpret_cast<const char*>(data.data()), data.size()};
  }
  /// A number that must be below `limit`.
  std::uint32_t below(std::uint32_t limit) {
    const auto value = number<std::uint32_t>();
    if (value < limit) return value;
    fail();
    return 0;
  }
  std::uint8_t byte_below(std::uint8_t limit) {
    const auto value = number<std::uint8_t>();
    if (value < limit) return value;
    fail();
    return 0;
  }
  /// Called if a value makes no sense.
  void fail() {
    ok_ = false;
    bytes_ = {};
  }

 private:
  std::span<const std::byte> take(std::uint64_t size) {
    if (size > bytes_.size()) {
      fail();
      return {};
    }
    const auto data = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return data;
  }

  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

std::uint32_t flags_of(const KernelArgument& argument) {
  return (argument.is_const ? 1u : 0u) | (argument.is_restrict ? 2u : 0u) | (argument.is_volatile ? 4u : 0u) |
         (argument.is_pipe ? 8u : 0u);
}

void write(Writer& out, const KernelArgument& argument) {
  out.text(argument.name);
  out.text(argument.type_name);
  out.number(static_cast<std::uint32_t>(argument.address));
  out.number(static_cast<std::uint32_t>(argument.access));
  out.number(static_cast<std::uint32_t>(argument.handle));
  out.number(flags_of(argument));
  out.number(argument.size);
}

KernelArgument read_argument(Reader& in) {
  KernelArgument argument;
  argument.name = in.text();
  argument.type_name = in.text();
  argument.address = static_cast<AddressQualifier>(in.below(4));
  argument.access = static_cast<AccessQualifier>(in.below(4));
  argument.handle = static_cast<HandleType>(in.below(static_cast<std::uint32_t>(HandleType::limit)));
  const std::uint32_t flags = in.below(16);
  argument.is_const = (flags & 1) != 0;
  argument.is_restrict = (flags & 2) != 0;
  argument.is_volatile = (flags & 4) != 0;
  argument.is_pipe = (flags & 8) != 0;
  argument.size = in.number<std::uint32_t>();
  return argument;
}

void write(Writer& out, const Batch& batch) {
  out.number(batch.count);
  out.number(static_cast<std::uint32_t>(batch.steps.size()));
  for (const std::uint32_t step : batch.steps) out.number(step);
}

Batch read_batch(Reader& in) {
  Batch batch{in.number<std::uint32_t>(), {}};
  const std::uint32_t steps = in.below(kMostItems);
  for (std::uint32_t i = 0; i < steps && in.ok(); ++i) batch.steps.push_back(in.number<std::uint32_t>());
  return batch;
}

void write(Writer& out, const Recognition& recognition) {
  out.number(static_cast<std::uint32_t>(recognition.builtin));
  out.number(static_cast<std::uint32_t>(recognition.terms.size()));
  for (const LaunchTerm& term : recognition.terms) {
    out.number(static_cast<std::uint8_t>(term.kind));
    out.number(static_cast<std::uint64_t>(term.value));
    out.number(term.left);
    out.number(term.right);
  }
  out.number(static_cast<std::uint32_t>(recognition.floats.size()));
  for (const FloatTerm& term : recognition.floats) {
    out.number(static_cast<std::uint8_t>(term.kind));
    out.number(term.left);
    out.number(term.right);
  }
  out.number(static_cast<std::uint32_t>(recognition.arguments.size()));
  for (const Binding& binding : recognition.arguments) {
    out.number(static_cast<std::uint8_t>(binding.kind));
    out.number(binding.argument);
    out.number(binding.term);
  }
  for (const std::uint32_t term : recognition.global) out.number(term);
  out.number(static_cast<std::uint8_t>(recognition.batch.has_value()));
  if (recognition.batch) write(out, *recognition.batch);
  out.number(static_cast<std::uint32_t>(recognition.guard.size()));
  for (const GuardCondition& condition : recognition.guard) {
    out.number(condition.term);
    out.number(static_cast<std::uint8_t>(condition.kind));
  }
  out.number(recognition.whole_groups);
  out.text(recognition.text);
}

Recognition read_recognition(Reader& in) {
  Recognition recognition;
  recognition.builtin =
      static_cast<BuiltinKernel>(in.below(static_cast<std::uint32_t>(BuiltinKernel::limit)));
  const std::uint32_t terms = in.below(kMostItems);
  for (std::uint32_t i = 0; i < terms && in.ok(); ++i) {
    LaunchTerm& term = recognition.terms.emplace_back();
    term.kind =
        static_cast<LaunchTermKind>(in.byte_below(static_cast<std::uint8_t>(LaunchTermKind::minimum) + 1));
    term.value = static_cast<std::int64_t>(in.number<std::uint64_t>());
    term.left = in.number<std::uint32_t>();
    term.right = in.number<std::uint32_t>();
  }
  const std::uint32_t floats = in.below(kMostItems);
  for (std::uint32_t i = 0; i < floats && in.ok(); ++i) {
    FloatTerm& term = recognition.floats.emplace_back();
    term.kind =
        static_cast<FloatTermKind>(in.byte_below(static_cast<std::uint8_t>(FloatTermKind::multiply) + 1));
    term.left = in.number<std::uint32_t>();
    term.right = in.number<std::uint32_t>();
  }
  const std::uint32_t arguments = in.below(kMostItems);
  for (std::uint32_t i = 0; i < arguments && in.ok(); ++i) {
    Binding& binding = recognition.arguments.emplace_back();
    binding.kind =
        static_cast<BindingKind>(in.byte_below(static_cast<std::uint8_t>(BindingKind::buffer) + 1));
    binding.argument = in.number<std::uint32_t>();
    binding.term = in.number<std::uint32_t>();
  }
  for (std::uint32_t& term : recognition.global) term = in.number<std::uint32_t>();
  if (in.byte_below(2) != 0) recognition.batch = read_batch(in);
  const std::uint32_t conditions = in.below(kMostItems);
  for (std::uint32_t i = 0; i < conditions && in.ok(); ++i) {
    GuardCondition& condition = recognition.guard.emplace_back();
    condition.term = in.number<std::uint32_t>();
    condition.kind = static_cast<GuardKind>(in.byte_below(static_cast<std::uint8_t>(GuardKind::fits) + 1));
  }
  recognition.whole_groups = in.byte_below(8);
  recognition.text = in.text();
  return recognition;
}

template <std::unsigned_integral Number>
void write_numbers(Writer& out, const std::vector<Number>& numbers) {
  out.number(static_cast<std::uint32_t>(numbers.size()));
  for (const Number number : numbers) out.number(number);
}

void write(Writer& out, const QpuCode& code) {
  write_numbers(out, code.words);
  write_numbers(out, code.data);
  write_numbers(out, code.stored);
  write_numbers(out, code.lines);
  out.number(code.longest_loop);
  out.number(static_cast<std::uint32_t>(code.uniforms.size()));
  for (const QpuUniform& uniform : code.uniforms) {
    out.number(static_cast<std::uint8_t>(uniform.kind));
    out.number(uniform.number);
    out.number(uniform.word);
  }
  out.number(code.vpm.own);
  out.number(code.vpm.local_bytes);
  out.number(code.vpm.kept);
  out.number(static_cast<std::uint32_t>(code.vpm.in_memory));
  out.number(static_cast<std::uint32_t>(code.runs_groups));
  out.number(std::bit_cast<std::uint32_t>(code.turns.clocks));
  out.number(std::bit_cast<std::uint32_t>(code.turns.operations));
  out.number(code.turns.line);
  out.number(static_cast<std::uint32_t>(code.apart.size()));
  for (const QpuApart& pair : code.apart) {
    out.number(pair.stored);
    out.number(pair.other);
  }
}

/// With the code for launches that find no room in the VPM, and that for short lines.
void write_with_others(Writer& out, const QpuCode& code) {
  write(out, code);
  for (const QpuCode* other : {code.in_memory.get(), code.for_short_lines.get()}) {
    out.number(static_cast<std::uint32_t>(other != nullptr));
    if (other != nullptr) write(out, *other);
  }
}

template <std::unsigned_integral Number>
std::vector<Number> read_numbers(Reader& in) {
  std::vector<Number> numbers;
  const std::uint32_t count = in.below(kMostItems);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) numbers.push_back(in.number<Number>());
  return numbers;
}

std::shared_ptr<QpuCode> read_qpu_code(Reader& in) {
  const auto code = std::make_shared<QpuCode>();
  code->words = read_numbers<std::uint64_t>(in);
  code->data = read_numbers<std::uint32_t>(in);
  code->stored = read_numbers<std::uint32_t>(in);
  code->lines = read_numbers<std::uint32_t>(in);
  code->longest_loop = in.number<std::uint32_t>();
  const std::uint32_t uniforms = in.below(kMostItems);
  for (std::uint32_t i = 0; i < uniforms && in.ok(); ++i) {
    QpuUniform& uniform = code->uniforms.emplace_back();
    uniform.kind =
        static_cast<QpuUniformKind>(in.byte_below(static_cast<std::uint8_t>(QpuUniformKind::limit)));
    uniform.number = in.number<std::uint32_t>();
    uniform.word = in.number<std::uint32_t>();
  }
  code->vpm.own = in.number<std::uint32_t>();
  code->vpm.local_bytes = in.number<std::uint32_t>();
  code->vpm.kept = in.number<std::uint32_t>();
  code->vpm.in_memory = in.below(2) != 0;
  code->runs_groups = in.below(2) != 0;
  code->turns.clocks = std::bit_cast<float>(in.number<std::uint32_t>());
  code->turns.operations = std::bit_cast<float>(in.number<std::uint32_t>());
  code->turns.line = in.number<std::uint32_t>();
  const std::uint32_t pairs = in.below(kMostItems);
  for (std::uint32_t i = 0; i < pairs && in.ok(); ++i) {
    QpuApart& pair = code->apart.emplace_back();
    pair.stored = in.number<std::uint32_t>();
    pair.other = in.number<std::uint32_t>();
  }
  return code;
}

void write(Writer& out, const KernelImage& kernel) {
  out.text(kernel.name);
  out.text(kernel.attributes);
  out.number(static_cast<std::uint32_t>(kernel.arguments.size()));
  for (const KernelArgument& argument : kernel.arguments) write(out, argument);
  for (const std::size_t size : kernel.required_local) out.number(static_cast<std::uint64_t>(size));
  out.number(static_cast<std::uint32_t>(kernel.uniform_groups));
  out.number(static_cast<std::uint32_t>(kernel.needs_equal_groups));
  out.number(static_cast<std::uint32_t>(kernel.sees_groups));
  out.number(static_cast<std::uint32_t>(kernel.reorders_sums));
  out.text(kernel.not_recognised);
  out.number(static_cast<std::uint32_t>(kernel.recognition != nullptr));
  if (kernel.recognition) write(out, *kernel.recognition);
  out.text(kernel.not_on_qpus);
}

/// All zero or none.
std::array<std::size_t, 3> read_required_local(Reader& in) {
  std::array<std::size_t, 3> sizes{};
  for (std::size_t& size : sizes) {
    const auto number = in.number<std::uint64_t>();
    size = static_cast<std::size_t>(number);
    if (size != number || (size == 0) != (sizes[0] == 0)) in.fail();
  }
  return sizes;
}

KernelImage read_kernel(Reader& in) {
  KernelImage kernel;
  kernel.name = in.text();
  kernel.attributes = in.text();
  const std::uint32_t count = in.below(kMostItems);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) kernel.arguments.push_back(read_argument(in));
  kernel.required_local = read_required_local(in);
  kernel.uniform_groups = in.below(2) != 0;
  kernel.needs_equal_groups = in.below(2) != 0;
  kernel.sees_groups = in.below(2) != 0;
  kernel.reorders_sums = in.below(2) != 0;
  kernel.not_recognised = in.text();
  if (in.below(2) != 0) {
    auto recognition = std::make_shared<const Recognition>(read_recognition(in));
    if (!is_well_formed(*recognition, kernel)) in.fail();
    kernel.recognition = std::move(recognition);
  }
  kernel.not_on_qpus = in.text();
  return kernel;
}

/// The code of all kernels for CPUs: facts of each, and one shared object.
std::vector<std::byte> native_bytes(const ProgramImage& image) {
  Writer out;
  for (const KernelImage& kernel : image.kernels) {
    out.text(kernel.code.symbol);
    out.number(kernel.code.local_bytes);
    out.number(kernel.code.item_bytes);
    out.number(kernel.code.private_bytes);
    out.number(kernel.code.row_dimension);
    out.number(static_cast<std::uint32_t>(kernel.code.has_blocks));
    out.number(static_cast<std::uint32_t>(kernel.code.may_join_groups));
  }
  out.blob(image.code->elf);
  return out.take();
}

void read_native(Reader& in, ProgramImage& image) {
  const auto object = std::make_shared<NativeCode>();
  for (KernelImage& kernel : image.kernels) {
    kernel.code.object = object;
    kernel.code.symbol = in.text();
    kernel.code.local_bytes = in.number<std::uint64_t>();
    kernel.code.item_bytes = in.number<std::uint64_t>();
    kernel.code.private_bytes = in.number<std::uint64_t>();
    kernel.code.row_dimension = in.below(3);
    kernel.code.has_blocks = in.below(2) != 0;
    kernel.code.may_join_groups = in.below(2) != 0;
  }
  const auto elf = in.blob();
  object->elf.assign(elf.begin(), elf.end());
  if (elf.empty()) in.fail();
  image.code = object;
}

bool has_qpu_code(const KernelImage& kernel) {
  return kernel.qpu_code != nullptr || !kernel.qpu_versions.empty();
}

/// The code for QPUs of the kernels that have any.
std::vector<std::byte> qpu_bytes(const ProgramImage& image) {
  Writer out;
  for (const KernelImage& kernel : image.kernels) {
    out.number(static_cast<std::uint32_t>(kernel.qpu_code != nullptr));
    if (kernel.qpu_code != nullptr) write_with_others(out, *kernel.qpu_code);
    out.number(static_cast<std::uint32_t>(kernel.qpu_versions.size()));
    for (const QpuVersion& version : kernel.qpu_versions) {
      write_numbers(out, version.facts);
      write_with_others(out, *version.code);
    }
  }
  return out.take();
}

std::shared_ptr<const QpuCode> read_with_others(Reader& in, const KernelImage& kernel) {
  const auto code = read_qpu_code(in);
  for (std::shared_ptr<const QpuCode>* other : {&code->in_memory, &code->for_short_lines})
    if (in.below(2) != 0) *other = read_qpu_code(in);
  if (!is_well_formed(*code, kernel)) in.fail();
  return code;
}

void read_qpus(Reader& in, ProgramImage& image) {
  for (KernelImage& kernel : image.kernels) {
    if (in.below(2) != 0) kernel.qpu_code = read_with_others(in, kernel);
    const std::uint32_t versions = in.below(kMostItems);
    for (std::uint32_t i = 0; i < versions && in.ok(); ++i) {
      auto facts = read_numbers<LaunchFact>(in);
      if (facts.size() != kernel.arguments.size()) in.fail();
      kernel.qpu_versions.push_back({std::move(facts), read_with_others(in, kernel)});
    }
  }
}

/// The image's codes by their targets.
std::vector<TargetCode> codes_of(const ProgramImage& image) {
  std::vector<TargetCode> codes;
  if (image.code) codes.push_back({image.target, native_bytes(image)});
  if (std::ranges::any_of(image.kernels, has_qpu_code))
    codes.push_back({std::string(kQpuTarget), qpu_bytes(image)});
  codes.insert(codes.end(), image.others.begin(), image.others.end());
  return codes;
}

void write(Writer& out, const TargetCode& code) {
  out.text(code.target);
  out.blob(code.bytes);
}

/// What the image says of its kernels whatever the target.
std::vector<std::byte> facts_of_kernels(const ProgramImage& image) {
  Writer out;
  out.text(image.options);
  out.number(image.variable_bytes);
  out.number(static_cast<std::uint32_t>(image.kernels.size()));
  for (const KernelImage& kernel : image.kernels) write(out, kernel);
  return out.take();
}

std::vector<std::byte> write_payload(const ProgramImage& image) {
  Writer out;
  out.text(image.target);
  out.bytes(facts_of_kernels(image));
  const std::vector<TargetCode> codes = codes_of(image);
  out.number(static_cast<std::uint32_t>(codes.size()));
  for (const TargetCode& code : codes) write(out, code);
  out.blob(image.bitcode);
  out.blob(image.qpu_bitcode);
  return out.take();
}

/// Reads code that this machine can run, and keeps other code. False if it is damaged.
bool take_code(std::string code_target, std::span<const std::byte> bytes, std::string_view target,
               ProgramImage& image) {
  Reader in(bytes);
  if (code_target == target) {
    read_native(in, image);
  } else if (code_target == kQpuTarget) {
    read_qpus(in, image);
  } else {
    image.others.push_back({std::move(code_target), {bytes.begin(), bytes.end()}});
    return true;
  }
  return in.ok() && in.at_end();
}

void read_codes(Reader& in, std::string_view target, ProgramImage& image) {
  std::set<std::string> known;
  const std::uint32_t codes = in.below(kMostItems);
  for (std::uint32_t i = 0; i < codes && in.ok(); ++i) {
    const std::string code_target = in.text();
    const auto bytes = in.blob();
    if (!in.ok() || !known.insert(code_target).second || !take_code(code_target, bytes, target, image))
      in.fail();
  }
}

ProgramImage read_payload(Reader& in, std::string_view target) {
  ProgramImage image;
  image.target = in.text();
  image.options = in.text();
  image.variable_bytes = in.number<std::uint64_t>();
  const std::uint32_t count = in.below(kMostItems);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) image.kernels.push_back(read_kernel(in));
  read_codes(in, target, image);
  const bool is_for_target = !image.code || image.target == target;
  if (image.code) image.target = target;
  const auto bitcode = in.blob(), qpu_bitcode = in.blob();
  if (is_for_target) image.bitcode.assign(bitcode.begin(), bitcode.end());
  if (is_for_target) image.qpu_bitcode.assign(qpu_bitcode.begin(), qpu_bitcode.end());
  return image;
}

/// Executables have code, all others none.
bool has_all_parts(const ProgramImage& image) {
  const bool has_code = image.code || !image.others.empty();
  return has_code == (image.kind == ProgramKind::executable);
}

bool is_for(const ProgramImage& image, std::string_view target) {
  return image.kind == ProgramKind::executable ? image.code != nullptr : image.target == target;
}

/// The targets of an executable's code, or that of bitcode.
std::string targets_of(const ProgramImage& image) {
  std::string names = "'" + (image.others.empty() ? image.target : image.others.front().target) + "'";
  for (std::size_t i = 1; i < image.others.size(); ++i) names += ", '" + image.others[i].target + "'";
  return names;
}

Error damaged() {
  return {ErrorCode::invalid_argument_value, "not a program binary of this version, or a damaged one"};
}

}  // namespace

std::vector<std::byte> serialise(const ProgramImage& image) {
  const std::vector<std::byte> payload = write_payload(image);
  Writer out;
  out.number(kMagic);
  out.number(kProgramFormat);
  out.number(static_cast<std::uint32_t>(image.kind));
  out.number(static_cast<std::uint64_t>(payload.size()));
  out.number(static_cast<std::uint64_t>(XXH3_64bits(payload.data(), payload.size())));
  std::vector<std::byte> bytes = out.take();
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  return bytes;
}

Result<ProgramImage> deserialise(std::span<const std::byte> bytes, std::string_view target) {
  if (bytes.size() < kHeaderBytes) return damaged();
  Reader header(bytes.first(kHeaderBytes));
  const auto payload = bytes.subspan(kHeaderBytes);
  const bool known =
      header.number<std::uint64_t>() == kMagic && header.number<std::uint32_t>() == kProgramFormat;
  const auto kind = header.number<std::uint32_t>();
  const auto size = header.number<std::uint64_t>();
  const auto sum = header.number<std::uint64_t>();
  if (!known || kind < 1 || kind > 4 || size != payload.size() ||
      sum != XXH3_64bits(payload.data(), payload.size()))
    return damaged();
  Reader in(payload);
  ProgramImage image = read_payload(in, target);
  image.kind = static_cast<ProgramKind>(kind);
  if (!in.ok() || !in.at_end() || !has_all_parts(image)) return damaged();
  if (!is_for(image, target)) {
    return Error{ErrorCode::unsupported, "the program binary is for " + targets_of(image) +
                                             ", this machine is '" + std::string(target) + "'"};
  }
  return image;
}

Result<void> add_code(ProgramImage& image, const ProgramImage& other) {
  const auto has_target = [&](const TargetCode& code) { return code.target == other.target; };
  if (!image.code || !other.code || image.target == other.target ||
      std::ranges::any_of(image.others, has_target) || facts_of_kernels(image) != facts_of_kernels(other))
    return Error{ErrorCode::invalid_argument_value, "the programs differ in more than their code"};
  image.others.push_back({other.target, native_bytes(other)});
  return {};
}

}  // namespace quadcl
