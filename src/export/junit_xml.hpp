// SPDX-License-Identifier: Apache-2.0
// JUnit XML for CI systems.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tilebridge::exports {

enum class TestOutcome { passed, failed, skipped };

struct TestCase {
  std::string classname;
  std::string name;
  double seconds = 0;
  TestOutcome outcome = TestOutcome::passed;
  std::string message = {};  // why it failed or was skipped
};

struct TestSuite {
  std::string name;
  std::string timestamp;  // ISO 8601
  std::string hostname;
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<TestCase> cases;
};

/// A document with one suite; strings may contain anything.
std::string junit_xml(const TestSuite& suite);

}  // namespace tilebridge::exports
