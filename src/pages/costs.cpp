// SPDX-License-Identifier: Apache-2.0
#include "pages/costs.hpp"

#include <fmt/ranges.h>

#include <sstream>

#include "base/text.hpp"
#include "costs_json.hpp"
#include "pages/cases.hpp"
#include "pages/changes.hpp"
#include "pages/claims.hpp"
#include "pages/counters.hpp"
#include "pages/measured.hpp"
#include "pages/run.hpp"
#include "sources/listing.hpp"

namespace tilebridge::pages {
namespace {

/// The sections of examples/idioms that are called `name`; a line of their own says what is left
/// out between them.
std::string idiom_code(const std::string& name) {
  std::string code;
  for (const sources::SourceFile& file : sources::idiom_sources())
    for (const sources::Fragment& fragment : sources::sections_named(file, name))
      code += fmt::format("{}{}\n", code.empty() ? "" : "// …\n", fmt::join(fragment.lines, "\n"));
  return code;
}

IdiomCost costed(const judge::Cost& cost, const judge::Profiles& profiles) {
  IdiomCost idiom = uncosted(*cost.experiment, *cost.idiom);
  idiom.cost = cost.cost;
  idiom.in_native = cost.in_native;
  idiom.launch_in_native = cost.launch_in_native;
  idiom.in_reals = cost.in_reals;
  if (const auto& in = cost.in_reals) idiom.depends = judge::depend({in->in_float, in->in_double});
  idiom.where = cost.setting();
  if (const auto known = counted(cost, profiles)) idiom.counted = counted_text(*known);
  return idiom;
}

/// Whether an idiom is costly with one release of Kokkos.
struct CostInRelease {
  std::vector<int> version;
  std::string release;  // "5.0.2"
  std::optional<judge::Need> need;
  bool is_here;  // on the GPU that the list is of
};

/// The oldest release from which on no run needs the other way, where an older one on the same GPU
/// did; else "". Another GPU can only deny it.
std::string not_needed_from(std::vector<CostInRelease> runs) {
  std::erase_if(runs, [](const CostInRelease& run) {
    return !run.is_here && run.need != judge::Need::costly;
  });
  std::ranges::stable_sort(runs, std::greater(), &CostInRelease::version);
  const auto needed = std::ranges::find_if(
      runs, [](const CostInRelease& run) { return run.need != judge::Need::none; });
  const bool is_known = needed != runs.begin() && needed != runs.end() && needed->is_here &&
                        needed->need == judge::Need::costly &&
                        needed->version < std::prev(needed)->version;
  return is_known ? "Kokkos " + std::prev(needed)->release : "";
}

std::string kokkos_of(const Results& results) {
  return text_at(build_of(results, controlled), "release");
}

/// Costs of the same idioms with other releases and in other result files.
class CostsInOtherRuns {
 public:
  CostsInOtherRuns(const std::vector<judge::Cost>& costs, std::string device)
      : costs_(costs),
        device_(std::move(device)),
        of_each_(costs.size()),
        in_releases_(costs.size()) {
    for (std::size_t i = 0; i < costs.size(); ++i) of_each_[i].push_back(costs[i].cost);
  }

  void add(CostList& list, const judge::Cells& cells, const std::string& name,
           const std::string& release) {
    list.others.push_back(one_printable_line(name, 60));
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      const auto cost = judge::cost_in(cells, costs_[i]);
      list.idioms[i].elsewhere.push_back(cost ? std::optional(cost->cost) : std::nullopt);
      if (cost) of_each_[i].push_back(cost->cost);
      if (judge::depend(of_each_[i])) list.idioms[i].depends = true;
    }
    add_needs(cells, release);
  }

  /// Says whether this run needs the other way of each idiom.
  void add_needs(const judge::Cells& cells, const std::string& release) {
    const std::vector<int> version = version_of(cells.results(), controlled);
    const bool is_here = text_at(cells.results().device, "name") == device_;
    for (std::size_t i = 0; i < costs_.size(); ++i)
      if (costs_[i].instead != nullptr)
        in_releases_[i].push_back({version, release, judge::need_in(cells, costs_[i]), is_here});
  }

  /// Adds a column for each further Kokkos of a run.
  void add_releases(CostList& list, const Results& results, const std::string& before) {
    for (const Model& release : releases_by_version(results)) {
      const std::string name(release.release());
      add(list, with_build(results, name), before + name, name);
    }
  }

  void finish(CostList& list) {
    for (std::size_t i = 0; i < costs_.size(); ++i)
      list.idioms[i].not_needed_from = not_needed_from(std::move(in_releases_[i]));
  }

