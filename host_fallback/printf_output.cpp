// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/printf_output.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "core/kernel_abi.h"

namespace quadcl {
namespace {

/// The largest width and precision: more than C promises (4095 characters, C99 section 7.19.6.1), but small
/// enough for memory.
constexpr unsigned kWidest = 65535;

/// Whether the digits of a width or precision are in our range. No digits are valid, too.
bool is_printable_width(const std::string& digits) {
  unsigned width = 0;
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), width).ec;
  return digits.empty() || (error == std::errc() && width <= kWidest);
}

/// %[flags][width][.precision][vn][length]conversion
struct Specification {
  std::string flags_and_widths;  ///< ready for the C library
  unsigned vector = 0;           ///< elements; 0 for a scalar
  std::string length;            ///< "", "hh", "h", "hl" or "l", or one that only C has
  char conversion = '\0';
};

class FormatReader {
 public:
  explicit FormatReader(const char* text) : text_(text) {}

  bool at_end() const { return *text_ == '\0'; }

  std::string_view literal() {
    const std::size_t size = std::strcspn(text_, "%");
    const std::string_view result(text_, size);
    text_ += size;
    return result;
  }

  /// The text starts at '%'.
  std::optional<Specification> specification() {
    Specification result;
    ++text_;
    result.flags_and_widths = span("-+ #0");
    if (!add_width(result)) return {};
    if (*text_ == '.') {
      result.flags_and_widths += *text_++;
      if (!add_width(result)) return {};
    }
    if (*text_ == 'v') {
      ++text_;
      const std::string count = span("0123456789");
      if (count.empty() || count.size() > 2) return {};
      result.vector = static_cast<unsigned>(std::stoul(count));
    }
    result.length = span("hlzjtLq");
    if (*text_ == '\0') return {};
    result.conversion = *text_++;
    return result;
  }

 private:
  bool add_width(Specification& specification) {
    const std::string digits = span("0123456789");
    specification.flags_and_widths += digits;
    return is_printable_width(digits);
  }

  std::string span(const char* characters) {
    const std::size_t size = std::strspn(text_, characters);
    std::string result(text_, size);
    text_ += size;
    return result;
  }

  const char* text_;
};

struct Record {
  std::uint32_t kind = 0;
  std::uint32_t count = 0;
  std::uint64_t elements[16] = {};

  double real(unsigned index) const {
    if (kind == QUADCL_PRINT_F32) {
      float value = 0;
      std::memcpy(&value, &elements[index], sizeof(value));
      return value;
    }
    double value = 0;
    std::memcpy(&value, &elements[index], sizeof(value));
    return value;
  }
  bool is_real() const { return kind == QUADCL_PRINT_F32 || kind == QUADCL_PRINT_F64; }
};
static_assert(sizeof(Record) == QUADCL_PRINT_RECORD);

template <typename T>
std::string print_one(const std::string& format, T value) {
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  if (size < 0) return {};
  std::string text(static_cast<std::size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

unsigned bits_of(const Specification& specification, const Record& record) {
  const std::string& length = specification.length;
  if (length == "hh") return 8;
  if (length == "h") return 16;
  if (length == "l") return 64;
  if (length == "hl" || length.empty()) return 32;
  return record.kind == QUADCL_PRINT_I64 ? 64 : 32;
}

std::int64_t sign_extend(std::uint64_t value, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

std::string print_element(const Specification& specification, const Record& record, unsigned index) {
  const std::string start = std::string("%").append(specification.flags_and_widths);
  const char conversion = specification.conversion;
  const std::uint64_t bits = record.elements[index];
  if (std::strchr("di", conversion) != nullptr)
    return print_one(start + "lld",
                     static_cast<long long>(sign_extend(bits, bits_of(specification, record))));
  if (std::strchr("ouxX", conversion) != nullptr) {
    const unsigned shift = 64 - bits_of(specification, record);
    return print_one(start + "ll" + conversion, static_cast<unsigned long long>(bits << shift >> shift));
  }
  if (conversion == 'c') return print_one(start + "c", static_cast<int>(bits & 0xff));
  if (conversion == 'p')
    return print_one(start + "p", reinterpret_cast<void*>(static_cast<std::uintptr_t>(bits)));
  return print_one(start + conversion, record.real(index));
}

std::string print_string(const Specification& specification, const Record& record) {
  const auto* text = reinterpret_cast<const char*>(static_cast<std::uintptr_t>(record.elements[0]));
  return print_one(std::string("%").append(specification.flags_and_widths) + "s",
                   text != nullptr ? text : "(null)");
}

bool fits(const Specification& specification, const Record& record) {
  const char conversion = specification.conversion;
  if (conversion == 's') return record.kind == QUADCL_PRINT_POINTER;
  if (std::strchr("aAeEfFgG", conversion) != nullptr) return record.is_real();
  if (std::strchr("diouxXcp", conversion) == nullptr) return false;
  return !record.is_real();
}

std::string print_record(const Specification& specification, const Record& record) {
  if (specification.conversion == 's') return print_string(specification, record);
  std::string text = print_element(specification, record, 0);
  for (unsigned i = 1; i < specification.vector && i < record.count; ++i) {
    text += ',';
    text += print_element(specification, record, i);
  }
  return text;
}

}  // namespace

std::optional<std::string> printf_text(const char* format, const void* values, std::uint64_t count) {
  FormatReader reader(format);
  std::string text;
  const auto* records = static_cast<const std::byte*>(values);
  while (!reader.at_end()) {
    text += reader.literal();
    if (reader.at_end()) break;
    const auto specification = reader.specification();
    if (!specification) return {};
    if (specification->conversion == '%') {
      text += '%';
      continue;
    }
    if (count == 0) return {};
    --count;
    Record record;
    std::memcpy(&record, records, sizeof(record));
    records += sizeof(record);
    if (!fits(*specification, record)) return {};
    text += print_record(*specification, record);
  }
  return text;
}

}  // namespace quadcl
