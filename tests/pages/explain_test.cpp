// SPDX-License-Identifier: Apache-2.0
#include "pages/explain.hpp"

#include <gmock/gmock.h>

#include <variant>

#include "pages/measured.hpp"
#include "pages/report_page.hpp"
#include "tests/pages/compared_cases.hpp"
#include "tests/pages/subject.hpp"
#include "tests/results/sample_results.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Subject, KnowsItsRewrittenForm) {
  const Subject tile = subject_of("transpose", "tile");
  const Variant* rewritten = rewritten_form_of(*tile.experiment, *tile.variant);
  ASSERT_NE(rewritten, nullptr);
  EXPECT_EQ(rewritten->name, "tile_rewritten");
  EXPECT_EQ(rewritten_form_of(*tile.experiment, *rewritten), nullptr);
}

std::vector<Code::Listing> listings_of(const char* experiment, const char* variant,
                                       Platform platform = Platform::cuda) {
  return code_of(subject_of(experiment, variant), platform).listings;
}

TEST(Subject, ListingsSayWhatTheyAre) {
  const auto mdrange = listings_of("transpose", "mdrange");
  EXPECT_EQ(mdrange[0].note_above, "of transpose/write_coalesced, which this is compared with");
  EXPECT_EQ(mdrange[1].title, "Kokkos");
  EXPECT_EQ(mdrange[1].note_above, "");
  EXPECT_EQ(listings_of("transpose", "tile", Platform::hip)[0].title,
            "native CUDA, compiled as HIP");
  EXPECT_EQ(listings_of("matmul", "sgemm")[1].title, "vendor library");
}

TEST(Subject, ListingsSayWhyThereIsNoCode) {
  const auto cluster = listings_of("cluster", "reduce");
  EXPECT_THAT(cluster[1].note_above, StartsWith("no equivalent: "));
  EXPECT_TRUE(cluster[1].lines.empty());
  EXPECT_EQ(listings_of("cluster", "reduce", Platform::host)[0].note_above, "not on host");
}

TEST(Subject, WhatAWarpTouchesInBothModelsIsShownOnce) {
  const Parameters small = {{"rows", 256}, {"cols", 256}, {"real", std::string("float")}};
  const auto alike = parts_of(subject_of("transpose", "tile"), small);
  ASSERT_EQ(alike.size(), 1U);
  EXPECT_EQ(alike[0].title, "native and Kokkos alike");
  EXPECT_THAT(alike[0].models, ElementsAre(Model::native, controlled));
  EXPECT_TRUE(parts_of(subject_of("shuffle", "broadcast"), small).empty());
}

std::string text_of_page(const std::vector<Section>& page) {
  Document whole;
  whole.append(page);
  return write::as_text(whole);
}

