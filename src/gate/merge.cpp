// SPDX-License-Identifier: Apache-2.0
#include "gate/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "gate/match.hpp"

namespace tilebridge::gate {
namespace {

constexpr std::array rates = {Rate::read, Rate::write,     Rate::copy,   Rate::l2,
                              Rate::fma,  Rate::to_device, Rate::to_host};

bool same_devices(const std::vector<RankInfo>& a, const std::vector<RankInfo>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const RankInfo& x, const RankInfo& y) {
                      return x.host == y.host && x.device == y.device && x.pci_bus == y.pci_bus;
                    });
}

/// Why the two are not parts of one result; "" if they are.
std::string difference(const Results& a, const Results& b) {
  if (const auto found = differences(a, b); !found.empty()) return describe(found).front();
  for (const char* name : {"version", "git", "parity_band", "ranks"}) {
    const Json is = a.program.value(name, Json());
    const Json other = b.program.value(name, Json());
    if (is != other) return fmt::format("{}: {} -> {}", name, is.dump(), other.dump());
  }
  if (!same_devices(a.ranks, b.ranks)) return "they are from different ranks";
  if (is_profile(a) != is_profile(b)) return "one is a profile, the other has times";
  const auto both = match(a, b).both;
  if (both.empty()) return "";
  return fmt::format("both have {}{}", case_text(*both.front().current),
                     both.size() > 1 ? fmt::format(" and {} more", both.size() - 1) : "");
}

Json origin(const ResultPart& part) {
  Json json = {{"file", part.file}};
  for (const char* name : {"command_line", "started", "resumed", "preset"})
    if (part.results.program.contains(name)) json[name] = part.results.program[name];
  return json;
}

/// If a part was itself merged, its parts.
void add_origins(Json& origins, const ResultPart& part) {
  const Json inner = part.results.program.value("parts", Json::array());
  if (inner.empty()) return origins.push_back(origin(part));
  for (const Json& one : inner) origins.push_back(one);
}

void add(Results& all, Results part) {
  std::move(part.cases.begin(), part.cases.end(), std::back_inserter(all.cases));
  for (const Rate rate : rates)
    all.ceilings.of(rate) = std::max(all.ceilings.of(rate), part.ceilings.of(rate));
  if (!all.self_check) {
    all.self_check = std::move(part.self_check);
  } else if (part.self_check) {
    auto& comparisons = part.self_check->comparisons;
    std::move(comparisons.begin(), comparisons.end(),
              std::back_inserter(all.self_check->comparisons));
  }
}

}  // namespace

Results merged(std::vector<ResultPart> parts) {
  Json origins = Json::array();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k)
      if (const std::string why = difference(parts[k].results, parts[i].results); !why.empty())
        throw UsageError(
            fmt::format("cannot merge '{}' and '{}': {}", parts[k].file, parts[i].file, why));
    add_origins(origins, parts[i]);
  }
  Results all = std::move(parts.front().results);
  for (std::size_t i = 1; i < parts.size(); ++i) add(all, std::move(parts[i].results));
  all.program["parts"] = std::move(origins);
  return all;
}

}  // namespace tilebridge::gate
