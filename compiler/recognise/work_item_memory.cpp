// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/passes/address_spaces.h"
#include "compiler/recognise/work_item.h"

namespace quadcl::compiler::recognise {
namespace {

constexpr std::int64_t kMostPrivateBytes = 16384;

std::size_t key_of(std::uint32_t object, const Polynomial& address) { return address.hash() * 31 + object; }

}  // namespace

std::uint32_t WorkItem::object_of(const llvm::Value& memory) {
  const auto found = object_index_.find(&memory);
  if (found != object_index_.end()) return found->second;
  Object object;
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&memory)) {
    object.argument = argument->getArgNo();
    if (argument->hasByValAttr()) reject("it has a structure as an argument");
    if (argument->getType()->getPointerAddressSpace() == kLocalAddressSpace) {
      object.kind = ObjectKind::local;
      object.bytes = symbols_.value(SymbolKind::local_bytes, object.argument);
    }
  } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&memory)) {
    if (variable->getAddressSpace() != kLocalAddressSpace) reject("it uses a variable of the program");
    object.kind = ObjectKind::local;
    object.bytes =
        static_cast<std::int64_t>(layout_.getTypeAllocSize(variable->getValueType()).getFixedValue());
  } else {
    const auto size = llvm::cast<llvm::AllocaInst>(memory).getAllocationSize(layout_);
    if (!size) reject("it has a variable of unknown size");
    object.kind = ObjectKind::private_memory;
    object.bytes = static_cast<std::int64_t>(size->getFixedValue());
  }
  objects_.push_back(object);
  const auto index = static_cast<std::uint32_t>(objects_.size() - 1);
  object_index_[&memory] = index;
  return index;
}

Value WorkItem::load(const llvm::LoadInst& load) {
  if (load.isVolatile() || load.isAtomic()) reject("it reads volatile or atomic memory");
  const Value& pointer = value_of(load.getPointerOperand());
  if (pointer.kind != ValueKind::pointer) reject("an address comes from data or unknown arithmetic");
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  const llvm::Type& element = *load.getType()->getScalarType();
  const auto size = static_cast<std::uint32_t>(layout_.getTypeStoreSize(load.getType()->getScalarType()));
  if (vector == nullptr) return load_scalar(pointer, element, size);
  std::vector<Value> lanes;
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    const Value place = Value::of_pointer(pointer.row, pointer.number + Polynomial(std::int64_t{i} * size));
    lanes.push_back(load_scalar(place, element, size));
  }
  return Value::of_lanes(std::move(lanes));
}

void WorkItem::store(const llvm::StoreInst& store) {
  if (store.isVolatile() || store.isAtomic()) reject("it writes volatile or atomic memory");
  const Value& pointer = value_of(store.getPointerOperand());
  const Value& value = value_of(store.getValueOperand());
  if (pointer.kind != ValueKind::pointer) reject("an address comes from data or unknown arithmetic");
  const llvm::Type* type = store.getValueOperand()->getType();
  const auto size = static_cast<std::uint32_t>(layout_.getTypeStoreSize(type->getScalarType()));
  if (!type->isVectorTy()) return store_scalar(pointer, value, size);
  if (value.kind != ValueKind::vector) reject("it stores a vector that is not understood");
  for (std::size_t i = 0; i < value.lanes.size(); ++i) {
    const auto offset = static_cast<std::int64_t>(i * size);
    store_scalar(Value::of_pointer(pointer.row, pointer.number + Polynomial(offset)), value.lanes[i], size);
  }
}

/// Repetitions are left out, but not those of what happened before the loop: it is a loop's own accesses that
/// its next iteration meets.
void WorkItem::note_access(std::uint32_t object, bool is_write) {
  bool is_repeated = false;
  for (std::size_t i = accesses_.size(); i-- > 0 && accesses_[i].segment == segment_;) {
    const Access& old = accesses_[i];
    if (old.object != object) continue;
    if (is_write && !old.is_write) reject("a tile is written with no barrier after it was read");
    is_repeated |= old.is_write == is_write && i >= first_access_of_loop_;
  }
  if (is_repeated) return;
  accesses_.push_back({object, segment_, is_write});
}

