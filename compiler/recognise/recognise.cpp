// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/recognise.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <bit>

#include "compiler/recognise/analysis.h"
#include "core/builtin_kernels.h"

namespace quadcl::compiler::recognise {
namespace {

constexpr std::array kRecognisers{Recogniser{"transpose", match_transpose},
                                  Recogniser{"matrix product", match_product}};

/// Cheap signs of a kernel that is none of ours, so that most kernels cost nothing.
void check_at_a_glance(const llvm::Function& kernel) {
  bool loads = false, stores = false;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    loads |= llvm::isa<llvm::LoadInst>(instruction);
    stores |= llvm::isa<llvm::StoreInst>(instruction);
  }
  if (!loads || !stores) reject("it does not read and write memory");
}

std::string describe(const Recognition& recognition, const KernelImage& image) {
  for (const KernelImage* builtin : builtin_kernel_images()) {
    if (builtin->builtin != recognition.builtin) continue;
    std::string text = builtin->name + "(";
    for (std::size_t i = 0; i < recognition.arguments.size(); ++i) {
      const Binding& binding = recognition.arguments[i];
      text += (i == 0 ? "" : ", ") + builtin->arguments[i].name + " = ";
      switch (binding.kind) {
        case BindingKind::integer:
          text += to_text(recognition, binding.term, image);
          break;
        case BindingKind::float_constant:
          text += std::to_string(std::bit_cast<float>(binding.argument));
          break;
        case BindingKind::float_argument:
          text += image.arguments[binding.argument].name;
          break;
        case BindingKind::buffer: {
          const std::string offset = to_text(recognition, binding.term, image);
          text += image.arguments[binding.argument].name + (offset == "0" ? "" : " + " + offset + " bytes");
          break;
        }
      }
    }
    return text + ")";
  }
  return {};
}

Recognition analyse(llvm::Function& kernel) {
  check_at_a_glance(kernel);
  Symbols symbols;
  Expressions expressions(symbols);
  WorkItem work_item(kernel, symbols, expressions);
  work_item.run();
  Analysis analysis{symbols, expressions, work_item.objects(), work_item.outputs(), work_item.whole_groups()};
  if (analysis.outputs.empty()) reject("it stores nothing");
  analysis.size_bound = work_item.size_bound();
  analysis.normalise();
  const bool moves = std::all_of(analysis.outputs.begin(), analysis.outputs.end(), [&](const Output& output) {
    return expressions[output.value].kind == NodeKind::load;
  });
  return kRecognisers[moves ? 0 : 1].match(analysis);
}

}  // namespace

void recognise_kernel(llvm::Function& kernel, KernelImage& image) {
  try {
    Recognition recognition = analyse(kernel);
    recognition.text = describe(recognition, image);
    image.recognition = std::make_shared<const Recognition>(std::move(recognition));
  } catch (const Rejected& rejected) {
    image.not_recognised = rejected.reason;
  }
}

}  // namespace quadcl::compiler::recognise
