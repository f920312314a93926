// SPDX-License-Identifier: Apache-2.0
// A struct lists its members once, in a function fields(), and is written to JSON and read from it.
//
//   template <IsA<Load> Self, class Visit>
//   void fields(Self& load, const Visit& visit) {
//     visit("processes", load.processes);           // has to be there; others may follow
//     visit.kept("seen", load.seen);                // keeps its value in files that lack it
//     visit.optional("reason", load.reason);        // is written where it has a value
//     visit.derived("busy", load.processes > 0);    // is written and not read
//   }
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/json.hpp"
#include "catalogue/parameters.hpp"
#include "results/statistics.hpp"

namespace tilebridge {

template <class Self, class Type>
concept IsA = std::same_as<std::remove_const_t<Self>, Type>;

/// The name of an enumeration's value in files.
template <class Enum>
std::string_view file_name_of(Enum value) {
  return name_of(value);
}

/// An enumeration that files name has all its values here.
template <class Enum>
inline constexpr std::array<Enum, 0> values_of = {};
template <>
inline constexpr auto values_of<Form> = all_forms;
template <>
inline constexpr std::array values_of<Cache> = {Cache::cold, Cache::hot};
template <>
inline constexpr std::array values_of<Preset> = {Preset::quick, Preset::standard, Preset::full};
template <>
inline constexpr std::array values_of<Platform> = {Platform::host, Platform::cuda, Platform::hip};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T>
concept IsMap = std::same_as<T, std::map<std::string, typename T::mapped_type>>;

template <class T>
Json json_of(const T& value);
template <class T>
void read(const Json& json, T& value);

class FieldWriter {
 public:
  explicit FieldWriter(Json& json) : json_(json) {}

  template <class T, class... Rest>
  void operator()(const char* name, const T& value, const Rest&... rest) const {
    json_[name] = json_of(value);
    if constexpr (sizeof...(rest) > 0) (*this)(rest...);
  }
  template <class T>
  void kept(const char* name, const T& value) const {
    json_[name] = json_of(value);
  }
  template <class T>
  void optional(const char* name, const T& value) const {
    bool has_value = true;
    if constexpr (is_optional<T>)
      has_value = value.has_value();
    else
      has_value = value != T();
    if (has_value) json_[name] = json_of(value);
  }
  template <class T>
  void derived(const char* name, const T& value) const {
    json_[name] = json_of(value);
  }
  /// Visits the members of a part of its own; whether it is there.
  template <class Visit>
  bool part(const char* name, bool is_there, const Visit& visit) const {
    if (is_there) visit(FieldWriter(json_[name]));
    return is_there;
  }
  /// Whether there is a value whose members, of which `name` is one, are among the others.
  template <class T>
  bool among(const char*, const std::optional<T>& value) const {
    return value.has_value();
  }
  /// A rate has other units in a file than in memory. Older files lack some.
  void scaled(const char* name, double value, double unit, bool is_needed = true) const {
    if (is_needed || value > 0) json_[name] = unit < 1 ? value * (1 / unit) : value / unit;
  }

 private:
  Json& json_;
};

class FieldReader {
 public:
  explicit FieldReader(const Json& json) : json_(json) {}

  template <class T, class... Rest>
  void operator()(const char* name, T& value, Rest&... rest) const {
    const Json& member = json_.at(name);
    in_member(name, [&] { read(member, value); });
    if constexpr (sizeof...(rest) > 0) (*this)(rest...);
  }
  template <class T>
  void kept(const char* name, T& value) const {
    optional(name, value);
  }
  template <class T>
  void optional(const char* name, T& value) const {
    if (json_.contains(name)) in_member(name, [&] { read(json_.at(name), value); });
  }
  template <class T>
  void derived(const char*, const T&) const {}
  template <class Visit>
  bool part(const char* name, bool, const Visit& visit) const {
    if (!json_.contains(name)) return false;
    in_member(name, [&] { visit(FieldReader(json_.at(name))); });
    return true;
  }
  template <class T>
  bool among(const char* name, std::optional<T>& value) const {
    if (json_.contains(name)) value.emplace();
    return value.has_value();
  }
  void scaled(const char* name, double& value, double unit, bool is_needed = true) const {
    const Json& member = is_needed || json_.contains(name) ? json_.at(name) : absent_;
    in_member(name, [&] { value = unit * member.template get<double>(); });
  }

