// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/memory.h"

#include <llvm/IR/DerivedTypes.h>

namespace quadcl::compiler::recognise {
namespace {

constexpr std::int64_t kMostPrivateBytes = 16384;
constexpr std::int64_t kWord = 4;

bool is_short(const Value& length) {
  return length.is_constant_integer() && length.number.constant() <= kMostPrivateBytes;
}

}  // namespace

void Memory::restore(const State& state) {
  variables.cells() = state.cells;
  tiles.restore(state.tiles);
  outputs.restore(state.outputs);
  path_.segment = state.segment;
}

Value Memory::load(const Value& pointer, const llvm::Type& type) {
  if (!pointer.is_pointer()) reject("an address comes from data or unknown arithmetic");
  llvm::Type& element = *type.getScalarType();
  const auto size = static_cast<std::uint32_t>(layout_.getTypeStoreSize(&element));
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  const bool as_integer = element.isIntegerTy();
  if (element.isPointerTy()) reject("it reads a pointer from memory");
  if (vector == nullptr) return load_scalar(pointer, as_integer, size);
  std::vector<Value> lanes;
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    lanes.push_back(load_scalar(pointer.plus(std::int64_t{i} * size), as_integer, size));
  return Value::of_lanes(std::move(lanes));
}

void Memory::store(const Value& pointer, const Value& value, const llvm::Type& type) {
  if (!pointer.is_pointer()) reject("an address comes from data or unknown arithmetic");
  const auto size = static_cast<std::uint32_t>(layout_.getTypeStoreSize(type.getScalarType()));
  if (!type.isVectorTy()) return store_scalar(pointer, value, size);
  if (!value.is_vector()) reject("it stores a vector that is not understood");
  for (std::size_t i = 0; i < value.lanes.size(); ++i)
    store_scalar(pointer.plus(static_cast<std::int64_t>(i * size)), value.lanes[i], size);
}

/// A variable is always accessed in the same units, so that accesses never overlap in part.
void Memory::check_unit(const Value& pointer, std::uint32_t size) {
  Object& object = objects[pointer.row];
  if (object.unit == 0) object.unit = size;
  if (object.unit != size) reject("a variable is accessed in different units");
  for (const Polynomial::Term& term : pointer.number.terms())
    if (term.coefficient % size != 0) reject("a variable is accessed in different units");
}

Value Memory::load_private(const Value& pointer, std::uint32_t size) {
  check_unit(pointer, size);
  const std::uint32_t object = pointer.row;
  const Polynomial& offset = pointer.number;
  if (!tiles.is_empty(object)) return Value::of_data(tiles.read(object, offset, size));
  if (!offset.is_constant()) {
    // Written at constant places, read at a variable one.
    Tile tile = variables.as_tile(object, size);
    return Value::of_data(tiles.read_apart(tile, object, offset, size));
  }
  return variables.read({object, offset.constant()});
}

/// Whether each work-item has its own element of a local array, as a variable. If so, requires that no two
/// are the same.
bool Memory::is_own(const Value& pointer, std::uint32_t size) {
  Object& object = objects[pointer.row];
  if (object.own && (!(pointer.number == *object.own) || size != object.unit))
    reject("an element of a tile is sometimes one work-item's own");
  if (!std::exchange(object.has_one_address, false)) return object.own.has_value();
  const auto is_local_id = [&](Symbol symbol) { return symbols_[symbol].kind == SymbolKind::local_id; };
  for (const Symbol counter : path_.loops)
    if (symbols_.depends(pointer.number, counter)) return false;
  const Conditions before = symbols_.conditions();
  try {
    const TileIndex index(pointer.number, size, is_local_id, {}, symbols_);
    for (unsigned d = 0; d < kDimensions; ++d)
      if (!tell(index.digits(), symbols_.get(SymbolKind::local_id, d), symbols_))
        symbols_.require_zero(symbols_.value(SymbolKind::local_size, d) - 1,
                              "two work-items may write the same element of a tile");
    symbols_.require_not_negative(object.bytes - size - pointer.number,
                                  "a tile may be written beyond its end");
  } catch (const Rejected&) {
    symbols_.restore(before);
    return false;
  }
  object.unit = size;
  object.own = pointer.number;
  return true;
}

Value Memory::load_scalar(const Value& pointer, bool as_integer, std::uint32_t size) {
  switch (objects[pointer.row].kind) {
    case ObjectKind::private_memory: {
      const Value value = load_private(pointer, size);
      const bool is_number =
          as_integer && value.is_data() && expressions_[value.row].kind == NodeKind::constant;
      return is_number ? Value::of_integer(expressions_[value.row].index) : value;
    }
    case ObjectKind::structure:
      if (!as_integer || !pointer.number.is_constant()) return {};
      return objects.component(
          {objects[pointer.row].argument, static_cast<unsigned>(pointer.number.constant()), size});
    case ObjectKind::local:
      if (is_own(pointer, size)) return variables.read({pointer.row, 0});
      return Value::of_data(tiles.read(pointer.row, pointer.number, size));
    case ObjectKind::global:
      break;
  }
  return Value::of_data(outputs.load(pointer.row, pointer.number, size));
}

Node Memory::stored_node(const Value& value, std::uint32_t size) {
  if (value.is_data()) return value.row;
  if (value.is_constant_integer() && size <= sizeof(std::uint32_t))
    return expressions_.constant(static_cast<std::uint32_t>(value.number.constant()), size);
  return expressions_.opaque("it stores an index or a value that is not understood");
}

void Memory::store_scalar(const Value& pointer, const Value& value, std::uint32_t size) {
  const std::uint32_t object = pointer.row;
  const Polynomial& offset = pointer.number;
  if (objects.is(object, ObjectKind::global))
    return outputs.store(object, offset, size, stored_node(value, size));
  if (objects.is(object, ObjectKind::local) && is_own(pointer, size))
    return variables.write({object, 0}, value);
  if (objects.is(object, ObjectKind::structure)) reject("it changes a structure that is an argument");
  if (objects.is(object, ObjectKind::private_memory)) {
    check_unit(pointer, size);
    if (offset.is_constant() && tiles.is_empty(object))
      return variables.write({object, offset.constant()}, value);
    if (variables.hold(object)) reject("an array is written at constant and at variable places");
  }
  tiles.write(object, offset, size, stored_node(value, size));
}

void Memory::fill(const Value& pointer, const Value& byte, const Value& length) {
  const bool zeroes = pointer.is_pointer() && pointer.number.is_constant() &&
                      objects.is(pointer.row, ObjectKind::private_memory) && byte.is_integer() &&
                      byte.number.is_zero() && is_short(length);
  if (!zeroes || length.number.constant() % kWord != 0) reject("it fills memory");
  for (std::int64_t i = 0; i < length.number.constant(); i += kWord)
    store_scalar(pointer.plus(i), Value::of_data(expressions_.constant(0, kWord)), kWord);
}

void Memory::copy_word(const Value& to, const Value& from, const Polynomial& offset) {
  store_scalar(to.plus(offset), load_scalar(from.plus(offset), false, kWord), kWord);
}

/// What async_work_group_copy does: a loop over words.
void Memory::copy_to_tile(const Value& to, const Value& from, const Value& length) {
  if (!length.is_integer()) reject("it copies memory");
  const Polynomial count = symbols_.whole_quotient(integers_.exact(length, 64, Reading::as_unsigned), kWord,
                                                   "it copies no whole number of words");
  const auto [known, is_new] = copy_counters_.try_emplace(count.hash(), std::pair(count, Symbol{}));
  auto& [old_count, counter] = known->second;
  if (!(old_count == count)) reject("it copies memory");
  if (is_new) counter = symbols_.make_counter(count);
  path_.loops.push_back(counter);
  copy_word(to, from, Polynomial::symbol(counter) * Polynomial(kWord));
  path_.loops.pop_back();
}

void Memory::copy(const Value& to, const Value& from, const Value& length) {
  if (!to.is_pointer() || !from.is_pointer()) reject("it copies memory");
  const bool fills_tile = objects.is(to.row, ObjectKind::local) && objects.is(from.row, ObjectKind::global);
  if (fills_tile) return copy_to_tile(to, from, length);
  // Structures and unions of floats are copied whole.
  if (!is_short(length) || length.number.constant() % kWord != 0) reject("it copies memory");
  for (std::int64_t i = 0; i < length.number.constant(); i += kWord) copy_word(to, from, i);
}

}  // namespace quadcl::compiler::recognise
