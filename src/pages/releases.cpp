// SPDX-License-Identifier: Apache-2.0
#include "pages/releases.hpp"

#include <charconv>
#include <cmath>
#include <set>
#include <system_error>

#include "pages/cases.hpp"
#include "pages/changes.hpp"
#include "pages/figures.hpp"
#include "results/statistics.hpp"
#include "results/summary.hpp"

namespace tilebridge::pages {
namespace {

/// {5, 0, 2} of "5.0.02"; what is no number ends it.
std::vector<int> version_of(const Results& results, const Model& build) {
  const std::string text = text_at(build_of(results, build), "release");
  std::vector<int> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int number = 0; at < end; ++at) {
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc()) break;
    numbers.push_back(number);
    at = rest;
    if (at == end || *at != '.') break;
  }
  return numbers;
}

/// One case with both builds.
struct Compared {
  const CaseResult* of;
  const ComparisonResult* against_own;

  double ratio() const { return against_own->ratio.median; }
  bool changed() const {
    return against_own->verdict == Verdict::slower || against_own->verdict == Verdict::faster;
  }
};

using ByVariant = std::map<std::pair<std::string, std::string>, std::vector<Compared>>;

/// Null if there is none.
const ComparisonResult* against_own(const CaseResult& c, const Model& build) {
  const auto found = std::ranges::find_if(c.comparisons, [&](const ComparisonResult& r) {
    return r.kernel.model == build && r.against.model.name() == build.name();
  });
  return found == c.comparisons.end() ? nullptr : &*found;
}

ByVariant compared_in(const Results& results, const Model& build) {
  ByVariant compared;
  for (const CaseResult& c : results.cases)
    if (const ComparisonResult* comparison = against_own(c, build))
      compared[{c.experiment, c.variant}].push_back({&c, comparison});
  return compared;
}

double mean_of(const std::vector<Compared>& cases) {
  std::vector<double> ratios;
  for (const Compared& c : cases) ratios.push_back(c.ratio());
  return geometric_mean(ratios).value;
}

int count(const std::vector<Compared>& cases, Verdict verdict) {
  return static_cast<int>(std::ranges::count_if(
      cases, [&](const Compared& c) { return c.against_own->verdict == verdict; }));
}

/// Kernels by how they are written, and what is no kernel; in the order of their rows.
enum class CodeKind { ranges, matched, others, no_kernels };

std::string_view name_of(CodeKind code) {
  constexpr std::array<std::string_view, 4> names = {
      "kernels in ranges", "matched kernels", "other kernels", "transfers, hierarchy, idioms"};
  return names.at(static_cast<std::size_t>(code));
}

CodeKind code_of(const CaseResult& c, const Catalogue& catalogue) {
  if (!is_kernel(c, catalogue)) return CodeKind::no_kernels;
  if (c.form == name_of(Form::ranges)) return CodeKind::ranges;
  return c.form == name_of(Form::matched) ? CodeKind::matched : CodeKind::others;
}

Table level_table(const ByVariant& compared, const Catalogue& catalogue) {
  struct Sum {
    std::vector<double> means;
    int slower = 0, faster = 0;
  };
  std::map<CodeKind, Sum> sums;
  for (const auto& [variant, cases] : compared) {
    Sum& sum = sums[code_of(*cases.front().of, catalogue)];
    sum.means.push_back(mean_of(cases));
    sum.slower += count(cases, Verdict::slower);
    sum.faster += count(cases, Verdict::faster);
  }
  Table table = {"Performance ÷ that with the program's own Kokkos, geometric means over variants",
                 {"code", column("ratio", "÷ own Kokkos"), "variants",
                  column("slower cases", "slower"), column("faster cases", "faster")}};
  for (const auto& [code, sum] : sums)
    table.add({name_of(code), Cell::number(mean_text(geometric_mean(sum.means))),
               Cell::number(sum.means.size()), Cell::number(sum.slower), Cell::number(sum.faster)});
  return table;
}

double size_of(double ratio) { return std::abs(std::log(ratio)); }

