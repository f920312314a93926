// SPDX-License-Identifier: Apache-2.0
#include "judge/claims.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>

#include "base/error.hpp"
#include "base/text.hpp"
#include "results/latency_levels.hpp"
#include "sources/sources.hpp"

namespace tilebridge::judge {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// "time(stride/copy stride=1)"; a number has no name.
struct Factor {
  bool divides = false;
  std::string name;
  std::string text;
  CaseRef of = {};  // without a variant where it is of no case

  bool is_of_one_case() const { return !of.variant.empty() && name != "level" && name != "right"; }
};
using Product = std::vector<Factor>;

CaseRef case_in(const std::string& text) {
  std::istringstream words(text.substr(0, text.find(',')));
  CaseRef ref;
  words >> ref.variant;
  ref.parameters.assign(std::istream_iterator<std::string>(words), {});
  return ref;
}

/// "A", "largest of A; B", or "order of A; B; C": the number of pairs of which the earlier is
/// larger. A, B and C are such as "D ÷ E × 2".
std::vector<Product> parse_check(const std::string& text) {
  static const std::regex whole(
      R"((?:largest of |order of )?[\w.]+(?:\([^)]*\))?(?:(?: ÷| ×|;) [\w.]+(?:\([^)]*\))?)*)");
  static const std::regex factor(R"((; |÷ )?(?:([a-z]\w*)\(([^)]*)\)|(\d[\d.]*)))");
  if (!std::regex_match(text, whole)) throw UsageError("cannot read the check '" + text + "'");
  std::vector<Product> products(1);
  for (std::sregex_iterator found(text.begin(), text.end(), factor), end; found != end; ++found) {
    const std::smatch& match = *found;
    if (match[1] == "; ") products.emplace_back();
    Factor one = {match[1] == "÷ ", match[2], match[2].matched ? match[3] : match[4]};
    if (one.name != "unmeasured" && one.text.find('/') != std::string::npos)
      one.of = case_in(one.text);
    products.back().push_back(std::move(one));
  }
  return products;
}

// Values. One that the results lack is not a number.

/// Milliseconds, GB/s, TFLOP/s, cycles, or what the access model or a profiler has counted.
double value_in_case(const std::string& name, const CaseResult& c, const Model& model) {
  constexpr double lane_bytes = 4;
  const KernelResult& result = c.kernels.at(model);
  for (const CounterInfo& info : counter_infos())
    if (name == info.name)
      return result.counters ? result.counters->of(info.counter).value_or(none) : none;
  if (result.status != Status::ok) return none;
  if (name == "counted")
    return result.validation && result.validation->count
               ? static_cast<double>(result.validation->count->number)
               : none;
  if (!result.timing) return none;
  const double time = result.timing->seconds.median;
  if (name == "time") return 1e3 * time;
  if (name == "rate") return c.work.bytes() > 0 ? c.work.bytes() / time / 1e9 : none;
  if (name == "flops") return c.work.flops / time / 1e12;
  if (name == "cycles_per_step")
    return c.sampling.clock_hz > 0 ? time / c.work.steps * c.sampling.clock_hz : none;
  if (!result.prediction) return none;
  const Traffic& traffic = result.prediction->traffic;
  if (name == "loads") return traffic.load.bytes_asked / lane_bytes;
  // A convolution loads its 25 weights for each element that is stored.
  if (name == "image_loads")
    return (traffic.load.bytes_asked - 25 * traffic.store.bytes_asked) / lane_bytes;
  if (name == "load_instructions") return traffic.load.requests;
  if (name == "sectors_loaded") return traffic.load.sectors;
  if (name == "atomics") return traffic.atomic.bytes_asked / lane_bytes;
  throw UsageError("unknown measure '" + name + "'; see documents/README.md");
}

/// Cycles of a step on a plateau of the walk through a memory.
double level_of(const std::vector<CaseResult>& walk, const std::string& where,
                const Results& results, const Model& model) {
  constexpr double smallest_level = 64 * 1024;  // a walk that starts beyond it has missed its level
  const Json cache = results.device.value("cache_bytes", Json());
  for (const LatencyLevels& levels : latency_levels(walk)) {
    if (!levels.kernel.model.is(model) || levels.plateaus.empty()) continue;
    const LatencyPlateau& plateau =
        where == "first" ? levels.plateaus.front() : levels.plateaus.back();
    const auto from = static_cast<double>(plateau.from_bytes);
    const bool is_there = where == "first"       ? from <= smallest_level
                          : where == "beyond L1" ? levels.plateaus.size() > 1
                                                 : cache.is_number() && from > cache.get<double>();
    if (is_there && plateau.cycles > 0) return plateau.cycles;
  }
  return none;
}

/// The least share of right elements of any case.
double right_share(const std::vector<CaseResult>& cases, const Model& model) {
  double share = none;
  for (const CaseResult& c : cases)
    if (const auto& validation = c.kernels.at(model).validation; validation)
      share = std::fmin(share, 1 - static_cast<double>(validation->wrong) /
                                       static_cast<double>(validation->elements));
  return share;
}

/// "9.0: Block dimensions, at most #2": the second number of "1024 x 1024 x 64", on that compute
/// capability only.
double limit_of(const std::string& text, const Results& results) {
  static const std::regex parts(R"((?:([\d.]+): )?([^#]+?)(?: #(\d))?)");
  std::smatch match;
  std::regex_match(text, match, parts);
  const Json limits = results.device.value("limits", Json());
  if (match[1].matched && match[1] != text_at(limits, "Compute capability")) return none;
  std::istringstream words(text_at(limits, match[2]));
  double value = none;
  std::string separator;
  for (int i = match[3].matched ? std::stoi(match[3]) : 1; i > 0; --i, words >> separator)
    if (!(words >> value)) return none;
  return value;
}

/// A rate in GB/s; of multiply-adds in TFLOP/s.
double rate_in(Ceilings ceilings, const std::string& name) {
  if (name == "fma") return ceilings.flops > 0 ? ceilings.flops / 1e12 : none;
  const double rate = ceilings.of(name == "read"   ? Rate::read
                                  : name == "copy" ? Rate::copy
                                                   : Rate::to_device);
  return rate > 0 ? rate / 1e9 : none;
}

/// Whether the case is of this variant: "stride/copy".
bool is_of_variant(const CaseResult& c, const std::string& variant) {
  return variant.size() == c.experiment.size() + 1 + c.variant.size() &&
         variant.starts_with(c.experiment) && variant.ends_with(c.variant) &&
         variant[c.experiment.size()] == '/';
}

bool is_case_of(const CaseResult& c, const CaseRef& ref, const Model& model) {
  if (!is_of_variant(c, ref.variant) || c.platform != name_of(Platform::cuda) ||
      !c.kernels.contains(model))
    return false;
  const auto names_type = [](const std::string& text) { return text.starts_with("real="); };
  const bool is_of_type =
      std::ranges::any_of(ref.parameters, names_type) || real_of(c.parameters) == real_name<float>;
  return is_of_type && has_values(c.parameters, ref.parameters);
}

/// Whether two cases agree in everything that neither factor fixes.
bool comparable(const CaseResult& a, const CaseResult& b, const std::string& fixed) {
  return a.cache == b.cache && std::ranges::all_of(a.parameters, [&](const auto& parameter) {
           const bool is_fixed = fixed.find(" " + parameter.first + "=") != std::string::npos;
           return is_fixed || std::ranges::all_of(b.parameters, [&](const auto& other) {
                    return other.first != parameter.first || other.second == parameter.second;
                  });
         });
}

/// The factors of a check in one run and one model.
class Evaluation {
 public:
  Evaluation(const std::string& check, const Results& run, const Model& of)
      : results_(run), model_(of) {
    const std::vector<CaseRef> named = cases_of(check);
    for (const CaseResult& c : run.cases)
      if (std::ranges::any_of(named, [&](const CaseRef& ref) { return is_case_of(c, ref, of); }))
        cases_.push_back(&c);
    std::ranges::stable_sort(cases_, std::greater(), [](const CaseResult* c) {
      return std::tuple(c->cache == "cold", c->work.bytes() + c->work.flops + c->work.steps,
                        to_string(c->parameters));
    });
  }

