// SPDX-License-Identifier: Apache-2.0
#include "judge/claims.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>

#include "access/warp.hpp"
#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "hardware/limits.hpp"
#include "hardware/occupancy.hpp"
#include "judge/course.hpp"
#include "results/file.hpp"
#include "sources/sources.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::judge {
namespace {

Claim parsed(const std::string& lines) {
  return parse_claims("claim: D9-1\nsection: §1\ntext: It is so.\n" + lines).at(0);
}

TEST(ClaimsFile, HasClaimsAmongOtherRecords) {
  const std::vector<Claim> all = parse_claims(
      "title: a document\n\nitem: a listing\nsection: §2\nkind: listing\nwhere: stride/add, "
      "D9-1\n\nclaim: D9-1\nsection: §1\ntext: It is so.\nunit: cycles\nstated: 400 … 600\n"
      "check: level(latency/global, memory)\nreason: a cause\nexamined on: H200\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].statement, "It is so.");
  EXPECT_EQ(all[0].accepted.high, 600);
  EXPECT_EQ(all[0].cause_of(700), "a cause");
  EXPECT_EQ(all[0].cause_of(500), "");
  EXPECT_EQ(all[0].examined_on, "H200");
}

TEST(ClaimsFile, ACauseIsOfTheSideThatAValueIsOn) {
  const Claim claim =
      parsed("unit: ×\nstated: 2\ncheck: measured(read)\nreason above: L1 serves more\n");
  EXPECT_EQ(claim.cause_of(3), "L1 serves more");
  EXPECT_EQ(claim.cause_of(1), "");
}

TEST(ClaimsFile, AnAnswerRestsOnTheStrongestFactor) {
  const auto basis = [](const std::string& lines) {
    return std::string(name_of(basis_of(parsed("unit: ×\nstated: 2\n" + lines))));
  };
  EXPECT_EQ(basis("check: loads(a/b) ÷ loads(a/c)\n"), "modelled");
  EXPECT_EQ(basis("check: transactions()\nvalue: 1\n"), "modelled");
  EXPECT_EQ(basis("check: loads(a/b) ÷ time(a/b)\n"), "measured");
  EXPECT_EQ(basis("check: global_load_sectors(a/b)\n"), "counted");
  EXPECT_EQ(basis("check: datasheet(read)\n"), "property of the device");
  EXPECT_EQ(basis("check: unmeasured(no unit)\n"), "text");
}

TEST(Place, IsADocumentAndTheBeginningOfASection) {
  EXPECT_TRUE((Place{"D5", "1.3"}.holds("D5", "§1.3")));
  EXPECT_TRUE((Place{"D5", "1"}.holds("D5", "§1.3")));
  EXPECT_TRUE((Place{"", "shared"}.holds("D4", "Shared memory")));
  EXPECT_TRUE(Place{}.holds("D4", "Registers"));
  EXPECT_FALSE((Place{"D5", "1"}.holds("D5", "§10")));
  EXPECT_FALSE((Place{"D5", "1.3"}.holds("D4", "§1.3")));
  EXPECT_THROW(claims_in({"D9", ""}), UsageError);
  EXPECT_GT(claims_in({"D5", "1.3"}).size(), 5U);
}

TEST(ClaimsFile, RangesAreInTheUnitOfTheClaim) {
  const auto accepted = [](const std::string& lines) {
    const Range range = parsed(lines + "\ncheck: measured(read)\n").accepted;
    return std::pair(range.low, range.high);
  };
  EXPECT_EQ(accepted("unit: ×\nstated: 8"), std::pair(8.0, 8.0));
  EXPECT_EQ(accepted("unit: ×\nstated: 8\nholds: ± 25%"), std::pair(6.0, 10.0));
  EXPECT_EQ(accepted("unit: %\nholds: 25 … 50"), std::pair(0.25, 0.5));
  EXPECT_EQ(accepted("unit: %\nholds: ≤ 50"), std::pair(0.0, 0.5));
  EXPECT_EQ(accepted("unit: ×\nholds: ≥ 1.1"), std::pair(1.1, HUGE_VAL));
}

TEST(ClaimsFile, WhatCannotBeReadIsAnError) {
  EXPECT_THROW(parsed("unit: ×\nstated: two\n"), UsageError);
  for (const char* check : {"time(a/b", "time(a/b) +  2", "time(a/b) ÷", ""})
    EXPECT_THROW(cases_of(check), UsageError) << check;
}

TEST(Documents, HaveClaimsUnderIdsOfTheirOwn) {
  std::set<std::string> ids;
  for (const Claim& claim : claims()) {
    EXPECT_TRUE(ids.insert(claim.id).second) << claim.id;
    EXPECT_THAT(claim.id, testing::ContainsRegex("^D[1-5]-"));
    EXPECT_THAT(claim.statement, testing::EndsWith(".")) << claim.id;
    for (const std::string& line : {claim.section, claim.unit, claim.check})
      EXPECT_NE(line, "") << claim.id;
  }
  EXPECT_EQ(ids.size(), 279U);
}

/// Whether the preset `full` runs a native case that the reference means.
bool is_run(const CaseRef& ref) {
  const std::size_t slash = ref.variant.find('/');
  const Variant& variant =
      catalogue().experiment(ref.variant.substr(0, slash)).variant(ref.variant.substr(slash + 1));
  const auto cases = tilebridge::cases_of(variant, Preset::full, Platform::cuda);
  return variant.runs(Model::native, Platform::cuda) &&
         std::ranges::any_of(cases, [&](const Parameters& parameters) {
           const std::string text = " " + to_string(parameters) + " ";
           return std::ranges::all_of(ref.parameters, [&](const std::string& fixed) {
             return text.find(" " + fixed + " ") != std::string::npos;
           });
         });
}

TEST(Documents, ClaimsReferToCasesThatTheFullPresetRuns) {
  for (const Claim& claim : claims()) {
    if (claim.value) continue;
    for (const CaseRef& ref : cases_of(claim.check))
      EXPECT_TRUE(is_run(ref)) << claim.id << ": " << claim.check;
  }
}

/// What the access model counts in one access of a warp. The documents count segments of 128 bytes
/// as transactions; what moves is sectors, four of which are as many bytes.
double count_of(const std::string& what, const WarpAccess& access) {
  if (what == "transactions") return sectors(access) / 4.0;
  if (what == "sectors") return sectors(access);
  if (what == "segments") return segments(access);
  if (what == "use_of_sectors") return use_of_sectors(access);
  if (what == "use_of_bursts") return use_of_bursts(access);
  return conflict_degree(access);
}

/// "first=4 stride=8 bytes=4 lanes=32".
double count_in(const std::string& what, const std::string& text) {
  std::map<std::string, std::string> of = {
      {"first", "0"}, {"stride", "4"}, {"bytes", "4"}, {"lanes", "32"}};
  if (!text.empty()) {
    std::istringstream words(text);
    for (std::string word; words >> word;)
      of.at(word.substr(0, word.find('='))) = word.substr(word.find('=') + 1);
  }
  return count_of(what, strided(std::stol(of["first"]), std::stol(of["stride"]),
                                std::stoi(of["bytes"]), std::stoi(of["lanes"])));
}

/// "segments = stride": at how many strides of 1 … 32 words the count is the stride, or its
/// greatest common divisor with 32.
double strides_where(const std::string& text) {
  double holds = 0;
  for (int stride = 1; stride <= banks; ++stride) {
    const double expected = text.ends_with("gcd") ? std::gcd(stride, banks) : stride;
    const WarpAccess access = strided(0, std::int64_t{bank_bytes} * stride, bank_bytes);
    if (count_of(text.substr(0, text.find(' ')), access) == expected) ++holds;
  }
  return holds;
}

/// "9.0, 256 threads, 32 registers, 32 KiB".
double resident_blocks(const std::string& text) {
  std::string arch = text.substr(0, text.find(','));
  std::istringstream words(text.substr(arch.size()));
  std::string comma;
  std::string unit;
  Footprint block = {};
  words >> comma >> block.threads >> unit >> block.registers >> unit >> block.shared_bytes;
  block.shared_bytes *= 1024;
  for (const Limits& limits : known_limits())
    if (arch == std::to_string(limits.major) + "." + std::to_string(limits.minor))
      return occupancy(limits, block).blocks;
  return 0;
}

double calculated(const std::string& what, const std::string& text) {
  if (what == "strides") return strides_where(text);
  if (what == "resident_blocks") return resident_blocks(text);
  return count_in(what, text);
}

/// The value of two figures of a document: "268.4 MB ÷ 1.5 ms"; none of anything else.
std::optional<double> computed(const std::string& check) {
  static const std::regex form(R"(([\d.]+) [A-Za-z/]+ (×|÷) ([\d.]+)( .*)?)");
  std::smatch match;
  if (!std::regex_match(check, match, form)) return std::nullopt;
  const double first = std::stod(match[1]), second = std::stod(match[3]);
  return match[2] == "×" ? first * second : first / second;
}

TEST(Documents, ValuesAreWhatTheAccessModelAndTheLimitsGive) {
  int values = 0;
  for (const Claim& claim : claims()) {
    if (!claim.value) continue;
    ++values;
    if (const auto value = computed(claim.check)) {
      EXPECT_NEAR(*claim.value / *value, 1, 3e-4) << claim.id;
      continue;
    }
    const std::size_t open = claim.check.find('(');
    if (open == std::string::npos) {
      for (const Limits& limits : known_limits())
        EXPECT_TRUE(10 * limits.major + limits.minor < 35 ||
                    limits.registers_per_thread == *claim.value)
            << claim.id;
      continue;
    }
    const std::string name = claim.check.substr(0, open);
    const std::string text = claim.check.substr(open + 1, claim.check.size() - open - 2);
    EXPECT_DOUBLE_EQ(calculated(name, text), *claim.value) << claim.id;
  }
  EXPECT_EQ(values, 50);
}

/// A figure lies in what is accepted for it, and that is narrow enough to be missed; a range is the
/// document's own; without either, a threshold.
TEST(Documents, ClaimsAcceptTheirOwnFigureAndLittleElse) {
  for (const Claim& claim : claims()) {
    if (claim.check.starts_with("unmeasured")) continue;
    const Range& accepted = claim.accepted;
    if (!claim.stated) {
      EXPECT_TRUE(accepted.low >= 0.9 || accepted.high <= 1.1) << claim.id;
      continue;
    }
    const Range& stated = *claim.stated;
    EXPECT_LE(accepted.low, stated.low) << claim.id;
    EXPECT_GE(accepted.high, stated.high) << claim.id;
    const double widest = stated.low == stated.high ? 2.001 : stated.high / stated.low;
    EXPECT_LE(accepted.high / accepted.low, widest) << claim.id;
  }
}

bool is_place(const std::string& place, const std::set<std::string>& ids) {
  const std::filesystem::path root = std::filesystem::path(TILEBRIDGE_DOCS).parent_path();
  if (place.starts_with("tilebridge ") || ids.contains(place)) return true;
  if (place.ends_with(".md")) return std::filesystem::exists(root / place);
  const std::size_t slash = place.find('/');
  const Experiment* experiment = catalogue().find(place.substr(0, slash));
  return experiment != nullptr &&
         (slash == std::string::npos || experiment->find(place.substr(slash + 1)) != nullptr);
}

TEST(Documents, SectionsAreTheHeadingsOfTheCourse) {
  std::set<std::string> headings;
  for (const std::string document : {"D1", "D2", "D3", "D4", "D5"}) {
    const judge::CoursePage* page = judge::course_page(document);
    ASSERT_NE(page, nullptr) << document;
    for (const judge::CourseSection& section : page->sections)
      EXPECT_TRUE(headings.insert(document + section.key).second) << section.key;
  }
  for (const Claim& claim : claims())
    EXPECT_TRUE(headings.contains(claim.id.substr(0, 2) + claim.section)) << claim.id;
  for (const Record& item : items_in({}))
    EXPECT_TRUE(headings.contains(item.at("document") + item.at("section"))) << item.at("item");
}

std::string page_of(const std::string& name) {
  for (const sources::SourceFile& file : sources::course())
    if (file.path == "docs/course/" + name) return std::string(file.text);
  return "";
}

TEST(Documents, SectionsAreTaughtOnAPageOfTheirSubject) {
  for (const std::string document : {"D1", "D2", "D3", "D4", "D5"})
    for (const judge::CourseSection& section : judge::course_page(document)->sections)
      EXPECT_GT(section.text.find("\n" + document + " says: "), std::size_t{100})
          << document << " " << section.title << ": its first link leads to no section";
}

TEST(Documents, RowsOfTheCourseNameTheirClaims) {
  for (const Claim& claim : claims()) {
    std::istringstream rows(page_of(claim.id.substr(0, 2) + ".md"));
    std::string row;
    while (std::getline(rows, row) && !row.starts_with("| " + claim.section + " "))
      ;
    EXPECT_THAT(row, testing::HasSubstr("`" + claim.id + "`"));
  }
}

/// Prose between codes and pictures.
TEST(Documents, PagesOfTheCourseAreShort) {
  constexpr std::ptrdiff_t most = 3000;
  for (const sources::SourceFile& file : sources::course()) {
    std::istringstream lines{std::string(file.text)};
    std::ptrdiff_t words = 0;
    bool is_code = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("```")) is_code = !is_code;
      if (is_code || line.starts_with("<")) continue;
      std::istringstream rest(line);
      words += std::distance(std::istream_iterator<std::string>(rest), {});
    }
    EXPECT_LE(words, most) << file.path;
  }
}