/// Where an access to a local tile chooses between halves of it. Rejects if it is used otherwise, too.
std::optional<HalfAddress> WorkItem::half_of(std::uint32_t object, const Polynomial& offset) {
  if (objects_[object].kind != ObjectKind::local) return {};
  const auto carried = carried_tiles_.find(object);
  if (carried != carried_tiles_.end() && llvm::is_contained(context_.loops, carried->second))
    return HalfAddress{carried->second, 0, 0, offset};
  const auto half = half_address(offset, context_.loops, symbols_);
  const auto known = double_buffers_.find(object);
  if (known != double_buffers_.end() && (!half || known->second.is_closed()))
    reject("a tile is used in halves and as a whole");
  return half;
}

Node WorkItem::tile_read(std::uint32_t object, const Polynomial& offset, std::uint32_t size) {
  if (const auto half = half_of(object, offset))
    return double_buffers_[object].read(offset, *half, size, context_, segment_, expressions_);
  if (objects_[object].kind == ObjectKind::local) note_access(object, false);
  return tiles_[object].read(objects_[object], offset, size, context_, segment_, symbols_, expressions_);
}

/// A variable is always accessed in the same units, so that accesses never overlap in part.
void WorkItem::check_unit(const Value& pointer, std::uint32_t size) {
  Object& object = objects_[pointer.row];
  if (object.unit == 0) object.unit = size;
  if (object.unit != size) reject("a variable is accessed in different units");
  for (const Polynomial::Term& term : pointer.number.terms())
    if (term.coefficient % size != 0) reject("a variable is accessed in different units");
}

Value WorkItem::private_load(std::uint32_t object, const Polynomial& offset, std::uint32_t size) {
  if (offset.is_constant() && tiles_[object].empty()) {
    const Place place{object, offset.constant()};
    const auto found = cells_.find(place);
    if (found == cells_.end()) return unwritten_cell().value;
    if (found->second.value.kind != ValueKind::data) integer_reads_.push_back({place, found->second.written});
    return found->second.value;
  }
  if (!tiles_[object].empty()) return Value::of_data(tile_read(object, offset, size));
  // Written at constant places, read at a variable one.
  Tile tile;
  for (auto cell = cells_.lower_bound({object, INT64_MIN});
       cell != cells_.end() && cell->first.first == object; ++cell) {
    const Value& value = cell->second.value;
    if (value.kind != ValueKind::data) reject("an array holds no data");
    tile.write({Polynomial(cell->first.second), size, value.row, {}, 0}, expressions_);
  }
  return Value::of_data(
      tile.read(objects_[object], offset, size, context_, segment_, symbols_, expressions_));
}

/// What was never written: in a loop, an iteration before may have written it.
WorkItem::Cell WorkItem::unwritten_cell() {
  return {Value::of_data(context_.loops.empty() ? expressions_.undefined() : expressions_.opaque())};
}

/// Variables where two ways meet: `left` on the condition, else what they are now.
void WorkItem::merge_cells(Condition condition, const Cells& left) {
  const auto merge_into = [&](Cell& result, const Cell& x, const Cell& y) {
    result = {merge(condition, x.value, y.value), std::min(x.written, y.written)};
  };
  for (auto& [place, right] : cells_)
    if (!left.contains(place)) merge_into(right, unwritten_cell(), right);
  for (const auto& [place, cell] : left) {
    Cell& right = cells_.try_emplace(place, unwritten_cell()).first->second;
    merge_into(right, cell, right);
  }
}

