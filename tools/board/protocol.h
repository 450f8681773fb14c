// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

// What a program on the simulated board and the process that simulates it say to each other. Each descriptor
// of a device is a connection, so the kernel keeps count of its owners. A request carries a socket for its
// reply: threads and forked processes share a connection without mixing up replies. Layouts are those of
// programs of 32 and of 64 bits.
namespace quadcl::tools::simulated {

/// The folder with the files of the board, in the environment of its programs.
constexpr const char* kFolderVariable = "QUADCL_SIMULATED_BOARD";

enum class Device : std::uint32_t { vcio, cma, vcsm, mem_direct, mem_cached, buffer };

enum class Verb : std::uint32_t {
  open,     ///< the first one: `device`, and for a buffer its `number`
  control,  ///< an ioctl: `number`, and its argument
  cache,    ///< `number`: the operation, on `size` bytes at `offset` of buffer `value`
  map,      ///< `size` bytes at `offset`
  read,     ///< the register at physical address `offset`
  peek,     ///< the same, without effects
  write,    ///< the same, of `value`
};

/// The argument of an ioctl follows; the reply brings it back.
struct Request {
  Verb verb = Verb::open;
  Device device = Device::vcio;
  std::int32_t process = 0;
  std::uint32_t number = 0, value = 0, zero = 0;
  std::uint64_t offset = 0, size = 0;
};
static_assert(sizeof(Request) == 40);

enum class Mapping : std::uint32_t { shared, copy, registers };

/// A mapping of memory comes with a descriptor.
struct Reply {
  std::int32_t error = 0;  ///< an errno
  Mapping mapping = Mapping::shared;
  std::uint32_t value = 0;  ///< of a register; the number of a buffer
  std::uint32_t zero = 0;
  std::uint64_t offset = 0;  ///< in the descriptor
};
static_assert(sizeof(Reply) == 24);

constexpr std::size_t kMostArgument = 64 << 10;  ///< bytes

/// The address of the simulation for a folder. It has no file: nothing is left of it.
struct Address {
  explicit Address(const char* folder) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char* at = folder; *at != '\0'; ++at)
      hash = (hash ^ static_cast<unsigned char>(*at)) * 0x100000001b3;
    name.sun_family = AF_UNIX;
    const int length = std::snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "quadcl-board-%016llx",
                                     static_cast<unsigned long long>(hash));
    bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<std::size_t>(length));
  }
  const sockaddr* address() const { return reinterpret_cast<const sockaddr*>(&name); }
  bool is(const sockaddr_un& other, socklen_t size) const {
    return size == bytes && std::memcmp(&name, &other, bytes) == 0;
  }

  sockaddr_un name{};
  socklen_t bytes = 0;
};

/// A message of two parts with at most one descriptor.
struct Message {
  Message(void* head, std::size_t head_bytes, void* rest, std::size_t rest_bytes)
      : parts{{head, head_bytes}, {rest, rest_bytes}} {
    header.msg_iov = parts;
    header.msg_iovlen = rest_bytes > 0 ? 2 : 1;
  }
  /// Before it is sent.
  void attach(int descriptor) {
    receives_descriptor();
    cmsghdr* const control_header = CMSG_FIRSTHDR(&header);
    control_header->cmsg_level = SOL_SOCKET;
    control_header->cmsg_type = SCM_RIGHTS;
    control_header->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(control_header), &descriptor, sizeof descriptor);
  }
  /// Before it is received.
  void receives_descriptor() {
    header.msg_control = control;
    header.msg_controllen = CMSG_SPACE(sizeof(int));
  }
  /// Of a message that was received; -1: none.
  int descriptor() {
    const cmsghdr* const control_header = CMSG_FIRSTHDR(&header);
    if (control_header == nullptr || control_header->cmsg_type != SCM_RIGHTS) return -1;
    int found = -1;
    std::memcpy(&found, CMSG_DATA(control_header), sizeof found);
    return found;
  }

  iovec parts[2];
  msghdr header{};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
};

}  // namespace quadcl::tools::simulated
