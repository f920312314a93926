// SPDX-License-Identifier: Apache-2.0
#include "pages/grade.hpp"

#include <fmt/ranges.h>

#include <cmath>

#include "base/error.hpp"
#include "pages/cases.hpp"
#include "pages/explain.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

/// A kind of access, and how many sectors or wavefronts one instruction of a warp takes.
struct PerRequest {
  const char* kind;
  double amount;
};

std::string text_of(const std::vector<PerRequest>& kinds) {
  std::vector<std::string> parts;
  for (const auto& [kind, amount] : kinds)
    if (amount > 0) parts.push_back(fmt::format("{:.3g} {}", amount, kind));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<PerRequest> per_request(const Traffic& t) {
  return {{"sectors per load", t.load.sectors_per_request()},
          {"sectors per store", t.store.sectors_per_request()},
          {"sectors per atomic", t.atomic.sectors_per_request()},
          {"wavefronts per load from shared memory", t.shared_load.wavefronts_per_request()},
          {"wavefronts per store to shared memory", t.shared_store.wavefronts_per_request()},
          {"wavefronts per atomic in shared memory", t.shared_atomic.wavefronts_per_request()}};
}

std::vector<PerRequest> per_request(const Counters& c) {
  using enum Counter;
  const auto ratio = [&](Counter above, Counter below) {
    return c.ratio(above, below).value_or(0);
  };
  return {{"sectors per load", ratio(global_load_sectors, global_load_requests)},
          {"sectors per store", ratio(global_store_sectors, global_store_requests)},
          {"sectors per atomic", ratio(global_reduction_sectors, global_reduction_requests)},
          {"wavefronts per load from shared memory",
           ratio(shared_load_wavefronts, shared_load_instructions)},
          {"wavefronts per store to shared memory",
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
  page.say(
      "The access model, per instruction of a warp, of kernels that `tilebridge explain` shows:");
  List lines;
  for (const auto& [kind, named] :
       {std::pair("slow: ", exercise.slow), std::pair("good: ", exercise.good)})
    if (const std::string line = modelled(named, catalogue); !line.empty())
      lines.items.push_back(kind + line);
  page.add(std::move(lines));
}

/// An output begins as bytes of 0xff: NaN, or -1.
bool is_unwritten(const Validation& v) {
  return std::isnan(v.got) || (v.got == -1 && v.expected >= 0);
}

/// Adds the first wrong element of each kernel, and a hint. Whether there is any.
bool add_wrong(Document& page, const Exercise& exercise, const Results& results) {
  bool any = false;
  for (const CaseResult& c : results.cases)
    for (const auto& [kernel, result] : c.kernels) {
      if (result.status != Status::invalid) continue;
      any = true;
      page.say(fmt::format("wrong: {}: {}", case_text(c), result.reason));
      if (!result.validation || result.validation->ok()) continue;
      const bool unwritten = is_unwritten(*result.validation);
      page.say(fmt::format("hint: {}{}", unwritten ? "It was never written. " : "",
                           unwritten ? exercise.unwritten : exercise.wrong));
    }
  return any;
}

/// The comparison with the lowest interval, and its case; null without any.
std::pair<const CaseResult*, const ComparisonResult*> worst_of(const Results& results) {
  std::pair<const CaseResult*, const ComparisonResult*> worst = {};
  for (const CaseResult& c : results.cases)
    for (const ComparisonResult& one : c.comparisons)
      if (worst.second == nullptr || one.ratio.low < worst.second->ratio.low) worst = {&c, &one};
  return worst;
}

/// "it moves 340 GB/s, 0.11 of what a copy moves"; "" if either is unknown.
std::string moved_share(const CaseResult& c, const ModelForm& kernel, const Results& results) {
  const auto found = c.kernels.find(kernel);
  const double copy = results.ceilings.copy_bytes_per_s;
  if (found == nullptr || !found->timing || copy <= 0) return "";
  const double rate = (c.work.bytes_read + c.work.bytes_written) / found->timing->seconds.median;
  return fmt::format("It moves {}, {:.2f} of what a copy moves here.", bandwidth_text(rate),
                     rate / copy);
}

/// "passed: 0.95 of the reference, 0.90 asked for", by the comparison with the lowest interval.
std::string graded(const ComparisonResult* worst, double share, bool passes) {
  if (worst == nullptr) return "not yet: nothing was compared with the reference";
  const auto& [median, low, high] = worst->ratio;
  const bool is_close = !passes && median >= share;
  return fmt::format("{}: {:.2f} of the reference{}, {:.2f} asked for",
                     passes ? "passed" : "not yet", median,
                     is_close ? fmt::format(" (but perhaps {:.2f})", low) : "", share);
}

}  // namespace

Document grade_page(const Exercise& exercise, const Results& all, double at_least,
                    const Catalogue& catalogue) {
  const Results results = results_of(exercise, all);
  const double share = share_asked(exercise, results, at_least);
  const std::string name = results.cases.size() < all.cases.size() ? exercise.name + ": " : "";
  Document page;
  page.is_brief = true;
  if (add_wrong(page, exercise, results)) {
    page.say(name + "refused: the results are wrong");
    return page;
  }
  const auto [of, worst] = worst_of(results);
  const bool passes = worst != nullptr && worst->ratio.low >= share;
  if (share <= 0 || !passes) {
    if (share > 0 && worst != nullptr) page.say(moved_share(*of, worst->kernel, results));
    page.say((share > 0 ? "hint: " : "to make it fast on a GPU: ") + exercise.slowness);
    add_model(page, exercise, catalogue);
  }
  if (share <= 0) {
    page.say(fmt::format("{}validated: {:.2f} of the reference is asked for on a GPU", name,
                         exercise.at_least));
    return page;
  }
  if (!passes)
    page.say(
        "`tilebridge profile` counts what your kernel does; `tilebridge explain` finds idioms in "
        "its source.");
  page.say(name + graded(worst, share, passes));
  return page;
}

Document counted_page(const Exercise& exercise, const Results& results,
                      const Catalogue& catalogue) {
  Document page;
  page.say("Counted, per instruction of a warp:");
  List lines;
  for (const CaseResult& c : results_of(exercise, results).cases)
    for (const auto& [kernel, result] : c.kernels)
      if (result.counters)
        lines.items.push_back(fmt::format(
            "{}: {}; {:.0f}% of the warps active", kernel.model.is_native() ? "reference" : "yours",
            text_of(per_request(*result.counters)),
            result.counters->of(Counter::warps_active_percent).value_or(0)));
  page.add(std::move(lines));
  add_model(page, exercise, catalogue);
  page.say("hint: " + exercise.slowness);
  return page;
}

}  // namespace tilebridge::pages
