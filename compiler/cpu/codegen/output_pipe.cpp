// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/codegen/output_pipe.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <new>
#include <utility>

namespace quadcl::compiler {

OutputPipe::OutputPipe(const std::string& temporary_folder) {
  if (!open_unnamed() && !open_named(temporary_folder)) return;
  finished_ = eventfd(0, EFD_CLOEXEC);
  if (finished_ >= 0) reader_ = std::thread([this] { read_until_finished(); });
}

OutputPipe::~OutputPipe() {
  finish();
  for (const int descriptor : {read_end_, write_end_, finished_})
    if (descriptor >= 0) close(descriptor);
  if (folder_.empty()) return;
  unlink(path_.c_str());
  rmdir(folder_.c_str());
}

bool OutputPipe::open_unnamed() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return false;
  read_end_ = ends[0];
  write_end_ = ends[1];
  path_ = "/proc/self/fd/" + std::to_string(write_end_);
  if (access(path_.c_str(), W_OK) == 0) return true;
  close(std::exchange(read_end_, -1));
  close(std::exchange(write_end_, -1));
  return false;
}

bool OutputPipe::open_named(const std::string& temporary_folder) {
  folder_ = temporary_folder + "/quadcl-XXXXXX";
  if (mkdtemp(folder_.data()) == nullptr) {
    folder_.clear();
    return false;
  }
  path_ = folder_ + "/kernels.so";
  if (mkfifo(path_.c_str(), 0600) != 0) return false;
  read_end_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  write_end_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  return read_end_ >= 0 && write_end_ >= 0;
}

std::vector<std::byte> OutputPipe::finish() {
  if (!reader_.joinable()) return {};
  eventfd_write(finished_, 1);
  reader_.join();
  return std::move(bytes_);
}

/// The end of the pipe's data is no sign of the end: a process that the application has forked may hold the
/// pipe open.
void OutputPipe::read_until_finished() noexcept {
  std::array<pollfd, 2> waits{pollfd{read_end_, POLLIN, 0}, pollfd{finished_, POLLIN, 0}};
  while (true) {
    poll(waits.data(), waits.size(), -1);
    const bool finished = waits[1].revents != 0;
    read_available();
    if (finished) return;
  }
}

void OutputPipe::read_available() {
  std::array<std::byte, 1u << 16> part;
  ssize_t size = 0;
  while ((size = read(read_end_, part.data(), part.size())) > 0) try {
      if (has_memory_) bytes_.insert(bytes_.end(), part.begin(), part.begin() + size);
    } catch (const std::bad_alloc&) {  // the writer must not wait for ever
      has_memory_ = false;
      bytes_ = {};
    }
}

}  // namespace quadcl::compiler
