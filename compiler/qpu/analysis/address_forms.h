// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace quadcl::compiler::qpu {

/// A number or an address as a sum of products of other values, modulo 2^32: addresses have 32 bits, so no
/// overflow matters. The empty product is the constant.
using Product = std::vector<const llvm::Value*>;
using AddressForm = std::map<Product, std::uint32_t>;

/// Forms of the values of one function.
class AddressForms {
 public:
  explicit AddressForms(const llvm::DataLayout& layout) : layout_(layout) {}

  const AddressForm& of(const llvm::Value& value) { return of(value, 0); }
  /// How far `to` lies behind `from`. Both must be of one iteration of each loop.
  AddressForm difference(const llvm::Value& from, const llvm::Value& to);
  /// The same if that is a constant.
  std::optional<std::int32_t> distance(const llvm::Value& from, const llvm::Value& to);

 private:
  const AddressForm& of(const llvm::Value& value, unsigned depth);
  std::optional<AddressForm> compute(const llvm::Value& value, unsigned depth);
  std::optional<AddressForm> of_element(const llvm::GEPOperator& element, unsigned depth);

  const llvm::DataLayout& layout_;
  std::map<const llvm::Value*, AddressForm> forms_;
};

/// Where values are in a function, so that code that is made of a form is the same each time.
class ValueOrder {
 public:
  explicit ValueOrder(const llvm::Function& function);
  /// A value that is not in the function comes behind those that are known.
  void add(const llvm::Value& value) { places_.try_emplace(&value, places_.size()); }
  std::vector<std::pair<Product, std::uint32_t>> terms_of(const AddressForm& form) const;

 private:
  std::vector<std::size_t> places_of(const Product& product) const;

  llvm::DenseMap<const llvm::Value*, std::size_t> places_;
};

}  // namespace quadcl::compiler::qpu