 private:
  inline static const Json absent_ = 0.0;

  const Json& json_;
};

/// JSON has no NaN or infinity: they are written as null. Lists of numbers are samples, or medians
/// of blocks, rounded to six digits: a timer with nanosecond resolution has no more, and the file
/// of a full run is a third of the size.
template <class T>
Json json_of(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return file_name_of(value);
  } else if constexpr (std::same_as<T, double>) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
  } else if constexpr (std::same_as<T, Model>) {
    return value.key();
  } else if constexpr (is_optional<T>) {
    return value ? json_of(*value) : Json(nullptr);
  } else if constexpr (std::same_as<T, std::vector<double>>) {
    Json list = Json::array();
    for (const double one : value) list.push_back(six_digits(one));
    return list;
  } else if constexpr (std::same_as<T, Parameters>) {
    Json json = Json::object();
    for (const auto& [name, setting] : value)
      std::visit([&, &member = name](const auto& v) { json[member] = v; }, setting);
    return json;
  } else if constexpr (IsMap<T>) {
    Json map = Json::object();
    for (const auto& [name, one] : value) map[name] = json_of(one);
    return map;
  } else if constexpr (is_list<T>) {
    Json list = Json::array();
    for (const auto& one : value) list.push_back(json_of(one));
    return list;
  } else if constexpr (requires(Json & json) { fields(value, FieldWriter(json)); }) {
    Json json = Json::object();
    fields(value, FieldWriter(json));
    return json;
  } else {
    return value;
  }
}

template <class Enum>
Enum value_named(const std::string& name) {
  for (const Enum value : values_of<Enum>)
    if (file_name_of(value) == name) return value;
  throw UsageError("'" + name + "' is not known here");
}

/// Throws UsageError for a number that is not whole or that no T has, nlohmann::json::exception for
/// what is no number.
template <std::integral T>
T whole_number(const Json& json) {
  bool fits = true;
  if (json.is_number_unsigned())
    fits = std::in_range<T>(json.get<std::uint64_t>());
  else if (json.is_number_integer())
    fits = std::in_range<T>(json.get<std::int64_t>());
  else if (json.is_number_float())
    fits = json.get<double>() >= static_cast<double>(std::numeric_limits<T>::min()) &&
           json.get<double>() < std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (!fits) throw UsageError(fmt::format("{} is out of range", json.dump()));
  if (json.is_number_float() && json.get<double>() != std::trunc(json.get<double>()))
    throw UsageError(fmt::format("{} is no whole number", json.dump()));
  return json.get<T>();
}

/// Throws nlohmann::json::exception or UsageError where it is no such value, and MemberError for
/// what is inside it.
template <class T>
void read(const Json& json, T& value) {
  if constexpr (std::is_enum_v<T>) {
    value = value_named<T>(json.get<std::string>());
  } else if constexpr (std::same_as<T, double>) {
    value = json.is_null() ? std::nan("") : json.get<double>();
  } else if constexpr (std::same_as<T, Model>) {
    const auto key = json.get<std::string>();
    if (key.size() >= value.chars.size()) throw UsageError("'" + key + "' is no model's key");
    value = Model(key);
  } else if constexpr (is_optional<T>) {
    value.reset();
    if (!json.is_null()) read(json, value.emplace());
  } else if constexpr (std::same_as<T, Parameters>) {
    for (const auto& item : json.items())
      in_member(item.key(), [&, &one = item.value()] {
        if (one.is_string())
          value.set(item.key(), one.template get<std::string>());
        else
          value.set(item.key(), whole_number<std::int64_t>(one));
      });
  } else if constexpr (IsMap<T>) {
    for (const auto& item : json.items())
      in_member(item.key(), [&] { read(item.value(), value[item.key()]); });
  } else if constexpr (is_list<T> && !std::same_as<T, std::vector<double>>) {
    if (!json.is_array())
      throw UsageError(fmt::format("a list is missing: it has {}", json.type_name()));
    value.clear();
    for_each_element(json, [&](const Json& one) { read(one, value.emplace_back()); });
  } else if constexpr (requires { fields(value, FieldReader(json)); }) {
    if (!json.is_object())
      throw UsageError(fmt::format("an object is missing: it has {}", json.type_name()));
    fields(value, FieldReader(json));
  } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
    value = whole_number<T>(json);
  } else {
    value = json.get<T>();
  }
}

}  // namespace tilebridge
