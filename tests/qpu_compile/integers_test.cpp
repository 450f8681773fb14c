// SPDX-License-Identifier: Apache-2.0
// Each operation and builtin function of integers, for all types, as a compiled kernel of the QPUs. The
// expected numbers are computed here, in integers of 128 bits, by the words of the specification.
#include <CL/cl_ext_quadcl.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

#include "fixture.h"

using namespace api;

namespace {

__extension__ using Number = __int128;
__extension__ using Positive = unsigned __int128;

struct Type {
  const char* name;
  unsigned bits;
  bool is_signed;
  const char *positive, *wider;  ///< the unsigned type of its size, and that of twice its size
};

constexpr Type kTypes[] = {
    {"char", 8, true, "uchar", "short"},  {"uchar", 8, false, "uchar", "ushort"},
    {"short", 16, true, "ushort", "int"}, {"ushort", 16, false, "ushort", "uint"},
    {"int", 32, true, "uint", "long"},    {"uint", 32, false, "uint", "ulong"},
    {"long", 64, true, "ulong", nullptr}, {"ulong", 64, false, "ulong", nullptr},
};

const Type& type_named(const std::string& name) {
  return *std::ranges::find_if(kTypes, [&](const Type& type) { return name == type.name; });
}

Number least(const Type& type) { return type.is_signed ? -(Number{1} << (type.bits - 1)) : 0; }
Number most(const Type& type) { return (Number{1} << (type.bits - (type.is_signed ? 1 : 0))) - 1; }
Number saturated(const Type& type, Number x) { return std::clamp(x, least(type), most(type)); }

/// The lowest bits of a number as one of that type.
Number wrapped(const Type& type, Number x) {
  const Positive bits = static_cast<Positive>(x) & ((Positive{1} << type.bits) - 1);
  const bool is_negative = type.is_signed && (bits >> (type.bits - 1)) != 0;
  return static_cast<Number>(bits) - (is_negative ? Number{1} << type.bits : 0);
}
/// The bits as a positive number.
Positive bits_of(const Type& type, Number x) {
  return static_cast<Positive>(x) & ((Positive{1} << type.bits) - 1);
}

unsigned leading_zeros(const Type& type, Number x) {
  unsigned zeros = 0;
  while (zeros < type.bits && (bits_of(type, x) >> (type.bits - 1 - zeros) & 1) == 0) ++zeros;
  return zeros;
}
unsigned trailing_zeros(const Type& type, Number x) {
  unsigned zeros = 0;
  while (zeros < type.bits && (bits_of(type, x) >> zeros & 1) == 0) ++zeros;
  return zeros;
}
Number ones(const Type& type, Number x) {
  Number sum = 0;
  for (unsigned bit = 0; bit < type.bits; ++bit) sum += static_cast<Number>(bits_of(type, x) >> bit & 1);
  return sum;
}
Number rotated(const Type& type, Number x, unsigned by) {
  const Positive bits = bits_of(type, x);
  return static_cast<Number>(by == 0 ? bits : bits << by | bits >> (type.bits - by));
}
unsigned distance(const Type& type, Number by) {
  return static_cast<unsigned>(bits_of(type, by) % type.bits);
}

/// A shift counts modulo the bits of the promoted left operand: int for the narrow types.
unsigned shift_of(const Type& type, Number by) {
  return static_cast<unsigned>(static_cast<Positive>(by) % std::max(type.bits, 32U));
}
Number shifted_left(const Type& type, Number x, unsigned by) {
  return static_cast<Number>(bits_of(type, x) << by);
}
/// Right of a product that is too long for a signed number of 128 bits.
Number saturated_sum(const Type& type, Number a, Number b, Number c) {
  if (type.is_signed) return saturated(type, a * b + c);
  const Positive sum = static_cast<Positive>(a) * static_cast<Positive>(b) + static_cast<Positive>(c);
  return sum > static_cast<Positive>(most(type)) ? most(type) : static_cast<Number>(sum);
}
Number upper_half(const Type& type, Number a, Number b) {
  if (type.is_signed) return (a * b) >> type.bits;
  return static_cast<Number>(static_cast<Positive>(a) * static_cast<Positive>(b) >> type.bits);
}
Number low_24(const Type& type, Number x) {
  const Type narrow{"", 24, type.is_signed, nullptr, nullptr};
  return wrapped(narrow, x);
}
bool divides(const Type& type, Number a, Number b) {
  return b != 0 && !(type.is_signed && b == -1 && a == least(type));
}

enum class Kind { same, positive, wider, integer };
/// For which types: all, those of 32 bits, those that have a wider one, signed ones.
enum class For { all, words, narrow, with_sign };

struct Row {
  const char* name;
  const char* expression;  ///< of a, b and c
  Kind result;
  Number (*expected)(const Type&, Number, Number, Number);
  For types = For::all;
};

#define EXPECTED(...)                                                                      \
  []([[maybe_unused]] const Type& t, [[maybe_unused]] Number a, [[maybe_unused]] Number b, \
     [[maybe_unused]] Number c) -> Number { return static_cast<Number>(__VA_ARGS__); }

const Row kRows[] = {
    {"add", "a + b", Kind::same, EXPECTED(a + b)},
    {"subtract", "a - b", Kind::same, EXPECTED(a - b)},
    {"multiply", "a * b", Kind::same, EXPECTED(static_cast<Positive>(a) * static_cast<Positive>(b))},
    {"divide", "b == 0 || (b == (T)-1 && a << 1 == 0) ? c : a / b", Kind::same,
     EXPECTED(b == 0 || (wrapped(t, b + 1) == 0 && shifted_left(t, a, 1) == 0) ? c : a / b), For::words},
    {"quotient", "a / (T)(b | 1)", Kind::same, EXPECTED(divides(t, a, b | 1) ? a / (b | 1) : a)},
    {"remainder", "a % (T)(b | 1)", Kind::same, EXPECTED(divides(t, a, b | 1) ? a % (b | 1) : 0)},
    {"short_quotient", "a / (T)((b & 63) + 1)", Kind::same, EXPECTED(a / ((b & 63) + 1))},
    {"quotient_by_7", "a / (T)7", Kind::same, EXPECTED(a / 7)},
    {"remainder_by_10", "a % (T)10", Kind::same, EXPECTED(a % 10)},
    {"both_of_division", "a / (T)(b | 1) ^ a % (T)(b | 1)", Kind::same,
     EXPECTED(divides(t, a, b | 1) ? a / (b | 1) ^ a % (b | 1) : a)},
    {"negate", "-a", Kind::same, EXPECTED(-a)},
    {"bitwise", "(a & b) ^ (~a | c)", Kind::same, EXPECTED((a & b) ^ (~a | c))},
    {"shift_left", "a << b", Kind::same,
     EXPECTED(t.bits < 32 ? a << shift_of(t, b) : shifted_left(t, a, shift_of(t, b)))},
    {"shift_right", "a >> b", Kind::same, EXPECTED(a >> shift_of(t, b))},
    {"shift_right_3", "a >> 3", Kind::same, EXPECTED(a >> 3)},
    {"less", "a < b ? c : (T)(a - b)", Kind::same, EXPECTED(a < b ? c : a - b)},
    {"not_more", "a <= b", Kind::integer, EXPECTED(a <= b)},
    {"equal", "(a == b) + 2 * (a != c)", Kind::integer, EXPECTED((a == b) + 2 * (a != c))},
    {"abs", "abs(a)", Kind::positive, EXPECTED(a < 0 ? -a : a)},
    {"abs_diff", "abs_diff(a, b)", Kind::positive, EXPECTED(a < b ? b - a : a - b)},
    {"add_sat", "add_sat(a, b)", Kind::same, EXPECTED(saturated(t, a + b))},
    {"sub_sat", "sub_sat(a, b)", Kind::same, EXPECTED(saturated(t, a - b))},
    {"mad_sat", "mad_sat(a, b, c)", Kind::same, EXPECTED(saturated_sum(t, a, b, c))},
    {"hadd", "hadd(a, b)", Kind::same, EXPECTED((a + b) >> 1)},
    {"rhadd", "rhadd(a, b)", Kind::same, EXPECTED((a + b + 1) >> 1)},
    {"mul_hi", "mul_hi(a, b)", Kind::same, EXPECTED(upper_half(t, a, b))},
    {"mad_hi", "mad_hi(a, b, c)", Kind::same, EXPECTED(upper_half(t, a, b) + c)},
    {"min", "min(a, b)", Kind::same, EXPECTED(std::min(a, b))},
    {"max", "max(a, b)", Kind::same, EXPECTED(std::max(a, b))},
    {"clamp", "clamp(a, min(b, c), max(b, c))", Kind::same,
     EXPECTED(std::clamp(a, std::min(b, c), std::max(b, c)))},
    {"clz", "clz(a)", Kind::same, EXPECTED(leading_zeros(t, a))},
    {"ctz", "ctz(a)", Kind::same, EXPECTED(trailing_zeros(t, a))},
    {"popcount", "popcount(a)", Kind::same, EXPECTED(ones(t, a))},
    {"rotate", "rotate(a, b)", Kind::same, EXPECTED(rotated(t, a, distance(t, b)))},
    {"rotate_by_5", "rotate(a, (T)5)", Kind::same, EXPECTED(rotated(t, a, 5))},
    {"funnel", "a << 3 | (T)((U)b >> (sizeof(T) * 8 - 3))", Kind::same,
     EXPECTED(shifted_left(t, a, 3) | static_cast<Number>(bits_of(t, b) >> (t.bits - 3)))},
    {"upsample", "upsample(a, (U)b)", Kind::wider,
     EXPECTED((a << t.bits) | static_cast<Number>(bits_of(t, b))), For::narrow},
    {"mul24", "mul24((T)(a << 8) >> 8, (T)(b << 8) >> 8)", Kind::same, EXPECTED(low_24(t, a) * low_24(t, b)),
     For::words},
    {"mad24", "mad24((T)(a << 8) >> 8, (T)(b << 8) >> 8, c)", Kind::same,
     EXPECTED(low_24(t, a) * low_24(t, b) + c), For::words},
    {"bitselect", "bitselect(a, b, c)", Kind::same, EXPECTED((a & ~c) | (b & c))},
    {"select", "select(a, b, (U)c)", Kind::same, EXPECTED(c != 0 ? b : a)},
    {"select_of_vectors", "select((V)(a, a), (V)(b, b), (UV)(c, c)).y", Kind::same,
     EXPECTED((bits_of(t, c) >> (t.bits - 1)) != 0 ? b : a)},
    {"any", "any((V)(a, b))", Kind::integer, EXPECTED(a < 0 || b < 0), For::with_sign},
    {"all", "all((V)(a, b))", Kind::integer, EXPECTED(a < 0 && b < 0), For::with_sign},
    {"shuffle", "shuffle((V4)(a, b, c, 7), (U4)((U)c, 2, 1, 0)).x", Kind::same,
     EXPECTED(std::array<Number, 4>{a, b, c, 7}[static_cast<unsigned>(c & 3)])},
    {"shuffle2", "shuffle2((V)(a, b), (V)(c, 9), (UV)((U)a, 2)).x", Kind::same,
     EXPECTED(std::array<Number, 4>{a, b, c, 9}[static_cast<unsigned>(a & 3)])},
    {"product_of_halves", "(T)(a * b + (c ^ 5)) % (T)11", Kind::same,
     EXPECTED(wrapped(t, static_cast<Number>(static_cast<Positive>(a) * static_cast<Positive>(b) +
                                             static_cast<Positive>(c ^ 5))) %
              11)},
};

bool is_for(const Row& row, const Type& type) {
  switch (row.types) {
    case For::words:
      return type.bits == 32;
    case For::narrow:
      return type.wider != nullptr;
    case For::with_sign:
      return type.is_signed;
    default:
      return true;
  }
}

const Type& result_type(const Row& row, const Type& type) {
  switch (row.result) {
    case Kind::positive:
      return type_named(type.positive);
    case Kind::wider:
      return type_named(type.wider);
    case Kind::integer:
      return type_named("int");
    default:
      return type;
  }
}

using Bytes = std::vector<unsigned char>;

void append(Bytes& bytes, const Type& type, Number x) {
  for (unsigned bit = 0; bit < type.bits; bit += 8)
    bytes.push_back(static_cast<unsigned char>(bits_of(type, x) >> bit));
}

/// Numbers at the ends of the range, around zero, and of all sizes.
std::vector<Number> numbers_of(const Type& type, unsigned seed) {
  std::vector<Number> numbers;
  std::mt19937_64 random(seed);
  while (numbers.size() < 256) {
    const unsigned kind = static_cast<unsigned>(random() % 8),
                   bits = static_cast<unsigned>(random() % type.bits);
    const Number small = static_cast<Number>(random() % 5) - 2;
    Number x = static_cast<Number>(random());
    if (kind == 0) x = least(type) + small;
    if (kind == 1) x = most(type) + small;
    if (kind == 2) x = small;
    if (kind == 3) x = (Number{1} << bits) + small;
    if (kind == 4) x >>= 64 - type.bits + bits;
    if (kind == 5) x = -(x >> (64 - type.bits + bits));
    numbers.push_back(wrapped(type, x));
  }
  return numbers;
}

/// A context of the QPU device.
struct Qpus {
  Context context = make_context({all_devices()[0]});
  const cl_queue_properties properties[3]{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  Queue queue = made([&](cl_int* error) {
    return clCreateCommandQueueWithProperties(context, all_devices()[0], properties, error);
  });
};

Program build(const Qpus& qpus, const std::string& source, std::string& log) {
  const char* text = source.c_str();
  const cl_device_id device = all_devices()[0];
  Program program =
      made([&](cl_int* error) { return clCreateProgramWithSource(qpus.context, 1, &text, nullptr, error); });
  const cl_int error = clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr);
  std::size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  log.resize(size);
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  INFO(log);
  REQUIRE(error == CL_SUCCESS);
  return program;
}

/// Runs a kernel of input buffers and one for the result, a work-item for each element.
Bytes run(const Qpus& qpus, cl_program program, const std::string& name, std::vector<Bytes> inputs,
          std::size_t items, std::size_t result_bytes) {
  const Kernel kernel = made([&](cl_int* error) { return clCreateKernel(program, name.c_str(), error); });
  inputs.emplace_back(items * result_bytes, static_cast<unsigned char>(0x5a));
  std::vector<Buffer> buffers;
  for (Bytes& bytes : inputs) {
    buffers.push_back(make_buffer(qpus.context, bytes.size(), CL_MEM_COPY_HOST_PTR, bytes.data()));
    REQUIRE(clSetKernelArg(kernel, static_cast<cl_uint>(buffers.size() - 1), sizeof(cl_mem),
                           buffers.back().list()) == CL_SUCCESS);
  }
  Event event;
  REQUIRE(clEnqueueNDRangeKernel(qpus.queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, event.out()) ==
          CL_SUCCESS);
  REQUIRE(clEnqueueReadBuffer(qpus.queue, buffers.back(), CL_TRUE, 0, inputs.back().size(),
                              inputs.back().data(), 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(info<cl_profiling_target_quadcl>(
            query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL)) ==
        CL_PROFILING_TARGET_QPU_QUADCL);
  return inputs.back();
}

/// The element of a result that is wrong, as text; empty if there is none.
std::string first_difference(const Bytes& ours, const Bytes& expected, std::size_t size) {
  for (std::size_t i = 0; i < ours.size(); i += size) {
    if (std::memcmp(&ours[i], &expected[i], size) == 0) continue;
    const auto text = [&](const Bytes& bytes) {
      std::string digits;
      for (std::size_t byte = size; byte-- > 0;)
        digits += "0123456789abcdef"[bytes[i + byte] >> 4],
            digits += "0123456789abcdef"[bytes[i + byte] & 15];
      return digits;
    };
    return "element " + std::to_string(i / size) + ": " + text(ours) + ", expected " + text(expected);
  }
  return {};
}

std::string kernel_of(const Row& row, const Type& type) {
  const std::string result = result_type(row, type).name;
  return std::string("#undef T\n#undef U\n#undef V\n#undef UV\n#undef V4\n#undef U4\n") + "#define T " +
         type.name + "\n#define U " + type.positive + "\n#define V " + type.name + "2\n#define UV " +
         type.positive + "2\n#define V4 " + type.name + "4\n#define U4 " + type.positive +
         "4\nkernel void k_" + row.name +
         "(global const T* x, global const T* y, global const T* z, global " + result +
         "* out) {\n  const size_t i = get_global_id(0);\n  const T a = x[i], b = y[i], c = z[i];\n  out[i] "
         "= (" +
         result + ")(" + row.expression + ");\n}\n";
}

void check_functions(const Qpus& qpus, const Type& type) {
  std::string source, log;
  for (const Row& row : kRows)
    if (is_for(row, type)) source += kernel_of(row, type);
  const Program program = build(qpus, source, log);
  std::vector<std::vector<Number>> numbers;
  std::vector<Bytes> inputs(3);
  for (unsigned i = 0; i < 3; ++i) {
    numbers.push_back(numbers_of(type, i + 1));
    for (const Number x : numbers.back()) append(inputs[i], type, x);
  }
  for (const Row& row : kRows) {
    if (!is_for(row, type)) continue;
    const Type& result = result_type(row, type);
    Bytes expected;
    for (std::size_t i = 0; i < numbers[0].size(); ++i)
      append(expected, result, row.expected(type, numbers[0][i], numbers[1][i], numbers[2][i]));
    const std::string line = log.substr(std::min(log.find("'k_" + std::string(row.name) + "'"), log.size()));
    INFO(type.name << ": " << row.expression << "\n" << line.substr(0, line.find('\n')));
    const Bytes ours =
        run(qpus, program, "k_" + std::string(row.name), inputs, numbers[0].size(), result.bits / 8);
    CHECK(first_difference(ours, expected, result.bits / 8) == "");
  }
}

/// Conversions between all types of integers, plain and saturating.
void check_conversions(const Qpus& qpus, const Type& from) {
  std::string source, log;
  for (const Type& to : kTypes)
    for (const std::string sat : {"", "_sat"})
      source += "kernel void to_" + std::string(to.name) + sat + "(global const " + from.name +
                "* x, global " + to.name +
                "* out) {\n  const size_t i = get_global_id(0);\n  out[i] = convert_" + to.name + sat +
                "(x[i]);\n}\n";
  const Program program = build(qpus, source, log);
  const auto numbers = numbers_of(from, 7);
  std::vector<Bytes> inputs(1);
  for (const Number x : numbers) append(inputs[0], from, x);
  for (const Type& to : kTypes)
    for (const std::string sat : {"", "_sat"}) {
      Bytes expected;
      for (const Number x : numbers) append(expected, to, sat.empty() ? x : saturated(to, x));
      INFO(from.name << " to " << to.name << sat << "\n" << log);
      const Bytes ours =
          run(qpus, program, "to_" + std::string(to.name) + sat, inputs, numbers.size(), to.bits / 8);
      CHECK(first_difference(ours, expected, to.bits / 8) == "");
    }
}

}  // namespace

TEST_CASE("functions of integers", "[qpu]") {
  const Qpus qpus;
  for (const Type& type : kTypes) check_functions(qpus, type);
}

TEST_CASE("conversions of integers", "[qpu]") {
  const Qpus qpus;
  for (const Type& type : kTypes) check_conversions(qpus, type);
}