TEST(Documents, ItemsNameEveryClaimAndNothingElse) {
  std::set<std::string> ids;
  std::set<std::string> named;
  for (const Claim& claim : claims()) ids.insert(claim.id);
  for (const sources::SourceFile& file : sources::documents()) {
    std::istringstream lines{std::string(file.text)};
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("where: ")) continue;
      std::istringstream places(line.substr(6) + ",");
      for (std::string place; std::getline(places, place, ',');) {
        EXPECT_TRUE(is_place(place.substr(1), ids)) << file.path << ": " << place;
        named.insert(place.substr(1));
      }
    }
  }
  for (const std::string& id : ids) EXPECT_TRUE(named.contains(id)) << id;
}

// Evaluation.

Claim claim_of(const std::string& check, const Range& accepted = {}) {
  Claim claim;
  claim.id = "D9-1";
  claim.unit = "×";
  claim.accepted = accepted;
  claim.check = check;
  return claim;
}

CaseResult case_of(const std::string& variant, const Parameters& parameters, double seconds) {
  CaseResult c;
  c.experiment = "stride";
  c.variant = variant;
  c.platform = "cuda";
  c.parameters = parameters;
  c.cache = "cold";
  c.work.bytes_read = 1e9;
  c.sampling.clock_hz = 2e9;
  KernelResult result;
  result.status = Status::ok;
  result.timing = Timing{{seconds, seconds, seconds}, {seconds}};
  c.kernels[native_code] = result;
  return c;
}

