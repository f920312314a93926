// SPDX-License-Identifier: Apache-2.0
#include "run/by_rank.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "results/load.hpp"

namespace tilebridge::run {
namespace {

/// The first is against native code, where that was timed.
const Interval* ratio_of(const CaseResult& result, const ModelForm& kernel) {
  const auto found = std::ranges::find(result.comparisons, kernel, &ComparisonResult::kernel);
  return found == result.comparisons.end() ? nullptr : &found->ratio;
}

/// One rank's results for a case: its medians, without the samples.
RankCase part_of(const CaseResult& result, int rank) {
  RankCase part{rank, {}, result.sampling.clock_hz, result.sampling.throttle_reasons};
  for (const auto& [kernel, measured] : result.kernels) {
    RankKernel& own = part.kernels[kernel];
    own.status = measured.status;
    own.reason = measured.reason;
    if (measured.timing) own.seconds = measured.timing->seconds;
    if (const Interval* ratio = ratio_of(result, kernel)) own.ratio = *ratio;
  }
  return part;
}

const Results& first_working(const std::vector<RankPart>& parts) {
  const auto works = [](const RankPart& part) {
    return part.results.has_value() && part.info.failure.empty();
  };
  const auto has_results = [](const RankPart& part) { return part.results.has_value(); };
  const auto first = std::ranges::find_if(parts, works);
  return *(first != parts.end() ? first : std::ranges::find_if(parts, has_results))->results;
}

void add_cases(Results& all, const RankPart& part, std::map<std::string, std::size_t>& places) {
  for (const CaseResult& c : part.results->cases) {
    const auto [place, is_new] = places.emplace(case_text(c), all.cases.size());
    if (is_new) {
      all.cases.push_back(c);
      all.cases.back().rank = part.info.rank;
    }
    all.cases[place->second].by_rank.push_back(part_of(c, part.info.rank));
  }
}

}  // namespace

Results of_all_ranks(const std::vector<RankPart>& parts, Order order) {
  Results all = first_working(parts);
  all.cases.clear();
  all.program["ranks"] = name_of(order);
  std::map<std::string, std::size_t> places;  // of the cases
  for (const RankPart& part : parts) {
    RankInfo& info = all.ranks.emplace_back(part.info);
    if (!part.results) continue;
    info.device = text_at(part.results->device, "name");
    info.pci_bus = text_at(part.results->device, "pci_bus");
    info.ceilings = part.results->ceilings;
    keep_greater_load(all.program, part.results->program);
    add_cases(all, part, places);
  }
  return all;
}

}  // namespace tilebridge::run
