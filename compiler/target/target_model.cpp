// SPDX-License-Identifier: Apache-2.0
#include "compiler/target/target_model.h"

#include <llvm/Support/Format.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>

namespace quadcl::compiler {
namespace {

/// Gathers and scatters of Zen 1 to 5 take longer than the accesses of all lanes one by one, for most of the
/// places where LLVM would use them.
constexpr TargetModel kModels[] = {
    {},
    {.processor = "znver1", .gathers = Gathers::singly},
    {.processor = "znver2", .gathers = Gathers::singly},
    {.processor = "znver3", .gathers = Gathers::singly},
    {.processor = "znver4", .gathers = Gathers::words},
    {.processor = "znver5", .gathers = Gathers::words},
};

constexpr const char* kNamesOfGathers[] = {"by LLVM", "singly", "words"};

}  // namespace

llvm::AnalysisKey TargetModelAnalysis::Key;

TargetModel target_model(llvm::StringRef processor) {
  if (processor.empty()) processor = llvm::sys::getHostCPUName();
  const auto* row =
      std::ranges::find_if(kModels, [&](const TargetModel& model) { return processor == model.processor; });
  return row != std::end(kModels) ? *row : kModels[0];
}

void TargetModel::print(llvm::raw_ostream& out) const {
  out << "processor " << processor << ": gathers " << kNamesOfGathers[static_cast<unsigned>(gathers)] << "; "
      << registers << " vector registers of " << register_bits << " bits\n";
#define QUADCL_PRINT(type, name, value, meaning) \
  out << #name << ' ' << llvm::format("%g", static_cast<double>(name)) << ": " << meaning << '\n';
  QUADCL_TARGET_NUMBERS(QUADCL_PRINT)
#undef QUADCL_PRINT
}

TargetModelAnalysis::Result TargetModelAnalysis::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  const llvm::TargetTransformInfo& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  Result result{model_};
  result.register_bits = vector_register_bits(target);
  result.registers = vector_registers(target);
  return result;
}

unsigned vector_register_bits(const llvm::TargetTransformInfo& target) {
  return static_cast<unsigned>(
      target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
}

unsigned vector_registers(const llvm::TargetTransformInfo& target) {
  return target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
}

}  // namespace quadcl::compiler