CaseResult strided_case(std::int64_t stride, std::int64_t n, double seconds) {
  return case_of("copy", {{"n", n}, {"stride", stride}}, seconds);
}

Results results_of(const std::vector<CaseResult>& cases) {
  Results results;
  results.device = {{"name", "NVIDIA H200"},
                    {"architecture", "sm_90"},
                    {"cache_bytes", 1 << 20},
                    {"limits",
                     {{"Compute capability", "9.0"},
                      {"Warp size", "32 threads"},
                      {"Grid dimensions, at most", "2147483647 x 65535 x 65534"},
                      {"Shared memory per multiprocessor", "228 KiB"},
                      {"Shared memory reserved per block", "1 KiB"},
                      {"Memory clock, at most", "3200 MHz"},
                      {"Memory bus", "6000 bits"}}}};
  results.ceilings.read_bytes_per_s = 4e12;
  results.ceilings.flops = 2e12;
  results.datasheet.read_bytes_per_s = 4.8e12;
  results.cases = cases;
  return results;
}

const std::string slowdown = "time(stride/copy stride=32) ÷ time(stride/copy stride=1)";

double value(const std::string& check, const Results& results) {
  return evaluate(claim_of(check), results).measured.value_or(-1);
}

TEST(Claim, IsReproducedUpToTheEndsOfItsRange) {
  const Results results = results_of({strided_case(1, 8, 0.25), strided_case(32, 8, 8)});
  for (const Range& range : {Range{24, 40}, Range{31, 40}, Range{24, 33}})
    EXPECT_EQ(evaluate(claim_of(slowdown, range), results).finding, Finding::reproduced);
  for (const Range& range : {Range{31.9, 40}, Range{32.1, 40}, Range{24, 31.9}, Range{24, 32.1}})
    EXPECT_EQ(evaluate(claim_of(slowdown, range), results).finding, Finding::at_the_limit);
  for (const Range& range : {Range{24, 31}, Range{33, 40}})
    EXPECT_EQ(evaluate(claim_of(slowdown, range), results).finding, Finding::not_reproduced);
  EXPECT_EQ(evaluate(claim_of(slowdown), results).measured, 32);
}

