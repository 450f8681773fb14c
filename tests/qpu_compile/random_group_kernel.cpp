// SPDX-License-Identifier: Apache-2.0
#include "random_group_kernel.h"

#include <array>

#include "random_choices.h"

namespace qpu_compile_test {
namespace {

constexpr std::array kTargets{"a", "b", "c", "d"};
constexpr std::array kValues{"a", "b", "c", "d", "l", "g", "n", "w", "3", "-5", "1000003"};
constexpr std::array kOperators{"+", "-", "*", "^", "&", "|"};
/// Each work-item has another one.
constexpr std::array kOwnPlaces{"l", "s - 1 - l", "(l + 3) % s", "(l + n) % s"};
constexpr std::array kPlaces{"l",     "s - 1 - l",      "(l + 1) % s",      "(l ^ 1) % s",
                             "0",     "(uint)n % s",    "(a & 0xffff) % s", "(l * 3) % s",
                             "l / 2", "(l + s - 1) % s"};
constexpr std::array kArrays{"t", "u", "v"};
constexpr std::array kAtomics{"atomic_add", "atomic_sub", "atomic_min",
                              "atomic_max", "atomic_xor", "atomic_or"};

class Generator : RandomChoices {
 public:
  explicit Generator(unsigned seed) : RandomChoices(seed) {}

  std::string kernel() {
    std::string text =
        "kernel void k(global const int* x, global int* y, local int* t, int n, int w) {\n"
        // What finds no room in the VPM lies in memory.
        "local int u[" +
        std::string(chance(30) ? "1100" : "128") +
        "]; local short v[128]; local int h[16], m[128], q[128], r[132];\n"
        "uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);\n"
        "uint s = get_local_size(0) * get_local_size(1);\n"
        "uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n"
        "int a = x[i & 255], b = x[(i * 7) & 255], c = i * 3, g = get_group_id(0) + 10 * get_group_id(1), d "
        "= n;\n" +
        std::string(has_array_ ? "int o[8] = {1, 2, 3, 5, 8, 13, 21, 34};\n" : "");
    text += block(3);
    return text + "y[i] = (int)((uint)a ^ (uint)b + (uint)c * (uint)d);\n}\n";
  }

  std::string kernel_of_size(unsigned width, unsigned height) {
    const std::string size = std::to_string(width * height), barrier = "barrier(CLK_LOCAL_MEM_FENCE);\n";
    const bool asks = !chance(20);  // or finds the local ids by the global ones
    const auto local_id = [&](unsigned dimension, unsigned along) {
      const std::string argument = "(" + std::to_string(dimension) + ")";
      return asks ? "get_local_id" + argument : "get_global_id" + argument + " % " + std::to_string(along);
    };
    std::string text =
        "__attribute__((reqd_work_group_size(" + std::to_string(width) + ", " + std::to_string(height) +
        ", 1)))\nkernel void k(global const int* x, global int* y, int n, int w, global int* z, int p, int "
        "q) {\n" +
        "local int t[" + size + " + 32], u[" + std::to_string(height) + "][" + std::to_string(width) +
        "];\nint X = " + local_id(0, width) + ", Y = " + local_id(1, height) + ", l = Y * " +
        std::to_string(width) + " + X, s = " + size +
        ";\n"
        "int i = get_global_id(1) * get_global_size(0) + get_global_id(0), g = get_group_id(0);\n"
        "int a = x[i & 255], b = x[(i * 7) & 255], c = i * 3, d = n;\n"
        "t[l + 16] = a; u[Y][X] = b;\nfor (int e = l; e < 16; e += s) { t[e] = c; t[e + s + 16] = w; }\n" +
        barrier;
    for (unsigned left = 2 + random_() % 5; left > 0; --left) text += exchange_of_size(size) + barrier;
    if (chance(40)) text += lines();
    if (chance(40)) text += guarded_stores();
    return text + "y[i] = (int)((uint)a ^ (uint)b + (uint)c * (uint)d);\n}\n";
  }

