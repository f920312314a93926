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
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("explain transpose/padded_tile", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("__global__ void staged_tile"));
  EXPECT_THAT(outcome.out, HasSubstr("│ Kokkos in loops"));
  EXPECT_THAT(outcome.out, HasSubstr("TeamThreadRange(team, tile)"));
  EXPECT_THAT(outcome.out, HasSubstr("│"));  // 200 columns without a terminal
  EXPECT_THAT(run_tilebridge("explain transpose/padded_tile --width 100 --all", folder).out,
              Not(HasSubstr("│")));
}

TEST(CliExplain, ModelsThatAreNamedStandBesideEachOtherInEachForm) {
  const TemporaryFolder folder;
  const std::string out =
      run_tilebridge("explain transpose/padded_tile --models kokkos,cuda --all", folder).out;
  EXPECT_THAT(out, testing::ContainsRegex("\nKokkos in indices +│ CUDA in indices\n"));
  EXPECT_THAT(out, testing::ContainsRegex("\nKokkos in loops +│ CUDA in loops\n"));
  EXPECT_THAT(out, HasSubstr("team.team_rank() % tile"));
  EXPECT_THAT(out, HasSubstr("⑧ barrier. Kokkos: team.team_barrier(). CUDA: __syncthreads()"));
  EXPECT_THAT(run_tilebridge("explain stride/copy --models kokkos --all", folder).out,
              HasSubstr("Kokkos in indices\nno code of stride/copy\n"));
}

TEST(CliExplain, AVariantThatStandsForAnotherShowsItsNativeCode) {
  const TemporaryFolder folder;
  const std::string out = run_tilebridge("explain transpose/mdrange --all", folder).out;
  EXPECT_THAT(out, HasSubstr("of transpose/write_coalesced, which this is compared with"));
  EXPECT_THAT(out, HasSubstr("__global__ void write_coalesced"));
  EXPECT_THAT(out, HasSubstr("Range2D"));
}

TEST(CliExplain, SaysWhatTheRewrittenFormChangesAndHowToSeeIt) {
  const TemporaryFolder folder;
  EXPECT_THAT(
      run_tilebridge("explain transpose/padded_tile --width 1000", folder).out,
      HasSubstr("\ntranspose/padded_tile_rewritten changes: " +
                catalogue().experiment("transpose").variant("padded_tile_rewritten").technique +
                "; `tilebridge explain transpose/padded_tile --rewritten` shows it\n"));
  EXPECT_THAT(run_tilebridge("explain transpose/vector_tile --all", folder).out,
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
  const TemporaryFolder folder;
  const std::string file = " '" TILEBRIDGE_RESULTS "/h200-full.json'";
  for (const char* width : {"60", "80", "100", "140", "200"}) {
    const std::string command =
        std::string("explain transpose/padded_tile --width ") + width + file;
    const std::string text = run_tilebridge(command, folder).out;
    EXPECT_LE(count_lines(text), 60) << width;
    EXPECT_THAT(last_line(text), testing::StartsWith("Left out, shown by --all: ")) << width;
    const std::string all = run_tilebridge(command + " --all", folder).out;
    EXPECT_GT(count_lines(all), 200) << width;
    EXPECT_THAT(all, Not(HasSubstr("Left out"))) << width;
  }
}

TEST(CliExplain, LeavesOutWholePartsAlone) {
  const TemporaryFolder folder;
  const std::string text = run_tilebridge("explain transpose/padded_tile --width 100", folder).out;
  EXPECT_THAT(last_line(text), HasSubstr(": native CUDA, what the kernels use, "));
  EXPECT_THAT(text, Not(HasSubstr("__global__")));
  EXPECT_THAT(text, HasSubstr("KOKKOS_LAMBDA(const Team<Exec>& team) {"));
  EXPECT_THAT(text, HasSubstr("Tile::column(r, c)) = in(y0 + r, x0"));
}

TEST(CliExplain, TheRewrittenFormStandsBesideTheSameNativeCode) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("explain transpose/padded_tile --rewritten --all", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("transpose/padded_tile_rewritten on cuda: it changes: "));
  EXPECT_THAT(outcome.out, HasSubstr("__global__ void staged_tile"));
  EXPECT_THAT(outcome.out, HasSubstr("│ rewritten Kokkos"));
  EXPECT_THAT(outcome.out, HasSubstr("backends/kokkos/rewritten/tiling/transpose.cpp"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("rewritten form")));
  EXPECT_EQ(outcome.out,
            run_tilebridge("explain transpose/padded_tile_rewritten --all", folder).out);
  EXPECT_EQ(
      outcome.out,
      run_tilebridge("explain transpose/padded_tile_rewritten --rewritten --all", folder).out);
}

