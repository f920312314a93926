// SPDX-License-Identifier: Apache-2.0
// A model that nothing in src/ names, in tests/models/sample.
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

constexpr Model sample("sample@0.9");

class CliModels : public RunningTest {
 protected:
  Outcome run(const std::string& options = "") const {
    return run_tilebridge(
        "run stride/copy --platform host --set n=100000,stride=2 --cache hot --budget 0.01 --also "
        "sample --model-from " TILEBRIDGE_TEST_MODELS " -o r.json " +
            options,
        folder_);
  }
};

TEST_F(CliModels, ANewOneIsLoadedValidatedTimedAndCompared) {
  ASSERT_EQ(run().status, 0);
  EXPECT_EQ(schema_error(file_text(folder_ / "r.json")), "");
  const Results results = read_results(folder_ / "r.json");
  EXPECT_EQ(text_at(build_of(results, Model("sample")), "label"), "Sample");
  const CaseResult& c = results.cases.at(0);
  for (const Form form : {Form::indices, Form::loops}) {
    const KernelResult& result = c.kernels.at(ModelForm{sample, form});
    EXPECT_TRUE(result.validation->ok());
    EXPECT_EQ(result.timing->samples.size(), c.kernels.at(Model::native).timing->samples.size());
  }
  EXPECT_EQ(std::ranges::count_if(
                c.comparisons, [](const ComparisonResult& r) { return r.kernel.model == sample; }),
            3);  // each with native code, and its loops with its indices
}

TEST_F(CliModels, ANewOneIsInTheReport) {
  ASSERT_EQ(run("--table").status, 0);
  EXPECT_THAT(output_of("report r.json", folder_), HasSubstr(" Sample "));
}

/// CONTRIBUTING.md says so.
TEST(Models, ANewOneTakesTwoFilesBesidesItsKernelsAndALine) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(TILEBRIDGE_TEST_MODEL_FOLDER))
    files.push_back(entry.path().filename().string());
  EXPECT_THAT(files, testing::UnorderedElementsAre("model.cmake", "model.cpp"));
}

}  // namespace
}  // namespace tilebridge::cli
