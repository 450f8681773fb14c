// SPDX-License-Identifier: Apache-2.0
// Rules of the specification for all enqueue functions: queue, wait list, event, sub-buffer alignment.
#include <algorithm>

#include "bad_handles.h"
#include "commands.h"

using namespace api;

namespace {

/// Runs `check` for every command.
template <typename Check>
void for_each_command(const CommandBench& bench, Check check) {
  for (const Command& command : bench.commands()) {
    INFO(command.name);
    check(command);
  }
}

}  // namespace

TEST_CASE("every enqueue function: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue") {
  const Context context = make_context();
  const CommandBench bench(context);
  for_each_command(bench, [](const Command& command) {
    check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, [&](cl_command_queue bad) {
      return command.enqueue(bad, 0, nullptr, nullptr);
    });
  });
}

TEST_CASE("every enqueue function: CL_INVALID_EVENT_WAIT_LIST if list and count do not go together") {
  const Setup setup;
  const CommandBench bench(setup.context);
  const Gate gate(setup.context);
  for_each_command(bench, [&](const Command& command) {
    CHECK(command.enqueue(setup.queue, 1, nullptr, nullptr) == CL_INVALID_EVENT_WAIT_LIST);
    CHECK(command.enqueue(setup.queue, 0, gate.list(), nullptr) == CL_INVALID_EVENT_WAIT_LIST);
  });
}

TEST_CASE("every enqueue function: CL_INVALID_EVENT_WAIT_LIST if the list holds something that is no event") {
  const Setup setup;
  const CommandBench bench(setup.context);
  for_each_command(bench, [&](const Command& command) {
    Gate gate(setup.context);
    gate.open();
    check_bad_handles<cl_event>(CL_INVALID_EVENT_WAIT_LIST, [&](cl_event bad) {
      const cl_event list[]{gate.event(), bad};
      return command.enqueue(setup.queue, 2, list, nullptr);
    });
  });
}

TEST_CASE("every enqueue function: CL_INVALID_CONTEXT if an event in the list is of another context") {
  const Setup setup;
  const CommandBench bench(setup.context);
  const Context other = make_context();
  const Gate gate(other);
  for_each_command(bench, [&](const Command& command) {
    CHECK(command.enqueue(setup.queue, 1, gate.list(), nullptr) == CL_INVALID_CONTEXT);
  });
}

TEST_CASE("every enqueue function: CL_INVALID_CONTEXT if queue and objects are of different contexts") {
  const Context context = make_context();
  const CommandBench bench(context);
  const Setup other;
  for_each_command(bench, [&](const Command& command) {
    CHECK(command.enqueue(other.queue, 0, nullptr, nullptr) ==
          (command.uses_objects ? CL_INVALID_CONTEXT : CL_SUCCESS));
  });
  CHECK(clFinish(other.queue) == CL_SUCCESS);
}

TEST_CASE("every enqueue function: the event tells of its command, queue and context") {
  const Setup setup;
  const CommandBench bench(setup.context);
  for_each_command(bench, [&](const Command& command) {
    Event event;
    REQUIRE(command.enqueue(setup.queue, 0, nullptr, event.out()) == CL_SUCCESS);
    CHECK(info<cl_command_type>(query(clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE)) == command.type);
    CHECK(info<cl_command_queue>(query(clGetEventInfo, event.get(), CL_EVENT_COMMAND_QUEUE)) ==
          setup.queue.get());
    CHECK(info<cl_context>(query(clGetEventInfo, event.get(), CL_EVENT_CONTEXT)) == setup.context.get());
    CHECK(clWaitForEvents(1, event.list()) == CL_SUCCESS);
    CHECK(event_status(event) == CL_COMPLETE);
  });
}

TEST_CASE("every enqueue function: the command does not start before all events in the list are complete") {
  const Context context = make_context();
  const Queue queue = make_queue(
      context, GENERATE(as<cl_command_queue_properties>(), 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  const CommandBench bench(context);
  for_each_command(bench, [&](const Command& command) {
    Gate first(context), second(context);
    const cl_event list[]{first.event(), second.event()};
    Event event;
    REQUIRE(command.enqueue(queue, 2, list, event.out()) == CL_SUCCESS);
    REQUIRE(clFlush(queue) == CL_SUCCESS);
    first.open();
    CHECK(event_status(event) >= CL_SUBMITTED);
    second.open();
    CHECK(clWaitForEvents(1, event.list()) == CL_SUCCESS);
  });
}

TEST_CASE("every enqueue function: the command is terminated if an event in the list fails") {
  const Context context = make_context();
  const CommandBench bench(context);
  for_each_command(bench, [&](const Command& command) {
    const Queue queue = make_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    Gate gate(context);
    Event event;
    REQUIRE(command.enqueue(queue, 1, gate.list(), event.out()) == CL_SUCCESS);
    gate.fail(-77);
    CHECK(clWaitForEvents(1, event.list()) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(event_status(event) < 0);
  });
}

TEST_CASE(
    "every blocking command: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if an event in the list failed") {
  const Context context = make_context();
  const CommandBench bench(context);
  for_each_command(bench, [&](const Command& command) {
    if (!command.blocking) return;
    const Queue queue = make_queue(context);
    Gate gate(context);
    gate.fail(-77);
    CHECK(command.blocking(queue, 1, gate.list(), nullptr) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  });
}

TEST_CASE("every blocking command: its event is complete when it returns") {
  const Setup setup;
  const CommandBench bench(setup.context);
  for_each_command(bench, [&](const Command& command) {
    if (!command.blocking) return;
    Event event;
    REQUIRE(command.blocking(setup.queue, 0, nullptr, event.out()) == CL_SUCCESS);
    CHECK(event_status(event) == CL_COMPLETE);
  });
}

TEST_CASE(
    "every enqueue function: CL_MISALIGNED_SUB_BUFFER_OFFSET if a sub-buffer does not suit the device") {
  const auto devices = all_devices();
  const Context context = make_context(devices);
  const auto alignment = [](cl_device_id id) {
    return info<cl_uint>(query(clGetDeviceInfo, id, CL_DEVICE_MEM_BASE_ADDR_ALIGN)) / 8;
  };
  std::size_t origin = alignment(devices.front());
  for (cl_device_id id : devices) origin = std::min<std::size_t>(origin, alignment(id));
  CommandBench bench(context);
  const Buffer parent = make_buffer(context, 4096 + origin);
  const Buffer part = make_sub_buffer(parent, origin, 4096);
  bench.use_buffer(part);
  for (cl_device_id id : devices) {
    const Queue queue = make_queue(context, 0, id);
    const bool suits = origin % alignment(id) == 0;
    for_each_command(bench, [&](const Command& command) {
      const bool names_part = command.uses_objects && command.type != CL_COMMAND_UNMAP_MEM_OBJECT &&
                              command.type != CL_COMMAND_MIGRATE_MEM_OBJECTS;
      CHECK(command.enqueue(queue, 0, nullptr, nullptr) ==
            (suits || !names_part ? CL_SUCCESS : CL_MISALIGNED_SUB_BUFFER_OFFSET));
    });
    CHECK(clFinish(queue) == CL_SUCCESS);
  }
}
