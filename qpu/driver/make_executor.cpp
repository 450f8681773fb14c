// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/make_executor.h"

#include "qpu/driver/board/board_executor.h"
#include "qpu/driver/emulator_executor.h"

namespace quadcl::qpu {
namespace {

/// The one that the user names, or this machine.
timing::Board modelled_board(const Options& options) {
  const board::Board machine = board::find_board();
  return timing::find_board(options.board)
      .value_or(machine.has_our_qpus() ? machine.timing : timing::Board::zero);
}

RuleChecks rule_checks(const Options& options) {
  if (options.qpu_checks == "error") return RuleChecks::error;
  return options.qpu_checks == "report" ? RuleChecks::report : RuleChecks::off;
}

Result<ChosenExecutor> choose_emulator(const Options& options) {
  QUADCL_TRY(auto executor,
             make_emulator_executor(
                 {.memory_bytes = options.qpu_memory_bytes,
                  .board = modelled_board(options),
                  .caches = emulator::find_cache_mode(options.qpu_caches).value_or(emulator::CacheMode::off),
                  .checks = rule_checks(options),
                  .translates = options.qpu_translation}));
  return ChosenExecutor{std::move(executor), "", ""};
}

/// The QPUs of this machine. Otherwise says why not.
Result<ChosenExecutor> choose_board(const board::SystemView& view, const Options& options) {
  const board::ReasonInfo& reason = board::diagnose(view);
  if (reason.blocks) return Error{ErrorCode::out_of_resources, board::explain(reason, view)};
  QUADCL_TRY(auto executor, board::make_board_executor(view, {.memory_bytes = options.qpu_memory_bytes}));
  return ChosenExecutor{std::move(executor), "", ""};
}

}  // namespace

Result<ChosenExecutor> choose_executor(const Options& options) {
  if (options.qpu_executor == QpuExecutor::emulator) return choose_emulator(options);
  const board::SystemView view = board::look(options.qpu_executor);
  auto chosen = choose_board(view, options);
  if (chosen.ok() || view.wanted != QpuExecutor::automatic) return chosen;
  const std::string why = chosen.error().message;
  QUADCL_TRY(auto emulated, choose_emulator(options));
  const board::ReasonInfo& reason = board::diagnose(view);
  if (reason.reason == board::Reason::not_a_pi) return emulated;
  emulated.why_emulated = reason.blocks ? reason.name : "the QPUs cannot be used";
  emulated.notice = "The QPUs are emulated. " + why;
  return emulated;
}

}  // namespace quadcl::qpu