/// Only where a gain or a loss is stated: a register of 4 cycles is not more of 1 cycle.
TEST(Claim, AboveAStatedFactorIsMoreThanStated) {
  const Results results = results_of({strided_case(1, 8, 0.25), strided_case(32, 8, 8)});
  const auto finding = [&](double stated, const Range& accepted, const std::string& unit) {
    Claim claim = claim_of(slowdown, accepted);
    claim.stated = Range{stated, stated};
    claim.unit = unit;
    return evaluate(claim, results).finding;
  };
  EXPECT_EQ(finding(24.6, {18, 31}, "×"), Finding::more_than_stated);
  EXPECT_EQ(finding(24.6, {33, 40}, "×"), Finding::not_reproduced);
  EXPECT_EQ(finding(1, {0.95, 1.05}, "×"), Finding::not_reproduced);
  EXPECT_EQ(finding(24.6, {18, 31}, "cycles"), Finding::not_reproduced);
}

TEST(Claim, IsOfFloatsUnlessItSaysOtherwise) {
  CaseResult wide = case_of("copy", {{"n", 8}, {"real", "double"}}, 3);
  wide.work.bytes_read = 8e9;
  const Results results = results_of({wide, case_of("copy", {{"n", 8}, {"real", "float"}}, 2)});
  EXPECT_EQ(value("time(stride/copy)", results), 2000);
  EXPECT_EQ(value("time(stride/copy real=double)", results), 3000);
}

