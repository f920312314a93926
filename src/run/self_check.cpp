// SPDX-License-Identifier: Apache-2.0
#include "run/self_check.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <string>

#include "base/error.hpp"
#include "run/interruption.hpp"
#include "run/progress.hpp"

namespace tilebridge::run {

namespace {

using Cases = std::vector<measure::PlannedCase>;

/// By experiment, in random order.
std::map<std::string, Cases> shuffled(const Cases& cases, std::uint64_t seed) {
  std::map<std::string, Cases> by_experiment;
  for (const measure::PlannedCase& c : cases) by_experiment[c.experiment->name].push_back(c);
  std::mt19937_64 random(seed);
  for (auto& [name, of_one] : by_experiment) std::shuffle(of_one.begin(), of_one.end(), random);
  return by_experiment;
}

}  // namespace

Cases native_cases(const Cases& cases, const kernels::Implementations& implementations,
                   std::uint64_t seed) {
  Cases native;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(native),
               [&](const measure::PlannedCase& planned) {
                 return planned.variant->stands_for.empty() &&
                        implementations.has(Model::native,
                                            planned.experiment->name + "/" + planned.variant->name);
               });
  if (native.empty()) throw UsageError("--self-check: none of the cases has native code here");
  const auto by_experiment = shuffled(native, seed);
  Cases in_turn;
  for (std::size_t turn = 0; in_turn.size() < native.size(); ++turn)
    for (const auto& [experiment, of_one] : by_experiment)
      if (turn < of_one.size()) in_turn.push_back(of_one[turn]);
  return in_turn;
}

void run_self_check(measure::Suite& suite, const std::vector<measure::PlannedCase>& cases,
                    const RunRequest& request, RunOutput& output, Results& results) {
  if (!results.self_check) results.self_check = SelfCheck{request.parity_band, {}};
  std::vector<SelfComparison>& done = results.self_check->comparisons;
  const auto wanted = static_cast<std::size_t>(request.comparisons);
  Progress progress(wanted - std::min(wanted, done.size()));
  std::size_t tried = done.size();
  const std::size_t most = 2 * wanted + cases.size();  // some may be for other devices
  while (done.size() < wanted && tried < most && !is_stop_asked()) {
    const measure::PlannedCase& planned = cases[tried++ % cases.size()];
    progress.step(planned.label());
    std::optional<SelfComparison> comparison = suite.compare_with_itself(planned);
    if (is_stop_asked()) return;
    if (!comparison) continue;
    done.push_back(std::move(*comparison));
    output.keep(results);
  }
}

}  // namespace tilebridge::run
