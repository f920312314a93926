// SPDX-License-Identifier: Apache-2.0
#include "judge/merge.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "judge/match.hpp"
#include "results/load.hpp"

namespace tilebridge::judge {
namespace {

/// Why the two are not parts of one result; "" if they are.
std::string difference(const Results& a, const Results& b) {
  if (std::string found = obstacle(a, b); !found.empty()) return found;
  const auto both = match(a, b).both;
  if (both.empty()) return "";
  return fmt::format("both have {}{}; if one is a further run of the same cases: --runs",
                     case_text(*both.front().current),
                     both.size() > 1 ? fmt::format(" and {} more", both.size() - 1) : "");
}

void add(Results& all, Results part) {
  std::move(part.cases.begin(), part.cases.end(), std::back_inserter(all.cases));
  keep_best(all.ceilings, part.ceilings);
  keep_greater_load(all.program, part.program);
  append(all.self_check, part.self_check);
}

}  // namespace

Results merged(std::vector<ResultPart> parts) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (const std::string why = difference(parts[k].results, parts[i].results); !why.empty())
        throw UsageError(
            fmt::format("cannot merge '{}' and '{}': {}", parts[k].file, parts[i].file, why));
  Json made_of = origins(parts, "parts");
  Results all = std::move(parts.front().results);
  for (std::size_t i = 1; i < parts.size(); ++i) add(all, std::move(parts[i].results));
  all.program["parts"] = std::move(made_of);
  return all;
}

}  // namespace tilebridge::judge
