// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>
#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CliExplain, ShowsBothModelsSideBySide) {
  const std::string out = output_of("explain transpose/padded_tile");
  EXPECT_THAT(out, HasSubstr("__global__ void staged_tile"));
  EXPECT_THAT(out, HasSubstr("│ Kokkos in loops"));
  EXPECT_THAT(out, HasSubstr("TeamThreadRange(team, tile)"));
  EXPECT_THAT(out, HasSubstr("│"));  // 200 columns without a terminal
  EXPECT_THAT(output_of("explain transpose/padded_tile --width 100 --all"), Not(HasSubstr("│")));
}

TEST(CliExplain, ModelsThatAreNamedStandBesideEachOtherInEachForm) {
  const std::string out = output_of("explain transpose/padded_tile --models kokkos,cuda --all");
  EXPECT_THAT(out, testing::ContainsRegex("\nKokkos in indices +│ CUDA in indices\n"));
  EXPECT_THAT(out, testing::ContainsRegex("\nKokkos in loops +│ CUDA in loops\n"));
  EXPECT_THAT(out, HasSubstr("team.team_rank() % tile"));
  EXPECT_THAT(out, HasSubstr("⑧ barrier. Kokkos: team.team_barrier(). CUDA: __syncthreads()"));
  EXPECT_THAT(output_of("explain stride/copy --models kokkos --all"),
              HasSubstr("Kokkos in indices\nno code of stride/copy\n"));
}

TEST(CliExplain, AVariantThatStandsForAnotherShowsItsNativeCode) {
  const std::string out = output_of("explain transpose/mdrange --all");
  EXPECT_THAT(out, HasSubstr("of transpose/write_coalesced, which this is compared with"));
  EXPECT_THAT(out, HasSubstr("__global__ void write_coalesced"));
  EXPECT_THAT(out, HasSubstr("Range2D"));
}

TEST(CliExplain, SaysWhatTheRewrittenFormChangesAndHowToSeeIt) {
  EXPECT_THAT(
      output_of("explain transpose/padded_tile --width 1000"),
      HasSubstr("\ntranspose/padded_tile_rewritten changes: " +
                catalogue().experiment("transpose").variant("padded_tile_rewritten").technique +
                "; `tilebridge explain transpose/padded_tile --rewritten` shows it\n"));
  EXPECT_THAT(output_of("explain transpose/vector_tile --all"),
              Not(HasSubstr("_rewritten changes")));
}

std::ptrdiff_t count_lines(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

/// The last line, which may be wrapped: from its first word on.
std::string last_line(const std::string& text) {
  return text.substr(text.rfind("\nLeft out, shown by --all: ") + 1);
}

TEST(CliExplain, FitsInto60LinesAndSaysWhatIsLeftOut) {
  const std::string file = " '" TILEBRIDGE_RESULTS "/h200-models.json'";
  for (const char* width : {"60", "80", "100", "140", "200"}) {
    const std::string command =
        std::string("explain transpose/padded_tile --width ") + width + file;
    const std::string text = output_of(command);
    EXPECT_LE(count_lines(text), 60) << width;
    EXPECT_THAT(last_line(text), testing::StartsWith("Left out, shown by --all: ")) << width;
    const std::string all = output_of(command + " --all");
    EXPECT_GT(count_lines(all), 200) << width;
    EXPECT_THAT(all, Not(HasSubstr("Left out"))) << width;
  }
}

TEST(CliExplain, LeavesOutWholePartsAlone) {
  const std::string text = output_of("explain transpose/padded_tile --width 100");
  EXPECT_THAT(last_line(text), HasSubstr(": native CUDA, what the kernels use, "));
  EXPECT_THAT(text, Not(HasSubstr("__global__")));
  EXPECT_THAT(text, HasSubstr("KOKKOS_LAMBDA(const Team<Exec>& team) {"));
  EXPECT_THAT(text, HasSubstr("Tile::column(r, c)) = in(y0 + r, x0"));
}

TEST(CliExplain, TheRewrittenFormStandsBesideTheSameNativeCode) {
  const std::string out = output_of("explain transpose/padded_tile --rewritten --all");
  EXPECT_THAT(out, HasSubstr("transpose/padded_tile_rewritten on cuda: it changes: "));
  EXPECT_THAT(out, HasSubstr("__global__ void staged_tile"));
  EXPECT_THAT(out, HasSubstr("│ rewritten Kokkos"));
  EXPECT_THAT(out, HasSubstr("backends/kokkos/rewritten/tiling/transpose.cpp"));
  EXPECT_THAT(out, Not(HasSubstr("rewritten form")));
  EXPECT_EQ(out, output_of("explain transpose/padded_tile_rewritten --all"));
  EXPECT_EQ(out, output_of("explain transpose/padded_tile_rewritten --rewritten --all"));
}

TEST(CliExplain, ASmallRewriteIsShownByWhatItChanges) {
  const std::string text = output_of("explain team_control/single --rewritten");
  EXPECT_THAT(text, HasSubstr("\nKokkos in loops (-) and rewritten (+)\n"));
  for (const char* line : {" - struct Single {", " + struct RankZero {"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 60);
  for (const char* other : {"transpose/padded_tile --rewritten", "team_control/single"})
    EXPECT_THAT(output_of(std::string("explain --all ") + other), Not(HasSubstr("rewritten (+)")))
        << other;
}

TEST(CliExplain, FitsIntoTheWidth) {
  std::istringstream lines(output_of("explain overlap/streams --width 100 --all"));
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }),
              100)
        << line;
}

