// SPDX-License-Identifier: Apache-2.0
#include "tools/kernel_argument.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <random>

#include "core/launch/launch.h"
#include "tools/files.h"

namespace quadcl::tools {

const char* const kArgumentForms =
    "Forms of --arg, one for each parameter of the kernel, in order:\n"
    "  NUMBER or N,N,N,N       a scalar or vector by value\n"
    "  file:PATH               the bytes of a buffer, or of a value such as a struct\n"
    "  zero:COUNT              a buffer of COUNT elements that are zero\n"
    "  count:COUNT             ... that are 0, 1, 2 ...\n"
    "  random:COUNT            ... that are random: integers of all values, floats from 0 to 1\n"
    "  NUMBER:COUNT            ... that are all this number\n"
    "  same:NAME               the buffer of another argument\n"
    "  null                    no buffer\n"
    "  local:BYTES             local memory\n"
    "After a comma: type=T, the type of elements where the source does not say it (of a typedef);\n"
    "for random: seed=S, from=A, to=B.";

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  ///< the memory of QPUs

/// The text of an argument in its parts: "random:100,seed=3" or "1,2,3,4".
struct Parts {
  std::vector<std::string> numbers;  ///< before the options, at least one
  std::string type, seed, from, to;
};

Result<Parts> parts_of(std::string_view text) {
  Parts parts;
  const struct {
    std::string_view key;
    std::string& value;
  } options[]{{"type=", parts.type}, {"seed=", parts.seed}, {"from=", parts.from}, {"to=", parts.to}};
  if (text.starts_with("file:")) {  // a path may have commas
    const auto type = std::min(text.rfind(",type="), text.size());
    parts.numbers.emplace_back(text.substr(0, type));
    text.remove_prefix(std::min(type + 1, text.size()));
    if (text.empty()) return parts;
  }
  while (true) {
    const auto comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    bool is_option = false;
    for (const auto& option : options) {
      if (!part.starts_with(option.key)) continue;
      option.value = part.substr(option.key.size());
      is_option = true;
    }
    if (!is_option && part.find('=') != part.npos)
      return wrong_argument("unknown option '" + std::string(part) + "'");
    if (!is_option) parts.numbers.emplace_back(part);
    if (comma == text.size()) break;
    text.remove_prefix(comma + 1);
  }
  if (parts.numbers.empty()) return wrong_argument("there is no value");
  return parts;
}

/// The type of the argument, or of what it points to.
std::string type_name_of(const KernelArgument& argument) {
  std::string name = argument.type_name;
  while (!name.empty() && (name.back() == '*' || name.back() == ' ')) name.pop_back();
  return name;
}

Result<ElementType> type_of(const KernelArgument& argument, const Parts& parts) {
  const std::string name = parts.type.empty() ? type_name_of(argument) : parts.type;
  if (const auto type = find_element_type(name)) return *type;
  return wrong_argument("the type '" + name +
                        "' is not known: add ,type=float or another type, or use file:PATH");
}

Result<std::size_t> count_of(std::string_view text) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count == 0)
    return wrong_argument("'" + std::string(text) + "' is no count of elements or bytes");
  return count;
}

Result<std::vector<std::byte>> bytes_of_file(const std::string& path) {
  const auto content = read_file(path, kMostBytes);
  if (!content) return wrong_argument(path + ": " + content.error().message);
  std::vector<std::byte> bytes(content->size());
  std::memcpy(bytes.data(), content->data(), bytes.size());
  return bytes;
}

Result<PreparedArgument> value_of(const KernelArgument& argument, const Parts& parts) {
  PreparedArgument result;
  const std::string& first = parts.numbers[0];
  if (first.starts_with("file:")) {
    QUADCL_TRY(result.bytes, bytes_of_file(first.substr(5)));
    result.type = find_element_type(type_name_of(argument));
  } else {
    QUADCL_TRY(const ElementType type, type_of(argument, parts));
    if (parts.numbers.size() != type.components)
      return wrong_argument("it has " + std::to_string(type.components) + " components, not " +
                            std::to_string(parts.numbers.size()));
    result.bytes.resize(type.size());
    for (unsigned i = 0; i < type.components; ++i)
      QUADCL_CHECK(store_component(type, parts.numbers[i], result.bytes.data() + i * type.bytes));
    result.type = type;
  }
  if (result.bytes.size() != argument.size)
    return wrong_argument("it has " + std::to_string(argument.size) + " bytes, not " +
                          std::to_string(result.bytes.size()));
  return result;
}

/// The components of a buffer, one after the other.
class Filler {
 public:
  static Result<Filler> make(const ElementType& type, std::string_view pattern, const Parts& parts) {
    Filler filler(type, pattern);
    std::byte number[8]{};
    if (!filler.counts() && !filler.is_random() && pattern != "zero")
      QUADCL_CHECK(store_component(type, pattern, number));
    std::memcpy(filler.constant_, number, sizeof number);
    QUADCL_CHECK(filler.read_random(parts));
    return filler;
  }

