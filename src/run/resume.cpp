// SPDX-License-Identifier: Apache-2.0
#include "run/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "results/json.hpp"
#include "results/load.hpp"

namespace tilebridge::run {
namespace {

std::string shown(const Json& value) {
  constexpr std::size_t most = 60;
  const std::string text = value.is_string() ? value.get<std::string>() : to_text(value);
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

/// "device/name was NVIDIA H100 and is NVIDIA H200", for the first member that differs; "" if none
/// does.
std::string first_difference(const Json& was, const Json& is) {
  const Json changes = Json::diff(was, is);
  if (changes.empty()) return "";
  const auto path = Json::json_pointer(changes.front().at("path").get<std::string>());
  const auto value = [&](const Json& in) {
    return in.contains(path) ? shown(in.at(path)) : std::string("missing");
  };
  return fmt::format("{} was {} and is {}", path.to_string().substr(1), value(was), value(is));
}

Json identity(const Results& results) {
  Json ranks = Json::array();
  for (const RankInfo& rank : results.ranks)
    ranks.push_back({{"host", rank.host}, {"device", rank.device}, {"pci_bus", rank.pci_bus}});
  return {{"version", text_at(results.program, "version")},
          {"git", text_at(results.program, "git")},
          {"host", text_at(results.host, "name")},
          {"device", results.device},
          {"builds", results.builds},
          {"ranks", ranks}};
}

}  // namespace

void check_same_machine(const Results& earlier, const Results& now) {
  const std::string difference = first_difference(identity(earlier), identity(now));
  if (!difference.empty())
    throw UsageError(fmt::format(
        "--resume: {}; a file holds the results of one build on one device: resume there, or start "
        "a new run here",
        difference));
}

void go_on_from(const Results& earlier, Results& now) {
  check_same_machine(earlier, now);
  Json resumed = earlier.program.value("resumed", Json::array());
  if (!resumed.is_array()) resumed = Json::array();
  resumed.push_back(now.program.at("started"));
  const Json started_now = std::exchange(now.program, earlier.program);
  keep_greater_load(now.program, started_now);
  now.program["resumed"] = std::move(resumed);
  now.ceilings = earlier.ceilings;
  now.cases = earlier.cases;
  now.self_check = earlier.self_check;
  for (std::size_t rank = 0; rank < now.ranks.size(); ++rank)
    now.ranks[rank].ceilings = earlier.ranks[rank].ceilings;
}

bool is_of(const CaseResult& done, const measure::PlannedCase& planned) {
  return done.experiment == planned.experiment->name && done.variant == planned.variant->name &&
         done.parameters == planned.parameters && done.cache == name_of(planned.cache);
}

std::vector<measure::PlannedCase> missing(const std::vector<measure::PlannedCase>& planned,
                                          const std::vector<CaseResult>& done) {
  std::vector<measure::PlannedCase> left;
  std::copy_if(planned.begin(), planned.end(), std::back_inserter(left),
               [&](const measure::PlannedCase& c) {
                 return std::none_of(done.begin(), done.end(),
                                     [&](const CaseResult& d) { return is_of(d, c); });
               });
  return left;
}

}  // namespace tilebridge::run
