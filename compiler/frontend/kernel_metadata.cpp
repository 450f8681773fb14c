// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/kernel_metadata.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/handles.h"

namespace quadcl::compiler {
namespace {

std::string text_at(const llvm::Function& kernel, const char* kind, unsigned index) {
  const llvm::MDNode* node = kernel.getMetadata(kind);
  if (node == nullptr || index >= node->getNumOperands()) return {};
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
  return text != nullptr ? text->getString().str() : std::string();
}

std::uint64_t number_at(const llvm::MDNode& node, unsigned index) {
  return llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(index))->getZExtValue();
}

bool has_word(llvm::StringRef list, llvm::StringRef word) {
  llvm::SmallVector<llvm::StringRef> words;
  list.split(words, ' ', -1, false);
  return llvm::is_contained(words, word);
}

/// The numbers are those of SPIR for every target (clang, kernel_arg_addr_space).
AddressQualifier address_qualifier(std::uint64_t number) {
  constexpr AddressQualifier kQualifiers[] = {AddressQualifier::private_space, AddressQualifier::global,
                                              AddressQualifier::constant, AddressQualifier::local};
  return number < std::size(kQualifiers) ? kQualifiers[number] : AddressQualifier::global;
}

AccessQualifier access_qualifier(llvm::StringRef text) {
  if (text == "read_only") return AccessQualifier::read_only;
  if (text == "write_only") return AccessQualifier::write_only;
  if (text == "read_write") return AccessQualifier::read_write;
  return AccessQualifier::none;
}

std::uint32_t argument_bytes(const llvm::Argument& argument) {
  const llvm::DataLayout& layout = argument.getParent()->getParent()->getDataLayout();
  llvm::Type* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
  return static_cast<std::uint32_t>(layout.getTypeAllocSize(type));
}

KernelArgument describe_argument(const llvm::Function& kernel, const llvm::Argument& argument) {
  const unsigned index = argument.getArgNo();
  const std::string qualifiers = text_at(kernel, "kernel_arg_type_qual", index);
  KernelArgument result;
  result.name = text_at(kernel, "kernel_arg_name", index);
  result.type_name = text_at(kernel, "kernel_arg_type", index);
  result.access = access_qualifier(text_at(kernel, "kernel_arg_access_qual", index));
  result.address = address_qualifier(number_at(*kernel.getMetadata("kernel_arg_addr_space"), index));
  result.is_const = has_word(qualifiers, "const");
  result.is_restrict = has_word(qualifiers, "restrict");
  result.is_volatile = has_word(qualifiers, "volatile");
  result.is_pipe = has_word(qualifiers, "pipe");
  result.handle = handle_type(argument);
  if (!result.is_pointer())
    result.size = result.is_sampler() ? sizeof(std::uint32_t) : argument_bytes(argument);
  return result;
}

std::string vector_type_name(const llvm::MDNode& hint) {
  llvm::Type* type = llvm::cast<llvm::ValueAsMetadata>(hint.getOperand(0))->getType();
  const bool is_signed = number_at(hint, 1) != 0;
  llvm::Type* element = type->getScalarType();
  std::string name;
  if (element->isHalfTy()) name = "half";
  if (element->isFloatTy()) name = "float";
  if (element->isDoubleTy()) name = "double";
  if (element->isIntegerTy()) {
    const unsigned bits = element->getIntegerBitWidth();
    if (!is_signed) name += 'u';
    name += bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
  }
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    name += std::to_string(vector->getNumElements());
  return name;
}

std::string sizes(const llvm::MDNode& node) {
  return std::to_string(number_at(node, 0)) + "," + std::to_string(number_at(node, 1)) + "," +
         std::to_string(number_at(node, 2));
}

/// CL_KERNEL_ATTRIBUTES: as in the source, separated by spaces.
std::string attributes_of(const llvm::Function& kernel) {
  std::string text;
  const auto add = [&](const std::string& attribute) { text += (text.empty() ? "" : " ") + attribute; };
  if (const llvm::MDNode* node = kernel.getMetadata("vec_type_hint"))
    add("vec_type_hint(" + vector_type_name(*node) + ")");
  for (const char* kind : {"work_group_size_hint", "reqd_work_group_size"}) {
    if (const llvm::MDNode* node = kernel.getMetadata(kind))
      add(std::string(kind) + "(" + sizes(*node) + ")");
  }
  return text;
}

}  // namespace

KernelImage describe_kernel(const llvm::Function& kernel) {
  KernelImage image;
  image.name = kernel.getName().str();
  image.attributes = attributes_of(kernel);
  image.uniform_groups = kernel.getFnAttribute("uniform-work-group-size").getValueAsBool();
  for (const llvm::Argument& argument : kernel.args())
    image.arguments.push_back(describe_argument(kernel, argument));
  if (const llvm::MDNode* node = kernel.getMetadata("reqd_work_group_size")) {
    for (unsigned d = 0; d < 3; ++d) image.required_local[d] = number_at(*node, d);
  }
  return image;
}

}  // namespace quadcl::compiler
