// SPDX-License-Identifier: Apache-2.0
#include "icd/base/handle_table.h"

#include <catch2/catch.hpp>
#include <set>
#include <thread>
#include <vector>

#include "icd/base/dispatch.h"
#include "icd/base/object.h"

using namespace quadcl::icd;

namespace {

class TestObject final : public Object {
 public:
  explicit TestObject(ObjectKind kind, bool* unreachable = nullptr)
      : Object(kind), unreachable_(unreachable) {}

 private:
  void on_unreachable() override {
    if (unreachable_ != nullptr) *unreachable_ = true;
  }

  bool* unreachable_;
};

const cl_icd_dispatch* dispatch_of(const void* handle) {
  return *static_cast<const cl_icd_dispatch* const*>(handle);
}

/// Never destroyed: slots are meant to outlive all.
HandleTable& table() {
  static HandleTable& table = *new HandleTable(dispatch_table());
  return table;
}

}  // namespace

TEST_CASE("HandleTable: a handle finds its object, by its own kind only") {
  const auto object = make<TestObject>(ObjectKind::memory);
  void* handle = object->publish(table());
  CHECK(table().find(handle, ObjectKind::memory).get() == object.get());
  CHECK_FALSE(table().find(handle, ObjectKind::event));
  object->release_for_application();
}

TEST_CASE("HandleTable: pointers that are no handles find nothing") {
  const auto object = make<TestObject>(ObjectKind::memory);
  auto* handle = static_cast<char*>(object->publish(table()));
  int elsewhere = 0;
  CHECK_FALSE(table().find(nullptr, ObjectKind::memory));
  CHECK_FALSE(table().find(&elsewhere, ObjectKind::memory));
  CHECK_FALSE(table().find(handle + 1, ObjectKind::memory));
  CHECK_FALSE(table().find(handle + sizeof(void*), ObjectKind::memory));
  object->release_for_application();
}

TEST_CASE("HandleTable: a stale handle finds nothing, and a loader can still dispatch on it") {
  const auto object = make<TestObject>(ObjectKind::memory);
  void* handle = object->publish(table());
  CHECK(dispatch_of(handle) == &dispatch_table());
  REQUIRE(object->release_for_application());
  CHECK_FALSE(table().find(handle, ObjectKind::memory));
  CHECK(dispatch_of(handle) == &dispatch_table());
}

TEST_CASE("HandleTable: a slot is not used again soon, and a serial number tells who had it before") {
  const auto first = make<TestObject>(ObjectKind::memory);
  void* handle = first->publish(table());
  const auto serial = first->serial();
  CHECK(table().find(handle, serial).get() == first.get());
  first->release_for_application();
  bool reused = false;
  for (int i = 0; i < 500 && !reused; ++i) {
    const auto other = make<TestObject>(ObjectKind::memory);
    reused = other->publish(table()) == handle;
    CHECK_FALSE(table().find(handle, serial));
    other->release_for_application();
  }
  CHECK_FALSE(reused);
}

TEST_CASE("HandleTable: thousands of handles are all different and all found") {
  std::vector<Ref<TestObject>> objects;
  std::set<void*> handles;
  for (int i = 0; i < 10000; ++i) {
    objects.push_back(make<TestObject>(ObjectKind::event));
    handles.insert(objects.back()->publish(table()));
  }
  CHECK(handles.size() == objects.size());
  for (const auto& object : objects) {
    REQUIRE(table().find(object->handle(), ObjectKind::event).get() == object.get());
    object->release_for_application();
  }
}

TEST_CASE("Object: the handle is valid while the application or an attachment holds it") {
  bool unreachable = false;
  const auto object = make<TestObject>(ObjectKind::context, &unreachable);
  void* handle = object->publish(table());
  {
    const Attachment<TestObject> attachment(object);
    REQUIRE(object->release_for_application());
    CHECK_FALSE(object->release_for_application());
    CHECK(table().find(handle, ObjectKind::context));
    // A context returned by its queue may be retained again.
    CHECK(object->retain_for_application());
    CHECK(object->release_for_application());
    CHECK_FALSE(unreachable);
  }
  CHECK(unreachable);
  CHECK_FALSE(table().find(handle, ObjectKind::context));
  CHECK_FALSE(object->retain_for_application());
}

TEST_CASE("HandleTable: finding and releasing the same object from many threads") {
  for (int iteration = 0; iteration < 200; ++iteration) {
    void* handle = nullptr;
    {
      const auto object = make<TestObject>(ObjectKind::kernel);
      handle = object->publish(table());
    }
    std::vector<std::thread> threads;
    std::atomic<int> released{0};
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        const Ref<Object> found = table().find(handle, ObjectKind::kernel);
        if (found && found->release_for_application()) ++released;
      });
    }
    for (auto& thread : threads) thread.join();
    REQUIRE(released == 1);
  }
}