TEST(Claim, IsTestedByTheFilesOfItsDeviceThatCan) {
  std::vector<Results> files = {results_of({}), results_of({strided_case(1, 8, 2)}),
                                results_of({strided_case(1, 8, 3)})};
  files[2].device["name"] = "NVIDIA A100";
  const std::vector<Evidence> devices = by_device(files);
  ASSERT_EQ(devices.size(), 2U);
  const Claim claim = claim_of("time(stride/copy) ÷ 1", {1000, 2500});
  EXPECT_EQ(evaluate(claim, devices[0]).finding, Finding::not_reproduced);
  EXPECT_EQ(evaluate(claim, devices[1]).finding, Finding::reproduced);
  EXPECT_FALSE(evaluate(claim, devices[1]).is_contradicted());
}

TEST(Claim, WhatRunsContradictIsSaidWhateverTheirOrder) {
  std::vector<Results> files = {results_of({}), results_of({strided_case(1, 8, 2)}),
                                results_of({strided_case(1, 8, 3)}),
                                results_of({strided_case(1, 8, 4)})};
  std::vector<int> order = {0, 1, 2, 3};
  do {
    std::vector<Results> in_order;
    for (const int i : order) in_order.push_back(files.at(i));
    const ClaimResult result =
        evaluate(claim_of("time(stride/copy) ÷ 1", {1000, 2500}), by_device(in_order).at(0));
    EXPECT_EQ(result.finding, Finding::not_reproduced);
    EXPECT_EQ(result.measured, 3000);
    EXPECT_EQ(result.agreeing, 2);
    EXPECT_EQ(result.runs, 3);
  } while (std::ranges::next_permutation(order).found);
}

TEST(Claim, OfCasesOfOneSizeDoesNotDependOnTheirOrder) {
  CaseResult uniform = case_of("copy", {{"n", 8}, {"data", "uniform"}}, 3);
  CaseResult constant = case_of("copy", {{"n", 8}, {"data", "constant"}}, 2);
  EXPECT_EQ(value("time(stride/copy)", results_of({uniform, constant})), 3000);
  EXPECT_EQ(value("time(stride/copy)", results_of({constant, uniform})), 3000);
}

