// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/labels.h"

#include <utility>

namespace quadcl::qpu::assembly {

void LabelTable::start_pass() {
  previous_ = std::move(current_);
  current_ = {};
  ++passes_;
}

const std::vector<std::size_t>* LabelTable::instances(const Pass& pass, std::string_view name) const {
  const auto it = pass.by_name.find(name);
  return it == pass.by_name.end() ? nullptr : &it->second;
}

std::size_t LabelTable::defined_so_far(std::string_view name) const {
  const auto* known = instances(current_, name);
  return known == nullptr ? 0 : known->size();
}

bool LabelTable::define(std::string_view name, std::uint64_t address, bool global) {
  auto& indices = current_.by_name[std::string(name)];
  if (!indices.empty() && !is_local(name)) return false;
  indices.push_back(current_.definitions.size());
  current_.definitions.push_back({std::string(name), address, global});
  return true;
}

void LabelTable::set_global(std::string_view name) {
  if (const auto* known = instances(current_, name)) current_.definitions[known->front()].global = true;
}

std::optional<std::uint64_t> LabelTable::instance(std::string_view name, std::size_t index) const {
  const Pass& pass = first_pass() ? current_ : previous_;
  const auto* known = instances(pass, name);
  if (known == nullptr || index >= known->size()) return std::nullopt;
  return pass.definitions[(*known)[index]].address;
}

std::optional<std::uint64_t> LabelTable::find_plain(std::string_view name) const {
  const std::size_t before = is_local(name) ? defined_so_far(name) : 0;
  return instance(name, before == 0 ? 0 : before - 1);
}

std::optional<std::uint64_t> LabelTable::find(std::string_view name) const {
  if (const auto exact = find_plain(name); exact || !is_local(name)) return exact;
  const std::string_view base = name.substr(0, name.size() - 1);
  if (base.empty()) return std::nullopt;
  const std::size_t before = defined_so_far(base);
  if (name.back() == 'f') return instance(base, before);
  if (name.back() == 'b' && before > 0) return instance(base, before - 1);
  return std::nullopt;
}

void LabelTable::shift(std::uint64_t from, std::uint64_t bytes, std::size_t first_definition) {
  for (std::size_t i = 0; i < first_definition; ++i) {
    if (current_.definitions[i].address > from) current_.definitions[i].address += bytes;
  }
}

void LabelTable::realign(std::uint64_t from, std::uint64_t to) {
  for (auto it = current_.definitions.rbegin(); it != current_.definitions.rend() && it->address >= from;
       ++it) {
    if (it->address == from) it->address = to;
  }
}

}  // namespace quadcl::qpu::assembly
