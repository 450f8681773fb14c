// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/json_answers.h"

#include <nlohmann/json.hpp>
#include <string>

#include "tools/debug/commands.h"

namespace quadcl::tools::debug {

namespace {

nlohmann::ordered_json state_of(const Session& session) {
  const Run& run = session.run();
  nlohmann::ordered_json state;
  state["position"] = run.position();
  state["qpu"] = session.qpu();
  state["qpus"] = run.qpus().size();
  if (!run.ended()) state["address"] = run.address_of(session.qpu());
  state["ended"] = run.ended();
  if (run.ended() && run.outcome()->error) state["fault"] = run.outcome()->error->message;
  if (run.clocks() != nullptr) {
    state["clock"] = (*run.clocks())[session.qpu()].next / qpu::timing::kClock;
  }
  state["stop_points"] = nlohmann::ordered_json::array();
  for (const auto& [number, reason] : session.last_stop().points) state["stop_points"].push_back(number);
  return state;
}

}  // namespace

void answer_in_json(Session& session, std::ostringstream& kept, std::istream& in, std::ostream& out) {
  for (std::string line; !session.quit && std::getline(in, line);) {
    nlohmann::ordered_json answer;
    answer["ok"] = execute(session, line);
    answer["text"] = kept.str();
    kept.str("");
    if (!session.words.empty()) answer["words"] = session.words;
    answer.update(state_of(session));
    out << answer.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << std::endl;
  }
}

}  // namespace quadcl::tools::debug
