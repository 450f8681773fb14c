// SPDX-License-Identifier: Apache-2.0
#include "random_counting_kernel.h"

#include <array>
#include <vector>

#include "random_choices.h"

namespace qpu_compile_test {
namespace {

constexpr std::array kTargets{"a", "b", "c", "d"};
constexpr std::array kValues{"a", "b", "c", "d", "(int)l", "g", "n", "w", "1", "-5", "1000003"};
constexpr std::array kOperators{"+", "-", "*", "^", "&", "|"};
constexpr std::array kAtomics{"atomic_add", "atomic_sub", "atomic_min", "atomic_max",
                              "atomic_xor", "atomic_or",  "atomic_and"};
constexpr std::array kSizes{5, 8, 16, 17, 32, 40, 50, 64, 100, 256};
constexpr std::array kDistances{"0", "1", "5", "7", "16", "19", "33", "(uint)n", "8 * (uint)n"};
constexpr unsigned kMostDistance = 33;
constexpr const char* kBarrier = "barrier(CLK_LOCAL_MEM_FENCE);\n";

struct Array {
  std::string name;
  int size;
  bool is_float;
};

class Generator : RandomChoices {
 public:
  Generator(unsigned seed, unsigned items) : RandomChoices(seed), items_(items) {}

  std::string kernel(const std::string& size) {
    std::string text = size + "kernel void k(global const int* x, global int* y, int n, int w) {\n" +
                       arrays() +
                       "const uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);\n"
                       "const uint s = get_local_size(0) * get_local_size(1);\n"
                       "const uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n"
                       "int a = x[i & 255], b = x[(i * 7) & 255], c = i * 3, d = n;\n"
                       "const int g = get_group_id(0) + 10 * get_group_id(1);\n";
    if (chance(25)) text += "d += (uint)(size_t)named != 76u;\n";  // nothing else needs the variable
    for (const Array& array : arrays_) text += filled(array);
    text += kBarrier + stored() + kBarrier + block(2) + count(arrays_.front(), any(kAtomics)) + kBarrier;
    if (chance(25)) text += "if (" + condition() + ") {\n" + loaded() + "y[i] = a ^ b;\nreturn;\n}\n";
    text += loaded() + loaded();
    return text + "y[i] = (int)((uint)a ^ (uint)b + (uint)c * (uint)d);\n}\n";
  }

 private:
  std::string arrays() {
    std::string text = "local int named[" + std::to_string(any(kSizes)) + "];\n";
    for (unsigned left = 1 + random_() % 3; left > 0; --left) {
      const Array array{"t" + std::to_string(arrays_.size()), any(kSizes), !arrays_.empty() && chance(20)};
      text += std::string("local ") + (array.is_float ? "float " : "int ") + array.name + "[" +
              std::to_string(array.size) + "];\n";
      arrays_.push_back(array);
    }
    return text;
  }

  std::string expression() {
    return "(int)((uint)" + any(kValues) + " " + any(kOperators) + " (uint)" + any(kValues) + ")";
  }
  std::string condition() {
    return chance(20) ? "((uint)" + expression() + " & 3) != 0"
                      : expression() + (chance(50) ? " > " : " < ") + any(kValues);
  }
  std::string assignment() { return any(kTargets) + " = " + expression() + ";\n"; }
  /// Floats are exact.
  std::string number_for(const Array& array) {
    return array.is_float ? "(float)(" + expression() + " & 4095)" : expression();
  }
  static std::string size_of(const Array& array) { return std::to_string(array.size); }

  std::string filled(const Array& array) {
    return "for (uint e = l; e < " + size_of(array) + "; e += s) " + array.name +
           "[e] = " + number_for(array) + ";\n";
  }

  /// The index of a place and the condition under which there is one.
  struct Place {
    std::string index, condition;
  };

  /// A place of each work-item, side by side, and whether there is one.
  Place own_place(const Array& array) {
    const std::string distance = any(kDistances), size = size_of(array);
    const auto elements = static_cast<unsigned>(array.size);
    if (elements >= items_ && chance(30)) return {"l", "true"};
    if (elements >= items_ + kMostDistance && chance(60)) return {"l + " + distance, "true"};
    if (chance(50)) return {"l + " + distance, "l + " + distance + " < " + size};
    return {"l - " + distance, "l >= " + distance + " && l - " + distance + " < " + size};
  }