TEST(CliExplain, SaysWhyThereIsNoKokkos) {
  EXPECT_THAT(output_of("explain bandwidth/l2 --all"),
              HasSubstr("no equivalent: Kokkos has no cache hint"));
}

TEST(CliExplain, AVendorsCallIsListed) {
  const std::string out = output_of("explain matmul/sgemm --all");
  EXPECT_THAT(out, HasSubstr("vendor library"));
  EXPECT_THAT(out, HasSubstr("cublasGemmEx("));
}

TEST(CliExplain, TheHostsOwnCode) {
  EXPECT_THAT(output_of("explain dot/atomic --platform host --all"),
              HasSubstr("#pragma omp atomic"));
  EXPECT_THAT(output_of("explain block_size/threads"), HasSubstr("block_size/threads on host"));
}

TEST(CliExplain, HipCompilesTheNativeCode) {
  const std::string out = output_of("explain dot/warp_shuffle --platform hip --all");
  EXPECT_THAT(out, HasSubstr("dot/warp_shuffle on hip"));
  EXPECT_THAT(out, HasSubstr("native CUDA, compiled as HIP"));
  EXPECT_THAT(out, HasSubstr("__shfl_down_sync"));
  EXPECT_THAT(out, testing::Not(HasSubstr("sectors")));  // the access model is of CUDA devices
}

/// A run of the program for each: dealt out to several tests, which ctest runs side by side.
constexpr std::size_t parts = 6;

class CliExplainEach : public testing::TestWithParam<std::size_t> {};

TEST_P(CliExplainEach, VariantThereIs) {
  const auto list = nlohmann::json::parse(output_of("list --json"));
  std::size_t variants = 0;
  for (const auto& experiment : list.at("experiments"))
    for (const auto& variant : experiment.at("variants")) {
      if (variants++ % parts != GetParam()) continue;
      const std::string name =
          experiment.at("name").get<std::string>() + "/" + variant.at("name").get<std::string>();
      EXPECT_THAT(output_of("explain " + name), HasSubstr(name));
    }
  std::size_t there_are = 0;
  for (const Experiment& experiment : catalogue()) there_are += experiment.variants.size();
  EXPECT_EQ(variants, there_are);
}

INSTANTIATE_TEST_SUITE_P(, CliExplainEach, testing::Range(std::size_t{0}, parts));

TEST(CliExplain, WrongUsageIsOneLineThatHelps) {
  const auto refused = [](const std::string& arguments, const std::string& message) {
    expect_refused(run_tilebridge("explain " + arguments), message);
  };
  refused("dot", "dot/… with atomic, block_tree, block_tree_rewritten");
  refused("dott/atomic", "did you mean 'dot'?");
  refused("dot/atomik", "did you mean 'atomic'?");
  refused("dot/cub --platform host", "dot/cub does not run on host");
  refused("dot/atomic --width 10", "--width");
  refused("transpose/vector_tile --rewritten",
          "transpose/vector_tile has no rewritten form; leave --rewritten out");
  refused("dot/atomic --models kokos", "did you mean 'kokkos'?");
  refused("", "required");
}

TEST(CliExplain, ShowsWhatAWarpTouches) {
  const std::string out = output_of("explain stride/copy --set n=4096,stride=2 --all");
  EXPECT_THAT(out, HasSubstr("2 segments, 8 sectors; 128 of 256 bytes moved"));
  EXPECT_THAT(out, HasSubstr("blocks per SM"));
  EXPECT_THAT(output_of("explain transpose/tile --all"), HasSubstr("native and Kokkos alike"));
}

