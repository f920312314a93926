// SPDX-License-Identifier: Apache-2.0
#include "pages/changes.hpp"

#include <cmath>
#include <set>

#include "base/text.hpp"
#include "judge/gate.hpp"
#include "judge/summary.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

/// Those that became slower or faster in a case.
Table variant_table(const std::vector<judge::VariantChange>& variants) {
  Table table = {"What became slower or faster, the largest changes first",
                 {"variant",
                  "model",
                  "form",
                  "new ÷ old",
                  "cases",
                  {"largest change", "largest change", 130},
                  "time"}};
  for (const judge::VariantChange& variant : judge::by_size(variants)) {
    const std::size_t slower = variant.count(judge::Judgement::slower);
    const std::size_t faster = variant.count(judge::Judgement::faster);
    if (slower + faster == 0) continue;
    const judge::Change& largest = variant.largest();
    const CaseResult& c = *largest.now.of;
    table.add({c.experiment + "/" + shown_variant(c), shown_model(largest.now),
               shown_form(c, largest.now.kernel), Cell::number(ratio_text(variant.performance())),
               fmt::format("{} slower, {} faster of {}", slower, faster, variant.cases.size()),
               setting_of(c),
               fmt::format("{} → {}", time_text(largest.base), time_text(largest.current))},
              c.experiment);
  }
  return table;
}

bool is_timed(const judge::Cells& cells) {
  return !is_profile(cells.results()) && std::ranges::all_of(cells.all(), [](const auto& cell) {
    return judge::is_whole(*cell.result);
  });
}

std::string name_of_run(const Results& results) {
  return fmt::format("{}, {}", device_text(results), models_text(results));
}

/// A further build in each case in which it is compared with the program's own, by variant.
using ByVariant = std::map<std::pair<std::string, std::string>, std::vector<const judge::Cell*>>;

double own_ratio(const judge::Cell* cell) { return cell->against_own->ratio.median; }

bool has_changed(const judge::Cell* cell) {
  const Verdict verdict = cell->against_own->verdict;
  return verdict == Verdict::slower || verdict == Verdict::faster;
}

ByVariant compared_in(const judge::Cells& cells, const Model& build) {
  ByVariant compared;
  for (const CaseResult& c : cells.cases()) {
    const auto of_case = cells.of(c);
    const auto found = std::ranges::find_if(of_case, [&](const judge::Cell& cell) {
      return cell.kernel.model == build && cell.against_own;
    });
    if (found != of_case.end()) compared[{c.experiment, c.variant}].push_back(&*found);
  }
  return compared;
}

double mean_of(const std::vector<const judge::Cell*>& cells) {
  std::vector<double> ratios;
  for (const judge::Cell* cell : cells) ratios.push_back(own_ratio(cell));
  return geometric_mean(ratios).value;
}

int count(const std::vector<const judge::Cell*>& cells, Verdict verdict) {
  return static_cast<int>(std::ranges::count_if(
      cells, [&](const judge::Cell* cell) { return cell->against_own->verdict == verdict; }));
}

/// Kernels by how they are written, and what is no kernel.
constexpr std::array codes = {"kernels in loops", "rewritten kernels", "other kernels",
                              "transfers, hierarchy, idioms"};

/// The index of its name.
std::size_t code_of(const CaseResult& c, const Catalogue& catalogue) {
  if (!judge::is_kernel(c, catalogue)) return 3;
  if (c.form == name_of(Form::loops)) return 0;
  return c.form == name_of(Form::rewritten) ? 1 : 2;
}

Table level_table(const ByVariant& compared, const Catalogue& catalogue) {
  struct Sum {
    std::map<std::string, std::vector<double>> means;  // of the variants, by experiment
    std::size_t variants = 0;
    int slower = 0, faster = 0;
  };
  std::map<std::size_t, Sum> sums;
  for (const auto& [variant, cells] : compared) {
    Sum& sum = sums[code_of(*cells.front()->of, catalogue)];
    sum.means[variant.first].push_back(mean_of(cells));
    ++sum.variants;
    sum.slower += count(cells, Verdict::slower);
    sum.faster += count(cells, Verdict::faster);
  }
  Table table = {
      "Performance ÷ that with the program's own Kokkos, geometric means over experiments",
      {"code", column("ratio", "÷ own Kokkos"), "variants", column("slower cases", "slower"),
       column("faster cases", "faster")}};
  for (const auto& [code, sum] : sums)
    table.add({codes.at(code), Cell::number(mean_text(judge::mean_over_experiments(sum.means))),
               Cell::number(sum.variants), Cell::number(sum.slower), Cell::number(sum.faster)});
  return table;
}

double size_of(double ratio) { return std::abs(std::log(ratio)); }

/// The case of a variant that changed most.
const judge::Cell* largest(const std::vector<const judge::Cell*>& cells) {
  return *std::ranges::max_element(cells, {}, [](const judge::Cell* cell) {
    return std::pair(has_changed(cell), size_of(own_ratio(cell)));
  });
}

