// SPDX-License-Identifier: Apache-2.0
#include "session/self_check.hpp"

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "session/interruption.hpp"
#include "session/progress.hpp"

namespace tilebridge::session {

std::vector<measure::PlannedCase> native_cases(const std::vector<measure::PlannedCase>& cases,
                                               const measure::Implementations& implementations) {
  std::vector<measure::PlannedCase> native;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(native),
               [&](const measure::PlannedCase& planned) {
                 return planned.variant->stands_for.empty() &&
                        implementations.has(Model::native,
                                            planned.experiment->name + "/" + planned.variant->name);
               });
  if (native.empty()) throw UsageError("--self-check: none of the cases has native code here");
  return native;
}

void run_self_check(measure::Suite& suite, const std::vector<measure::PlannedCase>& cases,
                    const RunRequest& request, RunOutput& output, Results& results) {
  if (!results.self_check) results.self_check = SelfCheck{request.parity_band, {}};
  std::vector<SelfComparison>& done = results.self_check->comparisons;
  const auto wanted = static_cast<std::size_t>(request.comparisons);
  Progress progress(wanted - std::min(wanted, done.size()));
  while (done.size() < wanted && !is_stop_asked()) {
    const measure::PlannedCase& planned = cases[done.size() % cases.size()];
    progress.step(planned.label());
    SelfComparison comparison = suite.compare_with_itself(planned);
    if (is_stop_asked()) return;
    done.push_back(std::move(comparison));
    output.keep(results);
  }
}

}  // namespace tilebridge::session
