// SPDX-License-Identifier: Apache-2.0
#include "tools/board/server.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace quadcl::tools::simulated {

namespace {

/// Programs may wait for their QPUs without a look at the registers, for a word in memory.
constexpr int kQueueMilliseconds = 20;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

bool is_of_our_user(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         (peer.uid == geteuid() || peer.uid == 0);
}

}  // namespace

Server::Server(Board& board, const std::string& folder)
    : board_(board),
      listener_(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)),
      argument_(kMostArgument / sizeof(std::max_align_t)) {
  const Address address(folder.c_str());
  if (listener_ < 0 || bind(listener_, address.address(), address.bytes) != 0 ||
      listen(listener_, SOMAXCONN) != 0)
    fail("socket of the board");
}

Server::~Server() {
  for (const int connection : connections_) close(connection);
  close(listener_);
}

void Server::take_connection() {
  const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (connection < 0) return;
  if (is_of_our_user(connection))
    connections_.push_back(connection);
  else
    close(connection);
}

bool Server::answer(int connection) {
  Request request;
  Message message(&request, sizeof request, argument_.data(), kMostArgument);
  message.receives_descriptor();
  const ssize_t got = recvmsg(connection, &message.header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  const int end = message.descriptor();
  if (got < static_cast<ssize_t>(sizeof request) || end < 0) {
    if (end >= 0) close(end);
    return false;
  }
  process_ = request.process;
  was_used_ = true;
  const std::span<std::byte> argument(reinterpret_cast<std::byte*>(argument_.data()),
                                      static_cast<std::size_t>(got) - sizeof request);
  reply(end, board_.answer(connection, request, argument), argument);
  close(end);
  return true;
}

void Server::reply(int end, const Board::Answer& answer, std::span<std::byte> argument) const {
  Reply head = answer.reply;
  Message message(&head, sizeof head, argument.data(), argument.size());
  if (answer.descriptor >= 0) message.attach(answer.descriptor);
  sendmsg(end, &message.header, MSG_NOSIGNAL | MSG_DONTWAIT);  // the program may be gone
}

void Server::serve(int wake) {
  std::vector<pollfd> watched;
  for (;;) {
    watched = {{wake, POLLIN, 0}, {listener_, POLLIN, 0}};
    for (const int connection : connections_) watched.push_back({connection, POLLIN, 0});
    const int ready =
        poll(watched.data(), watched.size(), board_.chip().has_queue() ? kQueueMilliseconds : -1);
    if (ready == 0) board_.chip().run_queue();
    if (watched[0].revents != 0) return;
    if (ready <= 0) continue;
    if (watched[1].revents != 0) take_connection();
    for (std::size_t i = 2; i < watched.size(); ++i) {
      const int connection = watched[i].fd;
      if (watched[i].revents == 0 || answer(connection)) continue;
      std::erase(connections_, connection);
      board_.close(connection);
      close(connection);
    }
  }
}

}  // namespace quadcl::tools::simulated