  std::string place_of_data(const Array& array) { return "(uint)" + expression() + " % " + size_of(array); }

  std::string stored() {
    const Array array = chance(50) ? arrays_.front() : any(arrays_);
    const Place place = own_place(array);
    const std::string more = chance(40) ? " && " + condition() : "";
    return "if (" + place.condition + more + ") " + array.name + "[" + place.index +
           "] = " + number_for(array) + ";\n";
  }

  std::string loaded() {
    const Array array = any(arrays_);
    const std::string target = any(kTargets), word = array.is_float ? "(int)" + array.name : array.name;
    const auto added = [&](const std::string& index) {
      return target + " += " + word + "[" + index + "];\n";
    };
    if (chance(20)) return added(std::to_string(random_() % static_cast<unsigned>(array.size)));
    if (chance(20)) return added("(uint)n % " + size_of(array));
    if (chance(5))
      return "for (uint e = l; e < " + size_of(array) + "; e += 16) " + target + " ^= (int)e + " + word +
             "[e];\n";
    const Place place = own_place(array);
    const std::string more = chance(30) ? " && " + condition() : "";
    if (chance(15))
      return "if (" + place.condition + more + ")\nfor (int e = 0; e < (" + word + "[" + place.index +
             "] & 7); ++e) " + assignment();
    if (chance(15))
      return "if (" + place.condition + ") " + target + " ^= x[" + word + "[" + place.index + "] & 255];\n";
    return "if (" + place.condition + more + ") " + added(place.index);
  }

  /// What all add by one operation does not depend on their order.
  std::string counts() {
    Array array = any(arrays_);
    if (array.is_float) array = arrays_.front();
    const std::string operation = any(kAtomics);
    return some(2, [&] { return count(array, operation); });
  }

  std::string count(const Array& array, const std::string& operation) {
    const auto at = [&](const std::string& index) {
      return operation + "(&" + array.name + "[" + index + "], " + (chance(30) ? "3" : expression()) + ");\n";
    };
    if (chance(10)) return at(std::to_string(array.size - 1));
    if (chance(15)) {
      const Place place = own_place(array);
      return "if (" + place.condition + ") " + at(place.index);
    }
    if (chance(20))
      return "for (int e = 0; e < (" + any(kTargets) + " & 7); ++e) " +
             at("(" + place_of_data(array) + " + (uint)e) % " + size_of(array));
    if (chance(10))
      return "if (" + condition() + ") {\n" + at(place_of_data(array)) + "} else\n" +
             at(place_of_data(array));
    return (chance(40) ? "if (" + condition() + ") " : "") + at(place_of_data(array));
  }

  std::string block(unsigned depth) {
    return some(4, [&] { return statement(depth); });
  }

  /// All work-items of a group come here.
  std::string statement(unsigned depth) {
    const std::string counter = "j" + std::to_string(depth);
    switch (random_() % (depth > 0 ? 9 : 7)) {
      case 0:
        return "if (" + condition() + ") {\n" + assignment() + assignment() + "}\n";
      case 1:
        return "for (int e = 0; e < (a & 7); ++e) {\n" + assignment() + "}\n";
      case 2:
        return stored() + kBarrier;
      case 3:
      case 4:
        return counts() + kBarrier;
      case 5:
      case 6:
        return loaded() + loaded() + kBarrier;
      case 7:
        return "for (int " + counter + " = 0; " + counter + " < n; ++" + counter + ") {\n" +
               block(depth - 1) + "c += " + counter + ";\n}\n";
      default:
        return "if (n > " + any(std::array{"1", "2", "3"}) + ") {\n" + block(depth - 1) + "}\n";
    }
  }

  const unsigned items_;       ///< of a group, at most
  std::vector<Array> arrays_;  ///< the first one of integers
};

}  // namespace

std::string random_counting_kernel(unsigned seed, unsigned width, unsigned height, bool is_required) {
  const std::string size = std::to_string(width) + ", " + std::to_string(height);
  return Generator(seed, width * height)
      .kernel(is_required ? "__attribute__((reqd_work_group_size(" + size + ", 1)))\n" : "");
}

}  // namespace qpu_compile_test
