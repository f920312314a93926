// SPDX-License-Identifier: Apache-2.0
// Results with one of everything, for the tests of what reads and writes them.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

inline constexpr ModelForm native_code = {Model::native, Form::indices};
inline constexpr ModelForm kokkos_code = {Model("kokkos@4.7.01"), Form::loops};
inline constexpr ModelForm library_code = {Model::native, Form::vendor};
/// Tests a second build.
inline constexpr ModelForm other_code = {Model("kokkos@5.0.2"), Form::loops};

/// Removes the kernels of a model.
void erase(CaseResult& c, const Model& model);

/// The case in another form, with its Kokkos kernels.
CaseResult in_form(Form form, const CaseResult& c);

Timing timing(double seconds);

Validation valid();

Validation invalid();

CaseResult sample_case(const std::string& variant);

/// One whose Kokkos code in loops is slower, at this performance.
CaseResult slower_case(const std::string& experiment, const std::string& variant,
                       const Parameters& parameters, const Interval& performance);

Results sample_results();

/// The sample, whose first case was also timed with a second build of Kokkos: 1.2 of native
/// code, 1.26 of the program's own Kokkos. In its second case the result of that build is invalid.
Results results_with_second_build();

/// A case of five blocks and a self-check, with times and ratios that follow from them. Kokkos's
/// launches wait for the host.
Results results_in_blocks();

/// A profile of one case and of one without an equivalent.
Results sample_profile();

}  // namespace tilebridge
