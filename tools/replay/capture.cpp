// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/capture.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace replay {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string buffer_file(std::size_t number) { return "buffer-" + std::to_string(number) + ".bin"; }

template <typename Container>
void write_file(const fs::path& path, const Container& content) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

template <typename Container>
Container read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  Container content(fs::file_size(path), 0);
  file.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(content.size()));
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return content;
}

// ---- Arguments and buffers as JSON

Json to_json(const Argument& argument) {
  if (const auto* local = std::get_if<LocalMemory>(&argument)) return {{"local", local->size}};
  if (const auto* buffer = std::get_if<BufferNumber>(&argument)) return {{"buffer", buffer->number}};
  return {{"bytes", std::get<Value>(argument).bytes}};
}

Argument to_argument(const Json& json, std::size_t buffers) {
  if (json.contains("local")) return LocalMemory{json["local"].get<std::size_t>()};
  if (!json.contains("buffer")) return Value{json.at("bytes").get<Bytes>()};
  const auto number = json["buffer"].get<std::size_t>();
  if (number >= buffers) throw std::runtime_error("there is no buffer " + std::to_string(number));
  return BufferNumber{number};
}

Json to_json(const Buffer& buffer) {
  if (!buffer.part) return {{"size", buffer.content.size()}};
  return {{"parent", buffer.part->parent}, {"origin", buffer.part->origin}, {"size", buffer.part->size}};
}

Buffer to_buffer(const Json& json, const fs::path& folder, std::size_t number) {
  const auto size = json.at("size").get<std::size_t>();
  if (json.contains("parent")) {
    const Part part{json["parent"].get<std::size_t>(), json.at("origin").get<std::size_t>(), size};
    if (part.parent >= number) throw std::runtime_error("a sub-buffer comes before its buffer");
    return {{}, part};
  }
  Buffer buffer{read_file<Bytes>(folder / buffer_file(number)), {}};
  if (buffer.content.size() != size)
    throw std::runtime_error(buffer_file(number) + " has " + std::to_string(buffer.content.size()) +
                             " bytes instead of " + std::to_string(size));
  return buffer;
}

Json to_json(const Capture& capture) {
  Json arguments = Json::array(), buffers = Json::array();
  for (const Argument& argument : capture.arguments) arguments.push_back(to_json(argument));
  for (const Buffer& buffer : capture.buffers) buffers.push_back(to_json(buffer));
  Json json{{"program", capture.program},       {"kernel", capture.kernel}, {"options", capture.options},
            {"dimensions", capture.dimensions}, {"offset", capture.offset}, {"global", capture.global}};
  if (capture.local) json["local"] = *capture.local;
  json["arguments"] = arguments;
  json["buffers"] = buffers;
  return json;
}

Capture to_capture(const Json& json, const fs::path& folder) {
  Capture capture;
  capture.program = json.at("program").get<std::string>();
  capture.kernel = json.at("kernel").get<std::string>();
  capture.options = json.at("options").get<std::string>();
  capture.dimensions = json.at("dimensions").get<unsigned>();
  capture.offset = json.at("offset").get<Size3>();
  capture.global = json.at("global").get<Size3>();
  if (json.contains("local")) capture.local = json["local"].get<Size3>();
  for (const Json& buffer : json.at("buffers"))
    capture.buffers.push_back(to_buffer(buffer, folder, capture.buffers.size()));
  for (const Json& argument : json.at("arguments"))
    capture.arguments.push_back(to_argument(argument, capture.buffers.size()));
  capture.source = read_file<std::string>(folder / "source.cl");
  return capture;
}

}  // namespace

void write(const Capture& capture, const fs::path& folder) {
  fs::create_directories(folder);
  write_file(folder / "source.cl", capture.source);
  for (std::size_t i = 0; i < capture.buffers.size(); ++i) {
    if (!capture.buffers[i].part) write_file(folder / buffer_file(i), capture.buffers[i].content);
  }
  // Options may hold any bytes.
  write_file(folder / "launch.json",
             to_json(capture).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Capture read(const fs::path& folder) {
  try {
    return to_capture(Json::parse(read_file<std::string>(folder / "launch.json")), folder);
  } catch (const Json::exception& error) {
    throw std::runtime_error("launch.json: " + std::string(error.what()));
  }
}

}  // namespace replay