  /// Factors that are each of one case are of the first cases of one size: cold before hot, then
  /// the largest, whatever their order in the file.
  double value(const Product& factors) const {
    const auto first_of = std::ranges::find_if(factors, &Factor::is_of_one_case);
    if (first_of == factors.end()) return product(factors, nullptr, nullptr);
    for (const CaseResult* first : cases_)
      if (const double found = product(factors, &*first_of, first); std::isfinite(found))
        return found;
    return none;
  }

 private:
  double product(const Product& factors, const Factor* reference, const CaseResult* first) const {
    double product = reference == nullptr || is_case_of(*first, reference->of, model_) ? 1 : none;
    for (const Factor& factor : factors) {
      if (std::isnan(product)) return none;
      const double value =
          factor.is_of_one_case() ? value_like(factor, *reference, *first) : value_of(factor);
      product = factor.divides ? product / value : product * value;
    }
    return std::isfinite(product) ? product : none;
  }

  double value_like(const Factor& factor, const Factor& reference, const CaseResult& first) const {
    if (&factor == &reference) return value_in_case(factor.name, first, model_);
    for (const CaseResult* c : cases_)
      if (is_case_of(*c, factor.of, model_) && comparable(first, *c, reference.text + factor.text))
        if (const double value = value_in_case(factor.name, *c, model_); !std::isnan(value))
          return value;
    return none;
  }

