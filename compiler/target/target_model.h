// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/PassManager.h>

namespace quadcl::compiler {

/// How a processor loads numbers from scattered places: `by_llvm`: LLVM knows; `singly`: gathers take longer
/// than single loads; `words`: the same, but for long vectors of words.
enum class Gathers { by_llvm, singly, words };

/// Bits of a vector register of AVX-512, the widest of all processors here.
inline constexpr unsigned kWidestRegisterBits = 512;

// clang-format off
/// The numbers by which the compiler chooses among forms of a kernel, as a Zen 5 has them:
/// X(type, name, value, meaning). Costs are in additions.
#define QUADCL_TARGET_NUMBERS(X)                                                                               \
  /* Operations */                                                                                             \
  X(double, division, 10, "cost of a division of integers")                                                    \
  X(double, constant_division, 4, "of one by a constant")                                                      \
  X(double, common_division, 8, "of one in lanes, all by the same number")                                     \
  X(double, carried_latency, 3, "of the wait for a float of the iteration before")                             \
  X(double, packed_division, 2, "of bringing one element of packed vectors to its lanes, or back")             \
  X(double, packed_element, 3, "of taking an element out of packed vectors")                                   \
  X(double, packed_choice, 1, "of choosing between packed vectors, or of repeating a scalar, for each element") \
  X(int, cheap_permutation, 2, "most that LLVM says of a permutation of two registers in one instruction")     \
  X(unsigned, most_permuted, 3, "most words side by side for which we divide vectors in place of LLVM")        \
  /* Time, in cycles, of operations of vectors: until the result is there, and of the unit */                  \
  X(double, real_latency, 4, "cycles of an operation of floats until its result")                              \
  X(double, real_busy, 1, "its unit is busy")                                                                  \
  X(double, real_division_latency, 13, "cycles of a division of floats until its result")                      \
  X(double, real_division_busy, 5, "its unit is busy")                                                         \
  X(double, root_latency, 20, "cycles of a square root until its result")                                      \
  X(double, root_busy, 9, "its unit is busy")                                                                  \
  X(double, units, 2, "operations that start in one cycle")                                                    \
  X(double, hidden_chain, 48, "longest chain of operations, in cycles, that other work-items hide")            \
  X(unsigned, most_vectors, 8, "most vectors side by side, to wait for results of one another")                \
  X(unsigned, most_vectors_with_rare, 4, "most of them where rare blocks would make the code long")            \
  X(unsigned, element_registers, 2, "registers for each element that a loop passes on")                        \
  /* Accesses of memory */                                                                                     \
  X(double, load_latency, 8, "cost of the wait for a load whose result is the next address")                   \
  X(double, masked_store, 8, "of a masked store")                                                              \
  X(double, blend, 3, "of a masked access that loads, chooses and stores")                                     \
  X(double, divided_vector, 3, "of bringing source vectors to lanes, for each register")                       \
  X(double, gathered_place, 1.5, "of a place, where LLVM has one instruction for scattered places")            \
  X(double, looked_up_place, 3.5, "of a place of a gather that we choose")                                     \
  X(double, strided_place, 3, "of a place accessed on its own, at equal distances")                            \
  X(double, word_place, 2.5, "of a place accessed on its own that has a word or less")                         \
  X(double, place, 4, "of any other place accessed on its own")                                                \
  X(double, walked_place, 8, "of a place, where each work-item has its own row of integers")                   \
  X(double, usual_insertion, 1, "of putting a number into a vector, which the costs of places include")        \
  X(double, most_insertion, 4, "most that is added for slower insertions")                                     \
  X(double, two_permutations, 4, "of looking up in a table of more than two registers")                        \
  X(double, update, 8, "of updates of numbers in memory that may be the same ones")                            \
  X(int, many_updates, 4, "fewest updates in a block that slow each other down")                               \
  X(double, scattered_parts, 16, "operations for an access to scattered places, in chains")                    \
  X(int, near_elements, 4, "distance of places, in elements, for which all between them is loaded")            \
  X(unsigned, fewest_gathered, 16, "fewest lanes of a gather that we choose")                                  \
  X(unsigned, gathered_bits, 32, "and the size of their numbers")                                              \
  X(unsigned, table_registers, 4, "most registers of a table that is looked up in registers")                  \
  X(unsigned, walked_bytes, 128, "bytes that an iteration should read of each row of a matrix it walks down")  \
  X(unsigned, short_piece, 256, "bytes of memory in a short piece")                                            \
  X(double, set_bytes, 32, "bytes that one store sets")                                                        \
  X(double, unknown_length, 8, "vectors in memory that is set, if its length is unknown")                      \
  X(unsigned, streaming_loop, 300, "most instructions of a loop that waits for memory, not for its arithmetic") \
  /* Accesses by a row of work-items, which choose the dimension of rows */                                    \
  X(unsigned, row_consecutive, 1, "cost of an access to consecutive places; to one place for all: none")       \
  X(unsigned, row_near, 2, "to near places")                                                                   \
  X(unsigned, row_anywhere_local, 3, "to places anywhere in local memory, which is always in the cache")       \
  X(unsigned, row_anywhere, 8, "to places anywhere in a buffer")                                               \
  X(unsigned, gain_of_dimension, 2, "least factor for another dimension than the first")                       \
  X(unsigned, much_arithmetic, 64, "fewest operations of a work-item for code of rows over all dimensions")    \
  X(unsigned, arithmetic_per_access, 8, "and for each of its accesses")                                        \
  /* Turns of lanes */                                                                                         \
  X(double, turn, 20, "cost of an atomic operation in global memory")                                          \
  X(double, short_turn, 3, "of one in local memory, and of a volatile access")                                 \
  X(double, turn_taking, 1, "of the change to the next lane")                                                  \
  X(double, turning_share, 0.1, "share of lanes in a turn under a condition: rare finds")                      \
  /* Branches */                                                                                               \
  X(double, branch, 10, "cost of a block that is worth a branch around it")                                    \
  X(double, rare_branch, 3, "of one that hardly ever runs")                                                    \
  X(double, empty_access, 11, "of an access without active lanes: its place may not exist, which takes long")  \
  /* Lanes */                                                                                                  \
  X(unsigned, fewest_lanes, 4, "fewest lanes that can pay")                                                    \
  X(double, least_gain, 1.35, "least factor of lanes: estimates are rough, and rows have a rest")              \
  X(double, gain_of_more, 1.2, "least factor of twice the lanes, whose rest is longer")                        \
  X(double, gain_of_sharing, 1.6, "least factor where most work is done once for all")                         \
  X(double, gain_kept, 0.5, "share of the gain that lanes for short pieces of memory must have")               \
  X(unsigned, short_loop, 40, "most instructions of a loop that may be all that takes time in a row")          \
  X(unsigned, short_nest, 60, "most instructions of a loop around such ones")                                  \
  X(unsigned, short_loop_registers, 4, "registers for each element that they pass on")                         \
  X(unsigned, row_with_rest, 200, "most instructions of a row that gets a form for its rest")                  \
  X(unsigned, rows_with_rest, 400, "most of all rows of its function")                                         \
  X(unsigned, fewest_for_rest, 8, "fewest lanes of that form")                                                 \
  X(unsigned, usual_row, 64, "work-items of many rows; few have more")                                         \
  X(unsigned, broadcast_bits, 256, "fewest bits of vectors that instructions broadcast as they load")
// clang-format on

/// What the compiler knows of a processor besides what LLVM does: a value that passes get with the analyses.
struct TargetModel {
  const char* processor = "generic";  ///< by LLVM's name
  Gathers gathers = Gathers::by_llvm;
  unsigned register_bits = 0, registers = 0;  ///< those of vectors, by LLVM; 0 without any
#define QUADCL_NUMBER(type, name, value, meaning) type name = value;
  QUADCL_TARGET_NUMBERS(QUADCL_NUMBER)
#undef QUADCL_NUMBER

  void print(llvm::raw_ostream& out) const;
};

/// The model of the processor with this name of LLVM's, or of this machine's if the name is empty: the
/// generic one unless there is another.
TargetModel target_model(llvm::StringRef processor);

/// The model that the build has, with the vector registers of the function's instruction sets.
class TargetModelAnalysis : public llvm::AnalysisInfoMixin<TargetModelAnalysis> {
 public:
  struct Result : TargetModel {
    bool invalidate(llvm::Function&, const llvm::PreservedAnalyses&,
                    llvm::FunctionAnalysisManager::Invalidator&) {
      return false;
    }
  };
  explicit TargetModelAnalysis(const TargetModel& model) : model_(model) {}
  Result run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static llvm::AnalysisKey Key;

 private:
  TargetModel model_;
};

/// Bits of a vector register; 0 without any.
unsigned vector_register_bits(const llvm::TargetTransformInfo& target);
/// Their number.
unsigned vector_registers(const llvm::TargetTransformInfo& target);

}  // namespace quadcl::compiler