TEST(CliExplain, ASmallRewriteIsShownByWhatItChanges) {
  const TemporaryFolder folder;
  const std::string text = run_tilebridge("explain team_control/single --rewritten", folder).out;
  EXPECT_THAT(text, HasSubstr("\nKokkos in loops (-) and rewritten (+)\n"));
  for (const char* line : {" - struct Single {", " + struct RankZero {"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 60);
  for (const char* other : {"transpose/padded_tile --rewritten", "team_control/single"})
    EXPECT_THAT(run_tilebridge(std::string("explain --all ") + other, folder).out,
                Not(HasSubstr("rewritten (+)")))
        << other;
}

TEST(CliExplain, FitsIntoTheWidth) {
  const TemporaryFolder folder;
  std::istringstream lines(run_tilebridge("explain overlap/streams --width 100 --all", folder).out);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }),
              100)
        << line;
}

TEST(CliExplain, SaysWhyThereIsNoKokkos) {
  const TemporaryFolder folder;
  EXPECT_THAT(run_tilebridge("explain bandwidth/l2 --all", folder).out,
              HasSubstr("no equivalent: Kokkos has no cache hint"));
}

TEST(CliExplain, AVendorsCallIsListed) {
  const TemporaryFolder folder;
  const std::string out = run_tilebridge("explain matmul/sgemm --all", folder).out;
  EXPECT_THAT(out, HasSubstr("vendor library"));
  EXPECT_THAT(out, HasSubstr("cublasGemmEx("));
}

TEST(CliExplain, TheHostsOwnCode) {
  const TemporaryFolder folder;
  EXPECT_THAT(run_tilebridge("explain dot/atomic --platform host --all", folder).out,
              HasSubstr("#pragma omp atomic"));
  EXPECT_THAT(run_tilebridge("explain block_size/threads", folder).out,
              HasSubstr("block_size/threads on host"));
}

TEST(CliExplain, HipCompilesTheNativeCode) {
  const TemporaryFolder folder;
  const std::string out =
      run_tilebridge("explain dot/warp_shuffle --platform hip --all", folder).out;
  EXPECT_THAT(out, HasSubstr("dot/warp_shuffle on hip"));
  EXPECT_THAT(out, HasSubstr("native CUDA, compiled as HIP"));
  EXPECT_THAT(out, HasSubstr("__shfl_down_sync"));
  EXPECT_THAT(out, testing::Not(HasSubstr("sectors")));  // the access model is of CUDA devices
}

/// A run of the program for each: dealt out to several tests, which ctest runs side by side.
constexpr std::size_t parts = 6;

class CliExplainEach : public testing::TestWithParam<std::size_t> {};

TEST_P(CliExplainEach, VariantThereIs) {
  const TemporaryFolder folder;
  const auto list = nlohmann::json::parse(run_tilebridge("list --json", folder).out);
  std::size_t variants = 0;
  for (const auto& experiment : list.at("experiments"))
    for (const auto& variant : experiment.at("variants")) {
      if (variants++ % parts != GetParam()) continue;
      const std::string name =
          experiment.at("name").get<std::string>() + "/" + variant.at("name").get<std::string>();
      const Outcome outcome = run_tilebridge("explain " + name, folder);
      EXPECT_EQ(outcome.status, 0) << name << ": " << outcome.err;
      EXPECT_THAT(outcome.out, HasSubstr(name));
    }
  std::size_t there_are = 0;
  for (const Experiment& experiment : catalogue()) there_are += experiment.variants.size();
  EXPECT_EQ(variants, there_are);
}