 private:
  const std::vector<judge::Cost>& costs_;
  std::string device_;  // "NVIDIA H200"
  std::vector<std::vector<Interval>> of_each_;
  std::vector<std::vector<CostInRelease>> in_releases_;
};

std::string device_of(const Results& results) {
  const std::string kokkos = kokkos_of(results);
  return text_at(results.device, "name") + (kokkos.empty() ? "" : ", Kokkos " + kokkos);
}

constexpr const char* costs_title = "What idioms of Kokkos cost";

Code::Listing listing(const char* title, const std::string& text) {
  Code::Listing listing = {.title = title};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) listing.lines.push_back({.text = line});
  return listing;
}

/// The whole change.
Code code_of(const IdiomCost& idiom) {
  return {{listing("before", idiom.code_before),
           listing("instead, right everywhere", idiom.code_after)}};
}

double performance_of(const judge::Cell& cell) { return cell.against_native->ratio.median; }

/// Kokkos in the case of a variant in loops with named idioms in which it is slowest; null if it is
/// nowhere slower than parity.
const judge::Cell* slowest_cell(const Experiment& experiment, const Variant& variant,
                                const judge::Cells& cells) {
  const judge::Cell* slowest = nullptr;
  if (variant.form != Form::loops || variant.idioms.empty()) return nullptr;
  for (const CaseResult& c : cells.cases()) {
    if (!judge::is_of(c, experiment, variant.name) || c.platform == "host") continue;
    const judge::Cell* cell = cells.of_kokkos(c);
    if (cell == nullptr || cell->against_native->verdict != Verdict::slower) continue;
    if (slowest == nullptr || performance_of(*cell) < performance_of(*slowest)) slowest = cell;
  }
  return slowest;
}

/// "if (team.team_rank() == 0); not needed from Kokkos 5.0.2 on".
std::string remedy_text(const IdiomCost& idiom) {
  return idiom.not_needed_from.empty()
             ? idiom.instead
             : fmt::format("{}; not needed from {} on", idiom.instead, idiom.not_needed_from);
}

/// "Cost of 1.1 or more: 27 of 55 idioms; the most expensive is team_control/single, 21×. …".
std::string summary_of(const CostList& list) {
  if (list.idioms.empty()) return "";
  const auto count = [&](const auto& is) { return std::ranges::count_if(list.idioms, is); };
  const IdiomCost& most = list.idioms.front();
  std::string text = fmt::format(
      "Cost of {} or more: {} of {}; the most expensive is {}, {}×.", judge::least_costly,
      count([](const IdiomCost& idiom) { return idiom.cost->low >= judge::least_costly; }),
      plural(list.idioms.size(), "idiom"), most.key, two_figures(most.cost->median));
  if (list.may_depend())
    text += fmt::format(" Dependent on the release, the GPU or the type: {}.",
                        count([](const IdiomCost& idiom) { return idiom.depends; }));
  if (const auto gone = count([](const IdiomCost& i) { return !i.not_needed_from.empty(); }))
    text += fmt::format(" Gone with a newer release: {}.", gone);
  return text;
}

void add_steps(Document& page, const std::vector<ShownAblation>& ablations) {
  if (ablations.empty()) return;
  page.add(Heading{"From loops to rewritten, one idiom at a time"});
  page.say(
      "Each row is a kernel of its own, compared with the same native code; it changes one thing "
      "more than the row above it. The gain is the time of the row above ÷ its own; what is "
      "counted is compared with the row above, too. `tilebridge explain "
      "transpose/padded_tile_step1` shows a step; the files are in `backends/kokkos/steps`.");
  for (const ShownAblation& ablation : ablations) {
    Table table = ablation_table(ablation);
    page.add(Heading{std::exchange(table.caption, ""), 3});
    page.say(ablation.sum);
    page.add(std::move(table));
  }
}

struct SlowKernel {
  const Variant* variant;
  const judge::Cell* cell;
};

/// The slowest first.
std::vector<SlowKernel> slow_kernels(const judge::Cells& cells, const Catalogue& catalogue) {
  std::vector<SlowKernel> slow;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (const judge::Cell* cell = slowest_cell(experiment, variant, cells))
        slow.push_back({&variant, cell});
  std::ranges::stable_sort(slow, {}, [](const auto& one) { return performance_of(*one.cell); });
  return slow;
}

std::string variant_name(const CaseResult& c) { return c.experiment + "/" + c.variant; }

/// The first of `all` below `title`.
void add_first(Document& document, const char* title, std::size_t shown, List all) {
  if (all.items.empty()) return;
  all.items.resize(std::min(shown, all.items.size()));
  document.say(title);
  document.add(std::move(all));
}

