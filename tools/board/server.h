// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/board/board.h"

namespace quadcl::tools::simulated {

/// Answers what programs ask of a board. One request at a time, as the chip: a job holds up the other ones.
class Server {
 public:
  /// For programs with this folder. Throws std::system_error.
  Server(Board& board, const std::string& folder);
  ~Server();
  Server(const Server&) = delete;

  /// Returns when the descriptor `wake` can be read.
  void serve(int wake);
  /// The process of the request that is being answered, or of the last one.
  std::int32_t process() const { return process_; }
  /// Processes that have asked for something.
  bool was_used() const { return was_used_; }

 private:
  void take_connection();
  /// False: the connection has ended.
  bool answer(int connection);
  void reply(int end, const Board::Answer& answer, std::span<std::byte> argument) const;

  Board& board_;
  int listener_;
  std::vector<int> connections_;
  std::vector<std::max_align_t> argument_;
  std::int32_t process_ = 0;
  bool was_used_ = false;
};

}  // namespace quadcl::tools::simulated
