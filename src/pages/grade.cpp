// SPDX-License-Identifier: Apache-2.0
#include "pages/grade.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "base/error.hpp"
#include "base/process.hpp"
#include "pages/cases.hpp"
#include "pages/curves.hpp"
#include "pages/explain.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"
#include "results/hints.hpp"
#include "sources/sources.hpp"

namespace tilebridge::pages {
namespace {

/// A kind of access, and how many sectors or wavefronts one instruction of a warp takes.
struct PerRequest {
  const char* unit;
  const char* kind;
  double amount;
};

std::string text_of(const std::vector<PerRequest>& kinds) {
  std::vector<std::string> parts;
  for (const auto& [unit, kind, amount] : kinds)
    if (amount > 0)
      parts.push_back(fmt::format("{:.3g} {}{} {}", amount, unit, amount == 1 ? "" : "s", kind));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<PerRequest> per_request(const Traffic& t) {
  return {{"sector", "per load", t.load.sectors_per_request()},
          {"sector", "per store", t.store.sectors_per_request()},
          {"sector", "per atomic", t.atomic.sectors_per_request()},
          {"wavefront", "per load from shared memory", t.shared_load.wavefronts_per_request()},
          {"wavefront", "per store to shared memory", t.shared_store.wavefronts_per_request()},
          {"wavefront", "per atomic in shared memory", t.shared_atomic.wavefronts_per_request()}};
}

std::vector<PerRequest> per_request(const Counters& c) {
  using enum Counter;
  const auto ratio = [&](Counter above, Counter below) {
    return c.ratio(above, below).value_or(0);
  };
  return {{"sector", "per load", ratio(global_load_sectors, global_load_requests)},
          {"sector", "per store", ratio(global_store_sectors, global_store_requests)},
          {"sector", "per atomic", ratio(global_reduction_sectors, global_reduction_requests)},
          {"wavefront", "per load from shared memory",
           ratio(shared_load_wavefronts, shared_load_instructions)},
          {"wavefront", "per store to shared memory",
           ratio(shared_store_wavefronts, shared_store_instructions)}};
}

/// "transpose/tile: 4 sectors per load, …", of "transpose/tile" or "stride/copy stride=32"; "" if
/// the catalogue has no such case, or it is not known what its kernel accesses.
std::string modelled(const std::string& named, const Catalogue& catalogue) try {
  constexpr double most_addresses = 1 << 20;
  const std::size_t end = named.find(' ');
  const Chosen chosen = catalogue.named(named.substr(0, end)).front();
  if (chosen.variant == nullptr) return "";
  Parameters parameters = chosen.variant->problem->cases(Preset::quick, Platform::cuda).front();
  const auto assignments = parse_assignments(end == std::string::npos ? "" : named.substr(end + 1));
  for (const Parameter& parameter : chosen.experiment->parameters)
    for (const auto& [name, text] : assignments)
      if (name == parameter.name) parameters.set(name, parse_value(parameter, text));
  const std::vector<Part> parts = parts_of({chosen.experiment, chosen.variant}, parameters);
  if (parts.empty()) return "";
  return fmt::format("{}: {}", named,
                     text_of(per_request(traffic(parts.front().kernels, most_addresses))));
} catch (const UsageError&) {
  return "";
}

void add_model(Document& page, const Exercise& exercise, const Catalogue& catalogue) {
  List lines;
  for (const auto& [kind, named] :
       {std::pair("slow: ", exercise.slow), std::pair("good: ", exercise.good)})
    if (const std::string line = modelled(named, catalogue); !line.empty())
      lines.items.push_back(kind + line);
  if (lines.items.empty()) return;
  page.say(
      "The access model, per instruction of a warp, of kernels that `tilebridge explain` shows:");
  page.add(std::move(lines));
}

OutputShape shape_of(const Exercise& exercise, const CaseResult& c, const Model& model) {
  const auto row = number_of(c, exercise.row);
  return {.row = row && *row >= 1 ? static_cast<std::size_t>(*row) : 0,
          .is_sum = exercise.at_most.contains(Amount::atomics),
          .may_have_team_of_one = c.platform == "host" && model.is(controlled)};
}

/// "hint: Wrong: all but the diagonals of tiles of 32 × 32. Is a tile …?" What the rules ask is
/// about threads and blocks, not about pieces of an array.
std::string hint_of(const Exercise& exercise, const ErrorPattern& pattern) {
  const std::string& own = pattern.is_unwritten ? exercise.unwritten : exercise.wrong;
  const bool has_pieces = exercise.at_most.contains(Amount::timeline);
  return fmt::format("hint: {}{}{}", pattern.seen, pattern.seen.empty() ? "" : " ",
                     pattern.advice.empty() || has_pieces ? own : pattern.advice);
}

/// Draws which elements are wrong, from the row of the first one on, a tile and its neighbours; no
/// further than they are known.
Figure map_of(const Validation& v, std::size_t row) {
  constexpr std::size_t tile = 32, columns = 66, rows = 34;
  const std::size_t first_row = v.first_wrong / row;
  const std::size_t left = v.first_wrong % row / tile * tile;
  const std::size_t right = std::min(row, left + columns);
  const bool all_known = v.wrong_runs.size() < most_wrong_runs;
  const std::size_t known = all_known ? v.elements : v.wrong_runs.back().end();
  std::vector<std::string> lines;
  for (std::size_t y = first_row; y < first_row + rows && y * row + left < known; ++y) {
    const std::size_t end = std::min(right, known - y * row);
    lines.push_back(fmt::format("{:>9}  {}", y, std::string(end - left, '.')));
  }
  for (const ElementRun& run : v.wrong_runs)
    for (std::size_t i = run.first; i < run.end(); ++i) {
      const std::size_t y = i / row, x = i % row;
      if (y >= first_row + lines.size()) break;
      if (x >= left && x < right) lines[y - first_row].at(11 + x - left) = 'x';
    }
  if (lines.empty() || v.wrong_runs.empty() || v.elements < tile) return {};
  return {.title = fmt::format("wrong elements (x) of rows of {}, from column {} on:", row, left),
          .lines = std::move(lines)};
}

/// A question to who wrote a kernel of this model that crashed on a host; "" for any other reason.
std::string crash_advice(const Model& model, const std::string& reason) {
  const auto has_ended_by = [&](int signal) {
    return reason.ends_with(how_ended({.signal = signal}));
  };
  if (std::ranges::none_of(std::array{SIGABRT, SIGSEGV, SIGBUS}, has_ended_by)) return "";
  return model.is(controlled)
             ? "Is an index outside an array, is set_scratch_size() missing, or has a team more "
               "threads than the host allows?"
             : "Is an index outside an array?";
}

/// Adds the first wrong element of each kernel, and a hint. Whether there is any.
bool add_wrong(Document& page, const Exercise& exercise, const Results& results) {
  bool any = false;
  for (const CaseResult& c : results.cases)
    for (const auto& [kernel, result] : c.kernels) {
      if (result.status != Status::invalid) continue;
      any = true;
      page.say(fmt::format("wrong: {}: {}", case_text(c), result.reason));
      if (const std::string advice = crash_advice(kernel.model, result.reason);
          c.platform == "host" && !advice.empty())
        page.say("hint: " + advice);
      if (!result.validation || result.validation->ok()) continue;
      constexpr std::size_t usual_row = 64;
      const OutputShape shape = shape_of(exercise, c, kernel.model);
      if (Figure map = map_of(*result.validation, shape.row > 0 ? shape.row : usual_row);
          !map.lines.empty())
        page.add(std::move(map));
      page.say(hint_of(exercise, error_pattern(*result.validation, shape)));
    }
  return any;
}

/// The kernel whose ratio has the lowest interval; null without any.
const judge::Cell* worst_of(const judge::Cells& cells) {
  const judge::Cell* worst = nullptr;
  for (const judge::Cell& cell : cells.all())
    if (cell.against_native &&
        (worst == nullptr || cell.against_native->ratio.low < worst->against_native->ratio.low))
      worst = &cell;
  return worst;
}

/// "it moves 340 GB/s, 0.11 of what a copy moves"; "" if either is unknown.
std::string moved_share(const judge::Cell& cell, const Results& results) {
  const double copy = results.ceilings.copy_bytes_per_s;
  if (!cell.result->timing || copy <= 0) return "";
  const Work& work = cell.of->work;
  const double rate = (work.bytes_read + work.bytes_written) / cell.result->timing->seconds.median;
  if (rate == 0) return "";
  return fmt::format("It moves {}, {:.2f} of what a copy moves here.", bandwidth_text(rate),
                     rate / copy);
}

/// "passed: 0.95 of the reference, 0.90 asked for", by the comparison with the lowest interval.
std::string graded(const judge::Cell* worst, double share, bool passes) {
  if (worst == nullptr) return "not yet: nothing was compared with the reference";
  const auto& [median, low, high] = worst->against_native->ratio;
  const bool is_close = !passes && median >= share;
  return fmt::format("{}: {:.2f} of the reference{}, {:.2f} asked for",
                     passes ? "passed" : "not yet", median,
                     is_close ? fmt::format(" (but perhaps {:.2f})", low) : "", share);
}

/// "yours.hpp has 1 team_barrier(), the solution 2."; "" if it has as many, or that is unknown.
std::string missing_barriers(const Exercise& exercise) {
  const auto files = sources::exercises();
  const auto solution =
      std::ranges::find(files, exercise.name + "/solution/kokkos.hpp", &sources::SourceFile::path);
  if (!exercise.team_barriers || solution == files.end()) return "";
  const std::size_t expected = team_barriers_in(solution->text);
  if (*exercise.team_barriers >= expected) return "";
  return fmt::format("yours.hpp has {} team_barrier(), the solution {}.", *exercise.team_barriers,
                     expected);
}

std::string why_uncounted(const Exercise& exercise, const Results& results) {
  if (!has_kokkos(results))
    return "Nothing was counted: this object was built without COUNTED, or by a compiler that "
           "cannot.";
  if (exercise.at_most.contains(Amount::timeline))
    return "Whether copies and kernels overlap, and whether fences are missing, was not tested: "
           "Kokkos on a host runs each call at once, on any instance. A GPU tells.";
  return "Nothing was counted, and barriers were not tested: on this host a team may have one "
         "thread.";
}

/// Adds what was counted on a host, and the grade by it.
void add_counted(Document& page, const Exercise& exercise, const Results& results,
                 const std::string& name) {
  const std::vector<CountedAmount> counted = counted_amounts(exercise, results);
  if (counted.empty()) {
    page.say(why_uncounted(exercise, results));
    if (const std::string missing = missing_barriers(exercise); !missing.empty())
      page.say("hint: " + missing + " What does a thread read that another one writes?");
    page.say(fmt::format("{}validated: {:.2f} of the reference is asked for on a GPU", name,
                         exercise.at_least));
    return;
  }
  const bool passes = std::ranges::all_of(counted, &CountedAmount::passes);
  std::vector<std::string> texts;
  for (const CountedAmount& of : counted) {
    texts.push_back(text_of(of));
    if (of.passes()) continue;
    const auto [seen, advice] = excess_of(of.amount, of.yours, of.reference);
    page.say(
        fmt::format("hint: {} {}", seen, of.amount == exercise.about ? exercise.slowness : advice));
  }
  if (passes)
    page.say(fmt::format("How fast it is, a GPU tells: {:.2f} of the reference is asked for there.",
                         exercise.at_least));
  page.say(fmt::format("{}{}: {}", name, passes ? "passed as counted" : "not yet",
                       fmt::join(texts, "; ")));
}

/// "4 sectors per load, …; 62% of the warps active"
std::string counts_text(const Counters& counters) {
  const auto active = counters.of(Counter::warps_active_percent);
  return text_of(per_request(counters)) +
         (active ? fmt::format("; {:.0f}% of the warps active", *active) : "");
}

/// Adds what was counted of each kernel of each case.
void add_counts(Document& page, const Results& results, const char* title) {
  List lines;
  for (const CaseResult& c : results.cases)
    for (const auto& [kernel, result] : c.kernels)
      if (result.counters)
        lines.items.push_back(fmt::format("{}: {}",
                                          kernel.model.is_native() ? "reference" : "yours",
                                          counts_text(*result.counters)));
  if (lines.items.empty()) return;
  page.say(title);
  page.add(std::move(lines));
}

}  // namespace

Document grade_page(const Exercise& exercise, const Results& all, double at_least,
                    const Catalogue& catalogue) {
  const Results results = results_of(exercise, all);
  const std::string name = results.cases.size() < all.cases.size() ? exercise.name + ": " : "";
  Document page;
  page.is_brief = true;
  if (add_wrong(page, exercise, results)) {
    page.say(name + "refused: the results are wrong");
    return page;
  }
  if (is_untimed(results)) {
    add_counts(page, results, "Counted on this host, per instruction of a warp:");
    add_counted(page, exercise, results, name);
    return page;
  }
  const double share = share_asked(exercise, at_least);
  const judge::Cells cells = results;
  const judge::Cell* worst = worst_of(cells);
  const bool passes = worst != nullptr && worst->against_native->ratio.low >= share;
  if (!passes) {
    if (worst != nullptr) page.say(moved_share(*worst, results));
    page.say("hint: " + exercise.slowness);
    add_model(page, exercise, catalogue);
    page.say(
        "`tilebridge profile` counts what your kernel does; `tilebridge explain` finds idioms in "
        "its source.");
  }
  page.say(name + graded(worst, share, passes));
  return page;
}

Document counted_page(const Exercise& exercise, const Results& results,
                      const Catalogue& catalogue) {
  Document page;
  add_counts(page, results_of(exercise, results), "Counted, per instruction of a warp:");
  add_model(page, exercise, catalogue);
  page.say("hint: " + exercise.slowness);
  return page;
}

}  // namespace tilebridge::pages
