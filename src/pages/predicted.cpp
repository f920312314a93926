// SPDX-License-Identifier: Apache-2.0
#include "pages/predicted.hpp"

#include "pages/by_setting.hpp"
#include "pages/cases.hpp"
#include "results/prediction.hpp"

namespace tilebridge::pages {
namespace {

Cell per_request(const GlobalTraffic& t) {
  return Cell::number(t.requests > 0 ? fmt::format("{:.2f}", t.sectors_per_request()) : "");
}
Cell per_request(const SharedTraffic& t) {
  return Cell::number(t.requests > 0 ? fmt::format("{:.2f}", t.wavefronts_per_request()) : "");
}
Cell use(const GlobalTraffic& t) {
  return Cell::number(t.requests > 0 ? percent_text(t.use()) : "");
}

std::vector<Cell> predicted_cells(const RunResult& predicted) {
  const KernelResult& result = *predicted.shown.result;
  if (!result.prediction) return {};
  const auto& [t, seconds] = *result.prediction;
  const bool has_both = seconds > 0 && result.timing;
  return {
      per_request(t.load),
      use(t.load),
      per_request(t.store),
      use(t.store),
      per_request(t.shared_load),
      per_request(t.shared_store),
      Cell::number(seconds > 0 ? time_text(seconds) : ""),
      Cell::number(has_both ? fmt::format("{:.2f}", result.timing->seconds.median / seconds) : "")};
}

void add_checks(Agreement& agreement, const std::string& title, const ShownResult& shown) {
  for (const CountCheck& check : check_counts(*shown.result)) {
    ++agreement.counts;
    agreement.equal += check.equal() ? 1 : 0;
    if (check.equal()) continue;
    agreement.native_differs = agreement.native_differs || shown.kernel.model.is_native();
    agreement.differences.push_back(fmt::format("{}: {} {}: {} {:.10g} predicted, {:.10g} counted",
                                                title, shown.of->variant, name_of(shown.kernel),
                                                check.what, check.predicted, check.counted));
  }
}

}  // namespace

Table predicted_table(const Report& report, const ExperimentCases& experiment) {
  return table_by_setting(report, experiment, experiment.name + ", as the access model predicts it",
                          {"variant",
                           "model",
                           "sectors per load",
                           {"use", "use of loads"},
                           "sectors per store",
                           {"use", "use of stores"},
                           "wavefronts per shared load",
                           "wavefronts per shared store",
                           "predicted time",
                           "measured ÷ predicted"},
                          predicted_cells);
}

Agreement agreement_of(const Results& results) {
  Agreement agreement;
  for (const Group& cases : group(results.cases))
    for (const CaseResult* c : cases.cases)
      for (const ShownResult& shown : shown_results(*c)) add_checks(agreement, cases.title, shown);
  return agreement;
}

Agreement agreement_of(const Report& report, const ExperimentCases& experiment) {
  Agreement agreement;
  for (const FileCase& c : experiment.cases)
    for (const ShownResult& shown : shown_results(*c.result))
      add_checks(agreement, labelled(report, c.file, experiment.name), shown);
  return agreement;
}

std::string agreement_text(const Agreement& agreement) {
  return fmt::format("{} of {} counts are equal to the hardware's", agreement.equal,
                     agreement.counts);
}

}  // namespace tilebridge::pages