  double value_of(const Factor& factor) const {
    const std::string& text = factor.text;
    if (factor.name.empty()) return std::stod(text);
    if (factor.name == "device") return limit_of(text, results_);
    if (factor.name == "measured") return rate_in(results_.ceilings, text);
    if (factor.name == "datasheet") return rate_in(results_.datasheet, text);
    if (factor.name == "unmeasured") return none;
    const bool is_walk = factor.name == "level";
    std::vector<CaseResult> cases;
    for (const CaseResult* c : cases_)
      if (is_case_of(*c, factor.of, model_) && (!is_walk || c->cache == "cold"))
        cases.push_back(*c);
    return is_walk ? level_of(cases, text.substr(text.find(", ") + 2), results_, model_)
                   : right_share(cases, model_);
  }

  const Results& results_;
  Model model_;
  std::vector<const CaseResult*> cases_;  // that the check names
};

/// Whether a check is of times, which differ from run to run.
bool is_of_times(const std::string& check) {
  constexpr std::array names = {"time", "rate", "flops", "cycles_per_step", "level", "measured"};
  return std::ranges::any_of(parse_check(check), [&](const Product& product) {
    return std::ranges::any_of(product, [&](const Factor& factor) {
      return std::ranges::find(names, factor.name) != names.end();
    });
  });
}

/// Whether the value is on one side of an end of the accepted range by chance.
bool is_at_the_limit(const Claim& claim, double value) {
  constexpr double between_runs = 0.02;  // two of one GPU
  const auto is_near = [&](double end) { return std::abs(value - end) < between_runs * end; };
  return !claim.value && is_of_times(claim.check) &&
         (is_near(claim.accepted.low) ||
          (std::isfinite(claim.accepted.high) && is_near(claim.accepted.high)));
}

Finding finding_of(const Claim& claim, double value) {
  if (is_at_the_limit(claim, value)) return Finding::at_the_limit;
  if (claim.accepted.low <= value && value <= claim.accepted.high) return Finding::reproduced;
  const bool is_change = claim.unit == "×" && claim.stated && claim.stated->low > 1;
  return is_change && value > claim.accepted.high ? Finding::more_than_stated
                                                  : Finding::not_reproduced;
}

/// Returns the basis of one factor of a check.
Basis basis_of(const std::string& name) {
  constexpr std::array of_model = {"loads", "image_loads", "load_instructions", "sectors_loaded",
                                   "atomics"};
  const auto is = [&](const auto& other) { return name == other; };
  if (name.empty() || name == "unmeasured") return Basis::text;
  if (name == "device" || name == "datasheet") return Basis::device;
  if (std::ranges::any_of(of_model, is)) return Basis::modelled;
  return std::ranges::any_of(counter_infos(), is, &CounterInfo::name) ? Basis::counted
                                                                      : Basis::measured;
}

/// Returns the basis of a place that an item names: a claim, an experiment, a command or a page.
Basis basis_of_place(const std::string& place) {
  for (const Claim& claim : claims())
    if (claim.id == place) return basis_of(claim);
  if (place.ends_with(".md") || place.find(".md#") != std::string::npos) return Basis::text;
  if (!place.starts_with("tilebridge ")) return Basis::measured;
  return place == "tilebridge explain"   ? Basis::modelled
         : place == "tilebridge devices" ? Basis::device
         : place == "tilebridge profile" ? Basis::counted
         : place == "tilebridge report"  ? Basis::measured
                                         : Basis::text;
}

/// Throws UsageError if there are none.
template <class Found, class Is>
std::vector<Found> found_in(const Place& place, const char* what, const std::vector<Found>& all,
                            const Is& is) {
  std::vector<Found> found;
  std::ranges::copy_if(all, std::back_inserter(found), is);
  if (found.empty()) {
    const std::string document = place.document.empty() ? "D1" : place.document;
    throw UsageError(fmt::format("no {} in section '{}'; `tilebridge follow {}` lists sections",
                                 what, place.section, document));
  }
  return found;
}

// The documents' files.

/// 32.8, 400 … 600, ≥ 1.1, ≤ 1.05, or ± 30% of what is stated.
Range parse_range(const std::string& text, const std::string& unit, const Range& stated) {
  static const std::regex range(R"((≥ |≤ |± )?(-?[\d.]+)%?(?: … ([\d.]+))?)");
  std::smatch match;
  if (!std::regex_match(text, match, range)) throw UsageError("'" + text + "' is no range");
  const double scale = unit == "%" || match[1] == "± " ? 100 : 1;
  const double first = std::stod(match[2]) / scale;
  if (match[1] == "≥ ") return {first, std::numeric_limits<double>::infinity()};
  if (match[1] == "≤ ") return {0, first};
  if (match[1] == "± ") return {stated.low * (1 - first), stated.high * (1 + first)};
  return {first, match[3].matched ? std::stod(match[3]) / scale : first};
}

Claim claim_of(Record lines) {
  Claim claim = {.id = lines["claim"],
                 .section = lines["section"],
                 .statement = lines["text"],
                 .unit = lines["unit"],
                 .device = lines["device"],
                 .check = lines["check"],
                 .cause_above = lines["reason above"] + lines["reason"],
                 .cause_below = lines["reason below"] + lines["reason"],
                 .caveat = lines["but"],
                 .examined_on = lines["examined on"]};
  if (lines.contains("value")) claim.value = parse_range(lines["value"], claim.unit, {}).low;
  if (lines.contains("stated")) claim.stated = parse_range(lines["stated"], claim.unit, {});
  claim.accepted = claim.stated.value_or(Range());
  if (lines.contains("holds"))
    claim.accepted = parse_range(lines["holds"], claim.unit, claim.accepted);
  return claim;
}

}  // namespace

