// SPDX-License-Identifier: Apache-2.0
#include "tools/board/in_program/connection.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "tools/board/in_program/c_library.h"

namespace quadcl::tools::simulated {

namespace {

/// Above those that programs close by number.
constexpr int kOwnDescriptors = 200;

bool send(int connection, const Request& request, Argument argument, int reply_end) {
  Request head = request;
  Message message(&head, sizeof head, argument.bytes, argument.size);
  message.attach(reply_end);
  ssize_t sent = 0;
  do sent = sendmsg(connection, &message.header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

bool receive(int end, Reply& reply, Argument argument, int* descriptor) {
  Message message(&reply, sizeof reply, argument.bytes, argument.size);
  message.receives_descriptor();
  ssize_t got = 0;
  do got = recvmsg(end, &message.header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got < static_cast<ssize_t>(sizeof reply)) {
    if (got >= 0) errno = ENODEV;  // the simulation has ended
    return false;
  }
  const int received = message.descriptor();
  if (descriptor != nullptr)
    *descriptor = received;
  else if (received >= 0)
    close(received);
  if (reply.error == 0) return true;
  errno = reply.error;
  return false;
}

}  // namespace

const char* board_folder() { return std::getenv(kFolderVariable); }

bool ask(int connection, Request request, Reply& reply, Argument argument, int* descriptor) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  request.process = getpid();
  const bool is_sent = send(connection, request, argument, ends[1]);
  int error = errno;
  close(ends[1]);
  const bool is_answered = is_sent && receive(ends[0], reply, argument, descriptor);
  if (is_sent) error = errno;
  close(ends[0]);
  errno = error;
  return is_answered;
}

int open_device(Device device, bool closes_at_exec, std::uint32_t number) {
  const int connection = socket(AF_UNIX, SOCK_SEQPACKET | (closes_at_exec ? SOCK_CLOEXEC : 0), 0);
  if (connection < 0) return -1;
  const Address board(board_folder());
  Request request;
  request.device = device;
  request.number = number;
  Reply reply;
  int error = 0;
  if (connect(connection, board.address(), board.bytes) != 0)
    error = ENODEV;
  else if (!ask(connection, request, reply))
    error = errno;
  if (error == 0) return connection;
  close(connection);
  return fail(error);
}

bool is_device(int descriptor) {
  const char* const folder = board_folder();
  if (folder == nullptr || descriptor < 0) return false;
  const int error = errno;
  sockaddr_un name{};
  socklen_t size = sizeof name;
  const bool is = getpeername(descriptor, reinterpret_cast<sockaddr*>(&name), &size) == 0 &&
                  Address(folder).is(name, size);
  errno = error;
  return is;
}

int duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, kOwnDescriptors); }

}  // namespace quadcl::tools::simulated