TEST(CliExplain, AccessesAloneComeWithoutTheRest) {
  const auto shown = [](const std::string& arguments) { return output_of("explain " + arguments); };
  const std::string alone = shown("transpose/tile --accesses");
  EXPECT_THAT(alone, testing::StartsWith("transpose/tile rows=1024 cols=1024"));
  EXPECT_THAT(alone, HasSubstr("32 wavefronts; a 32-way bank conflict"));
  EXPECT_THAT(alone, HasSubstr("blocks per SM"));
  EXPECT_THAT(alone, Not(HasSubstr("__global__")));
  EXPECT_THAT(shown("transpose/tile --all"), HasSubstr(alone));
  EXPECT_THAT(shown("stride/copy --accesses --set stride=8"), HasSubstr(" 32 sectors; "));
  EXPECT_THAT(shown("stride/copy --accesses"), HasSubstr("\nKokkos\n"));
  EXPECT_THAT(shown("stride/copy --accesses --models cuda"), Not(HasSubstr("\nKokkos\n")));
}

TEST(CliExplain, SaysThatItDoesNotKnowAnArchitecture) {
  expect_refused(run_tilebridge("explain transpose/tile --arch sm_1"),
                 "unknown architecture 'sm_1'");
}

TEST(CliExplain, DrawsWavefrontsForAnArchitectureOfAmd) {
  const Outcome gfx942 = run_tilebridge("explain transpose/tile --arch gfx942 --all");
  EXPECT_EQ(gfx942.status, 0);
  EXPECT_THAT(gfx942.out, HasSubstr("transpose/tile on hip"));
  EXPECT_THAT(gfx942.out, HasSubstr("64 lanes"));
  EXPECT_THAT(output_of("explain transpose/tile --platform hip --all"), HasSubstr("on gfx942: "));
  expect_refused(run_tilebridge("explain transpose/tile --arch gfx942 --platform cuda"),
                 "gfx942 is no architecture of cuda");
}

/// A picture of the course, the page that shows it, and what draws it.
struct CoursePicture {
  const char* name;
  const char* page;
  const char* arguments;  // of `tilebridge explain`
};

constexpr std::array course_pictures = {
    CoursePicture{"stride1", "coalescing.md", "stride/copy --set stride=1 --models cuda --svg"},
    CoursePicture{"stride2", "coalescing.md", "stride/copy --set stride=2 --models cuda --svg"},
    CoursePicture{"stride32", "coalescing.md", "stride/copy --set stride=32 --models cuda --svg"},
    CoursePicture{"offset1", "coalescing.md", "offset/copy --set offset=1 --models cuda --svg"},
    CoursePicture{"gather-random", "coalescing.md",
                  "gather/plain --set pattern=random --models cuda --svg"},
    CoursePicture{"layout-aos", "layout.md", "layout/aos --models cuda --svg"},
    CoursePicture{"layout-soa", "layout.md", "layout/soa --models cuda --svg"},
    CoursePicture{"float4", "layout.md", "vector_load/float4 --models cuda --svg"},
    CoursePicture{"read-coalesced", "tile.md", "transpose/read_coalesced --models cuda --svg"},
    CoursePicture{"tile", "tile.md", "transpose/tile --svg"},
    CoursePicture{"padded-tile", "tile.md", "transpose/padded_tile --svg"},
    CoursePicture{"bank-stride24", "banks.md",
                  "bank_conflict/strided --set stride=24 --models cuda --svg"},
    CoursePicture{"halo-rows", "banks.md", "conv2d/tile_halo_16x16 --models cuda --svg"},
    CoursePicture{"tree", "reductions.md", "dot/block_tree --models cuda --svg"},
    CoursePicture{"bins", "atomics.md", "histogram/block_private --models cuda --svg"},
};

class CliExplainPicture : public testing::TestWithParam<CoursePicture> {};

TEST_P(CliExplainPicture, OfTheCourseIsTheProgramsOwn) {
  const auto& [name, page, arguments] = GetParam();
  for (const auto& [option, ending] :
       {std::pair("", ".svg"), std::pair(" --narrow", "-narrow.svg")}) {
    const std::string command = std::string("explain ") + arguments + option;
    const std::string out = output_of(command);
    const std::string file = std::string("images/") + name + ending;
    EXPECT_EQ(out, file_text(TILEBRIDGE_DOCS "/" + file))
        << "tilebridge " << command << " -o docs/" << file << " draws it anew";
    EXPECT_THAT(file_text(TILEBRIDGE_DOCS "/course/" + std::string(page)), HasSubstr("../" + file));
  }
}

TEST_P(CliExplainPicture, IsNextToTheCommandThatDrawsIt) {
  EXPECT_THAT(file_text(TILEBRIDGE_DOCS "/course/" + std::string(GetParam().page)),
              HasSubstr(std::string("tilebridge explain ") + GetParam().arguments));
}

INSTANTIATE_TEST_SUITE_P(, CliExplainPicture, testing::ValuesIn(course_pictures));

