// SPDX-License-Identifier: Apache-2.0
#include "judge/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "access/warp.hpp"
#include "base/error.hpp"
#include "hardware/limits.hpp"
#include "results/latency_levels.hpp"
#include "sources/sources.hpp"

namespace tilebridge::judge {
namespace {

using Texts = std::vector<std::string>;
constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

Texts split(std::string_view text, std::string_view separator) {
  Texts parts;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end, text.size() - separator.size()) + separator.size());
  }
  return parts;
}

/// 228 of "228 KiB".
double leading_number(std::string_view text) {
  double value = none;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

double number_of(std::string_view text) {
  const double value = leading_number(text);
  if (std::isnan(value)) throw UsageError(fmt::format("'{}' is not a number", text));
  return value;
}

template <class Value>
Value chosen(std::string_view what, const std::string& name,
             const std::map<std::string, Value>& values) {
  if (const auto found = values.find(name); found != values.end()) return found->second;
  Texts known;
  for (const auto& value : values) known.push_back(value.first);
  throw unknown_name(what, name, known, "documents/README.md");
}

/// `base` with "n=32Mi data=skewed".
Parameters parse_parameters(std::string_view text, Parameters base = {}) {
  for (const std::string& word : text.empty() ? Texts() : split(text, " "))
    for (const auto& [name, value] : parse_assignments(word)) {
      Parameter any = {.name = name, .meaning = "", .initial = {}};
      any.maximum = std::numeric_limits<std::int64_t>::max();
      const bool is_word = std::isnan(leading_number(value));
      base.set(name, is_word ? Value(value) : parse_value(any, value));
    }
  return base;
}

CaseRef parse_case(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::size_t space = std::min(text.find(' '), text.size());
  if (slash > space) throw UsageError("'" + text + "' names no EXPERIMENT/VARIANT");
  return {text.substr(0, slash), text.substr(slash + 1, space - slash - 1),
          parse_parameters(std::string_view(text).substr(std::min(space + 1, text.size())))};
}

/// What the value of a function rests on, whether a case has it, and whether it is a figure of one
/// device, to be tested on that device only.
struct Measure {
  std::string_view basis;
  bool of_case = false;
  bool of_device = false;
};

std::map<std::string, Measure> all_measures() {
  std::map<std::string, Measure> all = {{"segments", {"calculated"}},
                                        {"unmeasured", {"unmeasured"}}};
  for (const char* name : {"time", "rate"}) all[name] = {"measured", true, true};
  for (const char* name : {"flops", "cycles_per_step"}) all[name] = {"measured", true};
  for (const char* name :
       {"loads", "image_loads", "load_instructions", "sectors_loaded", "atomics"})
    all[name] = {"modelled", true};
  for (const char* name :
       {"transactions", "sectors", "use_of_sectors", "conflict_degree", "strides"})
    all[name] = {"modelled"};
  for (const char* name : {"level", "right"}) all[name] = {"measured"};
  for (const char* name : {"device_of", "register_limit", "resident_blocks"})
    all[name] = {"reported"};
  for (const char* name : {"device", "datasheet"}) all[name] = {"reported", false, true};
  all["measured"] = {"measured", false, true};
  for (const CounterInfo& info : counter_infos()) all[std::string(info.name)] = {"measured", true};
  return all;
}

/// "time(stride/copy stride=1)"; a number has no name.
struct Factor {
  std::string name;
  std::string text;
  bool divides = false;
  Measure measure = {};
  CaseRef of = {};  // if it is of a case
};
using Product = std::vector<Factor>;

Factor parse_factor(const std::string& text) {
  static const std::map<std::string, Measure> measures = all_measures();
  const std::size_t open = text.find('(');
  if (open == std::string::npos) return {"", fmt::format("{}", number_of(text))};
  if (!text.ends_with(')')) throw UsageError("'" + text + "' lacks its ')'");
  Factor factor = {text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
  factor.measure = chosen("measure", factor.name, measures);
  const bool has_case = factor.measure.of_case || factor.name == "level" || factor.name == "right";
  if (has_case) factor.of = parse_case(factor.text.substr(0, factor.text.find(',')));
  return factor;
}

/// "A ÷ B × 2".
Product parse_product(const std::string& text) {
  Product factors;
  for (const std::string& quotient : split(text, " ÷ ")) {
    const bool divides = !factors.empty();
    const std::size_t first = factors.size();
    for (const std::string& factor : split(quotient, " × "))
      factors.push_back(parse_factor(factor));
    factors[first].divides = divides;
  }
  return factors;
}

/// "A", "largest of A; B", or "order of A; B; C": the number of pairs of which the earlier is
/// larger.
struct Parsed {
  bool is_order = false;
  std::vector<Product> products = {};
};

Parsed parse_check(std::string_view text) {
  constexpr std::string_view order = "order of ";
  constexpr std::string_view largest = "largest of ";
  Parsed parsed = {text.starts_with(order)};
  text.remove_prefix(parsed.is_order             ? order.size()
                     : text.starts_with(largest) ? largest.size()
                                                 : 0);
  for (const std::string& part : split(text, "; ")) parsed.products.push_back(parse_product(part));
  return parsed;
}

// What a result file has.

/// A value, or why the results have none.
struct Found {
  double value = none;
  std::string lacks = {};

  Found(double found, std::string without)
      : value(std::isfinite(found) ? found : none), lacks(std::move(without)) {}
};

double seconds(const KernelResult& result) {
  const bool is_timed = result.status == Status::ok && result.timing;
  return is_timed && result.timing->seconds.median > 0 ? result.timing->seconds.median : none;
}

/// Milliseconds, GB/s, TFLOP/s, cycles, or what the access model or a profiler has counted.
double value_of(const std::string& name, const CaseResult& c, const KernelResult& result) {
  constexpr double lane_bytes = 4;
  const double time = seconds(result);
  if (name == "time") return 1e3 * time;
  if (name == "rate") return c.work.bytes() > 0 ? c.work.bytes() / time / 1e9 : none;
  if (name == "flops") return c.work.flops / time / 1e12;
  if (name == "cycles_per_step")
    return c.sampling.clock_hz > 0 ? time / c.work.steps * c.sampling.clock_hz : none;
  for (const CounterInfo& info : counter_infos())
    if (name == info.name)
      return result.counters ? result.counters->of(info.counter).value_or(none) : none;
  if (!result.prediction || std::isnan(time)) return none;
  const Traffic& traffic = result.prediction->traffic;
  if (name == "loads") return traffic.load.bytes_asked / lane_bytes;
  // Of a convolution whose 25 weights are loaded for each element that is stored.
  if (name == "image_loads")
    return (traffic.load.bytes_asked - 25 * traffic.store.bytes_asked) / lane_bytes;
  if (name == "load_instructions") return traffic.load.requests;
  if (name == "sectors_loaded") return traffic.load.sectors;
  return traffic.atomic.bytes_asked / lane_bytes;
}

bool is_case_of(const CaseResult& c, const CaseRef& ref, const Model& model) {
  return c.platform == name_of(Platform::cuda) && c.experiment == ref.experiment &&
         c.variant == ref.variant && c.kernels.contains(model) &&
         std::ranges::all_of(ref.parameters, [&](const auto& fixed) {
           return std::ranges::find(c.parameters, fixed) != c.parameters.end();
         });
}

/// A case and the factor's value there.
using Candidates = std::vector<std::pair<const CaseResult*, double>>;

Candidates candidates_for(const Factor& factor, const Results& results, const Model& model) {
  Candidates found;
  for (const CaseResult& c : results.cases)
    if (is_case_of(c, factor.of, model))
      found.emplace_back(&c, value_of(factor.name, c, c.kernels.at(model)));
  std::erase_if(found, [](const auto& candidate) { return std::isnan(candidate.second); });
  std::ranges::stable_sort(found, std::greater(), [](const auto& candidate) {
    const CaseResult& c = *candidate.first;
    return std::pair(c.cache == "cold", c.work.bytes() + c.work.flops + c.work.steps);
  });
  return found;
}

/// Whether two cases agree in everything that neither reference fixes.
bool comparable(const CaseResult& a, const CaseResult& b, const CaseRef& of_a,
                const CaseRef& of_b) {
  return a.cache == b.cache && std::ranges::all_of(a.parameters, [&](const auto& parameter) {
           const auto& [name, value] = parameter;
           if (of_a.parameters.has(name) || of_b.parameters.has(name)) return true;
           return std::ranges::all_of(b.parameters, [&](const auto& other) {
             return other.first != parameter.first || other.second == parameter.second;
           });
         });
}

std::string no_case(const Factor& factor) {
  const bool is_counter =
      std::ranges::find(counter_infos(), factor.name, &CounterInfo::name) != counter_infos().end();
  return is_counter ? "only a profile has its counters: tilebridge profile " + factor.of.experiment
                    : "no such case: " + factor.text;
}

/// The product of the factors that are of cases: of the first cases of one size.
Found product_of_cases(const Product& factors, const Results& results, const Model& model) {
  std::vector<Candidates> candidates;
  for (const Factor& factor : factors) {
    candidates.push_back(candidates_for(factor, results, model));
    if (candidates.back().empty()) return {none, no_case(factor)};
  }
  for (const auto& [first, value] : candidates[0]) {
    double product = factors[0].divides ? 1 / value : value;
    for (std::size_t i = 1; i < factors.size(); ++i) {
      const auto same = std::ranges::find_if(candidates[i], [&, c = first](const auto& candidate) {
        return comparable(*c, *candidate.first, factors[0].of, factors[i].of);
      });
      const double other = same != candidates[i].end() ? same->second : none;
      product = factors[i].divides ? product / other : product * other;
    }
    if (std::isfinite(product)) return {product, ""};
  }
  return {none, "no two cases of one size"};
}

/// Cycles of a step on a plateau of the walk through a memory: "latency/global, memory".
Found level(const Factor& factor, const Results& results, const Model& model) {
  constexpr double smallest_level = 64 * 1024;  // a walk that starts beyond it has missed its level
  const std::string where = split(factor.text, ", ").back();
  const auto cache = results.device.find("cache_bytes");
  const bool has_cache = cache != results.device.end() && cache->is_number();
  std::vector<CaseResult> walk;
  for (const CaseResult& c : results.cases)
    if (is_case_of(c, factor.of, model) && c.cache == "cold") walk.push_back(c);
  for (const LatencyLevels& levels : latency_levels(walk)) {
    if (!levels.kernel.model.is(model) || levels.plateaus.empty()) continue;
    const LatencyPlateau& plateau =
        where == "first" ? levels.plateaus.front() : levels.plateaus.back();
    const auto from = static_cast<double>(plateau.from_bytes);
    const bool is_there = where == "first"       ? from <= smallest_level
                          : where == "beyond L1" ? levels.plateaus.size() > 1
                                                 : has_cache && from > cache->get<double>();
    if (is_there && plateau.cycles > 0) return {plateau.cycles, ""};
  }
  return {none, "no such level: " + factor.text};
}

/// The least share of right elements of any case.
Found right(const Factor& factor, const Results& results, const Model& model) {
  double share = infinite;
  for (const CaseResult& c : results.cases) {
    if (!is_case_of(c, factor.of, model)) continue;
    const auto& validation = c.kernels.at(model).validation;
    if (validation && validation->elements > 0)
      share = std::min(share, 1 - static_cast<double>(validation->wrong) / validation->elements);
  }
  return {share, no_case(factor)};
}

std::string limit_text(const Results& results, const std::string& name) {
  return text_at(results.device.value("limits", Json()), name);
}

/// "Block dimensions, at most #2": the second number of "1024 x 1024 x 64".
Found limit(const std::string& text, const Results& results) {
  const Texts parts = split(text, " #");
  const Texts numbers = split(limit_text(results, parts[0]), " x ");
  const auto index = parts.size() > 1 ? static_cast<std::size_t>(number_of(parts[1])) - 1 : 0;
  return {index < numbers.size() ? leading_number(numbers[index]) : none,
          "the device reports no such limit: " + parts[0]};
}

/// "9.0: Warp size": on that compute capability only.
Found limit_of(const std::string& text, const Results& results) {
  const Texts parts = split(text, ": ");
  const bool is_it = limit_text(results, "Compute capability") == parts[0];
  return is_it ? limit(parts.back(), results)
               : Found(none, "stated for compute capability " + parts[0]);
}

/// Of the multiprocessor's shared memory, where the system reserves some for each block.
Found resident_blocks(const std::string& kib, const Results& results) {
  const double all = limit("Shared memory per multiprocessor", results).value;
  const double reserved = limit("Shared memory reserved per block", results).value;
  return {std::floor(all / (number_of(kib) + reserved)),
          "the device does not report its shared memory"};
}

/// A rate in GB/s; of multiply-adds in TFLOP/s.
Found ceiling(Ceilings ceilings, const std::string& name) {
  const Rate rate = chosen<Rate>("rate", name,
                                 {{"read", Rate::read},
                                  {"copy", Rate::copy},
                                  {"fma", Rate::fma},
                                  {"to device", Rate::to_device}});
  const double value = ceilings.of(rate);
  return {value > 0 ? value / (rate == Rate::fma ? 1e12 : 1e9) : none,
          "the rate is not in the results"};
}

/// What the access model counts in one access of a warp. The documents count segments of 128 bytes
/// as transactions; what moves is sectors, four of which are as many bytes.
double count(const std::string& what, const WarpAccess& access) {
  if (what == "transactions") return sectors(access) / 4.0;
  if (what == "sectors") return sectors(access);
  if (what == "segments") return segments(access);
  if (what == "use_of_sectors") return use_of_sectors(access);
  return conflict_degree(access);
}

/// "first=4 stride=8 bytes=4 lanes=32", all in bytes. Left out are the first address 0, and 32
/// lanes with 4 bytes each, next to each other.
double count_of_warp(const Factor& factor) {
  const Parameters access =
      parse_parameters(factor.text, {{"first", 0}, {"stride", 4}, {"bytes", 4}, {"lanes", 32}});
  return count(factor.name,
               strided(access["first"], access["stride"], static_cast<int>(access["bytes"]),
                       static_cast<int>(access["lanes"])));
}

/// "segments = stride": at how many strides of 1 … 32 words the count is the stride, or its
/// greatest common divisor with 32.
double strides_where(const std::string& text) {
  const Texts sides = split(text, " = ");
  double holds = 0;
  for (int stride = 1; stride <= banks; ++stride)
    if (count(sides.front(), strided(0, std::int64_t{bank_bytes} * stride, bank_bytes)) ==
        (sides.back() == "gcd" ? std::gcd(stride, banks) : stride))
      ++holds;
  return holds;
}

Found value_of(const Factor& factor, const Results& results, const Model& model) {
  const auto& [name, text] = std::tie(factor.name, factor.text);
  if (name.empty()) return {number_of(text), ""};
  if (name == "level") return level(factor, results, model);
  if (name == "right") return right(factor, results, model);
  if (name == "measured") return ceiling(results.ceilings, text);
  if (name == "datasheet") return ceiling(results.datasheet, text);
  if (name == "device") return limit(text, results);
  if (name == "device_of") return limit_of(text, results);
  if (name == "resident_blocks") return resident_blocks(text, results);
  if (name == "strides") return {strides_where(text), ""};
  if (name == "unmeasured") return {none, text};
  if (name != "register_limit") return {count_of_warp(factor), ""};
  const auto limits = find_limits(limit_text(results, "Compute capability"));
  return {limits ? limits->registers_per_thread : none, "no known limits for this device"};
}

Found value_of(const Product& factors, const Results& results, const Model& model) {
  Product of_cases;
  std::ranges::copy_if(factors, std::back_inserter(of_cases),
                       [](const Factor& factor) { return factor.measure.of_case; });
  Found product = of_cases.empty() ? Found(1, "") : product_of_cases(of_cases, results, model);
  for (const Factor& factor : factors) {
    if (factor.measure.of_case) continue;
    const Found found = value_of(factor, results, model);  // throws for a text it cannot read
    if (std::isnan(product.value)) continue;
    product = {factor.divides ? product.value / found.value : product.value * found.value,
               found.lacks};
  }
  return product;
}

Found value_of(const Parsed& check, const Results& results, const Model& model) {
  std::vector<double> values;
  for (const Product& product : check.products) {
    const Found found = value_of(product, results, model);
    if (std::isnan(found.value)) return found;
    values.push_back(found.value);
  }
  if (!check.is_order) return {std::ranges::max(values), ""};
  std::ptrdiff_t pairs = 0;
  for (auto later = values.begin(); later != values.end(); ++later)
    pairs += std::count_if(values.begin(), later, [&](double earlier) { return earlier > *later; });
  return {static_cast<double>(pairs), ""};
}

// The documents' files.

/// 32.8, 400 … 600, ≥ 1.1, ≤ 1.05, or ± 30% of what is stated.
Range parse_range(const std::string& text, const std::string& unit, const Range& stated) {
  const double scale = unit == "%" ? 100 : 1;
  const double after_sign = leading_number(std::string_view(text).substr(text.find(' ') + 1));
  if (text.starts_with("≥ ")) return {after_sign / scale, infinite};
  if (text.starts_with("≤ ")) return {0, after_sign / scale};
  if (text.starts_with("± "))
    return {stated.low * (1 - after_sign / 100), stated.high * (1 + after_sign / 100)};
  const Texts ends = split(text, " … ");
  return {number_of(ends.front()) / scale, number_of(ends.back()) / scale};
}

/// The lines of a claim or an item, by the words before their colons.
class Record {
 public:
  void add(const std::string& line) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) throw UsageError("'" + line + "' is no 'NAME: TEXT'");
    lines_[line.substr(0, colon)] = line.substr(colon + 2);
  }
  bool has(const std::string& name) const { return lines_.contains(name); }
  bool empty() const { return lines_.empty(); }
  std::string take(const std::string& name) {
    const auto line = lines_.extract(name);
    return line.empty() ? "" : line.mapped();
  }
  std::string need(const std::string& name) {
    if (!has(name)) throw UsageError("no line '" + name + ": …'");
    return take(name);
  }
  void expect_end() const {
    if (!empty()) throw UsageError("a line '" + lines_.begin()->first + ": …' has no meaning here");
  }

 private:
  std::map<std::string, std::string> lines_;
};

