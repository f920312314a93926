// SPDX-License-Identifier: Apache-2.0
#include "pages/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"

namespace tilebridge::pages {
namespace {

bool stand_together(const CaseResult& a, const CaseResult& b) {
  return a.experiment == b.experiment && a.parameters == b.parameters && a.cache == b.cache;
}

std::string title_of(const CaseResult& c) {
  return tame(fmt::format("{}  {}  {}", c.experiment, to_string(c.parameters), c.cache), 400);
}

bool is_matched(const CaseResult& c) { return c.form == name_of(Form::matched); }

std::optional<JudgedRatio> judged(const std::optional<ReleaseComparison>& comparison) {
  if (!comparison) return std::nullopt;
  return JudgedRatio{comparison->ratio, comparison->verdict};
}

template <std::vector<ShownResult> (*Of)(const CaseResult&)>
std::vector<ShownResult> of_all(const std::vector<CaseResult>& cases) {
  std::vector<ShownResult> shown;
  for (const CaseResult& c : cases)
    for (const ShownResult& one : Of(c)) shown.push_back(one);
  return shown;
}

void put_matched_behind_plain(std::vector<const CaseResult*>& cases) {
  std::map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < cases.size(); ++i) first.try_emplace(shown_variant(*cases[i]), i);
  const auto place = [&](const CaseResult* c) {
    return std::pair(first.at(shown_variant(*c)), is_matched(*c));
  };
  std::stable_sort(cases.begin(), cases.end(),
                   [&](const CaseResult* a, const CaseResult* b) { return place(a) < place(b); });
}

}  // namespace

std::vector<ShownResult> shown_results(const CaseResult& c) {
  std::vector<ShownResult> shown;
  for (const auto& [model, result] : c.models)
    if (is_own_result(c, model)) shown.push_back({&c, model, &result});
  return shown;
}

std::vector<ShownResult> shown_results(const std::vector<CaseResult>& cases) {
  return of_all<shown_results>(cases);
}

std::vector<ShownResult> shown_with_releases(const CaseResult& c) {
  std::vector<ShownResult> shown = shown_results(c);
  auto place = std::find_if(shown.begin(), shown.end(),
                            [](const ShownResult& one) { return one.model > Model::kokkos; });
  for (const auto& release : c.releases)
    place = shown.insert(place, {&c, Model::kokkos, &release.second.result, &release}) + 1;
  return shown;
}

std::vector<ShownResult> shown_with_releases(const std::vector<CaseResult>& cases) {
  return of_all<shown_with_releases>(cases);
}

std::optional<JudgedRatio> against_native(const ShownResult& shown) {
  if (shown.release != nullptr) return judged(shown.release->second.against_native);
  const auto& comparisons = shown.of->comparisons;
  const auto found =
      std::find_if(comparisons.begin(), comparisons.end(),
                   [&](const ComparisonResult& r) { return r.model == shown.model; });
  if (found == comparisons.end()) return std::nullopt;
  return JudgedRatio{found->ratio, found->verdict};
}

std::optional<JudgedRatio> against_own(const ShownResult& shown) {
  return shown.release == nullptr ? std::nullopt : judged(shown.release->second.against_own);
}

std::vector<Group> group(const std::vector<CaseResult>& cases) {
  std::vector<Group> groups;
  for (const CaseResult& c : cases) {
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& g) { return stand_together(*g.cases.front(), c); });
    if (found == groups.end()) found = groups.insert(groups.end(), {title_of(c), {}});
    found->cases.push_back(&c);
  }
  for (Group& g : groups) put_matched_behind_plain(g.cases);
  return groups;
}

const std::string& shown_variant(const CaseResult& c) {
  return is_matched(c) ? c.compared_with : c.variant;
}

std::string_view shown_model(const CaseResult& c, const Model& model) {
  if (model != Model::kokkos) return name_of(model);
  if (is_matched(c)) return "matched";
  return c.form == name_of(Form::ranges) ? "ranges" : name_of(model);
}

std::string shown_model(const ShownResult& shown) {
  const std::string_view model = shown_model(*shown.of, shown.model);
  return shown.release == nullptr ? std::string(model)
                                  : fmt::format("{} {}", model, shown.release->first);
}

bool belongs_to(const CaseResult& c, std::string_view experiment, std::string_view variant) {
  return c.experiment == experiment &&
         (variant.empty() || c.variant == variant || c.compared_with == variant);
}

std::string setting_of(const CaseResult& c) {
  const std::string parameters = to_string(c.parameters);
  return parameters.empty() ? c.cache : fmt::format("{}, {}", parameters, c.cache);
}

}  // namespace tilebridge::pages
