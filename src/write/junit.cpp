// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include "base/escape.hpp"
#include "pages/cases.hpp"
#include "pages/changes.hpp"
#include "pages/figures.hpp"
#include "pages/gate.hpp"
#include "pages/run.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

enum class TestOutcome { passed, failed, skipped };

struct TestCase {
  std::string classname;
  std::string name;
  double seconds = 0;
  TestOutcome outcome = TestOutcome::passed;
  std::string message = {};  // why, where it failed or was skipped
  std::string output = {};   // of what passed
};

struct TestSuite {
  std::string name;
  const Results& of;
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<TestCase> cases;
};

std::string attribute(const char* name, const std::string& value) {
  return fmt::format(" {}=\"{}\"", name, xml_escaped(value));
}

std::string case_xml(const TestCase& test) {
  const std::string start =
      fmt::format("    <testcase{}{} time=\"{:.9f}\"", attribute("classname", test.classname),
                  attribute("name", test.name), test.seconds);
  if (test.outcome == TestOutcome::passed && test.output.empty()) return start + "/>\n";
  if (test.outcome == TestOutcome::passed)
    return fmt::format("{}>\n      <system-out>{}</system-out>\n    </testcase>\n", start,
                       xml_escaped(test.output));
  const bool failed = test.outcome == TestOutcome::failed;
  return fmt::format(
      "{}>\n      <{}{}{}/>\n    </testcase>\n", start, failed ? "failure" : "skipped",
      failed ? attribute("type", "tilebridge") : std::string(), attribute("message", test.message));
}

/// A document with one suite; strings may contain anything.
std::string junit_xml(const TestSuite& suite) {
  const auto count = [&](TestOutcome outcome) {
    return std::ranges::count(suite.cases, outcome, &TestCase::outcome);
  };
  double seconds = 0;
  for (const TestCase& test : suite.cases) seconds += test.seconds;
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite{} tests=\"{}\" "
      "failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"{}{}>\n",
      attribute("name", suite.name), suite.cases.size(), count(TestOutcome::failed),
      count(TestOutcome::skipped), seconds,
      attribute("timestamp", text_at(suite.of.program, "started")),
      attribute("hostname", text_at(suite.of.host, "name")));
  xml += "    <properties>\n";
  for (const auto& [name, value] : suite.properties)
    xml +=
        fmt::format("      <property{}{}/>\n", attribute("name", name), attribute("value", value));
  xml += "    </properties>\n";
  for (const TestCase& test : suite.cases) xml += case_xml(test);
  return xml + "  </testsuite>\n</testsuites>\n";
}

/// Says what the loop style costs, what the launch if the library chose it, and what the library;
/// "" where the case has no control, and for other kernels.
std::string factors_text(const judge::Cell& entry) {
  if (!entry.factors || !entry.is_first_build) return "";
  const judge::Factors& factors = *entry.factors;
  const auto times = [](const std::optional<judge::JudgedRatio>& factor, const char* name) {
    return factor ? fmt::format(" x {} {}", pages::ratio_text(factor->ratio), name) : "";
  };
  return fmt::format("{} of native code = {} loop style{}{}{}",
                     pages::ratio_text(entry.against_native->ratio),
                     pages::ratio_text(factors.style.ratio), times(factors.launch, "launch"),
                     times(factors.compiler, "compiler"), times(factors.library, "library"));
}

TestCase test_of(const judge::Cell& entry) {
  const auto& [status, reason, validation, timing, ceiling, datasheet, predicted, counted,
               launches] = *entry.result;
  return {"tilebridge." + entry.of->experiment,
          fmt::format("{} {}", case_text(*entry.of), model_name(entry)),
          timing ? timing->seconds.median : 0,
          timing                      ? TestOutcome::passed
          : status == Status::invalid ? TestOutcome::failed
                                      : TestOutcome::skipped,
          fmt::format("{}: {}", name_of(status), reason),
          timing ? factors_text(entry) : ""};
}

TestCase test_of(const judge::GateReport& report, const judge::Change& change) {
  const CaseResult& c = *change.now.of;
  TestCase test = {"tilebridge.compare." + c.experiment,
                   fmt::format("{} {}", case_text(c), pages::kernel_text(c, change.now.kernel))};
  if (change.judgement == judge::Judgement::invalid) {
    test.outcome = TestOutcome::failed;
    test.message = "invalid: " + change.reason;
    return test;
  }
  test.seconds = change.now.result->timing->seconds.median;
  if (change.judgement == judge::Judgement::faster || change.judgement == judge::Judgement::parity)
    return test;
  const bool fails = change.judgement == judge::Judgement::slower && report.gates(change);
  const pages::ChangeRow row = pages::shown_change(change, report.options);
  test.outcome = fails ? TestOutcome::failed : TestOutcome::skipped;
  test.message = fmt::format("{}: {}, performance {}, parity is 1 {}", name_of(change.judgement),
                             row.change, row.performance, row.parity);
  return test;
}

TestCase test_of(const judge::Aggregate& aggregate) {
  const bool fails = aggregate.trend == judge::Trend::slower;
  return {"tilebridge.compare", pages::name_of(aggregate), 0,
          fails ? TestOutcome::failed : TestOutcome::passed,
          "slower: performance " + pages::mean_text(aggregate.performance)};
}

TestCase skipped(const CaseResult& c, const std::string& which, const std::string& reason) {
  return {"tilebridge.compare." + c.experiment, case_text(c) + which, 0, TestOutcome::skipped,
          reason};
}

}  // namespace

std::string to_junit(const judge::Cells& cells) {
  const Results& results = cells.results();
  TestSuite suite = {"tilebridge",
                     results,
                     {{"device", pages::device_text(results)},
                      {"driver", text_at(results.device, "driver")},
                      {"version", text_at(results.program, "version")},
                      {"git", text_at(results.program, "git")}},
                     {}};
  for (const judge::Cell& entry : cells.shown(judge::Builds::all))
    suite.cases.push_back(test_of(entry));
  return junit_xml(suite);
}

std::string gate_junit(const judge::GatePage& page) {
  const judge::GateReport& report = page.report;
  TestSuite suite = {"tilebridge compare",
                     page.current,
                     {{"device", pages::device_text(page.current)},
                      {"base", text_at(page.base.program, "git")},
                      {"new", text_at(page.current.program, "git")},
                      {"metric", std::string(name_of(report.options.metric))},
                      {"max_slowdown", fmt::format("{}", report.options.max_slowdown)},
                      {"max_total_slowdown", fmt::format("{}", report.options.max_total_slowdown)},
                      {"verdict", pages::verdict_text(page)}},
                     {}};
  if (!page.differences.empty())
    suite.properties.emplace_back("differences",
                                  fmt::format("{}", fmt::join(describe(page.differences), "; ")));
  for (const std::string& line : pages::gpu_lines(page)) suite.properties.emplace_back("gpu", line);
  for (const judge::Change& change : report.changes) suite.cases.push_back(test_of(report, change));
  for (const judge::Aggregate& aggregate : page.all_aggregates())
    suite.cases.push_back(test_of(aggregate));
  for (const judge::NotCompared& n : report.not_compared)
    suite.cases.push_back(skipped(*n.of.current, " " + pages::kernel_text(*n.of.current, n.kernel),
                                  "not compared: " + n.reason));
  for (const CaseResult* c : report.matching.only_in_base)
    suite.cases.push_back(skipped(*c, "", "only in the base file"));
  for (const CaseResult* c : report.matching.only_in_current)
    suite.cases.push_back(skipped(*c, "", "only in the new file"));
  return junit_xml(suite);
}

}  // namespace tilebridge::write