const std::string& Claim::cause_of(double measured) const {
  if (accepted.low <= measured && measured <= accepted.high) return caveat;
  return measured > accepted.high ? cause_above : cause_below;
}

std::vector<Claim> parse_claims(std::string_view text) {
  std::vector<Claim> found;
  for (const Record& record : records(text, "claim")) found.push_back(claim_of(record));
  return found;
}

const std::vector<Claim>& claims() {
  static const std::vector<Claim> all = [] {
    std::vector<Claim> parsed;
    for (const sources::SourceFile& file : sources::documents())
      std::ranges::move(parse_claims(file.text), std::back_inserter(parsed));
    return parsed;
  }();
  return all;
}

bool Place::holds(std::string_view of_document, std::string_view of_section) const {
  if (!document.empty() && document != of_document) return false;
  const std::string asked = lower_case(without_sign(section));
  const std::string_view own = without_sign(of_section);
  // "1" is §1 and §1.2, and not §10.
  const bool is_number = own.size() > asked.size() && std::isdigit(own[asked.size()]) != 0;
  return lower_case(own).starts_with(asked) && (asked.empty() || !is_number);
}

std::vector<Claim> claims_in(const Place& place) {
  return found_in<Claim>(place, "claims", claims(), [&](const Claim& claim) {
    return place.holds(std::string_view(claim.id).substr(0, 2), claim.section);
  });
}

std::vector<Record> items_in(const Place& place) {
  std::vector<Record> all;
  for (const sources::SourceFile& file : sources::documents())
    for (Record& item : records(file.text, "item")) {
      item["document"] = file.path.substr(file.path.rfind('/') + 1, 2);
      all.push_back(std::move(item));
    }
  return found_in<Record>(place, "items", all, [&](const Record& item) {
    return place.holds(item.at("document"), item.at("section"));
  });
}

std::string_view name_of(Basis basis) {
  return word_of({"text", "property of the device", "modelled", "counted", "measured"}, basis);
}

Basis basis_of(const Claim& claim) {
  if (claim.value)
    return claim.check.find('(') == std::string::npos ? Basis::text : Basis::modelled;
  Basis strongest = Basis::text;
  for (const Product& product : parse_check(claim.check))
    for (const Factor& factor : product) strongest = std::max(strongest, basis_of(factor.name));
  return strongest;
}

std::vector<Basis> basis_of(const Record& item) {
  std::set<Basis, std::greater<>> all;
  std::istringstream places(item.at("where") + ",");
  for (std::string place; std::getline(places, place, ',');)
    if (const std::size_t first = place.find_first_not_of(' '); first != std::string::npos)
      all.insert(basis_of_place(place.substr(first)));
  return {all.begin(), all.end()};
}

