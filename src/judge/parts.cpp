// SPDX-License-Identifier: Apache-2.0
#include "judge/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "judge/match.hpp"

namespace tilebridge::judge {
namespace {

constexpr std::array rates = {Rate::read, Rate::write,     Rate::copy,   Rate::l2,
                              Rate::fma,  Rate::to_device, Rate::to_host};

bool same_devices(const std::vector<RankInfo>& a, const std::vector<RankInfo>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const RankInfo& x, const RankInfo& y) {
                      return x.host == y.host && x.device == y.device && x.pci_bus == y.pci_bus;
                    });
}

Json origin(const ResultPart& part) {
  Json json = {{"file", part.file}};
  for (const char* name : {"command_line", "started", "resumed", "preset", "load"})
    if (part.results.program.contains(name)) json[name] = part.results.program[name];
  if (const std::string uuid = text_at(part.results.device, "uuid"); !uuid.empty())
    json["uuid"] = uuid;
  if (const std::string host = text_at(part.results.host, "name"); !host.empty())
    json["host"] = host;
  return json;
}

}  // namespace

std::string obstacle(const Results& a, const Results& b) {
  if (const auto found = differences(a, b); !found.empty()) return describe(found).front();
  for (const char* name : {"version", "git", "parity_band", "ranks"}) {
    const Json is = a.program.value(name, Json());
    const Json other = b.program.value(name, Json());
    if (is != other) return fmt::format("{}: {} -> {}", name, is.dump(), other.dump());
  }
  if (!same_devices(a.ranks, b.ranks)) return "they are from different ranks";
  if (is_profile(a) != is_profile(b)) return "one is a profile, the other has times";
  return "";
}

Json origins(const std::vector<ResultPart>& parts, const char* name) {
  Json all = Json::array();
  for (const ResultPart& part : parts) {
    const Json inner = part.results.program.value(name, Json::array());
    if (inner.empty()) all.push_back(origin(part));
    for (const Json& one : inner) all.push_back(one);
  }
  return all;
}

void check_distinct(const std::vector<ResultPart>& runs) {
  std::map<std::array<std::string, 3>, std::string> files;
  for (const ResultPart& part : runs)
    for (const Json& run : origins({part}, "runs")) {
      const std::string started = text_at(run, "started");
      const auto [first, is_new] =
          files.emplace(std::array{started, text_at(run, "uuid"), text_at(run, "host")}, part.file);
      if (!is_new)
        throw UsageError(
            fmt::format("cannot pool '{}' and '{}': both have the run of {}, which "
                        "would count twice; name it once",
                        first->second, part.file, tame(started, 20)));
    }
}

void keep_best(Ceilings& ceilings, const Ceilings& others) {
  Ceilings other = others;
  for (const Rate rate : rates) ceilings.of(rate) = std::max(ceilings.of(rate), other.of(rate));
}

void append(std::optional<SelfCheck>& all, const std::optional<SelfCheck>& other) {
  if (!other) return;
  if (!all) all = SelfCheck{other->parity_band, {}};
  all->comparisons.insert(all->comparisons.end(), other->comparisons.begin(),
                          other->comparisons.end());
}

}  // namespace tilebridge::judge