Value WorkItem::load_scalar(const Value& pointer, const llvm::Type& type, std::uint32_t size) {
  const Object& object = objects_[pointer.row];
  if (type.isPointerTy()) reject("it reads a pointer from memory");
  if (object.kind == ObjectKind::private_memory) {
    check_unit(pointer, size);
    const Value value = private_load(pointer.row, pointer.number, size);
    if (type.isIntegerTy() && value.kind == ValueKind::data &&
        expressions_[value.row].kind == NodeKind::constant)
      return Value::of_integer(expressions_[value.row].index);
    return value;
  }
  if (object.kind == ObjectKind::local) return Value::of_data(tile_read(pointer.row, pointer.number, size));
  const auto [first, last] = output_index_.equal_range(key_of(pointer.row, pointer.number));
  for (auto i = first; i != last; ++i) {
    const Output& output = outputs_[i->second];
    if (output.object != pointer.row || !(output.address == pointer.number)) continue;
    if (expressions_.exclude(output.context.conditions, context_.conditions)) continue;
    const bool visible = output.size == size && is_prefix(output.context.loops, context_.loops) &&
                         is_prefix(output.context.conditions, context_.conditions);
    if (!visible) reject("it reads back what it stored on a condition or in a loop");
    return Value::of_data(output.value);
  }
  const Node element = expressions_.load(pointer.row, pointer.number, size);
  loaded_.insert(element);
  return Value::of_data(element);
}

void WorkItem::store_scalar(const Value& pointer, const Value& value, std::uint32_t size) {
  const Object& object = objects_[pointer.row];
  if (object.kind == ObjectKind::private_memory) check_unit(pointer, size);
  if (object.kind == ObjectKind::private_memory && pointer.number.is_constant() &&
      tiles_[pointer.row].empty()) {
    cells_[{pointer.row, pointer.number.constant()}] = {value, steps_};
    return;
  }
  Node node = expressions_.opaque();
  if (value.kind == ValueKind::data) node = value.row;
  if (value.kind == ValueKind::integer && value.number.is_constant() && size <= sizeof(std::uint32_t))
    node = expressions_.constant(static_cast<std::uint32_t>(value.number.constant()), size);
  if (object.kind != ObjectKind::global) {
    if (const auto half = half_of(pointer.row, pointer.number))
      return double_buffers_[pointer.row].write(*half, {pointer.number, size, node, context_, segment_});
    if (object.kind == ObjectKind::local) note_access(pointer.row, true);
    if (object.kind == ObjectKind::private_memory &&
        cells_.lower_bound({pointer.row, INT64_MIN}) != cells_.upper_bound({pointer.row, INT64_MAX}))
      reject("an array is written at constant and at variable places");
    Write write{pointer.number, size, node, context_, segment_};
    Tile& tile = tiles_[pointer.row];
    if (object.kind == ObjectKind::local) tile.require_no_race(write);
    return tile.write(std::move(write), expressions_);
  }
  const auto [first, last] = output_index_.equal_range(key_of(pointer.row, pointer.number));
  for (auto i = first; i != last; ++i) {
    Output& output = outputs_[i->second];
    if (output.object != pointer.row || !(output.address == pointer.number)) continue;
    Context context = context_;
    if (is_prefix(output.context.loops, context.loops)) context.loops = output.context.loops;
    if (output.size != size || !overwrite(output.value, output.context, node, context, expressions_))
      reject("it stores to the same place on different conditions");
    return;
  }
  output_index_.emplace(key_of(pointer.row, pointer.number), outputs_.size());
  outputs_.push_back({pointer.row, pointer.number, size, node, context_, expressions_.place()});
}

void WorkItem::set_memory(const llvm::CallInst& call) {
  const Value &pointer = value_of(call.getArgOperand(0)), &byte = value_of(call.getArgOperand(1)),
              &length = value_of(call.getArgOperand(2));
  const bool zeroes = pointer.kind == ValueKind::pointer && pointer.number.is_constant() &&
                      objects_[pointer.row].kind == ObjectKind::private_memory && byte.number.is_zero() &&
                      byte.kind == ValueKind::integer && length.kind == ValueKind::integer &&
                      length.number.is_constant() && length.number.constant() <= kMostPrivateBytes;
  if (!zeroes || length.number.constant() % 4 != 0) reject("it fills memory");
  for (std::int64_t i = 0; i < length.number.constant(); i += 4) {
    store_scalar(Value::of_pointer(pointer.row, pointer.number + Polynomial(i)),
                 Value::of_data(expressions_.constant(0, 4)), 4);
  }
}

