// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/memory/buffer_stores.h"
#include "compiler/recognise/memory/tiles.h"
#include "compiler/recognise/memory/variables.h"
#include "compiler/recognise/values/integers.h"

namespace quadcl::compiler::recognise {

/// The memory of a work-item: each access goes to the variables, the tiles or the buffers.
class Memory {
 public:
  Memory(const llvm::DataLayout& layout, Path& path, Integers& integers, Symbols& symbols,
         Expressions& expressions)
      : objects(layout, symbols),
        variables(path, expressions),
        tiles(path, objects, symbols, expressions),
        outputs(path, symbols, expressions),
        layout_(layout),
        path_(path),
        integers_(integers),
        symbols_(symbols),
        expressions_(expressions) {}

  Value load(const Value& pointer, const llvm::Type& type);
  void store(const Value& pointer, const Value& value, const llvm::Type& type);
  /// memset of a variable to 0.
  void fill(const Value& pointer, const Value& byte, const Value& length);
  /// memcpy between variables or buffers, or from a buffer to a tile.
  void copy(const Value& to, const Value& from, const Value& length);

  struct State {
    Variables::Cells cells;
    Tiles::State tiles;
    BufferStores::State outputs;
    unsigned segment;
  };
  State state() const { return {variables.cells(), tiles.state(), outputs.state(), path_.segment}; }
  void restore(const State& state);

  Objects objects;
  Variables variables;
  Tiles tiles;
  BufferStores outputs;

 private:
  Value load_scalar(const Value& pointer, bool as_integer, std::uint32_t size);
  void store_scalar(const Value& pointer, const Value& value, std::uint32_t size);
  bool is_own(const Value& pointer, std::uint32_t size);
  Value load_private(const Value& pointer, std::uint32_t size);
  void check_unit(const Value& pointer, std::uint32_t size);
  void copy_word(const Value& to, const Value& from, const Polynomial& offset);
  void copy_to_tile(const Value& to, const Value& from, const Value& length);
  Node stored_node(const Value& value, std::uint32_t size);

  const llvm::DataLayout& layout_;
  Path& path_;
  Integers& integers_;
  Symbols& symbols_;
  Expressions& expressions_;
  /// By the hash of their length: copies of the same length share a counter.
  std::unordered_map<std::size_t, std::pair<Polynomial, Symbol>> copy_counters_;
};

}  // namespace quadcl::compiler::recognise
