// SPDX-License-Identifier: Apache-2.0
#include "claims/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "hardware/limits.hpp"
#include "results/latency_levels.hpp"

namespace tilebridge::claims {
namespace {

/// The result of a check: a value, or why there is none; `of_device` marks a figure of the device
/// alone.
struct Found {
  std::optional<double> value;
  std::string lacks;
  bool of_device = false;
};

Found nothing(std::string lacks) { return {{}, std::move(lacks)}; }
Found of_device(Found found) {
  found.of_device = true;
  return found;
}

Found no_case(const CaseRef& ref) { return nothing("no such case: " + to_string(ref)); }

/// A ratio whose denominator may be unknown.
Found quotient(double over, double under, const char* lacks) {
  if (under <= 0 || !std::isfinite(over / under)) return nothing(lacks);
  return {over / under, ""};
}

const ModelResult* timed_on_cuda(const CaseResult& c, Model model) {
  const auto found = c.models.find(model);
  if (c.platform != name_of(Platform::cuda) || found == c.models.end()) return nullptr;
  const ModelResult& result = found->second;
  const bool timed =
      result.status == Status::ok && result.timing && result.timing->seconds.median > 0;
  return timed ? &result : nullptr;
}

double seconds_of(const CaseResult& c, Model model) {
  return timed_on_cuda(c, model)->timing->seconds.median;
}
double rate_of(const CaseResult& c, Model model) { return c.work.bytes() / seconds_of(c, model); }

std::optional<Value> value_of(const Parameters& parameters, const std::string& name) {
  for (const auto& [known, value] : parameters)
    if (known == name) return value;
  return std::nullopt;
}

bool is_case_of(const CaseResult& c, const CaseRef& ref) {
  return c.experiment == ref.experiment && c.variant == ref.variant &&
         std::all_of(ref.parameters.begin(), ref.parameters.end(), [&](const auto& fixed) {
           return value_of(c.parameters, fixed.first) == fixed.second;
         });
}

bool matches(const CaseResult& c, const CaseRef& ref, Model model) {
  return is_case_of(c, ref) && timed_on_cuda(c, model) != nullptr;
}

double amount(const CaseResult& c) { return c.work.bytes() + c.work.flops + c.work.steps; }

/// Cold before hot, then the largest first.
std::vector<const CaseResult*> matching(const CaseRef& ref, const Results& results, Model model) {
  std::vector<const CaseResult*> found;
  for (const CaseResult& c : results.cases)
    if (matches(c, ref, model)) found.push_back(&c);
  std::stable_sort(found.begin(), found.end(), [](const CaseResult* a, const CaseResult* b) {
    if (a->cache != b->cache) return a->cache == "cold";
    return amount(*a) > amount(*b);
  });
  return found;
}

/// Whether two cases agree in everything that neither reference fixes.
bool comparable(const CaseResult& a, const CaseResult& b, const Performance& check) {
  if (a.cache != b.cache) return false;
  return std::all_of(a.parameters.begin(), a.parameters.end(), [&](const auto& parameter) {
    const std::string& name = parameter.first;
    if (check.of.parameters.has(name) || check.over.parameters.has(name)) return true;
    const std::optional<Value> other = value_of(b.parameters, name);
    return !other || *other == parameter.second;
  });
}

/// The counters of a case that was profiled; null where there are none.
const Counters* counters_of(const CaseRef& ref, const Results& results, Model model) {
  for (const CaseResult& c : results.cases) {
    const auto found = c.models.find(model);
    if (is_case_of(c, ref) && found != c.models.end() && found->second.counters)
      return &*found->second.counters;
  }
  return nullptr;
}

double tallied(const Launch& check, const Traffic& traffic) {
  constexpr double lane_bytes = 4;
  switch (check.what) {
    case Tally::load_requests:
      return traffic.load.requests;
    case Tally::load_sectors:
      return traffic.load.sectors;
    case Tally::loads:
      return (traffic.load.bytes_asked - check.aside * traffic.store.bytes_asked) / lane_bytes;
    case Tally::atomics:
      return traffic.atomic.bytes_asked / lane_bytes;
  }
  return 0;
}

std::string compute_capability(const Results& results) {
  return text_at(results.device.value("limits", Json()), "Compute capability");
}

/// The number that a limit begins with, or that of another dimension: "228 KiB", "2147483647 x
/// 65535 x 65535".
std::optional<double> limit(const Results& results, const std::string& name, int dimension = 0) {
  constexpr std::string_view times = " x ";
  std::string text = text_at(results.device.value("limits", Json()), name);
  for (int i = 0; i < dimension; ++i) {
    const std::size_t end_of_number = text.find(times);
    if (end_of_number == std::string::npos) return std::nullopt;
    text.erase(0, end_of_number + times.size());
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  return value;
}

double ceiling(Ceilings ceilings, Rate rate) { return ceilings.of(rate); }

/// Of the last-level cache; 0 where the file does not say.
double cache_bytes(const Results& results) {
  const auto found = results.device.find("cache_bytes");
  return found != results.device.end() && found->is_number() ? found->get<double>() : 0;
}

/// Of one step of a case, where the clock is known.
std::optional<double> cycles_of_step(const Cycles& check, const Results& results, Model model) {
  const auto found = matching({"latency", check.variant}, results, model);
  if (found.empty()) return std::nullopt;
  const CaseResult& c = *found.front();
  if (c.work.steps <= 0 || c.sampling.clock_hz <= 0) return std::nullopt;
  return seconds_of(c, model) / c.work.steps * c.sampling.clock_hz;
}

/// The plateau, where the walk shows it.
std::optional<double> cycles(const Cycles& check, const Results& results, Model model) {
  if (check.plateau == Plateau::only_case) return cycles_of_step(check, results, model);
  constexpr double smallest_level = 64 * 1024;  // a walk that starts beyond it has missed its level
  std::vector<CaseResult> walk;
  for (const CaseResult* c : matching({"latency", check.variant}, results, model))
    if (c->cache == "cold") walk.push_back(*c);
  for (const LatencyLevels& levels : latency_levels(walk)) {
    if (levels.model != model || levels.plateaus.empty()) continue;
    const bool is_first = check.plateau == Plateau::first_level;
    const LatencyPlateau& plateau = is_first ? levels.plateaus.front() : levels.plateaus.back();
    const double cache = cache_bytes(results);
    const auto from = static_cast<double>(plateau.from_bytes);
    const bool there = is_first                              ? from <= smallest_level
                       : check.plateau == Plateau::beyond_l1 ? levels.plateaus.size() > 1
                                                             : cache > 0 && from > cache;
    if (there && plateau.cycles > 0) return plateau.cycles;
  }
  return std::nullopt;
}

class Measurement {
 public:
  Measurement(const Results& results, Model model) : results_(results), model_(model) {}

  Found operator()(const Performance& check) const {
    const auto faster = matching(check.of, results_, model_);
    const auto slower = matching(check.over, results_, model_);
    if (faster.empty()) return no_case(check.of);
    if (slower.empty()) return no_case(check.over);
    for (const CaseResult* of : faster)
      for (const CaseResult* over : slower)
        if (comparable(*of, *over, check)) return ratio(*of, *over, check.by);
    return nothing("no two cases of one size: " + describe(check));
  }

  Found operator()(const Best& check) const {
    Found best = nothing("none of its cases");
    for (const Performance& performance : check.of) {
      Found found = (*this)(performance);
      if (!found.value) return found;
      if (!best.value || *best.value < *found.value) best = std::move(found);
    }
    return best;
  }

  Found operator()(const OrderOfGains& check) const {
    std::vector<double> gains;
    for (const Performance& step : check.steps) {
      const Found found = (*this)(step);
      if (!found.value) return found;
      gains.push_back(*found.value);
    }
    double pairs = 0;
    for (std::size_t later = 1; later < gains.size(); ++later)
      for (std::size_t earlier = 0; earlier < later; ++earlier)
        if (gains[earlier] > gains[later]) ++pairs;
    return {pairs, ""};
  }

  Found operator()(const Share& check) const {
    const auto found = matching(check.of, results_, model_);
    if (found.empty()) return no_case(check.of);
    const CaseResult& c = *found.front();
    const double rate =
        check.rate == Rate::fma ? c.work.flops / seconds_of(c, model_) : rate_of(c, model_);
    const Ceilings& all = check.datasheet ? results_.datasheet : results_.ceilings;
    return quotient(rate, ceiling(all, check.rate), "the ceiling is not in the results");
  }

  Found operator()(const Cycles& check) const {
    const auto found = cycles(check, results_, model_);
    return found ? Found{found, ""} : nothing("no such level of " + describe(check));
  }

  Found operator()(const CyclesRatio& check) const {
    const auto slow = cycles(check.slow, results_, model_);
    const auto fast = cycles(check.fast, results_, model_);
    if (!slow) return nothing("no such level of " + describe(check.slow));
    if (!fast) return nothing("no such level of " + describe(check.fast));
    return {*slow / *fast, ""};
  }

  Found operator()(const Throughput& check) const { return of_device(throughput(check)); }

  Found operator()(const Milliseconds& check) const {
    const auto found = matching(check.of, results_, model_);
    if (found.empty()) return of_device(no_case(check.of));
    return of_device({1e3 * seconds_of(*found.front(), model_), ""});
  }

  Found operator()(const Valid& check) const {
    Found share = no_case(check.of);
    for (const CaseResult& c : results_.cases) {
      const auto found = c.models.find(model_);
      if (c.platform != name_of(Platform::cuda) || !is_case_of(c, check.of)) continue;
      if (found == c.models.end()) continue;
      const auto& validation = found->second.validation;
      if (!validation || validation->elements == 0) continue;
      const double right = 1 - static_cast<double>(validation->wrong) / validation->elements;
      share.value = std::min(right, share.value.value_or(right));
    }
    return share;
  }

  Found operator()(const RegisterRate&) const {
    constexpr double operand_bytes_per_flop = 4 * 4 / 2.0;
    const double flops = ceiling(results_.ceilings, Rate::fma);
    if (flops <= 0) return of_device(nothing("the rate is not in the results"));
    return of_device({flops * operand_bytes_per_flop / 1e9, ""});
  }

  Found operator()(const RegistersPerThread&) const {
    const auto limits = find_limits(compute_capability(results_));
    if (!limits) return nothing("no known limits for this device");
    return {limits->registers_per_thread, ""};
  }

  Found operator()(const Limit& check) const {
    if (!check.capability.empty() && compute_capability(results_) != check.capability)
      return nothing("stated for compute capability " + check.capability);
    const auto found = limit(results_, check.name, check.dimension);
    // A limit that is not a compute capability's is that of a device.
    return found ? Found{found, "", check.capability.empty()}
                 : nothing("the device reports no such limit: " + check.name);
  }

  Found operator()(const ResidentBlocks& check) const {
    const auto all = limit(results_, "Shared memory per multiprocessor");
    const auto reserved = limit(results_, "Shared memory reserved per block");
    if (!all || !reserved) return nothing("the device does not report its shared memory");
    return {std::floor(*all / (check.shared_kib + *reserved)), ""};
  }

  Found operator()(const ClockTimesBus&) const {
    const auto megahertz = limit(results_, "Memory clock, at most");
    const auto bits = limit(results_, "Memory bus");
    if (!megahertz || !bits) return nothing("the device does not report its memory's clock");
    return quotient(*megahertz * 1e6 * *bits / 8, results_.datasheet.read_bytes_per_s,
                    "no datasheet bandwidth in the results");
  }

  Found operator()(const WarpRule& check) const { return {check.predicted(), ""}; }
  Found operator()(const StrideRule& check) const { return {check.predicted(), ""}; }

  Found operator()(const Launch& check) const {
    const auto of = tally(check, check.of);
    if (!of) return no_case(check.of);
    if (!check.over) return {*of, ""};
    const auto over = tally(check, *check.over);
    if (!over) return no_case(*check.over);
    return quotient(*of, *over, "the model counts nothing there");
  }

  Found operator()(const Profiled& check) const {
    const Counters* counters = counters_of(check.of, results_, model_);
    if (counters == nullptr)
      return nothing("only a profile has its counters: tilebridge profile " + check.of.experiment);
    const auto found = counters->ratio(check.above, check.below);
    return found ? Found{found, ""} : nothing("this device has no such counters");
  }

  Found operator()(const Untested& check) const { return nothing(check.why); }

 private:
  Found ratio(const CaseResult& of, const CaseResult& over, By by) const {
    constexpr auto lacks = "the case requests no bytes";
    if (by == By::time) return quotient(seconds_of(over, model_), seconds_of(of, model_), lacks);
    return quotient(rate_of(of, model_), rate_of(over, model_), lacks);
  }

  /// Of the largest such case; none where the results have none, or no prediction for it.
  std::optional<double> tally(const Launch& check, const CaseRef& ref) const {
    const auto found = matching(ref, results_, model_);
    if (found.empty()) return std::nullopt;
    const auto& prediction = found.front()->models.at(model_).prediction;
    return prediction ? std::optional(tallied(check, prediction->traffic)) : std::nullopt;
  }

  Found throughput(const Throughput& check) const {
    if (const auto* ref = std::get_if<CaseRef>(&check.of)) {
      const auto found = matching(*ref, results_, model_);
      return found.empty() ? no_case(*ref) : Found{rate_of(*found.front(), model_) / 1e9, ""};
    }
    const Rate rate = std::get<Rate>(check.of);
    const double unit = rate == Rate::fma ? 1e12 : 1e9;
    const double value = ceiling(results_.ceilings, rate);
    return value > 0 ? Found{value / unit, ""} : nothing("the rate is not in the results");
  }

  const Results& results_;
  Model model_;
};

/// The documents speak of NVIDIA GPUs; so the access model's answers, too, are about these alone.
bool is_nvidia_gpu(const Json& device) {
  return text_at(device, "architecture").starts_with("sm_");
}

/// A gain or a loss beyond the figure: the same finding, and more of it.
bool is_more(const Claim& claim, double value) {
  return claim.quantity == "×" && claim.stated && claim.stated->low > 1 &&
         value > claim.accepted.high;
}

std::string why_not(const Claim& claim) {
  if (!claim.when_not.empty()) return claim.when_not;
  return "holds at " + figure(claim.accepted, claim.quantity);
}

}  // namespace

std::string_view name_of(Finding finding) {
  switch (finding) {
    case Finding::reproduced:
      return "reproduced";
    case Finding::more_than_stated:
      return "more than stated";
    case Finding::not_reproduced:
      return "not reproduced";
    case Finding::not_tested:
      return "not tested on this device";
  }
  return {};
}

std::optional<double> measured(const Check& check, const Results& results, Model model) {
  return std::visit(Measurement(results, model), check).value;
}

ClaimResult evaluate(const Claim& claim, const Results& results, Model model) {
  if (!is_nvidia_gpu(results.device))
    return {{}, Finding::not_tested, "not a run on an NVIDIA GPU"};
  const Found found = std::visit(Measurement(results, model), claim.check);
  const bool elsewhere =
      found.of_device && text_at(results.device, "name").find(claim.device) == std::string::npos;
  if (elsewhere) return {found.value, Finding::not_tested, "stated for " + claim.device};
  if (!found.value) return {{}, Finding::not_tested, found.lacks};
  const bool same = claim.accepted.low <= *found.value && *found.value <= claim.accepted.high;
  if (same) return {found.value, Finding::reproduced, ""};
  const bool more = is_more(claim, *found.value);
  return {found.value, more ? Finding::more_than_stated : Finding::not_reproduced, why_not(claim)};
}

std::optional<ClaimResult> evaluate_kokkos(const Claim& claim, const Results& results) {
  if (cases_of(claim.check).empty()) return std::nullopt;
  const ClaimResult found = evaluate(claim, results, Model::kokkos);
  return found.measured ? std::optional(found) : std::nullopt;
}

}  // namespace tilebridge::claims