  void fill(std::vector<std::byte>& bytes) {
    const std::size_t components = bytes.size() / type_.bytes, width = type_.size() / type_.bytes;
    for (std::size_t i = 0; i < components; ++i) {
      std::byte* const to = bytes.data() + i * type_.bytes;
      if (counts())
        store_component(type_, static_cast<double>(i / width), to);
      else if (is_random())
        store_random(to);
      else
        std::memcpy(to, constant_, type_.bytes);
    }
  }

 private:
  Filler(const ElementType& type, std::string_view pattern) : type_(type), pattern_(pattern) {}

  bool counts() const { return pattern_ == "count"; }
  bool is_random() const { return pattern_ == "random"; }

  Result<void> read_random(const Parts& parts) {
    if (!is_random() && !(parts.seed + parts.from + parts.to).empty())
      return wrong_argument("seed=, from= and to= are for random");
    constexpr ElementType kNumber{ElementType::Kind::floating, sizeof(double), 1};
    constexpr ElementType kSeed{ElementType::Kind::without_sign, sizeof(std::uint32_t), 1};
    const auto read = [](const ElementType& type, const std::string& text, auto& to) -> Result<void> {
      return text.empty() ? Result<void>() : store_component(type, text, reinterpret_cast<std::byte*>(&to));
    };
    std::uint32_t seed = 1;
    QUADCL_CHECK(read(kSeed, parts.seed, seed));
    QUADCL_CHECK(read(kNumber, parts.from, from_));
    QUADCL_CHECK(read(kNumber, parts.to, to_));
    if (!(from_ <= to_)) return wrong_argument("from= is greater than to=");
    limited_ = !(parts.from + parts.to).empty();
    generator_.seed(seed);
    return {};
  }

  void store_random(std::byte* to) {
    const double unit = static_cast<double>(generator_()) / 4294967296.0;
    const bool is_float = type_.kind == ElementType::Kind::floating;
    if (is_float) return store_component(type_, from_ + unit * (to_ - from_), to);
    if (limited_) return store_component(type_, std::floor(from_ + unit * (to_ - from_ + 1)), to);
    const std::uint64_t bits = (std::uint64_t{generator_()} << 32) | generator_();
    std::memcpy(to, &bits, type_.bytes);
  }

  ElementType type_;
  std::string_view pattern_;
  std::byte constant_[8]{};
  double from_ = 0, to_ = 1;
  bool limited_ = false;
  std::mt19937 generator_;
};

Result<PreparedArgument> buffer_of(const KernelArgument& argument, const Parts& parts) {
  PreparedArgument result{.kind = PreparedArgument::Kind::buffer};
  const std::string& text = parts.numbers[0];
  const auto colon = text.find(':');
  if (parts.numbers.size() > 1 || colon == text.npos)
    return wrong_argument(
        "it is a buffer: file:PATH, zero:COUNT, count:COUNT, random:COUNT, NUMBER:COUNT, same:NAME or null");
  const std::string pattern = text.substr(0, colon), rest = text.substr(colon + 1);
  if (pattern == "file") {
    QUADCL_TRY(result.bytes, bytes_of_file(rest));
    if (result.bytes.empty()) return wrong_argument(rest + ": this file is empty");
    result.type = find_element_type(parts.type.empty() ? type_name_of(argument) : parts.type);
    return result;
  }
  QUADCL_TRY(const ElementType type, type_of(argument, parts));
  QUADCL_TRY(const std::size_t count, count_of(rest));
  if (count > kMostBytes / type.size()) return wrong_argument("the QPUs have 1 GiB of memory");
  QUADCL_TRY(Filler filler, Filler::make(type, pattern, parts));
  result.bytes.resize(count * type.size());
  filler.fill(result.bytes);
  result.type = type;
  return result;
}

Result<PreparedArgument> prepare(const KernelArgument& argument, std::string_view text) {
  QUADCL_TRY(const Parts parts, parts_of(text));
  const std::string& first = parts.numbers[0];
  using Kind = PreparedArgument::Kind;
  if (argument.address == AddressQualifier::local) {
    if (!first.starts_with("local:")) return wrong_argument("it is local memory: local:BYTES");
    QUADCL_TRY(const std::size_t bytes, count_of(std::string_view(first).substr(6)));
    if (bytes > kLocalMemoryBytes) return wrong_argument("the device has less local memory");
    return PreparedArgument{.kind = Kind::local, .local_bytes = bytes};
  }
  if (!argument.is_pointer()) return value_of(argument, parts);
  if (first == "null") return PreparedArgument{.kind = Kind::null};
  if (first.starts_with("same:"))
    return PreparedArgument{.kind = Kind::same_buffer, .same_as = first.substr(5)};
  return buffer_of(argument, parts);
}

}  // namespace

Result<PreparedArgument> prepare_argument(const KernelArgument& argument, std::string_view text) {
  auto result = prepare(argument, text);
  if (result) return result;
  return wrong_argument("--arg " + std::string(text) + ": '" + argument.name + "' (" + argument.type_name +
                        "): " + result.error().message);
}

}  // namespace quadcl::tools