 private:
  /// Places that are known when the kernel is built, except for the lane.
  std::string exchange_of_size(const std::string& size) {
    const std::string barrier = "barrier(CLK_LOCAL_MEM_FENCE);\n", further = std::to_string(random_() % 33);
    const std::array stores{"t[l + 16] = ",     "u[Y][X] = ",           "t[l + 16] += ",
                            "t[s + 15 - l] = ", "t[l * 7 % s + 16] = ", "t[(l ^ 9) + 16] += "};
    const std::array loads{"t[l + " + further + "]",
                           std::string("t[21]"),
                           std::string("u[Y][X]"),
                           std::string("(X > 0 ? u[Y][X - 1] : n)"),
                           std::string("(Y > 0 ? u[Y - 1][X] : c)"),
                           std::string("u[0][3]"),
                           "t[(l ^ " + std::to_string(random_() % 16) + ") + 16]",
                           std::string("t[s + 15 - l]"),
                           "t[(l * 2 + " + further + ") % s + 16]",
                           "t[l / 3 + " + further + "]"};
    std::string text;
    for (unsigned left = 1 + random_() % 3; left > 0; --left)
      text += any(kTargets) + " += " + any(loads) + ";\n";
    if (chance(20))
      return text + barrier + "for (int o = " + size +
             " / 2; o > 0; o /= 2) {\nif (l < o) t[l + 16] += t[l + 16 + o];\n" + barrier + "}\n" +
             any(kTargets) + " ^= t[16];\n";
    text += barrier;
    if (chance(20))
      return text + "if (l == " + further + " % s) {\ny[i] = t[l + 16];\nt[20] = " + expression() + ";\n}\n";
    if (chance(15))
      return text +
             "for (int o = 1; o < s; o *= 2) {\nint p = 2 * o * l;\n if (p + o < s) t[p + 16] += t[p + o + "
             "16];\n" +
             barrier + "}\n";
    if (chance(50)) text += "if (" + (chance(50) ? condition() : "X < " + further) + ") ";
    return text + any(stores) + expression() + ";\n";
  }

  /// Lines that are as far from each other as the launch says.
  std::string lines() {
    const std::string store = "z[get_global_id(1) * p + get_global_id(0)] = " + expression() + ";\n";
    return chance(20) ? "if (" + condition() + ") " + store : store;
  }

  /// Each with a condition of its own, which holds in most groups or depends on data. They leave out `z` up
  /// to what lines() stores.
  std::string guarded_stores() {
    const std::string test = chance(70) ? "first + e < q" : condition();
    return "int first = 4 * s * (get_group_id(1) * get_num_groups(0) + get_group_id(0));\n"
           "for (int e = l; e < " +
           std::string(chance(50) ? "2" : "3") + " * s; e += s)\nif (" + test +
           ") z[3072 + first + e] = " + expression() + " + e;\n";
  }

  std::string expression() {
    return "(int)((uint)" + any(kValues) + " " + any(kOperators) + " (uint)" + any(kValues) + ")";
  }
  std::string condition() { return expression() + (chance(50) ? " > " : " < ") + any(kValues); }
  std::string assignment() {
    if (has_array_ && chance(40))
      return "o[" + any(kTargets) + " & 7] ^= " + expression() + ";\n" + any(kTargets) + " += o[" +
             any(kTargets) + " & 7];\n";
    return any(kTargets) + " = " + expression() + ";\n";
  }

  std::string block(unsigned depth) {
    return some(4, [&] { return statement(depth); });
  }

  /// All work-items of a group come here.
  std::string statement(unsigned depth) {
    const std::string counter = "j" + std::to_string(depth);
    switch (random_() % (depth > 0 ? 12 : 6)) {
      case 0:
        return assignment();
      case 1:
        return "if (" + condition() + ") {\n" + assignment() + assignment() + "}\n";
      case 2:
        return "for (int e = 0; e < (a & 7); ++e) {\n" + assignment() + "}\n";
      case 3:
        return counts();
      case 7:
        return "for (int " + counter + " = 0; " + counter + " < n; ++" + counter + ") {\n" +
               block(depth - 1) + "c += " + counter + ";\n}\n";
      case 8:
        return "if (n > " + any(std::array{"1", "2", "3"}) + ") {\n" + block(depth - 1) + "}\n";
      case 9:
        return sum();
      case 10:
        return tile();
      case 11:
        return rim();
      default:
        return exchange();
    }
  }

  std::string exchange() {
    if (chance(20)) {
      const std::string flag = "f" + std::to_string(flags_++);
      return "{\nbool " + flag + " = " + condition() + ";\n" + exchange_with(flag) + "}\n";
    }
    return exchange_with(condition());
  }

