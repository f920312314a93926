// SPDX-License-Identifier: Apache-2.0
// A forgotten barrier is found by comparing every element with the reference, as results are before
// they are timed. tests/backends/racecheck.sh runs the same tests under compute-sanitizer.
#include "tests/backends/forgotten_barrier.hpp"

#include <gmock/gmock.h>

#include "catalogue/problem.hpp"
#include "tests/backends/own_models.hpp"

namespace tilebridge {
namespace {

class ForgottenBarrier_cuda : public DeviceTest, public testing::WithParamInterface<Hazard> {
 protected:
  static Validation validate(bool with_barrier) {
    std::vector<std::uint32_t> in(reversing_threads);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint32_t>(i + 1);
    const std::vector<std::uint32_t> out = reversed_on_cuda(in, GetParam(), with_barrier);
    return compare_elements(std::span<const std::uint32_t>(out),
                            [&](std::size_t i) { return exactly(in[in.size() - 1 - i]); });
  }
};

INSTANTIATE_TEST_SUITE_P(, ForgottenBarrier_cuda,
                         testing::Values(Hazard::read_after_write, Hazard::write_after_read,
                                         Hazard::write_after_write));

TEST_P(ForgottenBarrier_cuda, IsFoundByValidation) {
  const Validation validation = validate(false);
  EXPECT_FALSE(validation.ok());
}

TEST_P(ForgottenBarrier_cuda, IsNotFoundWhereItStands) {
  const Validation validation = validate(true);
  EXPECT_TRUE(validation.ok()) << describe(validation);
}

}  // namespace
}  // namespace tilebridge