Claim claim_of(Record& record) {
  Claim claim;
  claim.id = record.take("claim");
  claim.section = record.need("section");
  claim.statement = record.need("text");
  claim.unit = record.need("unit");
  claim.device = record.take("device");
  claim.check = record.need("check");
  claim.cause = record.take("reason");
  claim.examined_on = record.take("examined on");
  if (record.has("stated")) claim.stated = parse_range(record.take("stated"), claim.unit, {});
  claim.accepted = claim.stated.value_or(Range());
  if (record.has("holds"))
    claim.accepted = parse_range(record.take("holds"), claim.unit, claim.accepted);
  value_of(parse_check(claim.check), Results(), Model::native);  // throws if it is not understood
  return claim;
}

Item item_of(Record& record) {
  const std::string where = record.take("where");
  return {.text = record.take("item"),
          .section = record.need("section"),
          .kind = record.need("kind"),
          .places = where.empty() ? Texts() : split(where, ", "),
          .note = record.take("note"),
          .open = record.take("open"),
          .out_of_scope = record.take("out of scope")};
}

void add_to(Document& document, Record& record) {
  if (record.has("claim"))
    document.claims.push_back(claim_of(record));
  else if (record.has("item"))
    document.items.push_back(item_of(record));
  else if (!record.empty())
    document.title = record.need("title");
  record.expect_end();
}

}  // namespace

