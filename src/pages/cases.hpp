// SPDX-License-Identifier: Apache-2.0
// Which results are shown, under which names, and which cases stand together.
#pragma once

#include "results/results.hpp"

namespace tilebridge::pages {

/// One kernel of a case. Points into the results, which must outlive it.
struct ShownResult {
  const CaseResult* of;
  ModelForm kernel;
  const KernelResult* result;
};

/// Every result of a first build once: native code that is in a case only for comparison is shown
/// in the case of its own variant.
std::vector<ShownResult> shown_results(const CaseResult& c);
/// Adds those of further builds.
std::vector<ShownResult> shown_with_builds(const CaseResult& c);

/// "kokkos indices"; of a pair of the user's own, "kokkos".
std::string kernel_text(const CaseResult& c, const ModelForm& kernel);

/// Which results of a case are shown.
using ResultsOf = std::vector<ShownResult> (*)(const CaseResult&);

/// Those of all cases.
std::vector<ShownResult> shown_in(const std::vector<CaseResult>& cases, ResultsOf of);
std::vector<ShownResult> shown_in(const std::vector<CaseResult>&& cases, ResultsOf of) = delete;

/// Whether a case has more than one build of a model.
bool has_further_builds(const CaseResult& c);

/// A ratio of performances, and what it says.
struct JudgedRatio {
  Interval ratio;
  Verdict verdict;
};

/// The comparison with native code; none if there is none, as for native code itself.
std::optional<JudgedRatio> against_native(const ShownResult& shown);
/// The comparison with the first build of its model; none if it is of that.
std::optional<JudgedRatio> against_own(const ShownResult& shown);
/// Against native code in loops: what the library costs; none for other forms.
std::optional<JudgedRatio> against_control(const ShownResult& shown);
/// The same against the respelled control, where there is one.
std::optional<JudgedRatio> against_respelled(const ShownResult& shown);

/// The loop style and the launch of a controlled kernel in loops, as attribution_of() splits them;
/// none for other kernels, or where they were not measured.
struct StyleAndLaunch {
  std::optional<JudgedRatio> style;
  std::optional<JudgedRatio> launch;
};
StyleAndLaunch style_and_launch(const ShownResult& shown);

/// Cases that are shown in one table. Points into the results, which must outlive it.
struct Group {
  std::string title;  // "transpose  rows=16Ki cols=16Ki  cold", at most 400 bytes
  std::vector<const CaseResult*> cases;
};

/// Cases of one experiment with the same parameters form a group, in order of first appearance; a
/// rewritten case directly follows the variant in loops that it rewrites.
std::vector<Group> group(const std::vector<CaseResult>& cases);
std::vector<Group> group(const std::vector<CaseResult>&& cases) = delete;

/// The name under which a case is shown: a rewritten case has the name of the variant that it
/// rewrites.
const std::string& shown_variant(const CaseResult& c);

/// "native" or "kokkos"; of a further build with its release: "kokkos 5.0.2".
std::string shown_model(const ShownResult& shown);
/// "indices", "loops", "vendor"; "" in a pair of the user's own.
std::string shown_form(const CaseResult& c, const ModelForm& kernel);
/// Model and form in one text: "kokkos loops".
std::string shown_way(const ShownResult& shown);

/// Whether a case is of the experiment and, unless `variant` is "", of that variant, of what is
/// written in its place or of what is compared with it.
bool belongs_to(const CaseResult& c, std::string_view experiment, std::string_view variant);

/// "rows=16Ki cols=16Ki, cold".
std::string setting_of(const CaseResult& c);

}  // namespace tilebridge::pages
