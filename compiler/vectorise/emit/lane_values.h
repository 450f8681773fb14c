// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Operator.h>

#include <functional>
#include <map>
#include <vector>

#include "compiler/vectorise/analysis/row.h"
#include "compiler/vectorise/emit/interleaving.h"

namespace quadcl::compiler {

/// The widened forms of the values of a row. A value may be used on paths that its definition no longer
/// dominates, so values that leave their block live in variables, which are promoted at the end.
class LaneValues {
 public:
  /// Values from before the row are made vectors at the end of `before`.
  LaneValues(const Row& row, llvm::IRBuilder<>& builder, llvm::BasicBlock& before,
             const llvm::TargetTransformInfo& target);

  /// Starts the wide form of a block of the row.
  void enter() { here_.clear(); }
  /// While false, values computed for a use are not kept for later uses.
  void remember(bool remembers) { remembers_ = remembers; }

  /// The value of lane 0, which is that of all lanes if it is uniform.
  llvm::Value* scalar(llvm::Value& value);
  WideElements elements(llvm::Value& value);
  /// The vectors of one lane after the other; for a scalar, the same as `vector`.
  llvm::Value* packed(llvm::Value& value);
  /// A value in the form that another one has.
  WideElements in_form_of(const llvm::Value& other, llvm::Value& value);
  /// Computes the vector of a strided value at its use, if only its own block uses it. Nearly always such a
  /// use is on the path of a failed check.
  std::function<WideElements(llvm::Instruction&)> compute_late;
  bool is_late(const llvm::Instruction& value) const;
  /// The only element of a scalar.
  llvm::Value* vector(llvm::Value& value) { return elements(value).front(); }
  /// The value of the last lane.
  llvm::Value* last(llvm::Value& value);
  /// The flag that says whether a check in the row has held.
  llvm::Value* flag(llvm::Instruction& value);

  void set_scalar(llvm::Instruction& value, llvm::Value* form);
  /// In the form that the value has.
  void set_elements(llvm::Instruction& value, const WideElements& elements);
  void set_flag(llvm::Instruction& value, llvm::Value* flag);

  llvm::AllocaInst* new_variable(llvm::Type* type, const llvm::Twine& name = "");
  const std::vector<llvm::AllocaInst*>& variables() const { return variables_; }

  llvm::Type* lanes_type(llvm::Type* type) const;
  /// The form that a value has, from the vectors of one lane after the other.
  WideElements form_of_packed(const llvm::Value& value, llvm::Value* packed);
  /// The number of parts of that form, and the type of one: a packed vector has one part. A structure that a
  /// function returns has elements of several types.
  unsigned element_count_of(const llvm::Value& value) const;
  llvm::Type* element_type_of(const llvm::Value& value, unsigned element) const;
  /// Of the vectors of one lane after the other.
  llvm::Type* packed_type(llvm::Type* type) const;
  /// A source vector that is the same for all lanes, in packed form.
  llvm::Value* replicate(llvm::Value* vector);
  /// A scalar of each lane, repeated for each element of packed vectors.
  llvm::Value* repeat(llvm::Value* lanes, unsigned count);
  /// The mask of a value's lanes, in the value's form.
  llvm::Value* mask_for(const llvm::Value& value, llvm::Value* mask);
  llvm::Value* splat(llvm::Value* value) { return builder_.CreateVectorSplat(row_.lanes, value); }
  /// Lane 0's value plus multiples of the stride.
  llvm::Value* spread(llvm::Value* first, std::int64_t stride);

 private:
  /// The form of a value: the number of an element, or one of these.
  enum : int { kScalar = -1, kFlag = -2 };
  struct Forms {
    llvm::Value *scalar = nullptr, *flag = nullptr, *packed = nullptr;
    WideElements own, elements;
  };

  bool is_inside(const llvm::Value& value) const;
  llvm::Value* own_from_before(llvm::Instruction& address);
  llvm::AllocaInst* wide_variable(const OwnVariable& own);
  bool leaves_block(const llvm::Instruction& value) const;
  void keep(llvm::Instruction& value, int form, llvm::Value* computed);
  llvm::Value* recall(llvm::Instruction& value, int form);
  llvm::Value* element_of(llvm::Value* value, unsigned element);
  WideElements form(llvm::Value& value);
  WideElements compute_form(llvm::Value& value);
  WideElements elements_from_before(llvm::Value& value);

  const Row& row_;
  llvm::IRBuilder<>& builder_;
  llvm::BasicBlock& before_;
  Interleaving interleaving_;
  bool remembers_ = true;
  std::map<llvm::Value*, Forms> here_;
  std::map<llvm::Value*, WideElements> from_before_;
  std::map<const llvm::Value*, llvm::Value*> own_from_before_;
  std::map<std::pair<llvm::Instruction*, int>, llvm::AllocaInst*> homes_;
  std::vector<llvm::AllocaInst*> variables_;
};

/// The distance of an address in the lanes' own variables from its base, in integers or vectors of `type`:
/// `scale` times that in the source. `form` gives the indices.
llvm::Value* own_distance(llvm::IRBuilder<>& builder, const llvm::GEPOperator& address, llvm::Type* type,
                          std::uint64_t scale, llvm::function_ref<llvm::Value*(llvm::Value&)> form);

}  // namespace quadcl::compiler
