// SPDX-License-Identifier: Apache-2.0
#include "pages/grade.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr ModelForm in_cuda = {Model::native, Form::loops};
constexpr ModelForm in_kokkos = {Model::kokkos, Form::loops};

/// What is said of an exercise with that result of a kernel.
std::string said_of(const ModelForm& kernel, const std::string& platform,
                    const KernelResult& result) {
  CaseResult c;
  c.experiment = "tile";
  c.platform = platform;
  c.kernels[kernel] = result;
  Results results;
  results.cases.push_back(c);
  return write::as_text(grade_page({.name = "tile"}, results, 0, catalogue()), {.columns = 400});
}
std::string said_of(const ModelForm& kernel, const std::string& platform,
                    const std::string& reason) {
  KernelResult result;
  result.status = Status::invalid;
  result.reason = reason;
  return said_of(kernel, platform, result);
}

TEST(Grade, ACrashOnAHostIsGivenItsUsualCauses) {
  for (const char* signal : {"Aborted", "Segmentation fault", "Bus error"}) {
    const std::string reason = std::string("it ended its process: ") + signal;
    EXPECT_THAT(said_of(in_cuda, "host", reason), HasSubstr("hint: Is an index outside an array?"));
    EXPECT_THAT(said_of(in_kokkos, "host", reason),
                HasSubstr("hint: Is an index outside an array, is set_scratch_size() missing"));
  }
}

TEST(Grade, OtherFailuresAreNotTakenForACrashOnAHost) {
  EXPECT_THAT(said_of(in_kokkos, "cuda", "it ended its process: Aborted"), Not(HasSubstr("hint")));
  EXPECT_THAT(said_of(in_kokkos, "host", "it exited with status 7"), Not(HasSubstr("hint")));
  EXPECT_THAT(said_of(in_kokkos, "host", "it ended its process: Killed"), Not(HasSubstr("hint")));
}

TEST(Grade, OnlyATeamInKokkosOnAHostMayHaveOneThread) {
  KernelResult result;
  result.status = Status::invalid;
  Validation& v = result.validation.emplace();
  for (std::size_t i = 0; i < 1000; ++i)
    detail::add_element(v, i, i % 32 == 0 ? 1.0 : std::nan(""), exactly(1));
  v.elements = 1000;
  EXPECT_THAT(said_of(in_kokkos, "host", result), HasSubstr("The team may have one thread here"));
  EXPECT_THAT(said_of(in_cuda, "host", result), HasSubstr("Does only thread 0 of each block"));
  EXPECT_THAT(said_of(in_kokkos, "cuda", result), HasSubstr("Does only thread 0 of each block"));
}

TEST(Grade, AHostSaysNothingOfWhatOverlapsInKokkos) {
  CaseResult c;
  c.experiment = "overlap";
  c.platform = "host";
  c.kernels[in_kokkos].status = Status::ok;
  Results results;
  results.cases.push_back(c);
  const auto said = [&](const Exercise& exercise) {
    return write::as_text(grade_page(exercise, results, 0, catalogue()), {.columns = 400});
  };
  const std::string of_timeline =
      said({.name = "overlap", .at_least = 0.8, .at_most = {{Amount::timeline, 1.2}}});
  EXPECT_THAT(of_timeline, HasSubstr("Whether copies and kernels overlap, and whether fences are "
                                     "missing, was not tested"));
  EXPECT_THAT(of_timeline, HasSubstr("validated: 0.80 of the reference is asked for on a GPU"));
  EXPECT_THAT(said({.name = "overlap"}), HasSubstr("barriers were not tested"));
}

}  // namespace
}  // namespace tilebridge::pages
