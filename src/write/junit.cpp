// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/escape.hpp"
#include "pages/changes.hpp"
#include "pages/gate.hpp"
#include "pages/run.hpp"
#include "results/summary.hpp"
#include "write/entries.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

enum class TestOutcome { passed, failed, skipped };

struct TestCase {
  std::string classname;
  std::string name;
  double seconds = 0;
  TestOutcome outcome = TestOutcome::passed;
  std::string message = {};  // why it failed or was skipped
  std::string output = {};   // of what passed
};

struct TestSuite {
  std::string name;
  std::string timestamp;  // ISO 8601
  std::string hostname;
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

std::string properties_xml(const TestSuite& suite) {
  std::string xml = "    <properties>\n";
  for (const auto& [name, value] : suite.properties)
    xml +=
        fmt::format("      <property{}{}/>\n", attribute("name", name), attribute("value", value));
  return xml + "    </properties>\n";
}

/// A document with one suite; strings may contain anything.
std::string junit_xml(const TestSuite& suite) {
  const auto count = [&](TestOutcome outcome) {
    return std::count_if(suite.cases.begin(), suite.cases.end(),
                         [&](const TestCase& test) { return test.outcome == outcome; });
  };
  const double seconds =
      std::accumulate(suite.cases.begin(), suite.cases.end(), 0.0,
                      [](double sum, const TestCase& test) { return sum + test.seconds; });
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite{} tests=\"{}\" "
      "failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"{}{}>\n",
      attribute("name", suite.name), suite.cases.size(), count(TestOutcome::failed),
      count(TestOutcome::skipped), seconds, attribute("timestamp", suite.timestamp),
      attribute("hostname", suite.hostname));
  xml += properties_xml(suite);
  for (const TestCase& test : suite.cases) xml += case_xml(test);
  return xml + "  </testsuite>\n</testsuites>\n";
}

std::string factor_text(const char* of, const Interval& factor) {
  return fmt::format("{:.3f} [{:.3f}, {:.3f}] {}", factor.median, factor.low, factor.high, of);
}

/// What the way of writing costs, and what the library; "" where the case has no control, and for
/// other kernels.
std::string attribution_text(const CaseResult& c, const ModelForm& kernel) {
  if (kernel.form != Form::ranges || !is_first_build(c, kernel)) return "";
  const auto attribution = attribution_of(c, kernel.model);
  if (!attribution || kernel.model == Model::native) return "";
  return fmt::format("{} = {} x {}", factor_text("of native code", attribution->whole),
                     factor_text("way of writing", attribution->writing),
                     factor_text("library", attribution->library));
}

TestCase test_of(const pages::ShownResult& entry) {
  TestCase test = {"tilebridge." + entry.of->experiment,
                   fmt::format("{} {}", case_text(*entry.of), model_name(entry))};
  if (entry.result->timing) {
    test.seconds = entry.result->timing->seconds.median;
    test.output = attribution_text(*entry.of, entry.kernel);
    return test;
  }
  const Status status = entry.result->status;
  test.outcome = status == Status::invalid ? TestOutcome::failed : TestOutcome::skipped;
  test.message = fmt::format("{}: {}", name_of(status), entry.result->reason);
  return test;
}

TestCase named(const CaseResult& c, const ModelForm& kernel) {
  return {"tilebridge.compare." + c.experiment,
          fmt::format("{} {}", case_text(c), name_of(kernel))};
}

TestCase test_of(const judge::GateReport& report, const judge::Change& change) {
  TestCase test = named(*change.of.current, change.kernel);
  if (change.judgement == judge::Judgement::invalid) {
    test.outcome = TestOutcome::failed;
    test.message = "invalid: " + change.reason;
    return test;
  }
  test.seconds = change.of.current->kernels.at(change.kernel).timing->seconds.median;
  if (change.judgement == judge::Judgement::faster || change.judgement == judge::Judgement::parity)
    return test;
  const bool fails = change.judgement == judge::Judgement::slower && report.gates(change);
  const pages::ChangeRow row = pages::shown_change(change, report.options.metric);
  test.outcome = fails ? TestOutcome::failed : TestOutcome::skipped;
  test.message = fmt::format("{}: {}, performance {}, parity is 1 {}", name_of(change.judgement),
                             row.change, row.performance, row.parity);
  return test;
}

TestCase test_of(const judge::Aggregate& aggregate) {
  TestCase test = {"tilebridge.compare", pages::name_of(aggregate)};
  if (aggregate.trend != judge::Trend::slower) return test;
  test.outcome = TestOutcome::failed;
  test.message = "slower: performance " + pages::mean_text(aggregate.performance);
  return test;
}

TestCase test_of(const judge::NotCompared& n) {
  TestCase test = named(*n.of.current, n.kernel);
  test.outcome = TestOutcome::skipped;
  test.message = "not compared: " + n.reason;
  return test;
}

TestCase test_of(const CaseResult& c, const char* only_in) {
  TestCase test = {"tilebridge.compare." + c.experiment, case_text(c)};
  test.outcome = TestOutcome::skipped;
  test.message = only_in;
  return test;
}

}  // namespace

std::string to_junit(const Results& results) {
  TestSuite suite = {"tilebridge",
                     text_at(results.program, "started"),
                     text_at(results.host, "name"),
                     {{"device", pages::device_text(results)},
                      {"driver", text_at(results.device, "driver")},
                      {"version", text_at(results.program, "version")},
                      {"git", text_at(results.program, "git")}},
                     {}};
  for (const pages::ShownResult& entry : pages::shown_with_builds(results.cases))
    suite.cases.push_back(test_of(entry));
  return junit_xml(suite);
}

std::string gate_junit(const judge::GatePage& page) {
  const judge::GateReport& report = page.report;
  TestSuite suite = {"tilebridge compare",
                     text_at(page.current.program, "started"),
                     text_at(page.current.host, "name"),
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
  for (const judge::NotCompared& n : report.not_compared) suite.cases.push_back(test_of(n));
  for (const CaseResult* c : report.matching.only_in_base)
    suite.cases.push_back(test_of(*c, "only in the base file"));
  for (const CaseResult* c : report.matching.only_in_current)
    suite.cases.push_back(test_of(*c, "only in the new file"));
  return junit_xml(suite);
}

}  // namespace tilebridge::write
