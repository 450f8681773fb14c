// SPDX-License-Identifier: Apache-2.0
// Kernels in files, with comments that define their runs:
//
//   // options: -DTS=16                    build options
//   // terms: K                            products in each sum, for the error bound
//   // args: int M, in A M*K, out C M*N, float 1.5, local 64*4, same A, vector M N 1.5
//   // reason: it divides floats         a part of the reason why the kernel is not recognised
//   // run qpu: M=32 N=48 K=16; global N, M; local 16, 16; offset 0, 0
//   // run cpu: ...
//   // run stale: ...                       on the CPU, reading memory that nobody wrote
//
// `in` and `out` are buffers with that many floats; `same A` is buffer A again. `vector` is a vector or a
// structure of these ints and floats. A run names the place where the kernel must run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace recognise_test {

enum class ArgumentKind { int32, int64, float32, input, output, same, local, vector };

struct Argument {
  ArgumentKind kind{};
  std::string name;   ///< of a buffer
  std::string value;  ///< expression: a number, or a size in elements (buffers) or bytes (local)
};

using Sizes = std::map<std::string, long>;

struct Run {
  bool on_qpu = false;
  bool is_defined = true;  ///< false: its results depend on earlier contents of memory
  Sizes sizes;
  std::vector<std::size_t> global, local, offset;
  std::string text;
};

struct CaseFile {
  std::string name;
  std::string source;
  std::string options;
  std::string terms = "K";
  std::string reason;
  std::vector<Argument> arguments;
  std::vector<Run> runs;
};

/// The value of an expression of sizes, numbers, + - * / and parentheses. Throws std::runtime_error.
long evaluate(const std::string& expression, const Sizes& sizes);

/// The run with other sizes and their ranges.
Run with_sizes(const Run& run, const Sizes& sizes);

/// Throws std::runtime_error if the file cannot be read or defines no run.
CaseFile read_case(const std::string& path);

/// The words of a vector.
std::vector<std::uint32_t> components(const Argument& argument, const Sizes& sizes);

/// The .cl files of a folder, by name.
std::vector<std::string> case_paths(const std::string& folder);

}  // namespace recognise_test