/// The steps from the kernel in loops on, the largest gain first.
std::vector<const judge::Stage*> stages_by_gain(const Variant& in_loops,
                                                const std::vector<judge::Ablation>& ablations) {
  std::vector<const judge::Stage*> stages;
  for (const judge::Ablation& ablation : ablations)
    for (const judge::Stage& stage : ablation.stages)
      if (&ablation.in_loops() == &in_loops && stage.variant->step) stages.push_back(&stage);
  std::ranges::stable_sort(stages, std::greater(),
                           [](const judge::Stage* stage) { return stage->gain.median; });
  return stages;
}

struct NamedIdiom {
  std::string key;
  std::string name;  // with its gain, where that was measured: "team_control/single (2.07× here)"
};

/// The idioms of a variant's kernel in loops, the largest gain of avoiding one there first.
std::vector<NamedIdiom> idioms_by_gain(const Variant& variant,
                                       const std::vector<judge::Ablation>& ablations) {
  std::vector<std::string> keys = variant.idioms;
  std::vector<NamedIdiom> named;
  for (const judge::Stage* stage : stages_by_gain(variant, ablations)) {
    const std::string& key = stage->variant->step->idiom;
    if (std::erase(keys, key) > 0)
      named.push_back({key, fmt::format("{} ({}× here)", key, two_digits(stage->gain.median))});
  }
  for (const std::string& key : keys) named.push_back({key, key});
  return named;
}

}  // namespace

std::string CostFigures::interval(const Interval& cost) const {
  return fmt::format("{}–{}", of(cost.low), of(cost.high));
}

std::string CostFigures::both(const Interval& cost) const {
  return of(cost.median) + " " + interval(cost);
}

std::string CostFigures::in_double(const IdiomCost& idiom) const {
  const auto& in = idiom.in_reals;
  if (!in) return "";
  const std::string in_double = both(in->in_double);
  return in->elsewhere.empty()
             ? in_double
             : fmt::format("{}, float {} at {}", in_double, of(in->in_float.median), in->elsewhere);
}

std::string CostFigures::in_native(const IdiomCost& idiom) const {
  if (!idiom.in_native) return "";
  const std::string all = of(idiom.in_native->median);
  return idiom.launch_in_native
             ? fmt::format("{}, launch {}", all, of(idiom.launch_in_native->median))
             : all;
}

IdiomCost uncosted(const Experiment& experiment, const Variant& idiom) {
  const Variant* instead = experiment.find(rewritten_name(idiom.name));
  IdiomCost found = {.key = experiment.name + "/" + idiom.name,
                     .written = idiom.technique,
                     .instead = instead == nullptr ? "" : instead->technique,
                     .holds_if = instead == nullptr ? "" : idiom.idiom->holds_if,
                     .matters = idiom.idiom->matters};
  found.code_before = idiom_code("before " + found.key);
  found.code_after = idiom_code("after " + found.key);
  return found;
}

std::string instead_text(const IdiomCost& idiom) {
  const bool is_conditional = !idiom.holds_if.empty() && idiom.holds_if != always;
  return is_conditional ? fmt::format("({}) {}", idiom.holds_if, idiom.instead) : idiom.instead;
}

bool CostList::may_depend() const {
  return !others.empty() || std::ranges::any_of(idioms, [](const IdiomCost& idiom) {
    return idiom.in_reals.has_value();
  });
}

const IdiomCost* CostList::find(const std::string& key) const {
  const auto found = std::ranges::find(idioms, key, &IdiomCost::key);
  return found == idioms.end() ? nullptr : &*found;
}

CostList uncosted(const Catalogue& catalogue) {
  CostList list;
  for (const Experiment& experiment : catalogue)
    for (const Variant& variant : experiment.variants)
      if (variant.idiom) list.idioms.push_back(uncosted(experiment, variant));
  return list;
}

CostList known_costs(const std::optional<judge::Cells>& cells, const Catalogue& catalogue) {
  CostList all = uncosted(catalogue);
  if (!cells) return all;
  const CostList known = cost_list(*cells, catalogue);
  all.device = known.device;
  for (IdiomCost& idiom : all.idioms)
    if (const IdiomCost* found = known.find(idiom.key)) idiom = *found;
  return all;
}

CostList stored_costs(const Catalogue& catalogue) {
  const Json stored = Json::parse(costs_json);
  CostList all = uncosted(catalogue);
  all.device = stored.at("measured").get<std::string>();
  for (IdiomCost& idiom : all.idioms)
    if (const auto cost = parse_number<double>(stored.at("costs").value(idiom.key, std::string())))
      idiom.cost = {*cost, *cost, *cost};
  return all;
}

