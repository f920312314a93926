// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/judge/sample_page.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string annotations(Results base, Results current) {
  for (Results* run : {&base, &current}) {
    run->cases[0].experiment = "heat_flux";
    run->cases[0].variant = run->cases[0].compared_with = "kernel";
  }
  return gate_annotations({base,
                           current,
                           {"b"},
                           "c",
                           {},
                           judge::compare_results(base, current, {judge::Metric::ratio}),
                           catalogue(),
                           {},
                           {},
                           {{"kokkos", {"a,b:c%/pair.cpp", 41}}}});
}

TEST(Annotations, AreErrorsAtTheCodeThatIsSlower) {
  EXPECT_EQ(
      annotations(run_of(1e-3, 1e-3), run_of(1e-3, 2e-3)),
      "::error file=a%2Cb%3Ac%25/pair.cpp,line=41,title=tilebridge::heat_flux: Kokkos 0.50 of "
      "CUDA [0.50, 0.50], was 1.00: slower\n");
  EXPECT_THAT(annotations(run_of(1e-3, 1e-3), run_of(1e-3, 1e-3)), StartsWith("::notice file="));
  EXPECT_THAT(annotations(run_of(1e-3, 1e-3), run_of(1e-3, 1.0525e-3)),
              StartsWith("::warning file="));
}

TEST(Annotations, WithoutAPairAreTheStatus) {
  const SamplePage sample;
  EXPECT_EQ(gate_annotations(sample.page()),
            "::error title=tilebridge::status 1: 1 slower, 1 invalid\n");
}

TEST(Annotations, HostileTextStaysInItsLine) {
  const Results base = hostile_run();
  Results current = base;
  const std::string text = gate_annotations(hostile_page(base, current));
  EXPECT_THAT(text, StartsWith("::"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
}

}  // namespace
}  // namespace tilebridge::write