INSTANTIATE_TEST_SUITE_P(, CliExplainEach, testing::Range(std::size_t{0}, parts));

TEST(CliExplain, WrongUsageIsOneLineThatHelps) {
  const TemporaryFolder folder;
  const auto error = [&](const char* arguments) {
    const Outcome outcome = run_tilebridge(std::string("explain ") + arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << arguments;
    return outcome.err;
  };
  EXPECT_THAT(error("dot"), HasSubstr("dot/… with atomic, block_tree, block_tree_rewritten"));
  EXPECT_THAT(error("dott/atomic"), HasSubstr("did you mean 'dot'?"));
  EXPECT_THAT(error("dot/atomik"), HasSubstr("did you mean 'atomic'?"));
  EXPECT_THAT(error("dot/cub --platform host"), HasSubstr("dot/cub does not run on host"));
  EXPECT_THAT(error("dot/atomic --width 10"), HasSubstr("--width"));
  EXPECT_THAT(error("transpose/vector_tile --rewritten"),
              HasSubstr("transpose/vector_tile has no rewritten form; leave --rewritten out"));
  EXPECT_THAT(error("dot/atomic --models kokos"), HasSubstr("did you mean 'kokkos'?"));
  EXPECT_THAT(error(""), HasSubstr("required"));
}

TEST(CliExplain, ShowsWhatAWarpTouches) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("explain stride/copy --set n=4096,stride=2 --all", folder);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("2 segments, 8 sectors; 128 of 256 bytes moved"));
  EXPECT_THAT(outcome.out, HasSubstr("blocks per SM"));
  EXPECT_THAT(run_tilebridge("explain transpose/tile --all", folder).out,
              HasSubstr("native and Kokkos alike"));
}

TEST(CliExplain, AccessesAloneComeWithoutTheRest) {
  const TemporaryFolder folder;
  const auto shown = [&](const std::string& arguments) {
    return run_tilebridge("explain " + arguments, folder).out;
  };
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
  const TemporaryFolder folder;
  const Outcome arch = run_tilebridge("explain transpose/tile --arch sm_1", folder);
  EXPECT_EQ(arch.status, 2);
  EXPECT_THAT(arch.err, HasSubstr("unknown architecture 'sm_1'"));
}

TEST(CliExplain, DrawsWavefrontsForAnArchitectureOfAmd) {
  const TemporaryFolder folder;
  const Outcome gfx942 = run_tilebridge("explain transpose/tile --arch gfx942 --all", folder);
  EXPECT_EQ(gfx942.status, 0);
  EXPECT_THAT(gfx942.out, HasSubstr("transpose/tile on hip"));
  EXPECT_THAT(gfx942.out, HasSubstr("64 lanes"));
  EXPECT_THAT(run_tilebridge("explain transpose/tile --platform hip --all", folder).out,
              HasSubstr("on gfx942: "));
  const Outcome other =
      run_tilebridge("explain transpose/tile --arch gfx942 --platform cuda", folder);
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("gfx942 is no architecture of cuda"));
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
  const TemporaryFolder folder;
  for (const auto& [option, ending] :
       {std::pair("", ".svg"), std::pair(" --narrow", "-narrow.svg")}) {
    const std::string command = std::string("explain ") + arguments + option;
    const Outcome outcome = run_tilebridge(command, folder);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::string file = std::string("images/") + name + ending;
    EXPECT_EQ(outcome.out, file_text(TILEBRIDGE_DOCS "/" + file))
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
  const Outcome outcome = run_tilebridge("explain stride/copy --svg -o copy.svg", folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "wrote copy.svg\n");
  EXPECT_EQ(file_text(folder / "copy.svg"),
            run_tilebridge("explain stride/copy --svg", folder).out);
}

