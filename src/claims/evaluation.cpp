// SPDX-License-Identifier: Apache-2.0
#include "claims/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "results/ladder.hpp"

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

bool matches(const CaseResult& c, const CaseRef& ref, Model model) {
  return c.experiment == ref.experiment && c.variant == ref.variant &&
         timed_on_cuda(c, model) != nullptr &&
         std::all_of(ref.parameters.begin(), ref.parameters.end(), [&](const auto& fixed) {
           return value_of(c.parameters, fixed.first) == fixed.second;
         });
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

/// The number that a limit begins with: "228 KiB", "2147483647 x 65535 x 65535".
std::optional<double> limit(const Results& results, const std::string& name) {
  const std::string text = text_at(results.device.value("limits", Json()), name);
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

/// The plateau, where the walk shows it.
std::optional<double> cycles(const Cycles& check, const Results& results, Model model) {
  constexpr double smallest_level = 64 * 1024;  // a walk that starts beyond it has missed its level
  std::vector<CaseResult> walk;
  for (const CaseResult* c : matching({"latency", check.variant}, results, model))
    if (c->cache == "cold") walk.push_back(*c);
  for (const Ladder& ladder : ladders(walk)) {
    if (ladder.model != model || ladder.rungs.empty()) continue;
    const bool beyond = check.plateau == Plateau::memory;
    const Rung& rung = beyond ? ladder.rungs.back() : ladder.rungs.front();
    const double cache = cache_bytes(results);
    const auto from = static_cast<double>(rung.from_bytes);
    const bool there = beyond ? cache > 0 && from > cache : from <= smallest_level;
    if (there && rung.cycles > 0) return rung.cycles;
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

  Found operator()(const Throughput& check) const {
    Found found = throughput(check);
    found.of_device = true;
    return found;
  }

  Found operator()(const Limit& check) const {
    const std::string capability =
        text_at(results_.device.value("limits", Json()), "Compute capability");
    if (!check.capability.empty() && capability != check.capability)
      return nothing("stated for compute capability " + check.capability);
    const auto found = limit(results_, check.name);
    return found ? Found{found, ""} : nothing("the device reports no such limit: " + check.name);
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
  Found operator()(const Untested& check) const { return nothing(check.why); }

 private:
  Found ratio(const CaseResult& of, const CaseResult& over, By by) const {
    constexpr auto lacks = "the case requests no bytes";
    if (by == By::time) return quotient(seconds_of(over, model_), seconds_of(of, model_), lacks);
    return quotient(rate_of(of, model_), rate_of(over, model_), lacks);
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

/// What is measured from a kernel, and not a property of the device or the access model alone.
struct IsOfKernels {
  bool operator()(const Performance&) const { return true; }
  bool operator()(const Share&) const { return true; }
  bool operator()(const Cycles&) const { return true; }
  bool operator()(const CyclesRatio&) const { return true; }
  bool operator()(const Throughput& check) const {
    return std::holds_alternative<CaseRef>(check.of);
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

std::string why_not(const Claim& claim) {
  if (!claim.when_not.empty()) return claim.when_not;
  return "holds at " + figure(claim.accepted, claim.quantity);
}

}  // namespace

std::string_view name_of(Finding finding) {
  switch (finding) {
    case Finding::reproduced:
      return "reproduced";
    case Finding::not_reproduced:
      return "not reproduced";
    case Finding::not_tested:
      return "not tested on this device";
  }
  return {};
}

ClaimResult evaluate(const Claim& claim, const Results& results, Model model) {
  const Found found = std::visit(Measurement(results, model), claim.check);
  if (!found.value) return {{}, Finding::not_tested, found.lacks};
  const bool elsewhere =
      found.of_device && text_at(results.device, "name").find(claim.device) == std::string::npos;
  if (elsewhere) return {found.value, Finding::not_tested, "stated for " + claim.device};
  const bool same = claim.accepted.low <= *found.value && *found.value <= claim.accepted.high;
  if (same) return {found.value, Finding::reproduced, ""};
  return {found.value, Finding::not_reproduced, why_not(claim)};
}

std::optional<ClaimResult> evaluate_kokkos(const Claim& claim, const Results& results) {
  if (!std::visit(IsOfKernels(), claim.check)) return std::nullopt;
  const ClaimResult found = evaluate(claim, results, Model::kokkos);
  return found.measured ? std::optional(found) : std::nullopt;
}

}  // namespace tilebridge::claims
