// SPDX-License-Identifier: Apache-2.0
// One example of every command, for the rules that all enqueue functions share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fixture.h"
#include "images.h"
#include "kernels.h"

namespace api {

using Enqueue = std::function<cl_int(cl_command_queue, cl_uint, const cl_event*, cl_event*)>;

struct Command {
  std::string name;
  cl_command_type type;
  Enqueue enqueue;
  bool uses_objects = true;    ///< needs a queue of the same context as its buffers
  Enqueue blocking = nullptr;  ///< the blocking form, if there is one
};

/// The objects that the commands work on. Must outlive the commands that were enqueued.
class CommandBench {
 public:
  explicit CommandBench(cl_context context);

  const std::vector<Command>& commands() const { return commands_; }

  /// Sets another buffer or sub-buffer in the place of `first_` for commands that use one.
  void use_buffer(cl_mem buffer) { first_ = buffer; }

 private:
  static constexpr std::size_t kSize = 256;

  void add_transfers();
  void add_rectangles();
  void add_maps();
  void add_images(cl_context context);
  void add_kernels(cl_context context);
  void add_points();

  Buffer first_owner_, second_owner_;
  cl_mem first_, second_;
  Buffer image_, other_image_;
  Queue own_queue_;
  std::vector<unsigned char> host_;
  Program program_;
  Kernel kernel_, task_;
  std::vector<Command> commands_;
};

}  // namespace api
