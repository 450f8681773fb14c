// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/mailbox.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace quadcl::qpu::board {
namespace {

constexpr std::uint32_t kV3dClock = 5;

std::string hexadecimal(std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

}  // namespace

Result<std::vector<std::uint32_t>> Mailbox::ask(Tag tag, std::initializer_list<std::uint32_t> request,
                                                std::size_t answer_words, int* errno_of_failure) const {
  const std::size_t values = std::max(request.size(), answer_words);
  std::vector<std::uint32_t> message(values + 6);
  message[0] = static_cast<std::uint32_t>(message.size() * 4);
  message[1] = kRequest;
  message[2] = static_cast<std::uint32_t>(tag);
  message[3] = static_cast<std::uint32_t>(values * 4);
  message[4] = static_cast<std::uint32_t>(request.size() * 4);
  std::copy(request.begin(), request.end(), message.begin() + 5);
  const std::string what = "the firmware's mailbox, tag " + hexadecimal(static_cast<std::uint32_t>(tag));
  if (ioctl(file_.fd(), kPropertyIoctl, message.data()) < 0) {
    if (errno_of_failure != nullptr) *errno_of_failure = errno;
    return Error{ErrorCode::out_of_resources, with_reason(what, errno)};
  }
  if (message[1] != kAnswered || (message[4] & kAnswered) == 0)
    return Error{ErrorCode::out_of_resources, what + ": the firmware answers with an error"};
  return std::vector<std::uint32_t>(message.begin() + 5,
                                    message.begin() + 5 + static_cast<std::ptrdiff_t>(answer_words));
}

Result<void> Mailbox::enable_qpus(bool on) const {
  QUADCL_TRY(const auto answer, ask(Tag::enable_qpu, {on ? 1u : 0u}, 1));
  if (answer[0] == 0) return {};
  return Error{ErrorCode::out_of_resources, "the firmware does not let programs use the QPUs"};
}

std::uint32_t Mailbox::v3d_hertz() const {
  for (const Tag tag : {Tag::clock_rate, Tag::max_clock_rate}) {
    const auto answer = ask(tag, {kV3dClock}, 2);
    if (answer.ok() && answer.value()[1] != 0) return answer.value()[1];
  }
  return 0;
}

std::uint32_t Mailbox::vc_memory_bytes() const {
  const auto answer = ask(Tag::vc_memory, {}, 2);
  return answer.ok() ? answer.value()[1] : 0;
}

}  // namespace quadcl::qpu::board