TEST(Claim, IsTestedForKokkosToo) {
  std::vector<CaseResult> cases = {strided_case(1, 8, 1), strided_case(32, 8, 32)};
  const auto of_kokkos = [&] {
    return evaluate(claim_of(slowdown, {24, 40}), results_of(cases), Model::kokkos);
  };
  EXPECT_FALSE(of_kokkos().measured);
  for (CaseResult& c : cases) c.kernels[kokkos_code] = KernelResult(c.kernels.at(Model::native));
  cases[0].kernels[kokkos_code].timing = Timing{{2, 2, 2}, {2}};
  EXPECT_EQ(of_kokkos().measured, 16);
}

TEST(Claim, TakesTheLargestCasesOfOneSizeAndColdOnesFirst) {
  CaseResult large = strided_case(1, 64, 1);
  large.work.bytes_read = 8e9;
  const CaseResult small = strided_case(1, 8, 2);
  const CaseResult small_32 = strided_case(32, 8, 6);
  EXPECT_EQ(value(slowdown, results_of({large, small_32, small})), 3);
  EXPECT_EQ(value(slowdown, results_of({large, small_32})), -1);
  CaseResult hot = strided_case(1, 8, 1);
  hot.cache = "hot";
  CaseResult hot_32 = strided_case(32, 8, 5);
  hot_32.cache = "hot";
  EXPECT_EQ(value(slowdown, results_of({hot, hot_32, small, small_32})), 3);
  EXPECT_EQ(value(slowdown, results_of({hot, hot_32})), 5);
  EXPECT_EQ(value(slowdown, results_of({hot, small_32})), -1);
}

TEST(Claim, WithoutItsCaseIsNotTested) {
  CaseResult host = strided_case(1, 8, 1);
  host.platform = "host";
  CaseResult invalid = strided_case(1, 8, 1);
  invalid.kernels[native_code].status = Status::invalid;
  for (const CaseResult& c : {host, invalid, strided_case(2, 8, 1)}) {
    const ClaimResult found =
        evaluate(claim_of(slowdown, {1, 9}), results_of({c, strided_case(32, 8, 1)}));
    EXPECT_EQ(found.finding, Finding::not_tested);
    EXPECT_EQ(found.untested, "the results have no such value");
  }
  Results on_cpu = results_of({});
  on_cpu.device["architecture"] = "x86_64";
  EXPECT_EQ(evaluate(claim_of("device(Warp size)"), on_cpu).finding, Finding::not_tested);
}

TEST(Claim, ARateOrATimeIsOfTheDeviceNamed) {
  const Results results = results_of({strided_case(1, 8, 1e-3)});
  for (const auto& [check, measured] :
       std::map<std::string, double>{{"rate(stride/copy)", 1000},
                                     {"measured(read)", 4000},
                                     {"time(stride/copy)", 1},
                                     {"measured(fma) × 8000", 16000},
                                     {"device(Warp size)", 32}}) {
    Claim claim = claim_of(check, {0.9 * measured, 1.1 * measured});
    claim.device = "RTX 4090";
    EXPECT_EQ(evaluate(claim, results).untested, "stated for RTX 4090");
    EXPECT_DOUBLE_EQ(*evaluate(claim, results).measured, measured);
    claim.device = "H200";
    EXPECT_EQ(evaluate(claim, results).finding, Finding::reproduced) << check;
  }
  Claim share = claim_of("rate(stride/copy) ÷ measured(read)", {0.2, 0.3});
  share.device = "RTX 4090";
  EXPECT_EQ(evaluate(share, results).finding, Finding::reproduced);
}

TEST(Claim, RatesCountTheBytesThatAreRequested) {
  CaseResult few = strided_case(32, 8, 0.5);
  few.work.bytes_read = 1e9 / 32;
  const std::string check = "rate(stride/copy stride=1) ÷ rate(stride/copy stride=32)";
  EXPECT_DOUBLE_EQ(value(check, results_of({strided_case(1, 8, 1), few})), 16);
  few.work.bytes_read = 0;
  EXPECT_EQ(value(check, results_of({strided_case(1, 8, 1), few})), -1);
}