/// What async_work_group_copy does: a loop over words.
void WorkItem::copy_to_tile(const Value& to, const Value& from, const Value& length) {
  constexpr std::int64_t kUnit = 4;
  if (length.kind != ValueKind::integer) reject("it copies memory");
  const Polynomial count =
      symbols_.whole_quotient(exact(length, 64, true), kUnit, "it copies no whole number of words");
  const auto [known, is_new] = copy_counters_.try_emplace(count.hash(), std::pair(count, Symbol{}));
  auto& [old_count, counter] = known->second;
  if (!(old_count == count)) reject("it copies memory");
  if (is_new) {
    counter = symbols_.make_counter();
    symbols_.set_count(counter, count);
  }
  const Polynomial offset = Polynomial::symbol(counter) * Polynomial(kUnit);
  const llvm::Type& type = *llvm::Type::getFloatTy(kernel_.getContext());
  context_.loops.push_back(counter);
  const Value element = load_scalar(Value::of_pointer(from.row, from.number + offset), type, kUnit);
  store_scalar(Value::of_pointer(to.row, to.number + offset), element, kUnit);
  context_.loops.pop_back();
}

/// Structures and unions of floats are copied whole.
void WorkItem::copy_memory(const llvm::MemCpyInst& copy) {
  const Value &to = value_of(copy.getRawDest()), &from = value_of(copy.getRawSource()),
              &length = value_of(copy.getLength());
  constexpr std::int64_t kUnit = 4;
  const bool fills_tile = to.kind == ValueKind::pointer && from.kind == ValueKind::pointer &&
                          objects_[to.row].kind == ObjectKind::local &&
                          objects_[from.row].kind == ObjectKind::global;
  if (fills_tile && !copy.isVolatile()) return copy_to_tile(to, from, length);
  const bool copies = to.kind == ValueKind::pointer && from.kind == ValueKind::pointer &&
                      length.kind == ValueKind::integer && length.number.is_constant() &&
                      length.number.constant() <= kMostPrivateBytes;
  if (!copies || copy.isVolatile() || length.number.constant() % kUnit != 0) reject("it copies memory");
  const llvm::Type& type = *llvm::Type::getFloatTy(copy.getContext());
  for (std::int64_t i = 0; i < length.number.constant(); i += kUnit) {
    const Value element = load_scalar(Value::of_pointer(from.row, from.number + Polynomial(i)), type, kUnit);
    store_scalar(Value::of_pointer(to.row, to.number + Polynomial(i)), element, kUnit);
  }
}

/// What a value is where two ways meet.
Value WorkItem::merge(Condition condition, const Value& left, const Value& right) {
  if (condition == expressions_.always()) return left;
  if (expressions_.is_never(condition)) return right;
  const auto is_undefined = [&](const Value& value) {
    return value.kind == ValueKind::data && value.row == expressions_.undefined();
  };
  if (is_undefined(left)) return right;
  if (is_undefined(right)) return left;
  if (left.kind != right.kind) return {};
  switch (left.kind) {
    case ValueKind::integer:
      return left.number == right.number ? left : Value{};
    case ValueKind::pointer:
      return left.row == right.row && left.number == right.number ? left : Value{};
    case ValueKind::data:
      return Value::of_data(expressions_.choose(condition, left.row, right.row));
    case ValueKind::condition:
      if (left.row == expressions_.always())
        return Value::of_condition(expressions_.either(condition, right.row));
      if (expressions_.is_never(right.row))
        return Value::of_condition(expressions_.both(condition, left.row));
      return Value::of_condition(
          expressions_.either(expressions_.both(condition, left.row),
                              expressions_.both(expressions_.invert(condition), right.row)));
    case ValueKind::vector: {
      if (left.lanes.size() != right.lanes.size()) return {};
      std::vector<Value> lanes;
      for (std::size_t i = 0; i < left.lanes.size(); ++i)
        lanes.push_back(merge(condition, left.lanes[i], right.lanes[i]));
      return Value::of_lanes(std::move(lanes));
    }
    case ValueKind::unknown:
      break;
  }
  return {};
}

}  // namespace quadcl::compiler::recognise