Table release_table(const ByVariant& compared) {
  std::vector<const judge::Cell*> changed;
  for (const auto& [variant, cells] : compared)
    if (const judge::Cell* most = largest(cells); has_changed(most)) changed.push_back(most);
  std::ranges::stable_sort(changed, std::greater(),
                           [](const judge::Cell* cell) { return size_of(own_ratio(cell)); });
  Table table = {
      "What it makes slower or faster, the largest changes first",
      {"variant", "model", "form", "ratio", "95% interval", {"verdict", "verdict", 120}, "case"}};
  for (const judge::Cell* cell : changed) {
    const CaseResult& c = *cell->of;
    const auto& [ratio, verdict, against] = *cell->against_own;
    table.add(
        {c.experiment + "/" + shown_variant(c), label_of(*cell->in, Model(against.model.name())),
         shown_form(c, against), Cell::number(ratio_text(ratio.median)),
         Cell::range(ratio_text(ratio.low), ratio_text(ratio.high)), Cell::judged(verdict),
         setting_of(c)},
        c.experiment);
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

/// "Kokkos 5.0.02 (5.0.2) against 4.7.01, in the same rounds".
std::string release_title(const Results& results, const Model& release) {
  const Json build = build_of(results, release);
  const Json own = build_of(results, Model(release.name()));
  return fmt::format("{} {} ({}) against {}, in the same rounds", text_at(build, "label"),
                     release.release(), text_at(build, "release"), text_at(own, "release"));
}

}  // namespace

std::string mean_text(const GeometricMean& mean) {
  if (!mean.has_interval()) return ratio_text(mean.value);
  return fmt::format("{} {}–{}", ratio_text(mean.value), ratio_text(mean.low),
                     ratio_text(mean.high));
}

Table totals_table(const std::vector<judge::Total>& totals) {
  Table table = {"Performance new ÷ old, geometric means over experiments, 95% intervals",
                 {"code", "new ÷ old", "variants", column("slower cases", "slower"),
                  column("faster cases", "faster")}};
  for (const judge::Total& total : totals)
    table.add({judge::name_of(total.kind), mean_text(total.performance),
               Cell::number(total.variants), Cell::number(total.slower),
               Cell::number(total.faster)});
  return table;
}

std::vector<int> version_of(const Results& results, const Model& build) {
  std::vector<int> numbers;
  for (const std::string& part : split(text_at(build_of(results, build), "release"), '.')) {
    const auto number = parse_number<int>(part);
    if (!number) break;
    numbers.push_back(*number);
  }
  return numbers;
}

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

Document changes_blocks(const judge::Cells& before, const judge::Cells& after,
                        const Catalogue& catalogue) {
  const Results& old = before.results();
  const Results& current = after.results();
  Document blocks;
  if (!is_timed(before) || !is_timed(after)) return blocks;
  const judge::GateReport report = judge::compare_results(before, after, {});
  const std::vector<judge::VariantChange> variants = judge::by_variant(report);
  if (variants.empty()) return blocks;
  blocks.add(Heading{.text = "What changed", .id = "changes"});
  blocks.say(fmt::format("{} → {}", name_of_run(old), name_of_run(current)));
  if (const auto differences = judge::describe(judge::differences(old, current));
      !differences.empty())
    blocks.add(List{differences});
  blocks.add(totals_table(judge::totals(variants, catalogue)));
  Table changed = variant_table(variants);
  if (changed.empty())
    blocks.say("No case became slower or faster.");
  else
    blocks.add(std::move(changed));
  return blocks;
}

std::string releases_line(const Results& results) {
  std::vector<std::string> names;  // "Kokkos 5.0.2", "5.2.2"
  std::string last_label;
  for (const Model& release : releases_by_version(results)) {
    const std::string label = text_at(build_of(results, release), "label");
    const std::string name = label == last_label ? std::string(release.release())
                                                 : fmt::format("{} {}", label, release.release());
    names.push_back(one_printable_line(name, 40));
    last_label = label;
  }
  if (names.empty()) return "";
  return fmt::format("other releases timed: {}; tilebridge report --releases FILE",
                     fmt::join(names, ", "));
}

Document release_blocks(const judge::Cells& cells, const Catalogue& catalogue,
                        const std::string& label) {
  const Results& results = cells.results();
  Document blocks;
  for (const Model& release : releases_by_version(results)) {
    const ByVariant compared = compared_in(cells, release);
    blocks.add(Heading{(label.empty() ? "" : label + ": ") + release_title(results, release), 3});
    blocks.add(level_table(compared, catalogue));
    Table changed = release_table(compared);
    if (changed.empty())
      blocks.say("It makes no case slower or faster.");
    else
      blocks.add(std::move(changed));
    blocks.say(without_result(results, release));
  }
  return blocks;
}

}  // namespace tilebridge::pages