TEST(Claim, OfSeveralTakesTheLargestOrCountsTheOrder) {
  const Results results =
      results_of({strided_case(1, 8, 1), strided_case(2, 8, 2), strided_case(32, 8, 8)});
  const std::string middle = "time(stride/copy stride=32) ÷ time(stride/copy stride=2)";  // 4
  const std::string small = "time(stride/copy stride=2) ÷ time(stride/copy stride=1)";    // 2
  EXPECT_EQ(value("largest of " + small + "; " + slowdown + "; " + middle, results), 8);
  EXPECT_EQ(value("largest of " + small + "; time(a/b)", results), -1);
  EXPECT_EQ(value("order of " + slowdown + "; " + middle + "; " + small, results), 3);
  EXPECT_EQ(value("order of " + middle + "; " + slowdown + "; " + small, results), 2);
}

CaseResult step_of(const std::string& variant, std::int64_t bytes, double cycles) {
  CaseResult c = case_of(variant, {{"bytes", bytes}, {"steps", 1000}}, cycles * 1000 / 2e9);
  c.experiment = "latency";
  c.work.steps = 1000;
  return c;
}

TEST(Claim, CyclesAreOfALevelThatTheWalkShows) {
  const Results results =
      results_of({step_of("global", 1 << 10, 40), step_of("global", 1 << 14, 40),
                  step_of("global", 1 << 18, 100), step_of("global", 1 << 22, 600),
                  step_of("global", 1 << 23, 604), step_of("shared", 1 << 10, 30),
                  step_of("shared", 1 << 14, 30), step_of("l2", 1 << 17, 300),
                  step_of("l2", 1 << 19, 300), step_of("register", 128, 4)});
  EXPECT_DOUBLE_EQ(value("level(latency/global, first)", results), 40);
  EXPECT_NEAR(value("level(latency/global, memory) ÷ level(latency/shared, first)", results), 20,
              0.2);
  EXPECT_NEAR(value("level(latency/global, beyond L1)", results), 602, 3);
  EXPECT_EQ(value("level(latency/shared, beyond L1)", results), -1);
  EXPECT_EQ(value("level(latency/l2, first)", results), -1);   // begins beyond a first level
  EXPECT_EQ(value("level(latency/l2, memory)", results), -1);  // ends in a cache
  EXPECT_DOUBLE_EQ(value("cycles_per_step(latency/register)", results), 4);
}

TEST(Claim, WorksIfEveryElementOfEveryCaseIsRight) {
  CaseResult right = strided_case(1, 8, 1);
  right.kernels[native_code].validation = Validation{0, 0, 64, 0};
  CaseResult wrong = strided_case(1, 16, 1);
  wrong.kernels[native_code].validation = Validation{0, 0, 64, 16};
  wrong.kernels[native_code].status = Status::invalid;
  EXPECT_EQ(value("right(stride/copy stride=1)", results_of({right})), 1);
  EXPECT_EQ(value("right(stride/copy stride=1)", results_of({right, wrong})), 0.75);
  EXPECT_EQ(value("right(stride/copy stride=1)", results_of({strided_case(1, 8, 1)})), -1);
}

TEST(Claim, CountsAreTheModelsOrTheProfilers) {
  CaseResult c = strided_case(1, 8, 1);
  EXPECT_EQ(value("loads(stride/copy)", results_of({c})), -1);
  Prediction prediction;
  prediction.traffic.load = {10, 40, 1280, 1280};
  prediction.traffic.store.bytes_asked = 40;
  prediction.traffic.atomic.bytes_asked = 400;
  c.kernels[native_code].prediction = prediction;
  EXPECT_EQ(value("loads(stride/copy)", results_of({c})), 320);
  EXPECT_EQ(value("image_loads(stride/copy)", results_of({c})), 320 - 25 * 10);
  EXPECT_EQ(value("load_instructions(stride/copy)", results_of({c})), 10);
  EXPECT_EQ(value("sectors_loaded(stride/copy)", results_of({c})), 40);
  EXPECT_EQ(value("atomics(stride/copy)", results_of({c})), 100);
  const std::string hits = "l1_hit_sectors(stride/copy) ÷ l1_sectors(stride/copy)";
  EXPECT_EQ(value(hits, results_of({c})), -1);
  c.kernels[native_code].timing.reset();
  c.kernels[native_code].counters =
      Counters{.kernels = 1, .values = {{Counter::l1_hit_sectors, 20}, {Counter::l1_sectors, 80}}};
  EXPECT_EQ(value(hits, results_of({c})), 0.25);
}

