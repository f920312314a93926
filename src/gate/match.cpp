#include "gate/match.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <tuple>
#include <utility>

#include "report/text.hpp"

namespace tilebridge {
namespace {

using Key =
    std::tuple<std::string, std::string, std::string, std::string, std::map<std::string, Value>>;

Key key_of(const CaseResult& c) {
  return {c.experiment, c.variant, c.platform, c.cache, {c.parameters.begin(), c.parameters.end()}};
}

/// The text of a member, or what else it is as JSON; "" where there is none.
std::string value_at(const Json& object, const std::string& name) {
  if (!object.is_object() || !object.contains(name)) return "";
  return object[name].is_string() ? object[name].get<std::string>() : object[name].dump();
}

Json object_at(const Json& object, const char* name) {
  return object.contains(name) ? object[name] : Json();
}

/// Collects the members of two objects that differ.
class Comparer {
 public:
  void compare(const Json& base, const Json& current, const std::string& of,
               std::initializer_list<const char*> names) {
    for (const char* name : names) {
      Difference difference = {of.empty() ? name : of + " " + name, value_at(base, name),
                               value_at(current, name)};
      if (difference.base != difference.current) found.push_back(std::move(difference));
    }
  }

  std::vector<Difference> found;
};

std::string quoted(const std::string& value) {
  constexpr std::size_t longest = 60;
  return value.empty() ? "none" : fmt::format("'{}'", tame(value, longest));
}

}  // namespace

Matching match(const Results& base, const Results& current) {
  std::multimap<Key, const CaseResult*> left;
  for (const CaseResult& c : base.cases) left.emplace(key_of(c), &c);
  Matching matching;
  for (const CaseResult& c : current.cases) {
    const auto found = left.find(key_of(c));
    if (found == left.end()) {
      matching.only_in_current.push_back(&c);
      continue;
    }
    matching.both.push_back({found->second, &c});
    left.erase(found);
  }
  for (const auto& [key, c] : left) matching.only_in_base.push_back(c);
  return matching;
}

Matching united(const std::vector<Matching>& matchings) {
  std::map<const CaseResult*, CasePair> both;
  std::map<Key, std::vector<const CaseResult*>> only_in_base;
  for (const Matching& matching : matchings) {
    for (const CasePair& pair : matching.both) both.try_emplace(pair.current, pair);
    std::map<Key, std::vector<const CaseResult*>> alone;
    for (const CaseResult* c : matching.only_in_base) alone[key_of(*c)].push_back(c);
    for (auto& [key, cases] : alone)
      if (cases.size() > only_in_base[key].size()) only_in_base[key] = std::move(cases);
  }
  Matching all;
  for (const auto& [current, pair] : both) all.both.push_back(pair);
  for (const auto& [key, cases] : only_in_base)
    all.only_in_base.insert(all.only_in_base.end(), cases.begin(), cases.end());
  for (const CaseResult* c : matchings.front().only_in_current)
    if (!both.contains(c)) all.only_in_current.push_back(c);
  return all;
}

std::vector<Difference> differences(const Results& base, const Results& current) {
  Comparer comparer;
  comparer.compare(base.device, current.device, "device", {"name", "architecture", "memory_bytes"});
  comparer.compare(base.device, current.device, "", {"driver", "runtime"});
  comparer.compare(base.builds, current.builds, "", {"build_type"});
  for (const char* build : {"host", "cuda", "kokkos"})
    comparer.compare(object_at(base.builds, build), object_at(current.builds, build), build,
                     {"compiler", "flags", "version", "spaces", "configuration", "tools"});
  comparer.compare(base.program, current.program, "", {"seed"});
  return comparer.found;
}

std::string describe(const std::vector<Difference>& differences) {
  std::vector<std::string> parts;
  for (const Difference& d : differences) {
    const bool is_long = d.base.size() > 200 || d.current.size() > 200;
    parts.push_back(
        is_long ? d.what : fmt::format("{} {}, not {}", d.what, quoted(d.current), quoted(d.base)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace tilebridge