/// Returns the case of a variant that changed most.
const Compared& largest(const std::vector<Compared>& cases) {
  return *std::max_element(cases.begin(), cases.end(), [](const Compared& a, const Compared& b) {
    return std::pair(a.changed(), size_of(a.ratio())) < std::pair(b.changed(), size_of(b.ratio()));
  });
}

Table variant_table(const ByVariant& compared) {
  std::vector<const Compared*> changed;
  for (const auto& [variant, cases] : compared)
    if (const Compared& most = largest(cases); most.changed()) changed.push_back(&most);
  std::stable_sort(changed.begin(), changed.end(), [](const Compared* a, const Compared* b) {
    return size_of(a->ratio()) > size_of(b->ratio());
  });
  Table table = {
      "What it makes slower or faster, the largest changes first",
      {"variant", "model", "ratio", "95% interval", {"verdict", "verdict", 120}, "case"}};
  for (const Compared* c : changed) {
    const auto& [kernel, against, ratio, verdict, within] = *c->against_own;
    table.add({c->of->experiment + "/" + shown_variant(*c->of), shown_model(*c->of, against),
               Cell::number(ratio_text(ratio.median)),
               Cell::range(ratio_text(ratio.low), ratio_text(ratio.high)), Cell::judged(verdict),
               setting_of(*c->of)},
              c->of->experiment);
  }
  return table;
}

/// Counts cases that the program's own build runs.
std::string without_result(const Results& results, const Model& build) {
  const auto lacks = [&](const CaseResult& c) {
    const KernelResult* result = c.kernels.find(build);
    const KernelResult* own = c.kernels.find(Model(build.name()));
    return result != nullptr && result->status != Status::ok &&
           (own == result || own->status == Status::ok);
  };
  const auto lacking = std::count_if(results.cases.begin(), results.cases.end(), lacks);
  return lacking == 0 ? "" : fmt::format("{} of its results are invalid or missing.", lacking);
}

ReleaseChanges changes_of(const Results& results, const Model& release,
                          const Catalogue& catalogue) {
  const ByVariant compared = compared_in(results, release);
  const Json build = build_of(results, release);
  const Json own = build_of(results, Model(release.name()));
  return {fmt::format("{} {} ({}) against {}, in the same rounds", text_at(build, "label"),
                      release.release(), text_at(build, "release"), text_at(own, "release")),
          level_table(compared, catalogue), variant_table(compared),
          without_result(results, release)};
}

}  // namespace

std::vector<Model> releases_by_version(const Results& results) {
  std::set<std::string_view> seen;
  std::vector<std::pair<std::vector<int>, Model>> versions;
  for (const Model& build : builds_of(results))
    if (!seen.insert(build.name()).second) versions.emplace_back(version_of(results, build), build);
  std::ranges::sort(versions);
  std::vector<Model> releases;
  for (const auto& [version, model] : versions) releases.push_back(model);
  return releases;
}

std::vector<ReleaseChanges> release_changes(const Results& results, const Catalogue& catalogue) {
  std::vector<ReleaseChanges> changes;
  for (const Model& release : releases_by_version(results))
    changes.push_back(changes_of(results, release, catalogue));
  return changes;
}

Document release_blocks(const Results& results, const Catalogue& catalogue,
                        const std::string& label, std::size_t most) {
  Document blocks;
  for (ReleaseChanges& changes : release_changes(results, catalogue)) {
    blocks.add(Heading{(label.empty() ? "" : label + ": ") + changes.title, 3});
    blocks.add(std::move(changes.by_level));
    if (changes.by_variant.empty()) blocks.say("It makes no case slower or faster.");
    std::vector<Table::Row>& rows = changes.by_variant.groups.front().rows;
    changes.by_variant.left_out = rows.size() - std::min(rows.size(), most);
    rows.resize(std::min(rows.size(), most));
    if (!rows.empty()) blocks.add(std::move(changes.by_variant));
    blocks.say(changes.without_result);
  }
  return blocks;
}

}  // namespace tilebridge::pages