CostList cost_list(const judge::Cells& cells, const Catalogue& catalogue,
                   const judge::Profiles& profiles, const std::vector<const Results*>& others) {
  const Results& results = cells.results();
  CostList list = {device_of(results),
                   program_text(results),
                   command_line_text(results),
                   {},
                   shown_ablations(cells, catalogue, profiles)};
  const std::vector<judge::Cost> known = judge::idiom_costs(cells, catalogue);
  for (const judge::Cost& cost : known) list.idioms.push_back(costed(cost, profiles));
  for (const judge::RefusedCost& refused : judge::refused_costs(cells, catalogue))
    list.refused.push_back(
        fmt::format("{} ({}): {}", refused.key(), refused.setting, refused.reason));
  CostsInOtherRuns in_other_runs(known, text_at(results.device, "name"));
  in_other_runs.add_needs(cells, kokkos_of(results));
  in_other_runs.add_releases(list, results, "Kokkos ");
  for (const Results* other : others) {
    in_other_runs.add(list, *other, device_of(*other), kokkos_of(*other));
    in_other_runs.add_releases(list, *other, text_at(other->device, "name") + ", Kokkos ");
  }
  in_other_runs.finish(list);
  return list;
}

Document worst_blocks(const judge::Cells& cells, const Catalogue& catalogue) {
  List kernels;
  const std::vector<judge::Ablation> known = judge::ablations(cells, catalogue);
  for (const auto& [variant, cell] : slow_kernels(cells, catalogue))
    kernels.items.push_back(fmt::format("{} of native {}{}: {}", two_digits(performance_of(*cell)),
                                        variant_name(*cell->of), factors_text(*cell),
                                        idioms_text(*variant, known)));
  List idioms;
  for (const IdiomCost& idiom : cost_list(cells, catalogue).idioms)
    idioms.items.push_back(fmt::format("{}× {}{}", two_figures(idiom.cost->median), idiom.key,
                                       idiom.instead.empty() ? "" : ": " + instead_text(idiom)));
  Document blocks;
  add_first(blocks,
            "slowest kernels in loops and their idioms (code: tilebridge explain VARIANT):", 3,
            std::move(kernels));
  add_first(blocks, "most expensive idioms, and (where it holds) what to write instead:", 3,
            std::move(idioms));
  return blocks;
}

std::vector<std::string> worst_lines(const judge::Cells& cells, const Catalogue& catalogue) {
  constexpr std::size_t most = 3;
  std::vector<std::string> kernels, idioms;
  for (const auto& [variant, cell] : slow_kernels(cells, catalogue))
    kernels.push_back(
        fmt::format("{} {}", variant_name(*cell->of), two_digits(performance_of(*cell))));
  for (const judge::Cost& cost : judge::idiom_costs(cells, catalogue))
    idioms.push_back(cost.key() + " " + figure(cost.cost.median, "×", 2));
  std::vector<std::string> lines;
  const auto add = [&](const char* title, std::vector<std::string>& all) {
    all.resize(std::min(most, all.size()));
    if (!all.empty()) lines.push_back(fmt::format("{}: {}", title, fmt::join(all, ", ")));
  };
  add("slowest in loops (why: tilebridge explain NAME)", kernels);
  add("most expensive idioms (instead: tilebridge explain NAME)", idioms);
  return lines;
}

Table costs_table(const CostList& list) {
  const auto has = [&](auto IdiomCost::*what) {
    return std::ranges::any_of(list.idioms,
                               [=](const IdiomCost& idiom) { return (idiom.*what).has_value(); });
  };
  const bool has_native = has(&IdiomCost::in_native);
  const bool has_double = has(&IdiomCost::in_reals);
  Table table = {costs_title, {"idiom", "cost", {"95% interval", "95% interval", 60}}};
  if (has_double) table.columns.emplace_back("in double", "in double", 150);
  if (has_native) table.columns.emplace_back("natively", "natively", 70);
  for (const std::string& other : list.others) table.columns.emplace_back(other, other, 100);
  if (list.may_depend()) table.columns.emplace_back("depends", "depends", 80);
  table.columns.insert(table.columns.end(), {below("what is written"),
                                             below("instead", "instead"),
                                             below("holds if", "holds if"),
                                             below("matters", "matters"),
                                             {"case", "case", 190},
                                             below("counted", "counted")});
  const CostFigures& figures = short_costs;
  for (const IdiomCost& idiom : list.idioms) {
    std::vector<Cell> cells = {idiom.key,
                               Cell::number(idiom.cost ? figures.of(idiom.cost->median) : ""),
                               idiom.cost ? figures.interval(*idiom.cost) : ""};
    if (has_double) cells.emplace_back(figures.in_double(idiom));
    if (has_native) cells.push_back(Cell::number(figures.in_native(idiom)));
    for (const auto& cost : idiom.elsewhere) cells.emplace_back(cost ? figures.both(*cost) : "");
    if (list.may_depend()) cells.emplace_back(idiom.depends ? "depends" : "");
    cells.insert(cells.end(), {idiom.written, remedy_text(idiom), idiom.holds_if, idiom.matters,
                               idiom.where, idiom.counted});
    table.add(std::move(cells), idiom.key.substr(0, idiom.key.find('/')));
  }
  return table;
}