std::vector<CaseRef> cases_of(const std::string& check) {
  std::vector<CaseRef> cases;
  for (const Product& product : parse_check(check))
    for (const Factor& factor : product)
      if (!factor.of.variant.empty()) cases.push_back(factor.of);
  return cases;
}

std::optional<double> measured(const std::string& check, const Results& results,
                               const Model& model) {
  const Evaluation evaluation(check, results, model);
  std::vector<double> values;
  for (const Product& product : parse_check(check)) {
    values.push_back(evaluation.value(product));
    if (std::isnan(values.back())) return std::nullopt;
  }
  if (!check.starts_with("order of ")) return std::ranges::max(values);
  std::ptrdiff_t pairs = 0;
  for (auto later = values.begin(); later != values.end(); ++later)
    pairs += std::count_if(values.begin(), later, [&](double earlier) { return earlier > *later; });
  return static_cast<double>(pairs);
}

std::vector<Form> forms_of(const std::string& check, const Results& results, const Model& model) {
  std::set<Form> forms;
  for (const CaseRef& ref : cases_of(check))
    for (const CaseResult& c : results.cases)
      if (is_case_of(c, ref, model))
        for (const auto& [kernel, result] : c.kernels)
          if (&result == c.kernels.find(model)) forms.insert(kernel.form);
  return {forms.begin(), forms.end()};
}

std::string_view name_of(Finding finding) {
  return word_of({"reproduced", "at the limit", "more than stated", "not reproduced",
                  "not tested on this device"},
                 finding);
}

ClaimResult evaluate(const Claim& claim, const Results& results, const Model& model) {
  if (!text_at(results.device, "architecture").starts_with("sm_"))
    return {{}, Finding::not_tested, "not a run on an NVIDIA GPU"};
  if (claim.value) return {claim.value, finding_of(claim, *claim.value)};
  const Product product = parse_check(claim.check).front();
  if (product[0].name == "unmeasured") return {{}, Finding::not_tested, product[0].text};
  const std::optional<double> value = measured(claim.check, results, model);
  constexpr std::array figures = {"time", "rate", "device", "datasheet", "measured"};
  const bool is_figure =
      std::ranges::find(figures, product[0].name) != figures.end() &&
      std::ranges::all_of(product.begin() + 1, product.end(), &std::string::empty, &Factor::name) &&
      product[0].text.find(": ") == std::string::npos;
  if (is_figure && text_at(results.device, "name").find(claim.device) == std::string::npos)
    return {value, Finding::not_tested, "stated for " + claim.device};
  if (!value) return {{}, Finding::not_tested, "the results have no such value"};
  return {value, finding_of(claim, *value)};
}

std::vector<Evidence> by_device(const std::vector<Results>& files) {
  std::map<std::string, Evidence> devices;
  for (const Results& file : files) devices[text_at(file.device, "name")].push_back(&file);
  std::vector<Evidence> all;
  for (auto& [name, evidence] : devices) {
    std::ranges::stable_sort(evidence, {}, [](const Results* results) {
      return std::tuple(is_profile(*results), text_at(results->program, "started"),
                        results->cases.size());
    });
    all.push_back(std::move(evidence));
  }
  return all;
}

ClaimResult evaluate(const Claim& claim, const Evidence& evidence, const Model& model) {
  std::vector<ClaimResult> tested;
  std::vector<ClaimResult> others;
  for (const Results* results : evidence) {
    ClaimResult result = evaluate(claim, *results, model);
    (result.finding == Finding::not_tested ? others : tested).push_back(std::move(result));
  }
  const auto by_value = [](const ClaimResult& result) {
    return std::tuple(result.finding, result.measured, result.untested);
  };
  std::vector<ClaimResult>& all = tested.empty() ? others : tested;
  if (all.empty()) return {};
  std::ranges::sort(all, {}, by_value);
  if (tested.empty()) return all.back();
  const Finding finding = all.back().finding;
  const auto first = std::ranges::find(all, finding, &ClaimResult::finding);
  const std::ptrdiff_t agreeing = all.end() - first;
  ClaimResult result = *(first + (agreeing - 1) / 2);  // in the middle
  result.runs = static_cast<int>(all.size());
  result.agreeing = static_cast<int>(agreeing);
  return result;
}

}  // namespace tilebridge::judge
