// SPDX-License-Identifier: Apache-2.0
#include "backends/kokkos/tools/log.hpp"

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace tilebridge::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t none = 0;

double seconds_from(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double>(end - start).count();
}

/// A name is copied only if it is new.
Times& entry(TimesByName& all, std::string_view name) {
  const auto found = all.find(name);
  return found != all.end() ? found->second : all[std::string(name)];
}

/// "x_host -> x, Host to Cuda", or "Scalar -> x" for what is filled.
std::string name_of_copy(const SpaceHandle& to_space, const char* to, const SpaceHandle& from_space,
                         const char* from) {
  const std::string names = std::string(from) + " -> " + to;
  const std::string spaces = std::string(from_space.name) + " to " + to_space.name;
  return spaces.starts_with("(none)") ? names : names + ", " + spaces;
}

/// "x" of "Kokkos::View::initialization [x]" and what may follow; nothing of other kernels.
std::optional<std::string_view> view_filled_by(std::string_view kernel) {
  constexpr std::string_view begin = "Kokkos::View::initialization [";
  const std::size_t end = kernel.rfind(']');
  if (!kernel.starts_with(begin) || end == std::string_view::npos) return std::nullopt;
  return kernel.substr(begin.size(), end - begin.size());
}

Json with_times(Json json, const Times& times) {
  json.update({{"calls", times.calls},
               {"seconds", times.seconds},
               {"least", times.least},
               {"bytes", times.bytes}});
  return json;
}

Json to_json(const TimesByName& all) {
  Json list = Json::array();
  for (const auto& [name, times] : all) list.push_back(with_times({{"name", name}}, times));
  return list;
}

}  // namespace

std::uint64_t Log::begin_kernel(const char* kind, std::string_view name, Device device) {
  if (is_copying()) return none;
  if (const auto view = view_filled_by(name))
    return has_run_kernel_ ? begin(entry(fills_, *view)) : none;
  has_run_kernel_ = true;
  return begin(entry(kernels_[{device, kind}], name));
}

std::uint64_t Log::begin_fence(std::string_view name) {
  const bool is_for_a_tool = name.starts_with("Kokkos::Tools");  // such as this one
  if (is_for_a_tool || !has_run_kernel_ || is_copying()) return none;
  return begin(entry(fences_, name));
}

void Log::end(std::uint64_t id, Clock::time_point now) {
  const auto found = open_.find(id);
  if (found == open_.end()) return;
  found->second.times->add(seconds_from(found->second.began, now));
  open_.erase(found);
}

void Log::begin_copy(const SpaceHandle& to_space, const char* to, const SpaceHandle& from_space,
                     const char* from, std::uint64_t bytes) {
  const std::thread::id thread = std::this_thread::get_id();
  if (const auto found = copying_.find(thread); found != copying_.end()) {
    ++found->second.depth;
    return;
  }
  copying_.insert({thread, {name_of_copy(to_space, to, from_space, from), bytes, 1, Clock::now()}});
}

/// Copies before the first kernel are not logged: an application makes them once.
void Log::end_copy(Clock::time_point now) {
  const auto found = copying_.find(std::this_thread::get_id());
  if (found == copying_.end() || --found->second.depth > 0) return;
  const Copy& copy = found->second;
  if (has_run_kernel_) entry(copies_, copy.name).add(seconds_from(copy.began, now), copy.bytes);
  copying_.erase(found);
}

void Log::allocated(std::string_view name, std::uint64_t bytes) {
  if (has_run_kernel_) entry(allocations_, name).add(0, bytes);
}

std::string Log::text() const {
  Json kernels = Json::array();
  std::set<Device> used;
  for (const auto& [group, by_name] : kernels_) {
    const auto& [device, kind] = group;
    used.insert(device);
    for (const auto& [name, times] : by_name)
      kernels.push_back(with_times({{"kind", kind},
                                    {"name", name},
                                    {"space", space_of(device)},
                                    {"device", number_of(device)}},
                                   times));
  }
  Json devices = Json::array();
  for (const Device device : used)
    devices.push_back(
        {{"space", space_of(device)}, {"device", number_of(device)}, {"name", name_of(device)}});
  TimesByName allocations = allocations_;
  for (auto& [name, times] : allocations)
    if (const auto fill = fills_.find(name); fill != fills_.end())
      times.seconds = fill->second.seconds;
  const Json json = {{"tilebridge_kernels", 3},
                     {"seconds", seconds_from(began_, Clock::now())},
                     {"devices", devices},
                     {"kernels", kernels},
                     {"deep_copies", to_json(copies_)},
                     {"allocations", to_json(allocations)},
                     {"fences", to_json(fences_)}};
  // Names are the application's, in whatever bytes.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::uint64_t Log::begin(Times& times) {
  open_[++last_id_] = {&times, Clock::now()};
  return last_id_;
}

bool Log::is_copying() const {
  return !copying_.empty() && copying_.contains(std::this_thread::get_id());
}

}  // namespace tilebridge::tools