TEST(CliExplain, APictureGoesToAFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(output_of("explain stride/copy --svg -o copy.svg", folder), "wrote copy.svg\n");
  EXPECT_EQ(file_text(folder / "copy.svg"), output_of("explain stride/copy --svg", folder));
}

TEST(CliExplain, APictureIsOfTheCaseTheArchitectureAndTheModels) {
  const auto drawn = [&](const char* arguments) {
    return output_of(std::string("explain --svg ") + arguments);
  };
  EXPECT_THAT(drawn("stride/copy --set stride=8"), HasSubstr("stride=8"));
  EXPECT_THAT(drawn("stride/copy --set stride=8"), HasSubstr(">8 segments, 32 sectors; "));
  EXPECT_THAT(drawn("stride/copy --arch gfx90a"), HasSubstr(">What a wavefront accesses<"));
  EXPECT_THAT(drawn("stride/copy"), HasSubstr(">Kokkos<"));
  EXPECT_THAT(drawn("stride/copy --models cuda"), Not(HasSubstr(">Kokkos<")));
  EXPECT_THAT(drawn("stride/copy --models kokkos"), Not(HasSubstr(">native<")));
}

class CliExplainAccesses : public testing::TestWithParam<const char*> {};

TEST_P(CliExplainAccesses, SaysInOneLineWhyThereIsNothingToShow) {
  const std::string option = GetParam();
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    expect_refused(run_tilebridge("explain " + option + " " + arguments), message);
  };
  const char* unknown = "nothing to show: the accesses of ";
  refused("stride/vector_copy", unknown);
  refused("stride/vector_copy", "leave " + option + " out");
  refused("transpose/tile --rewritten", unknown);
  refused("stride/copy --platform host", unknown);
  refused("stride/copy --set n=0", "accesses nothing");
  refused("stride/copy --models raja", "of raja are not modelled");
  refused("stride/copy --all", "--all");
  refused("stride/copy results.json", "results");
}

INSTANTIATE_TEST_SUITE_P(, CliExplainAccesses, testing::Values("--svg", "--accesses"));

TEST(CliExplain, OptionsOfAPictureNeedOne) {
  expect_refused(run_tilebridge("explain stride/copy --svg -o copy.png"), "a picture is SVG");
  for (const char* option : {"--narrow", "-o copy.svg", "--accesses --narrow"})
    EXPECT_EQ(run_tilebridge(std::string("explain stride/copy ") + option).status, 2);
}

TEST(CliExplain, WithResultsItShowsWhatWasMeasured) {
  const std::string full = " '" TILEBRIDGE_RESULTS "/h200-models.json'";
  const std::string text = output_of("explain transpose/padded_tile --all" + full);
  EXPECT_THAT(text, HasSubstr("team_control/vector_range ("));  // with its cost
  EXPECT_THAT(text, HasSubstr("\ntranspose  rows=16Ki cols=16Ki real=float  cold\n"));
  EXPECT_THAT(text, HasSubstr("layout_copy"));  // compared with it
  EXPECT_THAT(text, testing::Not(HasSubstr("\n  write_coalesced ")));
}

TEST(CliExplain, ResultsOfOtherVariantsSayWhatToMeasure) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  expect_refused(run_tilebridge("explain stride/copy r.json", folder),
                 "has no case of stride/copy; measure it: tilebridge run");
}

TEST(CliExplain, ALargeSizeTakesNoMoreThanItShows) {
  const auto limited = [&](const std::string& arguments) {  // 1.5 GB of addresses
    return run_command("ulimit -v 1500000; OMP_NUM_THREADS=2 " TILEBRIDGE_PROGRAM " explain " +
                       arguments);
  };
  EXPECT_THAT(output_of(limited("stride/add --all --set n=16Gi")), HasSubstr("n=16Gi"));
  expect_refused(limited("gather/plain --set n=1Gi"), "depends on the input 'index'");
}

TEST(CliExplain, APairsNativeCodeGoesByItsLanguageToo) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_runnable(); !reason.empty()) GTEST_SKIP() << reason;
  std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder / "pair.so");
  for (const char* name : {"native", "cuda"})
    EXPECT_EQ(run_tilebridge(std::string("explain ./pair.so --models ") + name, folder).status, 0)
        << name;
}

TEST(CliExplain, OfAPairNothingIsDrawn) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_runnable(); !reason.empty()) GTEST_SKIP() << reason;
  std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder / "pair.so");
  for (const std::string option : {"--svg", "--accesses"}) {
    const Outcome outcome = run_tilebridge("explain ./pair.so " + option, folder);
    expect_refused(outcome, "the accesses of ./pair.so are not modelled");
    EXPECT_THAT(outcome.err, HasSubstr("leave " + option + " out"));
  }
}

}  // namespace
}  // namespace tilebridge::cli
