// SPDX-License-Identifier: Apache-2.0
#include "export/junit_xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/escape.hpp"

namespace tilebridge::exports {
namespace {

std::string attribute(const char* name, const std::string& value) {
  return fmt::format(" {}=\"{}\"", name, xml_escaped(value));
}

std::string case_xml(const TestCase& test) {
  const std::string start =
      fmt::format("    <testcase{}{} time=\"{:.9f}\"", attribute("classname", test.classname),
                  attribute("name", test.name), test.seconds);
  if (test.outcome == TestOutcome::passed) return start + "/>\n";
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

}  // namespace

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

}  // namespace tilebridge::exports