Document code_blocks(const CostList& list) {
  std::vector<std::pair<std::string, const IdiomCost*>> codes;  // names of those that share it
  for (const IdiomCost& idiom : list.idioms) {
    if (idiom.code_after.empty()) continue;
    const auto same = std::ranges::find_if(codes, [&](const auto& code) {
      return code.second->code_before == idiom.code_before &&
             code.second->code_after == idiom.code_after;
    });
    if (same == codes.end())
      codes.emplace_back(idiom.key, &idiom);
    else
      same->first += ", " + idiom.key;
  }
  Document blocks;
  for (const auto& [keys, idiom] : codes) blocks.fold("Code instead of " + keys, code_of(*idiom));
  return blocks;
}

Document costs_page(const CostList& list) {
  Document page;
  page.complete = "tilebridge explain IDIOM shows the code";
  page.add(Heading{.text = costs_title, .level = 1});
  page.say(list.origin.empty() ? "Measured on " + list.device : list.origin);
  page.say(
      "A cost is the time with an idiom ÷ the time with what to write instead, or ÷ native code's "
      "where there is nothing else; columns: `tilebridge help costs`.");
  page.say(summary_of(list));
  page.add(costs_table(list));
  if (!list.refused.empty()) {
    page.say("Measured, but without a cost:");
    page.add(List{list.refused});
  }
  if (Document code = code_blocks(list); !code.empty()) {
    page.add(Heading{"What to write instead"});
    page.say(
        "The whole change, in forms that are right with every team size and vector length, on "
        "hosts and on GPUs: `tilebridge explain IDIOM`, and `examples/idioms/idioms.hpp`, which a "
        "test compiles and runs. Helpers such as `for_each_thread` and `TwoSteps` are in "
        "`backends/kokkos/techniques.hpp`, to be copied with `backends/kokkos/execution.hpp`.");
    page.append(std::move(code));
  }
  add_steps(page, list.ablations);
  page.say(fmt::format("Measured by {}: `{}`", list.program, list.command_line));
  return page;
}

CostList costs_for(const std::optional<judge::Cells>& cells, const Catalogue& catalogue) {
  const bool has_costs = cells && !cost_list(*cells, catalogue).empty();
  return has_costs ? known_costs(cells, catalogue) : stored_costs(catalogue);
}

Document idiom_sentences(const IdiomCost& idiom, const std::string& device) {
  Document blocks;
  if (idiom.cost)
    blocks.say(
        fmt::format("The idiom costs up to {}× ({}).", two_figures(idiom.cost->median), device));
  for (const auto& [label, text] :
       {std::pair("instead", remedy_text(idiom)), std::pair("holds if", idiom.holds_if),
        std::pair("matters", idiom.matters)})
    if (!text.empty()) blocks.say(fmt::format("{}: {}", label, text));
  return blocks;
}

Document idiom_change(const IdiomCost& idiom) {
  Document blocks;
  if (!idiom.code_after.empty()) blocks.add(code_of(idiom));
  return blocks;
}

std::string idioms_text(const Variant& variant, const std::vector<judge::Ablation>& ablations) {
  std::vector<std::string> named;
  for (const auto& [key, name] : idioms_by_gain(variant, ablations)) named.push_back(name);
  return fmt::format("{}", fmt::join(named, ", "));
}

List idioms_list(const Variant& variant, const std::vector<judge::Ablation>& ablations,
                 const Catalogue& catalogue) {
  const CostList known = uncosted(catalogue);
  List list;
  for (const auto& [key, name] : idioms_by_gain(variant, ablations)) {
    const IdiomCost* idiom = known.find(key);
    const std::string instead = idiom == nullptr ? "" : instead_text(*idiom);
    list.items.push_back(instead.empty() ? name : name + ": " + instead);
  }
  return list;
}

}  // namespace tilebridge::pages