TEST(CliExplain, APictureIsOfTheCaseTheArchitectureAndTheModels) {
  const TemporaryFolder folder;
  const auto drawn = [&](const char* arguments) {
    return run_tilebridge(std::string("explain --svg ") + arguments, folder).out;
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
  const TemporaryFolder folder;
  const std::string option = GetParam();
  const auto error = [&](const std::string& arguments) {
    const Outcome outcome = run_tilebridge("explain " + option + " " + arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << arguments;
    return outcome.err;
  };
  const char* unknown = "nothing to show: the accesses of ";
  EXPECT_THAT(error("stride/vector_copy"), HasSubstr(unknown));
  EXPECT_THAT(error("stride/vector_copy"), HasSubstr("leave " + option + " out"));
  EXPECT_THAT(error("transpose/tile --rewritten"), HasSubstr(unknown));
  EXPECT_THAT(error("stride/copy --platform host"), HasSubstr(unknown));
  EXPECT_THAT(error("stride/copy --set n=0"), HasSubstr("accesses nothing"));
  EXPECT_THAT(error("stride/copy --models raja"), HasSubstr("of raja are not modelled"));
  EXPECT_THAT(error("stride/copy --all"), HasSubstr("--all"));
  EXPECT_THAT(error("stride/copy results.json"), HasSubstr("results"));
}

INSTANTIATE_TEST_SUITE_P(, CliExplainAccesses, testing::Values("--svg", "--accesses"));

TEST(CliExplain, OptionsOfAPictureNeedOne) {
  const TemporaryFolder folder;
  const Outcome outcome = run_tilebridge("explain stride/copy --svg -o copy.png", folder);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("a picture is SVG"));
  for (const char* option : {"--narrow", "-o copy.svg", "--accesses --narrow"})
    EXPECT_EQ(run_tilebridge(std::string("explain stride/copy ") + option, folder).status, 2);
}

TEST(CliExplain, WithResultsItShowsWhatWasMeasured) {
  const TemporaryFolder folder;
  const std::string full = " '" TILEBRIDGE_RESULTS "/h200-full.json'";
  const std::string text = run_tilebridge("explain transpose/padded_tile --all" + full, folder).out;
  EXPECT_THAT(text, HasSubstr("team_control/vector_range ("));  // with its cost
  EXPECT_THAT(text, HasSubstr("\ntranspose  rows=16Ki cols=16Ki real=float  cold\n"));
  EXPECT_THAT(text, HasSubstr("layout_copy"));  // compared with it
  EXPECT_THAT(text, testing::Not(HasSubstr("\n  write_coalesced ")));
}

TEST(CliExplain, ResultsOfOtherVariantsSayWhatToMeasure) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  const Outcome outcome = run_tilebridge("explain stride/copy r.json", folder);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("has no case of stride/copy; measure it: tilebridge run"));
}

TEST(CliExplain, ALargeSizeTakesNoMoreThanItShows) {
  const TemporaryFolder folder;
  const auto limited = [&](const std::string& arguments) {  // 1.5 GB of addresses
    return run_command(
        "ulimit -v 1500000; OMP_NUM_THREADS=2 " TILEBRIDGE_PROGRAM " explain " + arguments, folder);
  };
  const Outcome outcome = limited("stride/add --all --set n=16Gi");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("n=16Gi"));
  const Outcome refused = limited("gather/plain --set n=1Gi");
  EXPECT_EQ(refused.status, 2) << refused.out;
  EXPECT_THAT(refused.err, HasSubstr("depends on the input 'index'"));
}

TEST(CliExplain, APairsNativeCodeGoesByItsLanguageToo) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_runnable(folder); !reason.empty()) GTEST_SKIP() << reason;
  std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder / "pair.so");
  for (const char* name : {"native", "cuda"})
    EXPECT_EQ(run_tilebridge(std::string("explain ./pair.so --models ") + name, folder).status, 0)
        << name;
}

TEST(CliExplain, OfAPairNothingIsDrawn) {
  const TemporaryFolder folder;
  if (const std::string reason = why_not_runnable(folder); !reason.empty()) GTEST_SKIP() << reason;
  std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder / "pair.so");
  for (const std::string option : {"--svg", "--accesses"}) {
    const Outcome outcome = run_tilebridge("explain ./pair.so " + option, folder);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("the accesses of ./pair.so are not modelled"));
    EXPECT_THAT(outcome.err, HasSubstr("leave " + option + " out"));
  }
}

}  // namespace
}  // namespace tilebridge::cli
