// SPDX-License-Identifier: Apache-2.0
#include "pages/grade.hpp"

#include <gmock/gmock.h>

#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr ModelForm in_cuda = {Model::native, Form::loops};
constexpr ModelForm in_kokkos = {Model::kokkos, Form::loops};

/// What is said of an exercise in which that kernel is wrong for a reason.
std::string said_of(const ModelForm& kernel, const std::string& platform,
                    const std::string& reason) {
  CaseResult c;
  c.experiment = "tile";
  c.platform = platform;
  c.kernels[kernel].status = Status::invalid;
  c.kernels[kernel].reason = reason;
  Results results;
  results.cases.push_back(c);
  return write::as_text(grade_page({.name = "tile"}, results, 0, catalogue()), {.columns = 400});
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

}  // namespace
}  // namespace tilebridge::pages
