// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "compiler/recognise/values/expressions.h"

namespace quadcl::compiler::recognise {

/// A store to a buffer.
struct BufferStore {
  std::uint32_t object = 0;
  Polynomial address;
  std::uint32_t size = 0;
  Node value = 0;
  Path path;
  const llvm::DILocation* place = nullptr;
  bool reads_itself = false;  ///< without a barrier between reading and storing
};

/// The buffers of a kernel: what was stored, and what was loaded before that.
class BufferStores {
 public:
  BufferStores(const Path& path, Symbols& symbols, Expressions& expressions)
      : path_(path), symbols_(symbols), expressions_(expressions) {}

  Node load(std::uint32_t object, const Polynomial& address, std::uint32_t size);
  void store(std::uint32_t object, const Polynomial& address, std::uint32_t size, Node value);
  void replace(NodeMap& replacements);
  /// Says that an element of the object is loaded an iteration before it is used.
  void note_read_ahead(std::uint32_t object) { read_ahead_.insert(object); }

  /// What was there at the start of a loop that is followed through one iteration.
  struct LoopStart {
    struct Carried {
      std::size_t output;
      Node carry, initial;
    };
    std::size_t first_output = 0;
    std::map<Node, unsigned> loads_before;
    std::map<std::uint32_t, unsigned> counts_before;
    std::vector<Carried> carried;
  };
  /// From here on, an iteration finds what the previous one has stored, not what was stored before the loop.
  LoopStart enter_loop();
  /// `last`: what values of an iteration are after the loop.
  void leave_loop(const LoopStart& loop, Symbol counter, const NodeMap& last);

  /// Stores that belong together become one.
  void finish();
  const std::vector<BufferStore>& all() const { return state_.outputs; }

  /// The part that is restored when the walk goes back to an earlier point.
  struct State {
    std::vector<BufferStore> outputs;
    std::unordered_multimap<std::size_t, std::size_t> index;  ///< by object and address
    std::map<Node, unsigned> loaded;                          ///< and barriers passed at the last load
    std::map<std::uint32_t, unsigned> load_counts;            ///< by object
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

 private:
  BufferStore* find(std::uint32_t object, const Polynomial& address, bool skip_excluded);
  void leave_loop(BufferStore& output, Symbol counter, const LoopStart& loop, const NodeMap& last);
  std::optional<Node> accumulated(const BufferStore& output, Symbol counter, const LoopStart& loop);
  std::optional<Node> stored_last(const BufferStore& output, Symbol counter, const LoopStart& loop,
                                  const NodeMap& last);
  std::optional<Substitution> same_loops(const Path& x, const Path& y) const;
  bool unite(const BufferStore& earlier, BufferStore& later);
  void unite_all();

  const Path& path_;
  Symbols& symbols_;
  Expressions& expressions_;
  State state_;
  std::set<std::uint32_t> read_ahead_;
};

}  // namespace quadcl::compiler::recognise
