// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/codegen/native.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/build_limits.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/cpu/codegen/link.h"
#include "compiler/cpu/target_attributes.h"
#include "compiler/ir/chosen_gathers.h"
#include "compiler/target/target_model.h"

namespace quadcl::compiler {
namespace {

/// Asked before each optional pass of code generation. Skips them all when the build is late.
class TimeGate : public llvm::OptPassGate {
 public:
  explicit TimeGate(const llvm::Module& module) {
    for (const llvm::Function& function : module)
      if (has_long_block(function)) long_functions_.insert(("function (" + function.getName() + ")").str());
  }

  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef what) override {
    check_build_time();
    // The pass's time grows with the square of a block's length.
    if (pass == "Machine Instruction Scheduler" && long_functions_.contains(what)) return false;
    return !build_is_late();
  }
  bool isEnabled() const override { return true; }

 private:
  llvm::StringSet<> long_functions_;
};

/// A code generator of LLVM, by HostTarget::architecture.
struct Generator {
  std::string_view architecture;
  const char* triple;
  void (*initialise)();
};

template <auto... steps>
void initialise() {
  (steps(), ...);
}

constexpr auto kInitialiseArm =
    initialise<LLVMInitializeARMTargetInfo, LLVMInitializeARMTarget, LLVMInitializeARMTargetMC,
               LLVMInitializeARMAsmPrinter, LLVMInitializeARMAsmParser>;

constexpr std::array kGenerators{
    Generator{"x86_64", "x86_64-pc-linux-gnu",
              initialise<LLVMInitializeX86TargetInfo, LLVMInitializeX86Target, LLVMInitializeX86TargetMC,
                         LLVMInitializeX86AsmPrinter, LLVMInitializeX86AsmParser>},
    Generator{"aarch64", "aarch64-unknown-linux-gnu",
              initialise<LLVMInitializeAArch64TargetInfo, LLVMInitializeAArch64Target,
                         LLVMInitializeAArch64TargetMC, LLVMInitializeAArch64AsmPrinter,
                         LLVMInitializeAArch64AsmParser>},
    // The version of ARM is among the features.
    Generator{"arm", "arm-unknown-linux-gnueabihf", kInitialiseArm},
    // The loader of such a system refuses code for hard floats.
    Generator{"armel", "arm-unknown-linux-gnueabi", kInitialiseArm},
};

/// Options of LLVM that have no other interface; those of other processors are not registered. They have the
/// types of LLVM's variables.
struct Option {
  llvm::StringLiteral name;
  std::variant<bool, unsigned> value;
};

constexpr Option kOptions[] = {
    // CodeGenPrepare walks the whole function again whenever it has changed the control flow, which takes
    // seconds where hundreds of selects become branches. In functions with more blocks than this it walks the
    // changed ones only.
    {"cgpp-huge-func", 0u},
    // A pass that moves integers to mask registers: its time grows with the square of a block's length.
    {"disable-x86-domain-reassignment", true},
    // Schedulers compare all memory accesses of a block with each other, up to so many at a time. Private
    // arrays that do not fit in registers make thousands, for which LLVM's limit takes seconds.
    {"dag-maps-huge-region", 100u},
};

template <typename Type>
void set_initial(llvm::cl::Option& option, Type value) {
  static_cast<llvm::cl::opt<Type>&>(option).setInitialValue(value);
}

/// As initial values, to which lld resets all options whenever it links.
void set_options() {
  const auto& registered = llvm::cl::getRegisteredOptions();
  for (const auto& [name, value] : kOptions)
    if (const auto option = registered.find(name); option != registered.end())
      std::visit([&](auto known) { set_initial(*option->second, known); }, value);
}

const llvm::Target* look_up(const Generator& generator) {
  static std::mutex& mutex = *new std::mutex;
  const std::lock_guard lock(mutex);  // LLVM's registry and options have none
  static std::once_flag are_set;
  std::call_once(are_set, set_options);
  generator.initialise();
  std::string problem;
  return llvm::TargetRegistry::lookupTarget(generator.triple, problem);
}

/// The instruction sets, and what helps to choose among instructions.
std::string features_of(const HostTarget& host) {
  const bool gathers = target_model(host.tuned_for).gathers == Gathers::by_llvm;
  return host.cpu_features + (gathers ? "" : ",+prefer-no-gather,+prefer-no-scatter");
}

/// What machine code is for.
struct MachineKind {
  const char* triple;
  std::string features;
  bool optimise;
  bool operator==(const MachineKind&) const = default;
};

/// Machines that wait for the next build of their kind. What LLVM keeps in one of what it knows of a
/// processor takes as long to make as a short kernel's passes.
class IdleMachines {
 public:
  /// Null if there is none.
  std::unique_ptr<llvm::TargetMachine> take(const MachineKind& kind) {
    const NoMemoryLimit while_locked;
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(machines_, kind, &Idle::first);
    if (found == machines_.end()) return nullptr;
    auto machine = std::move(found->second);
    machines_.erase(found);
    return machine;
  }

