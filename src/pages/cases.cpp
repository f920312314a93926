// SPDX-License-Identifier: Apache-2.0
#include "pages/cases.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "judge/machines.hpp"
#include "judge/summary.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

bool stand_together(const CaseResult& a, const CaseResult& b) {
  return a.experiment == b.experiment && a.parameters == b.parameters && a.cache == b.cache;
}

std::string title_of(const CaseResult& c) {
  return one_printable_line(
      fmt::format("{}  {}  {}", c.experiment, to_string(c.parameters), c.cache), 400);
}

bool is_rewritten(const CaseResult& c) { return c.form == name_of(Form::rewritten); }

void put_rewritten_behind_plain(std::vector<const CaseResult*>& cases) {
  std::map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < cases.size(); ++i) first.try_emplace(shown_variant(*cases[i]), i);
  const auto place = [&](const CaseResult* c) {
    return std::pair(first.at(shown_variant(*c)), is_rewritten(*c));
  };
  std::ranges::stable_sort(cases, {}, place);
}

}  // namespace

std::string kernel_text(const CaseResult& c, const ModelForm& kernel) {
  const std::string name(kernel.model.name());
  return c.variant == pair_variant ? name : fmt::format("{} {}", name, name_of(kernel.form));
}

std::vector<Group> group(const std::vector<CaseResult>& cases) {
  std::vector<Group> groups;
  for (const CaseResult& c : cases) {
    auto found = std::ranges::find_if(
        groups, [&](const Group& g) { return stand_together(*g.cases.front(), c); });
    if (found == groups.end()) found = groups.insert(groups.end(), {title_of(c), {}});
    found->cases.push_back(&c);
  }
  for (Group& g : groups) put_rewritten_behind_plain(g.cases);
  return groups;
}

const std::string& shown_variant(const CaseResult& c) { return judge::variant_of(c); }

std::string shown_model(const judge::Cell& cell) {
  const Model& model = cell.kernel.model;
  return label_of(*cell.in, cell.is_first_build ? Model(model.name()) : model);
}

std::string shown_form(const CaseResult& c, const ModelForm& kernel) {
  return judge::is_of_pair(c, catalogue()) ? "" : std::string(name_of(kernel.form));
}

std::string shown_way(const judge::Cell& cell) {
  const std::string form = shown_form(*cell.of, cell.kernel);
  return shown_model(cell) + (form.empty() ? "" : " " + form);
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
