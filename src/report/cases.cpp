// SPDX-License-Identifier: Apache-2.0
#include "report/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.hpp"

namespace tilebridge {

namespace {

bool stand_together(const CaseResult& a, const CaseResult& b) {
  return a.experiment == b.experiment && a.parameters == b.parameters && a.cache == b.cache;
}

std::string title_of(const CaseResult& c) {
  return tame(fmt::format("{}  {}  {}", c.experiment, to_string(c.parameters), c.cache), 98);
}

bool is_matched(const CaseResult& c) { return c.level == name_of(Level::matched); }

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

bool is_shown(const CaseResult& c, Model model) {
  return c.compared_with == c.variant || model != Model::native;
}

const std::string& shown_variant(const CaseResult& c) {
  return is_matched(c) ? c.compared_with : c.variant;
}

std::string_view shown_model(const CaseResult& c, Model model) {
  if (model != Model::kokkos) return name_of(model);
  if (is_matched(c)) return "matched";
  return c.level == name_of(Level::textbook) ? "plain" : name_of(model);
}

std::string variant_text(const CaseResult& c, std::size_t width) {
  const std::string& name = shown_variant(c);
  return padded(shortened(tame(name, name.size()), width), width);
}

std::size_t variant_width(const Group& group) {
  constexpr std::size_t least = 16;
  constexpr std::size_t most = 24;
  std::size_t width = least;
  for (const CaseResult* c : group.cases) width = std::max(width, columns(shown_variant(*c)));
  return std::min(width, most);
}

std::string case_text(const CaseResult& c) {
  return tame(
      fmt::format("{}/{}  {}  {}", c.experiment, c.variant, to_string(c.parameters), c.cache), 200);
}

std::string device_text(const Results& results) {
  return fmt::format("{} ({})", tame(text_at(results.device, "name"), 60),
                     tame(text_at(results.device, "architecture"), 12));
}

}  // namespace tilebridge