TEST(Claim, CountsAreWhatTheValidationCounted) {
  CaseResult c = strided_case(1, 8, 1);
  EXPECT_EQ(value("counted(stride/copy)", results_of({c})), -1);
  c.kernels[native_code].validation = tilebridge::counted({}, {310, 8192, "out of order"});
  EXPECT_EQ(value("counted(stride/copy)", results_of({c})), 310);
  c.kernels[native_code].status = Status::invalid;
  EXPECT_EQ(value("counted(stride/copy)", results_of({c})), -1);
}

TEST(Claim, LimitsAreWhatTheDeviceReports) {
  const Results results = results_of({});
  EXPECT_EQ(value("device(Grid dimensions, at most)", results), 2147483647);
  EXPECT_EQ(value("device(Grid dimensions, at most #3)", results), 65534);
  EXPECT_EQ(value("device(Grid dimensions, at most #4)", results), -1);
  EXPECT_EQ(value("device(9.0: Warp size)", results), 32);
  EXPECT_EQ(value("device(8.0: Warp size)", results), -1);
  EXPECT_DOUBLE_EQ(value("device(Memory clock, at most) × device(Memory bus) ÷ 8000 ÷ "
                         "datasheet(read)",
                         results),
                   0.5);
}

TEST(Claim, AFileMayHaveAnythingForTheDevice) {
  Results results = results_of({step_of("global", 1 << 22, 600), step_of("global", 1 << 23, 600)});
  for (const Json& device : {Json{{"name", 7},
                                  {"architecture", "sm_90"},
                                  {"cache_bytes", "much"},
                                  {"limits", {{"Warp size", "many"}}}},
                             Json::object()}) {
    results.device = device;
    for (const Claim& claim : claims()) EXPECT_NO_THROW(evaluate(claim, results)) << claim.id;
  }
}

/// Whether only another device or a further experiment can decide it.
bool waits(const Claim& claim) {
  return claim.check.starts_with("unmeasured") || claim.check.starts_with("device(8.0: ") ||
         claim.check.starts_with("device(7.0: ") || !claim.device.empty();
}

TEST(Claim, IsDecidedByAnArchivedFileUnlessItWaitsForAnotherDevice) {
  std::set<std::string> decided;
  for (const auto& entry : std::filesystem::directory_iterator(TILEBRIDGE_RESULTS)) {
    const std::string name = entry.path().filename();
    if (!name.ends_with("-full.json") && !name.ends_with("-models.json") &&
        name.find("-profile") == std::string::npos && !name.ends_with("-rows.json"))
      continue;
    const Results results = read_results(entry.path());
    for (const Claim& claim : claims())
      if (!decided.contains(claim.id) && evaluate(claim, results).finding != Finding::not_tested)
        decided.insert(claim.id);
  }
  for (const Claim& claim : claims())
    EXPECT_TRUE(decided.contains(claim.id) || waits(claim)) << claim.id;
}

/// The archived files of a device: "H200".
std::vector<Results> archive_of(const std::string& device) {
  std::vector<Results> files;
  for (const auto& entry : std::filesystem::directory_iterator(TILEBRIDGE_RESULTS))
    if (const std::string name = entry.path().filename(); name.ends_with("-full.json") ||
                                                          name.ends_with("-models.json") ||
                                                          name.ends_with("-rows.json"))
      if (Results results = read_results(entry.path());
          text_at(results.device, "name").find(device) != std::string::npos)
        files.push_back(std::move(results));
  return files;
}

/// A reason is there for what was seen: where it was examined, the value is on its side.
TEST(Claim, HasReasonsOnlyForWhatWasSeenWhereItWasExamined) {
  std::map<std::string, std::vector<Results>> archives;
  for (const Claim& claim : claims()) {
    if (claim.examined_on.empty()) continue;
    const auto [archive, is_new] = archives.try_emplace(claim.examined_on);
    if (is_new) archive->second = archive_of(claim.examined_on);
    Evidence evidence;
    for (const Results& results : archive->second) evidence.push_back(&results);
    const ClaimResult result = evaluate(claim, evidence);
    if (result.finding == Finding::not_tested || result.finding == Finding::at_the_limit) continue;
    EXPECT_NE(claim.cause_of(*result.measured), "")
        << claim.id << ": " << *result.measured << " on an " << claim.examined_on;
  }
}

}  // namespace
}  // namespace tilebridge::judge
