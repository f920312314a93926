// SPDX-License-Identifier: Apache-2.0
#include "cli/reproducer.hpp"

#include <gmock/gmock.h>

#include <set>

#include "catalogue/catalogue.hpp"
#include "results/file.hpp"
#include "sources/listing.hpp"
#include "sources/sections.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

/// The texts of a folder's C++ files include no file of the project that the folder lacks.
void expect_complete(const std::vector<WrittenFile>& files, const std::string& variant) {
  std::set<std::string> known = {"build_info.hpp"};  // CMake writes it
  for (const WrittenFile& file : files)
    for (const char* folder : {"harness/src/", "harness/"})
      if (file.path.starts_with(folder))
        known.insert(file.path.substr(std::string_view(folder).size()));
  for (const WrittenFile& file : files)
    for (const std::string_view line : sources::lines_of(file.text).text) {
      const std::string name(sources::included_by(line));
      EXPECT_TRUE(name.empty() || known.contains(name))
          << variant << ": " << file.path << " includes " << name;
    }
}

/// Returns why no folder is written; "" if it is.
std::string refusal_of(const pages::Subject& subject) {
  try {
    const std::vector<WrittenFile> files = reproducer_files(subject, "here", Results());
    expect_complete(files, subject.name());
    const auto kernel = std::ranges::find(files, "kokkos.cpp", &WrittenFile::path);
    std::set<std::string_view> keys;
    for (const std::string_view line : sources::lines_of(kernel->text).text)
      if (const auto key = sources::registered_by(line)) keys.insert(*key);
    EXPECT_THAT(keys, testing::ElementsAre(subject.name()));
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(Reproducer, IsWrittenOfEachKokkosKernelButThoseWithCompilerOptions) {
  std::size_t written = 0;
  for (const Experiment& experiment : catalogue())
    for (const Variant& variant : experiment.variants) {
      const pages::Subject subject = {&experiment, &variant};
      const std::string refusal = refusal_of(subject);
      written += refusal.empty() ? 1 : 0;
      const bool exists = variant.runs(Model::kokkos, Platform::host) ||
                          variant.runs(Model::kokkos, Platform::cuda);
      const bool has_options =
          refusal.find("compares options of the compiler") != std::string::npos;
      EXPECT_EQ(refusal.empty(), exists && !has_options) << subject.name() << ": " << refusal;
      EXPECT_TRUE(exists || refusal.starts_with(subject.name() + " has no Kokkos kernel"))
          << refusal;
    }
  EXPECT_GT(written, catalogue().size());
}

TEST(Reproducer, RefusesInOneLine) {
  const TemporaryFolder folder;
  for (const char* options :
       {"transpose", "tiling", "transpose/vector_tile_of_none", "transpose/geam",
        "cache_loads/compiled_ca", "transpose/tile --team", "transpose/tile Capital",
        "transpose/tile --exercise tile", "transpose/tile --results none.json",
        "transpose/tile a_name_of_more_than_forty_characters_here"}) {
    const Outcome outcome = run_tilebridge(std::string("new --from ") + options, folder);
    EXPECT_EQ(outcome.status, 2) << options;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
      EXPECT_FALSE(entry.is_directory()) << options;
  }
}

/// A kernel in loops, under a name of the user's, and one of the steps, which other files register.
TEST(Reproducer, IsBuiltAndValidated) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_runnable(folder); !reason.empty()) GTEST_SKIP() << reason;
  if (!is_installed("cmake", folder)) GTEST_SKIP() << "no CMake";
  for (const auto& [variant, name] :
       {std::pair<std::string, std::string>("transpose/padded_tile", "mine"),
        {"transpose/padded_tile_step1", "padded_tile_step1"}}) {
    const std::string named = name == "mine" ? " mine" : "";
    ASSERT_EQ(run_tilebridge("new --from " + variant + named, folder).status, 0);
    EXPECT_THAT(file_text(folder / name / "README.md"),
                HasSubstr("tilebridge run " + variant + " --also kokkos@" + name));
    const Outcome built = run_command(
        cmake_command(folder) + " -S " + name + " -B " + name +
            "/build -DCMAKE_PREFIX_PATH=" TILEBRIDGE_BUILD " && cmake --build " + name + "/build",
        folder);
    ASSERT_EQ(built.status, 0) << built.out << built.err;
    const Outcome ran = run_tilebridge("run " + variant + " --platform host --also kokkos@" + name +
                                           " --model-from " + name +
                                           "/build --set rows=100,cols=70 --budget 0.01 -o r.json",
                                       folder);
    EXPECT_EQ(ran.status, 0) << ran.err;
    for (const CaseResult& c : read_results(folder / "r.json").cases)
      EXPECT_EQ(c.kernels.at(Model("kokkos@" + name)).status, Status::ok) << ran.out;
    std::filesystem::remove(folder / "r.json");
  }
}

TEST(Reproducer, QuotesTheStoredRatioAndItsGpu) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_tilebridge("new --from transpose/padded_tile", folder).status, 0);
  const std::string readme = file_text(folder / "padded_tile" / "README.md");
  EXPECT_THAT(readme, HasSubstr("performance ÷ that of native code on NVIDIA H200"));
  EXPECT_THAT(readme,
              testing::ContainsRegex("Measured by tilebridge .* on NVIDIA H200 .*Kokkos 4"));
  EXPECT_THAT(readme, testing::Not(HasSubstr("{")));
}

TEST(Reproducer, QuotesTheFirstStoredFileThatHasTheVariant) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_tilebridge("new --from spmv/csr_warp", folder).status, 0);
  EXPECT_THAT(file_text(folder / "csr_warp/README.md"), HasSubstr(" on NVIDIA H100"));
}

}  // namespace
}  // namespace tilebridge::cli
