// SPDX-License-Identifier: Apache-2.0
// The documents' claims compared with a result file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "claims/claims.hpp"
#include "results/results.hpp"

namespace tilebridge::claims {

enum class Finding { reproduced, more_than_stated, not_reproduced, not_tested };

/// "reproduced", "more than stated", "not reproduced", "not tested on this device".
std::string_view name_of(Finding finding);

struct ClaimResult {
  std::optional<double> measured;  // in the unit of the claim's `quantity`
  Finding finding = Finding::not_tested;
  std::string reason;  // where it is not reproduced, or not tested
};

/// What a check finds in the results; none where they lack it.
std::optional<double> measured(const Check& check, const Results& results,
                               Model model = Model::native);

/// Reproduced exactly if the measured value lies in the accepted range; *more than stated* if the
/// document states a gain or a loss and the measured one is above the range. A figure of another
/// device, or one that the results lack, is not tested; the former still has a measured value if
/// there is one. Results without an NVIDIA GPU test nothing.
ClaimResult evaluate(const Claim& claim, const Results& results, Model model = Model::native);

/// The same for Kokkos's kernels of the variants that the claim names: plain ones where these are
/// textbook variants; empty where no kernel is measured, or Kokkos has none.
std::optional<ClaimResult> evaluate_kokkos(const Claim& claim, const Results& results);

}  // namespace tilebridge::claims
