// Writes values as JSON.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace budge::wasm {

inline std::string json(bool value) { return value ? "true" : "false"; }

std::string json(std::integral auto value) { return std::to_string(value); }

// To the millionth. The general conversion would need tables, which are larger than all of this interface.
inline std::string json(double value) { return std::to_string(static_cast<std::int64_t>(value * 1e6)) + "e-6"; }

inline std::string json(std::string_view text) {
  static constexpr char hex[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char each : text) {
    const auto code = static_cast<unsigned char>(each);
    if (code < 0x20) {
      quoted += {'\\', 'u', '0', '0', hex[code >> 4], hex[code & 15]};
      continue;
    }
    if (each == '"' || each == '\\') quoted += '\\';
    quoted += each;
  }
  return quoted + '"';
}
inline std::string json(const std::string& text) { return json(std::string_view(text)); }
inline std::string json(const char* text) { return text == nullptr ? "null" : json(std::string_view(text)); }

template <class Value>
std::string json(const std::optional<Value>& value) {
  return value ? json(*value) : "null";
}

// A list, with the value that `item` returns for each.
template <class Values, class Item>
std::string json_list(const Values& values, Item&& item) {
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "" : ",") + item(value);
  return "[" + text + "]";
}
template <class Value>
std::string json(const std::vector<Value>& values) {
  return json_list(values, [](const Value& value) { return json(value); });
}

// An object of names and values, which are JSON.
inline std::string json_object(std::initializer_list<std::pair<std::string_view, std::string>> fields) {
  std::string text;
  for (const auto& [name, value] : fields) text += (text.empty() ? "" : ",") + json(name) + ":" + value;
  return "{" + text + "}";
}

}  // namespace budge::wasm
