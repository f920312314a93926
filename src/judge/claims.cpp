// SPDX-License-Identifier: Apache-2.0
#include "judge/claims.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <regex>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "results/latency_levels.hpp"
#include "sources/sources.hpp"

namespace tilebridge::judge {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// Checks.

/// "time(stride/copy stride=1)"; a number has no name.
struct Factor {
  bool divides = false;
  std::string name;
  std::string text;

  bool is(std::initializer_list<std::string_view> names) const {
    return std::ranges::find(names, name) != names.end();
  }
  bool is_of_cases() const { return !name.empty() && text.find('/') != std::string::npos; }
  bool is_of_one_case() const { return is_of_cases() && !is({"level", "right", "unmeasured"}); }
  CaseRef of() const {
    CaseRef ref;
    std::istringstream words(text.substr(0, text.find(',')));
    words >> ref.variant;
    for (std::string word; words >> word;) ref.parameters.push_back(word);
    return ref;
  }
};
using Product = std::vector<Factor>;

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
    products.back().push_back({match[1] == "÷ ", match[2], match[2].matched ? match[3] : match[4]});
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
  if (result.status != Status::ok || !result.timing) return none;
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

bool is_case_of(const CaseResult& c, const CaseRef& ref, const Model& model) {
  if (c.platform != name_of(Platform::cuda) || c.experiment + "/" + c.variant != ref.variant ||
      !c.kernels.contains(model))
    return false;
  std::istringstream words(to_string(c.parameters));
  const std::vector<std::string> parameters{std::istream_iterator<std::string>(words), {}};
  return std::ranges::all_of(ref.parameters, [&](const std::string& parameter) {
    return std::ranges::find(parameters, parameter) != parameters.end();
  });
}

double value_of(const Factor& factor, const Results& results, const Model& model) {
  if (factor.name.empty()) return std::stod(factor.text);
  if (factor.name == "device") return limit_of(factor.text, results);
  if (factor.name == "measured") return rate_in(results.ceilings, factor.text);
  if (factor.name == "datasheet") return rate_in(results.datasheet, factor.text);
  if (factor.name == "unmeasured") return none;
  const bool is_walk = factor.name == "level";
  const CaseRef ref = factor.of();
  std::vector<CaseResult> cases;
  for (const CaseResult& c : results.cases)
    if (is_case_of(c, ref, model) && (!is_walk || c.cache == "cold")) cases.push_back(c);
  return is_walk ? level_of(cases, factor.text.substr(factor.text.find(", ") + 2), results, model)
                 : right_share(cases, model);
}

/// Whether two cases agree in everything that neither reference fixes.
bool comparable(const CaseResult& a, const CaseResult& b, const Factor& of_a, const Factor& of_b) {
  return a.cache == b.cache && std::ranges::all_of(a.parameters, [&](const auto& parameter) {
           const std::string fixed = " " + parameter.first + "=";
           const bool is_fixed = (of_a.text + of_b.text).find(fixed) != std::string::npos;
           return is_fixed || std::ranges::all_of(b.parameters, [&](const auto& other) {
                    return other.first != parameter.first || other.second == parameter.second;
                  });
         });
}

double times(double product, const Factor& factor, double value) {
  return factor.divides ? product / value : product * value;
}

/// Cold before hot, then the largest.
std::vector<const CaseResult*> sorted(const Results& results) {
  std::vector<const CaseResult*> cases;
  for (const CaseResult& c : results.cases) cases.push_back(&c);
  std::ranges::stable_sort(cases, std::greater(), [](const CaseResult* c) {
    return std::pair(c->cache == "cold", c->work.bytes() + c->work.flops + c->work.steps);
  });
  return cases;
}

/// Multiplies factors that are each of one case: the first cases of one size.
double value_of_cases(const Product& factors, const Results& results, const Model& model) {
  const std::vector<const CaseResult*> cases = sorted(results);
  std::vector<CaseRef> refs;
  for (const Factor& factor : factors) refs.push_back(factor.of());
  const auto value_in = [&](std::size_t i, const CaseResult* c) {
    return is_case_of(*c, refs[i], model) ? value_in_case(factors[i].name, *c, model) : none;
  };
  for (const CaseResult* first : cases) {
    double product = times(1, factors[0], value_in(0, first));
    for (std::size_t i = 1; i < factors.size() && !std::isnan(product); ++i) {
      const auto same = std::ranges::find_if(cases, [&](const CaseResult* c) {
        return !std::isnan(value_in(i, c)) && comparable(*first, *c, factors[0], factors[i]);
      });
      product = times(product, factors[i], same != cases.end() ? value_in(i, *same) : none);
    }
    if (std::isfinite(product)) return product;
  }
  return none;
}

double value_of(const Product& factors, const Results& results, const Model& model) {
  Product of_cases;
  std::ranges::copy_if(factors, std::back_inserter(of_cases), &Factor::is_of_one_case);
  double product = of_cases.empty() ? 1 : value_of_cases(of_cases, results, model);
  for (const Factor& factor : factors)
    if (!factor.is_of_one_case())
      product = times(product, factor, value_of(factor, results, model));
  return std::isfinite(product) ? product : none;
}

Finding finding_of(const Claim& claim, double value) {
  if (claim.accepted.low <= value && value <= claim.accepted.high) return Finding::reproduced;
  const bool is_change = claim.unit == "×" && claim.stated && claim.stated->low > 1;
  return is_change && value > claim.accepted.high ? Finding::more_than_stated
                                                  : Finding::not_reproduced;
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

/// The texts of a record's lines by the words before their colons.
using Record = std::map<std::string, std::string>;

std::vector<Record> records(std::string_view text) {
  std::vector<Record> found(1);
  std::istringstream file{std::string(text)};
  for (std::string line; std::getline(file, line);) {
    if (const std::size_t colon = line.find(": "); colon != std::string::npos)
      found.back()[line.substr(0, colon)] = line.substr(colon + 2);
    if (line.empty()) found.emplace_back();
  }
  return found;
}

Claim claim_of(Record lines) {
  Claim claim = {.id = lines["claim"],
                 .section = lines["section"],
                 .statement = lines["text"],
                 .unit = lines["unit"],
                 .device = lines["device"],
                 .check = lines["check"],
                 .cause = lines["reason"],
                 .examined_on = lines["examined on"]};
  if (lines.contains("value")) claim.value = parse_range(lines["value"], claim.unit, {}).low;
  if (lines.contains("stated")) claim.stated = parse_range(lines["stated"], claim.unit, {});
  claim.accepted = claim.stated.value_or(Range());
  if (lines.contains("holds"))
    claim.accepted = parse_range(lines["holds"], claim.unit, claim.accepted);
  return claim;
}

}  // namespace

std::vector<Claim> parse_claims(std::string_view text) {
  std::vector<Claim> found;
  for (const Record& record : records(text))
    if (record.contains("claim")) found.push_back(claim_of(record));
  return found;
}

const std::vector<Item>& items() {
  static const std::vector<Item> all = [] {
    std::vector<Item> found;
    for (const sources::SourceFile& file : sources::documents())
      for (Record& of : records(file.text))
        if (of.contains("item"))
          found.push_back({std::filesystem::path(file.path).stem(), of["section"], of["item"],
                           of["kind"], of["where"], of["note"] + of["open"] + of["out of scope"]});
    return found;
  }();
  return all;
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

std::vector<CaseRef> cases_of(const std::string& check) {
  std::vector<CaseRef> cases;
  for (const Product& product : parse_check(check))
    for (const Factor& factor : product)
      if (factor.is_of_cases() && factor.name != "unmeasured") cases.push_back(factor.of());
  return cases;
}

std::optional<double> measured(const std::string& check, const Results& results,
                               const Model& model) {
  std::vector<double> values;
  for (const Product& product : parse_check(check)) {
    values.push_back(value_of(product, results, model));
    if (std::isnan(values.back())) return std::nullopt;
  }
  if (!check.starts_with("order of ")) return std::ranges::max(values);
  std::ptrdiff_t pairs = 0;
  for (auto later = values.begin(); later != values.end(); ++later)
    pairs += std::count_if(values.begin(), later, [&](double earlier) { return earlier > *later; });
  return static_cast<double>(pairs);
}

std::string_view name_of(Finding finding) {
  constexpr std::array<std::string_view, 4> names = {"reproduced", "more than stated",
                                                     "not reproduced", "not tested on this device"};
  return names.at(static_cast<std::size_t>(finding));
}

ClaimResult evaluate(const Claim& claim, const Results& results, const Model& model) {
  if (!text_at(results.device, "architecture").starts_with("sm_"))
    return {{}, Finding::not_tested, "not a run on an NVIDIA GPU"};
  if (claim.value) return {claim.value, finding_of(claim, *claim.value)};
  const Product product = parse_check(claim.check).front();
  if (product[0].name == "unmeasured") return {{}, Finding::not_tested, product[0].text};
  const std::optional<double> value = measured(claim.check, results, model);
  const bool is_figure =
      std::ranges::count_if(product, [](const Factor& f) { return !f.name.empty(); }) == 1 &&
      product[0].is({"time", "rate", "device", "datasheet", "measured"}) &&
      product[0].text.find(": ") == std::string::npos;
  if (is_figure && text_at(results.device, "name").find(claim.device) == std::string::npos)
    return {value, Finding::not_tested, "stated for " + claim.device};
  if (!value) return {{}, Finding::not_tested, "the results have no such value"};
  return {value, finding_of(claim, *value)};
}

}  // namespace tilebridge::judge