  void keep(MachineKind kind, std::unique_ptr<llvm::TargetMachine> machine) noexcept {
    const NoMemoryLimit while_locked;
    const std::lock_guard lock(mutex_);
    try {
      machines_.emplace_back(std::move(kind), std::move(machine));
    } catch (const std::bad_alloc&) {  // the next build makes one
    }
  }

 private:
  using Idle = std::pair<MachineKind, std::unique_ptr<llvm::TargetMachine>>;
  std::mutex mutex_;
  std::vector<Idle> machines_;
};

/// Never destroyed: builds may go on while the process exits.
IdleMachines& idle_machines() {
  static IdleMachines& machines = *new IdleMachines;
  return machines;
}

std::unique_ptr<llvm::TargetMachine> make_machine(const llvm::Target& target, const MachineKind& kind) {
  if (auto idle = idle_machines().take(kind)) return idle;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  const auto level = kind.optimise ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None;
  return std::unique_ptr<llvm::TargetMachine>(target.createTargetMachine(
      kind.triple, "", kind.features, options, llvm::Reloc::PIC_, llvm::CodeModel::Small, level));
}

/// The processor's layout of data, but vectors of 16 bytes at multiples of 16, as in OpenCL C (section 6.3.5)
/// and in the front end's IR. The procedure call standard of 32-bit ARM has them at multiples of 8.
std::string layout_of(const llvm::TargetMachine& machine) {
  std::string layout = machine.createDataLayout().getStringRepresentation();
  constexpr std::string_view kOfArm = "-v128:64:128";
  const auto found = layout.find(kOfArm);
  if (found != std::string::npos) layout.replace(found, kOfArm.size(), "-v128:128:128");
  return layout;
}

class NativeGenerator : public CodeGenerator {
 public:
  NativeGenerator(std::unique_ptr<llvm::TargetMachine> machine, MachineKind kind)
      : machine_(std::move(machine)), kind_(std::move(kind)) {}
  ~NativeGenerator() override {
    if (is_as_made_) idle_machines().keep(std::move(kind_), std::move(machine_));
  }

  void prepare(llvm::Module& module) const override {
    module.setTargetTriple(machine_->getTargetTriple().str());
    module.setDataLayout(layout_of(*machine_));
  }

  PassSettings settings() const override {
    PassSettings settings{machine_.get(), {}, [] { return !build_is_late(); }};
    settings.tuning.LoopVectorization = kind_.optimise;
    settings.tuning.SLPVectorization = kind_.optimise;
    return settings;
  }

  ObjectCode emit(llvm::Module& module, std::string& log) override {
    ObjectCode object;
    llvm::raw_svector_ostream stream(object);
    allow_gathers(module);
    const bool is_hurried = build_is_late() || llvm::any_of(module, is_huge);
    const bool was_as_made = std::exchange(is_as_made_, false);
    if (is_hurried) {
      machine_->setOptLevel(llvm::CodeGenOptLevel::None);
      split_long_blocks(module);
    }
    TimeGate gate(module);
    module.getContext().setOptPassGate(gate);
    const auto restore =
        llvm::make_scope_exit([&] { module.getContext().setOptPassGate(llvm::getGlobalPassGate()); });
    llvm::legacy::PassManager passes;
    if (machine_->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
      log += "error: no machine code for this processor\n";
      return {};
    }
    passes.run(module);
    is_as_made_ = was_as_made && !is_hurried;
    return object;
  }

  std::vector<std::byte> link(const std::vector<ObjectCode>& objects, std::string& log) override {
    return link_shared_object(objects, log);
  }

 private:
  /// Lets LLVM use gather instructions in functions in which scalarise-gathers has left only chosen gathers
  /// (scalarise_gathers.h).
  void allow_gathers(llvm::Module& module) const {
    const llvm::StringRef features = machine_->getTargetFeatureString();
    for (llvm::Function& function : module)
      if (function.hasFnAttribute(kOnlyChosenGathers))
        function.addFnAttr("target-features", (features + ",-prefer-no-gather").str());
  }

  std::unique_ptr<llvm::TargetMachine> machine_;
  MachineKind kind_;
  bool is_as_made_ = true;  ///< the machine; not one that failed at its work
};

}  // namespace

std::unique_ptr<CodeGenerator> make_native_generator(const HostTarget& target, bool optimise) {
  const auto generator = std::ranges::find(kGenerators, target.architecture, &Generator::architecture);
  if (generator == kGenerators.end()) return nullptr;
  const llvm::Target* known = look_up(*generator);
  if (known == nullptr) return nullptr;
  MachineKind kind{generator->triple, features_of(target), optimise};
  auto machine = make_machine(*known, kind);
  if (machine == nullptr) return nullptr;
  return std::make_unique<NativeGenerator>(std::move(machine), std::move(kind));
}

}  // namespace quadcl::compiler
