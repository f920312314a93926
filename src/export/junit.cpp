// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "export/entries.hpp"
#include "export/formats.hpp"
#include "export/junit_xml.hpp"
#include "pages/run.hpp"

namespace tilebridge::exports {
namespace {

TestCase test_of(const pages::ShownResult& entry) {
  TestCase test = {"tilebridge." + entry.of->experiment,
                   fmt::format("{} {}", case_text(*entry.of), model_name(entry))};
  if (entry.result->timing) {
    test.seconds = entry.result->timing->seconds.median;
    return test;
  }
  const Status status = entry.result->status;
  test.outcome = status == Status::invalid ? TestOutcome::failed : TestOutcome::skipped;
  test.message = fmt::format("{}: {}", name_of(status), entry.result->reason);
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
  for (const pages::ShownResult& entry : pages::shown_with_releases(results.cases))
    suite.cases.push_back(test_of(entry));
  return junit_xml(suite);
}

}  // namespace tilebridge::exports