TEST(ExplainPage, HasPicturesTotalsAndOccupancy) {
  const Parameters parameters = {{"n", 4096}, {"stride", 2}, {"real", std::string("float")}};
  const std::string text = text_of_page(explain_page(subject_of("stride", "copy"), Platform::cuda,
                                                     {"a label", parameters, *find_limits("sm_90")},
                                                     {}, {}, catalogue()));
  EXPECT_THAT(text, HasSubstr("\na label\nnative\n  load in, 4 bytes per lane"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  load +[0-9]+ +[0-9]+ +sectors +8\\.00 +50\\.0%\n"));
  EXPECT_THAT(text, HasSubstr(" move between L1 and the warps; "));
  EXPECT_THAT(text, HasSubstr(" blocks per SM, "));
}

TEST(ExplainPage, DrawsWavefrontsForAmdAndSaysWhatItDoesNotKnow) {
  const Parameters parameters = {{"n", 4096}, {"stride", 2}, {"real", std::string("float")}};
  const std::string text = text_of_page(
      explain_page(subject_of("stride", "copy"), Platform::hip,
                   {"a label", parameters, *find_limits("gfx942")}, {}, {}, catalogue()));
  EXPECT_THAT(text, HasSubstr("load in, 4 bytes per lane, 64 lanes: block 8, wavefront 0"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  load +[0-9]+ +[0-9]+ +lines +4\\.00 +50\\.0%\n"));
  EXPECT_THAT(text, HasSubstr(" blocks per CU, "));
  EXPECT_THAT(text, HasSubstr("which of L2's channels a line comes from"));
}

std::vector<std::string> factor_lines_of(const std::vector<CaseResult>& cases) {
  const Subject subject = subject_of("transpose", "padded_tile");
  return factor_lines(run_of(cases), *subject.experiment, *subject.variant);
}

TEST(FactorLines, AreOfTheLargestCase) {
  CaseResult small = attributed("transpose", "padded_tile", 0.9, 0.9);
  small.work.bytes_read /= 2;
  const CaseResult large = with_launch(attributed("transpose", "padded_tile", 0.6, 0.8), 0.75, 0.8);
  EXPECT_THAT(factor_lines_of({small, large}),
              ElementsAre("Kokkos in loops reaches 0.48 of native = 0.75 loop style × 0.80 launch "
                          "× 0.80 library (NVIDIA H200, rows=16Ki cols=16Ki, cold)"));
}

TEST(FactorLines, SayWhyThereIsNoLaunch) {
  const CaseResult of_user = attributed("transpose", "padded_tile", 0.6, 0.8);
  EXPECT_THAT(factor_lines_of({of_user}),
              ElementsAre(StartsWith("Kokkos in loops reaches 0.48 of native = 0.60 loop style × "
                                     "0.80 library (NVIDIA H200"),
                          HasSubstr("what that costs is in the loop style")));
  const CaseResult of_kokkos = with_launch(attributed("stride", "copy", 0.6, 0.8), 0.75, 0.8);
  EXPECT_THAT(factor_lines_of({of_user, of_kokkos}),
              ElementsAre(HasSubstr("× 0.80 library, launched as the user wrote it (NVIDIA H200")));
}

TEST(FactorLines, NeedAControl) {
  EXPECT_THAT(factor_lines_of({compared("transpose", "padded_tile", Form::loops, 0.5)}),
              testing::IsEmpty());
}

TEST(ExplainPage, SaysTheAnswerThenTheCodeThenTheAccessesThenAllCases) {
  const Parameters small = {{"rows", 64}, {"cols", 64}, {"real", std::string("float")}};
  const Results results = run_of({attributed("transpose", "padded_tile", 0.6, 0.8)});
  const std::string text = text_of_page(
      explain_page(subject_of("transpose", "padded_tile"), Platform::cuda,
                   {"a label", small, *find_limits("sm_90")}, {}, results, catalogue()));
  std::size_t last = 0;
  for (const char* part :
       {"transpose/padded_tile on cuda: ", "performance ÷ that of native code on NVIDIA H200",
        "0.60 loop style × 0.80 library", "Idioms of Kokkos in loops",
        "transpose/padded_tile_rewritten changes: ", "native CUDA\n", "Kokkos in loops\n",
        "a label\n", "native CUDA in loops: the control", "What the marks mean", "95% interval"}) {
    const std::size_t at = text.find(part, last);
    ASSERT_NE(at, std::string::npos) << part;
    last = at;
  }
}

TEST(ExplainPage, HasTheKernelsAloneWhereAllCodeTakesTooMuchRoom) {
  const Parameters small = {{"rows", 64}, {"cols", 64}, {"real", std::string("float")}};
  const std::vector<Section> page =
      explain_page(subject_of("transpose", "padded_tile"), Platform::cuda,
                   {"a label", small, *find_limits("sm_90")}, {}, {}, catalogue());
  const auto code = std::ranges::find(page, "both codes", &Section::name);
  ASSERT_NE(code, page.end());
  const std::string whole = write::as_text(code->body),
                    kernels = write::as_text(code->shorter.at(0).body);
  for (const char* kernel : {"__global__ void staged_tile", "KOKKOS_LAMBDA"}) {
    EXPECT_THAT(whole, HasSubstr(kernel));
    EXPECT_THAT(kernels, HasSubstr(kernel));
  }
  for (const char* used : {"struct Transpose {", "void launch(", "helpers: "}) {
    EXPECT_THAT(whole, HasSubstr(used));
    EXPECT_THAT(kernels, testing::Not(HasSubstr(used)));
  }
}

/// The folds of a report's experiment.
std::vector<Fold> explained(Results results) {
  const ReportFile file = {"r.json", std::move(results)};
  const Report report = report_of({&file, 1}, catalogue(), "");
  std::vector<Fold> folds;
  ShownFragments shown;
  for (const auto& block : code_of_experiment(report, report.experiments.at(0), shown).blocks)
    folds.push_back(std::get<Fold>(block));
  return folds;
}

template <class Block>
std::vector<Block> blocks_in(const Document& document) {
  std::vector<Block> found;
  for (const auto& block : document.blocks)
    if (const auto* one = std::get_if<Block>(&block); one != nullptr) found.push_back(*one);
  return found;
}

TEST(CodeOfAnExperiment, IsOfVariantsThatHaveCasesInTheCataloguesOrder) {
  Results results = sample_results();
  results.cases[0].variant = "yet_unknown";
  std::vector<std::string> names;
  for (const Fold& fold : explained(results))
    names.push_back(fold.summary.substr(0, fold.summary.find(':')));
  EXPECT_THAT(names, ElementsAre("tile", "swizzled_tile"));
}

TEST(CodeOfAnExperiment, HasPicturesOfSmallArraysAndBothModelsCode) {
  const Document tile = explained(sample_results()).at(0).body;
  const std::vector<Figure> figures = blocks_in<Figure>(tile);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_THAT(figures[0].title,
              StartsWith("What a warp touches, native and Kokkos alike, with rows="));
  const std::vector<Code::Listing> code = blocks_in<Code>(tile).at(0).listings;
  EXPECT_EQ(code.at(0).title, "native CUDA");
  EXPECT_EQ(code.at(1).title, "Kokkos in loops");
  // The struct that both take is shown once.
  EXPECT_EQ(code[0].lines.front().text, "src/catalogue/tiling/transpose.hpp");
  EXPECT_EQ(code[1].lines.front().text, "backends/kokkos/tiling/transpose.cpp");
}

TEST(CodeOfAnExperiment, HasTheRewrittenFormWithinItsVariant) {
  const std::vector<Fold> rewritten = blocks_in<Fold>(explained(sample_results()).at(0).body);
  ASSERT_EQ(rewritten.size(), 1U);
  EXPECT_THAT(rewritten[0].summary, StartsWith("rewritten: "));
  EXPECT_EQ(blocks_in<Code>(rewritten[0].body).at(0).listings.at(0).title, "rewritten Kokkos");
}

TEST(CodeOfAnExperiment, OnAHostIsItsOwnWithoutPictures) {
  Results results = sample_results();
  for (CaseResult& c : results.cases) c.platform = "host";
  const Document tile = explained(results).at(0).body;
  EXPECT_TRUE(blocks_in<Figure>(tile).empty());
  EXPECT_EQ(blocks_in<Code>(tile).at(0).listings.at(0).title, "native C++ and OpenMP");
}

TEST(CodeOfAnExperiment, IsNothingForAnUnknownOne) {
  Results results = sample_results();
  for (CaseResult& c : results.cases) c.experiment = "tomorrow";
  EXPECT_TRUE(explained(results).empty());
}

}  // namespace
}  // namespace tilebridge::pages