  std::string exchange_with(const std::string& test) {
    const std::string array = any(kArrays), barrier = "barrier(CLK_LOCAL_MEM_FENCE);\n";
    const std::string load = any(kTargets) + " ^= " + array + "[" + any(kPlaces) + "];\n";
    std::string text = array + "[" + any(kOwnPlaces) + "] = " + expression() + ";\n" + barrier;
    text += chance(70) ? load : "if (" + test + ") " + load;
    if (chance(30)) text += any(kTargets) + " += " + array + "[" + any(kPlaces) + "];\n";
    text += barrier;
    return chance(50) ? text : text + any(kTargets) + " += (" + test + ") ^ (" + condition() + ");\n";
  }

  std::string sum() {
    return "t[l] = " + expression() +
           ";\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
           "for (uint o = s / 2; o > 0; o >>= 1) {\nif (l < o) t[l] += t[l + o];\n"
           "barrier(CLK_LOCAL_MEM_FENCE);\n}\n" +
           any(kTargets) + " += t[0];\nbarrier(CLK_LOCAL_MEM_FENCE);\n";
  }

  /// What only holds what the group loaded.
  std::string tile() {
    const std::string array = chance(50) ? "m" : "q", barrier = "barrier(CLK_LOCAL_MEM_FENCE);\n";
    const std::string place = any(kOwnPlaces), number = std::to_string(random_() % 64);
    const std::array fills{
        array + "[l] = x[(i + " + number + ") & 255];\n",
        array + "[" + place + "] = x[(l * 3 + n + " + number + ") & 255] ^ n;\n",
        "for (uint e = l; e < 128; e += s) " + array + "[e] = x[(e + g + " + number + ") & 255];\n",
        "if (l > " + number + ") " + array + "[s - 1 - l] = x[i & 127]; else " + array + "[s - 1 - l] = n;\n",
        "if (" + condition() + ") " + array + "[l] = x[i & 63]; else " + array + "[l] = w;\n"};
    std::string text = any(fills) + barrier;
    for (unsigned left = 1 + random_() % 3; left > 0; --left)
      text += any(kTargets) + " += " + array + "[" + any(kPlaces) + "];\n";
    return text + barrier;
  }

  /// A tile with two elements more at each end. Some elements are stored twice.
  std::string rim() {
    const std::string first = chance(50) ? "l == 0" : "l < 1",
                      last = chance(50) ? "l == s - 1" : "l + 1 >= s";
    const std::array inner{"x[(i + 5) & 255]", "(i < 40 ? x[i & 127] : 0)", "x[(l + 2 * n) & 255] + n"};
    const std::array outer{"x[(i + 254) & 255]", "(g > 0 ? x[(i + 9) & 255] : 0)", "w",
                           "x[max((int)i - 1, 0) & 255]"};
    std::string text = "r[l + 2] = " + any(inner) + ";\n";
    if (chance(30)) text += "if (" + condition() + ") r[l + 2] = " + any(outer) + ";\n";
    text += "if (" + first + ") {\nr[0] = " + any(outer) + ";\nr[1] = " + any(outer) + ";\n}\n";
    text += (chance(30) ? "else if (" : "if (") + last + ") {\nr[l + 3] = " + any(outer) +
            ";\nr[l + 4] = " + any(outer) + ";\n}\n";
    if (text.find("else") != text.npos) text += "if (s < 2) r[3] = r[4] = n;\n";
    text += "barrier(CLK_LOCAL_MEM_FENCE);\n";
    for (unsigned left = 1 + random_() % 3; left > 0; --left)
      text += any(kTargets) + " += r[l + " + std::to_string(random_() % 5) + "];\n";
    return text + "barrier(CLK_LOCAL_MEM_FENCE);\n";
  }

  /// What all add does not depend on their order.
  std::string counts() {
    const std::string operation = any(kAtomics), barrier = "barrier(CLK_LOCAL_MEM_FENCE);\n";
    std::string text = "if (l < 16) h[l] = " + any(kValues) +
                       ";\nif (s < 16 && l == 0) "
                       "for (uint e = s; e < 16; ++e) h[e] = 7;\n" +
                       barrier;
    text += operation + "(&h[" + (chance(30) ? "3" : any(kTargets) + " & 15") + "], " + expression() + ");\n";
    return text + barrier + any(kTargets) + " += h[" + (chance(50) ? "l & 15" : "3") + "];\n" + barrier;
  }

  unsigned flags_ = 0;
  const bool has_array_ = chance(20);  ///< of each work-item
};

}  // namespace

std::string random_group_kernel(unsigned seed) { return Generator(seed).kernel(); }

std::string random_fixed_group_kernel(unsigned seed, unsigned width, unsigned height) {
  return Generator(seed).kernel_of_size(width, height);
}

}  // namespace qpu_compile_test
