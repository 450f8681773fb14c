// SPDX-License-Identifier: Apache-2.0
#include "random_kernel.h"

#include <array>
#include <vector>

#include "random_choices.h"

namespace qpu_compile_test {
namespace {

using Names = std::vector<std::string>;

/// Patterns of expressions: A, B and C are others. Sums and products are of unsigned numbers, which wrap
/// around.
constexpr std::array kPatterns{
    "(int)((uint)(A) + (uint)(B))",
    "(int)((uint)(A) - (uint)(B))",
    "(int)((uint)(A) * (uint)(B))",
    "((A) & (B))",
    "((A) ^ (B))",
    "((A) | (B))",
    "((int)(A) >> ((B) & 31))",
    "(int)((uint)(A) >> ((B) & 31))",
    "(int)((uint)(A) << ((B) & 15))",
    "((A) < (B) ? (int)(C) : (int)(B))",
    "max((int)(A), (int)(B))",
    "(int)min((uint)(A), (uint)(B))",
    "(int)clz((int)(A))",
    "(int)rotate((int)(A), (int)(B))",
    "(((int)(A) >> 1) / ((int)(B) | 1))",
    "((int)(A) % (((int)(B) & 1023) + 1))",
    "(int)((uint)(A) / ((uint)(B) | 1u))",
    "(int)(short)(A)",
    "(int)(uchar)(A)",
    "((int)(A) / 7)",
    "(int)((uchar)(A) / (uchar)(((B) & 15) + 1))",
    "(int)(((long)(A) * (B)) >> 16)",
    "(int)((ulong)(uint)(A) + ((long)(B) << 3) >> 5)",
    "(((A) == (B)) - ((A) != (B)))",
    "(((long)(A) < (long)(B)) + ((ulong)(A) >= (ulong)(B)))",
    "(int)(((long)(A) - (B)) >> 32)",
    "(int)((((long)(A) << 20) + (B)) / ((long)(C) * 3 | 1))",
    "(int)(((ulong)(A) * 77) % ((ulong)(B) | 1) >> 7)",
    "(int)(((long)(A) << 30) >> ((B) & 63))",
    "(int)popcount((long)(A) * (B))",
    "(int)add_sat((short)(A), (short)(B))",
    "(int)sub_sat((int)(A), (int)(B))",
    "(int)rotate((ushort)(A), (ushort)(B))",
};
constexpr std::array kConstants{"0",  "1",   "2",   "3",  "5",  "7",     "16",
                                "31", "100", "255", "-1", "-7", "65535", "123456789"};
constexpr std::array kComparisons{"<", ">", "<=", ">=", "==", "!="};
constexpr std::array kBounds{"3", "(a & 7)", "n", "(i & 3)", "(w & 15)"};
constexpr std::array kTargets{"a", "b", "c", "d"};
constexpr std::array kUpdates{"+", "-", "^"};

class Generator : RandomChoices {
 public:
  explicit Generator(unsigned seed) : RandomChoices(seed) {}

  std::string kernel(const std::string& type) {
    const Names names{"a", "b", "c", "d", "i", "n", "w"};
    std::string text =
        "kernel void k(global const int* x, global " + type + "* y, global int* z, int n, int w) {\n";
    text += "int i = get_global_id(0); int a = x[i], b = x[(i * 7) & 255], c = i * 3, d = n;\n";
    if (chance(50)) text += "if (i >= w) return;\n";
    text += block(names, 3, 0);
    return text + (chance(70) ? "y[i]" : "y[2 * i + 1]") +
           " = (int)((uint)a ^ (uint)b + (uint)c * (uint)d);\n}\n";
  }

 private:
  std::string expression(const Names& names, unsigned depth) {
    if (depth == 0 || chance(20)) return chance(70) ? any(names) : any(kConstants);
    std::string result;
    for (const char character : any(kPatterns)) {
      const bool is_operand = character >= 'A' && character <= 'C';
      result += is_operand ? expression(names, depth - 1) : std::string(1, character);
    }
    return result;
  }

  std::string condition(const Names& names) {
    const auto comparison = [&] {
      return "(" + expression(names, 1) + " " + any(kComparisons) + " " + expression(names, 1) + ")";
    };
    const std::string first = comparison();
    return chance(75) ? first : "(" + first + (chance(50) ? " && " : " || ") + comparison() + ")";
  }

  std::string block(const Names& names, unsigned depth, unsigned loops) {
    std::string text;
    for (unsigned left = 1 + random_() % 3; left > 0; --left) text += statement(names, depth, loops);
    return text;
  }

  std::string assignment(const Names& names) {
    const std::string target = any(kTargets);
    return target + " = (int)((uint)" + target + " " + any(kUpdates) + " (uint)(" + expression(names, 2) +
           "));\n";
  }

  std::string statement(const Names& names, unsigned depth, unsigned loops) {
    const unsigned kind = random_() % 20;
    if (depth == 0 || kind < 8) return assignment(names);
    if (kind < 13) {
      const std::string then = "if (" + condition(names) + ") {\n" + block(names, depth - 1, loops) + "}\n";
      return chance(50) ? then : then + "else {\n" + block(names, depth - 1, loops) + "}\n";
    }
    if (kind < 18) return loop(names, depth, loops);
    if (kind == 18) return any(kTargets) + " ^= x[" + expression(names, 1) + " & 255];\n";
    return chance(40) ? "if (" + condition(names) + ") return;\n" : "z[i] = " + expression(names, 1) + ";\n";
  }

  std::string loop(Names names, unsigned depth, unsigned loops) {
    const std::string counter = "j" + std::to_string(loops);
    const std::string head =
        "for (int " + counter + " = 0; " + counter + " < " + any(kBounds) + "; ++" + counter + ") {\n";
    names.push_back(counter);
    std::string body = block(names, depth - 1, loops + 1);
    if (chance(30))
      body +=
          "if (" + condition(names) + ") " + (chance(50) ? "break" : "continue") + ";\n" + assignment(names);
    return head + body + "}\n";
  }
};

}  // namespace

std::string random_kernel(unsigned seed, const std::string& type) { return Generator(seed).kernel(type); }

}  // namespace qpu_compile_test
