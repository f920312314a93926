// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "export/gate.hpp"
#include "export/junit_xml.hpp"
#include "pages/changes.hpp"
#include "pages/gate.hpp"
#include "pages/run.hpp"

namespace tilebridge::exports {
namespace {

TestCase named(const CaseResult& c, Model model) {
  return {"tilebridge.compare." + c.experiment, fmt::format("{} {}", case_text(c), name_of(model))};
}

TestCase test_of(const judge::GateReport& report, const judge::Change& change) {
  TestCase test = named(*change.of.current, change.model);
  if (change.judgement == judge::Judgement::invalid) {
    test.outcome = TestOutcome::failed;
    test.message = "invalid: " + change.reason;
    return test;
  }
  test.seconds = change.of.current->models.at(change.model).timing->seconds.median;
  if (change.judgement == judge::Judgement::faster || change.judgement == judge::Judgement::parity)
    return test;
  const bool fails = change.judgement == judge::Judgement::slower && report.gates(change);
  const pages::ChangeRow row = pages::row_of(change, report.options.metric);
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
  TestCase test = named(*n.of.current, n.model);
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

}  // namespace tilebridge::exports
