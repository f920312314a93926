// SPDX-License-Identifier: Apache-2.0
// Linked into each program of tests: it fails if a test leaves a file in the temporary folder.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "base/process.hpp"
#include "tests/base/environment.hpp"

namespace tilebridge {
namespace {

/// The tests' folder, which no object owns: the process of a death test destroys its copies of
/// objects, and must leave the folder.
TemporaryFolder* folder = nullptr;

/// Gives the tests, and what they start, a temporary folder of their own.
class TemporaryFiles : public testing::Environment {
 public:
  void SetUp() override {
    folder = new TemporaryFolder;
    for (const char* name : {"TMPDIR", "TEST_TMPDIR"})
      variables_.push_back(std::make_unique<EnvironmentVariable>(name, folder->path().string()));
  }

  void TearDown() override {
    for (const auto& left : std::filesystem::directory_iterator(folder->path()))
      ADD_FAILURE() << "a test left " << left.path().filename() << " in the temporary folder";
    variables_.clear();
    delete folder;
  }

 private:
  std::vector<std::unique_ptr<EnvironmentVariable>> variables_;
};

const testing::Environment* const temporary_files =
    testing::AddGlobalTestEnvironment(new TemporaryFiles);

}  // namespace
}  // namespace tilebridge
