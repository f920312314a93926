// SPDX-License-Identifier: Apache-2.0
#include "pages/cases.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "results/summary.hpp"

namespace tilebridge::pages {
namespace {

bool stand_together(const CaseResult& a, const CaseResult& b) {
  return a.experiment == b.experiment && a.parameters == b.parameters && a.cache == b.cache;
}

std::string title_of(const CaseResult& c) {
  return tame(fmt::format("{}  {}  {}", c.experiment, to_string(c.parameters), c.cache), 400);
}

bool is_rewritten(const CaseResult& c) { return c.form == name_of(Form::rewritten); }

template <class Is>
std::optional<JudgedRatio> judged(const ShownResult& shown, const Is& is_against) {
  const auto found = std::ranges::find_if(shown.of->comparisons, [&](const ComparisonResult& r) {
    return r.kernel == shown.kernel && is_against(r.against);
  });
  if (found == shown.of->comparisons.end()) return std::nullopt;
  return JudgedRatio{found->ratio, found->verdict};
}

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

std::vector<ShownResult> shown_results(const CaseResult& c) {
  std::vector<ShownResult> shown = shown_with_builds(c);
  std::erase_if(shown, [](const ShownResult& one) { return !is_first_build(*one.of, one.kernel); });
  return shown;
}

std::vector<ShownResult> shown_with_builds(const CaseResult& c) {
  std::vector<ShownResult> shown;
  for (const auto& [kernel, result] : c.kernels)
    if (is_own_result(c, kernel)) shown.push_back({&c, kernel, &result});
  return shown;
}

std::vector<ShownResult> shown_in(const std::vector<CaseResult>& cases, ResultsOf of) {
  std::vector<ShownResult> shown;
  for (const CaseResult& c : cases) std::ranges::move(of(c), std::back_inserter(shown));
  return shown;
}

bool has_further_builds(const CaseResult& c) {
  return std::ranges::any_of(c.kernels,
                             [&](const auto& entry) { return !is_first_build(c, entry.first); });
}

std::optional<JudgedRatio> against_native(const ShownResult& shown) {
  return judged(shown, [&](const ModelForm& against) {
    return shown.of->kernels.find(against) == reference_of(*shown.of);
  });
}

std::optional<JudgedRatio> against_own(const ShownResult& shown) {
  return judged(shown, [&](const ModelForm& against) {
    return against.form == shown.kernel.form && !against.model.is_native() &&
           against.model.name() == shown.kernel.model.name();
  });
}

std::optional<JudgedRatio> against_control(const ShownResult& shown) {
  if (!shown.kernel.model.is(controlled)) return std::nullopt;
  return judged(shown, [](const ModelForm& against) {
    return ModelForm{Model(against.model.name()), against.form} == control;
  });
}

std::optional<JudgedRatio> against_respelled(const ShownResult& shown) {
  if (!shown.kernel.model.is(controlled)) return std::nullopt;
  return judged(shown, [](const ModelForm& against) { return against.is(respelled_control); });
}

StyleAndLaunch style_and_launch(const ShownResult& shown) {
  const CaseResult& c = *shown.of;
  if (!against_control(shown)) return {};
  const auto against_reference = [&](const ModelForm& kernel) -> std::optional<JudgedRatio> {
    const auto found = std::ranges::find_if(c.comparisons, [&](const ComparisonResult& r) {
      return r.kernel.is(kernel) && c.kernels.find(r.against) == reference_of(c);
    });
    if (found == c.comparisons.end()) return std::nullopt;
    return JudgedRatio{found->ratio, found->verdict};
  };
  const auto launch = std::ranges::find_if(c.comparisons, [](const ComparisonResult& r) {
    return r.kernel.is(control) && r.against.is(control_in_usual_block);
  });
  const auto style = against_reference(control_in_usual_block);
  if (!style || launch == c.comparisons.end()) return {against_reference(control), std::nullopt};
  return {style, JudgedRatio{launch->ratio, launch->verdict}};
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

const std::string& shown_variant(const CaseResult& c) {
  return is_rewritten(c) ? c.compared_with : c.variant;
}

std::string shown_model(const ShownResult& shown) {
  const std::string_view model = name_of(shown.kernel.model);
  return is_first_build(*shown.of, shown.kernel)
             ? std::string(model)
             : fmt::format("{} {}", model, shown.kernel.model.release());
}

std::string shown_form(const CaseResult& c, const ModelForm& kernel) {
  return is_of_pair(c, catalogue()) ? "" : std::string(name_of(kernel.form));
}

std::string shown_way(const ShownResult& shown) {
  const std::string form = shown_form(*shown.of, shown.kernel);
  return shown_model(shown) + (form.empty() ? "" : " " + form);
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