Document parse_document(const std::string& path, std::string_view text) {
  Document document = {std::filesystem::path(path).stem(), "", {}, {}};
  Record record;
  int number = 0;
  int first = 1;  // line of the record
  try {
    for (const std::string& line : split(std::string(text) + "\n", "\n")) {
      ++number;
      if (record.empty()) first = number;
      if (line.empty())
        add_to(document, record);
      else
        record.add(line);
    }
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}:{}: {}", path, first, error.what()));
  }
  return document;
}

const std::vector<Document>& documents() {
  static const std::vector<Document> all = [] {
    std::vector<Document> parsed;
    for (const sources::SourceFile& file : sources::documents())
      parsed.push_back(parse_document(std::string(file.path), file.text));
    return parsed;
  }();
  return all;
}

std::vector<CaseRef> cases_of(const std::string& check) {
  std::vector<CaseRef> cases;
  for (const Product& product : parse_check(check).products)
    for (const Factor& factor : product)
      if (!factor.of.variant.empty()) cases.push_back(factor.of);
  return cases;
}

std::string_view basis_of(const std::string& check) {
  if (check.find("segments") != std::string::npos) return "calculated";
  return parse_check(check).products[0][0].measure.basis;
}

std::optional<double> measured(const std::string& check, const Results& results,
                               const Model& model) {
  const double value = value_of(parse_check(check), results, model).value;
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::string_view name_of(Finding finding) {
  constexpr std::array<std::string_view, 4> names = {"reproduced", "more than stated",
                                                     "not reproduced", "not tested on this device"};
  return names.at(static_cast<std::size_t>(finding));
}

ClaimResult evaluate(const Claim& claim, const Results& results, const Model& model) {
  if (!text_at(results.device, "architecture").starts_with("sm_"))
    return {{}, Finding::not_tested, "not a run on an NVIDIA GPU"};
  const Parsed check = parse_check(claim.check);
  const Found found = value_of(check, results, model);
  const std::optional<double> value =
      std::isnan(found.value) ? std::nullopt : std::optional(found.value);
  const auto figures = std::ranges::count_if(
      check.products[0], [](const Factor& factor) { return !factor.name.empty(); });
  const bool is_of_device = figures == 1 && check.products[0][0].measure.of_device;
  if (is_of_device && text_at(results.device, "name").find(claim.device) == std::string::npos)
    return {value, Finding::not_tested, "stated for " + claim.device};
  if (!value) return {{}, Finding::not_tested, found.lacks};
  if (claim.accepted.low <= *value && *value <= claim.accepted.high)
    return {value, Finding::reproduced};
  const bool is_change = claim.unit == "×" && claim.stated && claim.stated->low > 1;
  return {value, is_change && *value > claim.accepted.high ? Finding::more_than_stated
                                                           : Finding::not_reproduced};
}

std::optional<ClaimResult> evaluate_kokkos(const Claim& claim, const Results& results) {
  if (cases_of(claim.check).empty()) return std::nullopt;
  const ClaimResult found = evaluate(claim, results, Model::kokkos);
  return found.measured ? std::optional(found) : std::nullopt;
}

}  // namespace tilebridge::judge
