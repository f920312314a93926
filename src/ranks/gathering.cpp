// SPDX-License-Identifier: Apache-2.0
#include "ranks/gathering.hpp"

#include <algorithm>
#include <utility>

#include "ranks/placement.hpp"
#include "results/json.hpp"
#include "results/load.hpp"

namespace tilebridge::ranks {
namespace {

const char* const interrupted_text = "interrupted";

bool is_interrupted(const Answer& answer) { return answer.value == interrupted_text; }

const Interval* ratio_of(const CaseResult& result, Model model) {
  for (const ComparisonResult& comparison : result.comparisons)
    if (comparison.model == model) return &comparison.ratio;
  return nullptr;
}

}  // namespace

RankCase part_of(const CaseResult& result, int rank) {
  RankCase part{rank, {}, result.sampling.clock_hz, result.sampling.throttle_reasons};
  for (const auto& [model, measured] : result.models) {
    RankModel& own = part.models[model];
    own.status = measured.status;
    own.reason = measured.reason;
    if (measured.timing) own.seconds = measured.timing->seconds;
    if (const Interval* ratio = ratio_of(result, model)) own.ratio = *ratio;
  }
  return part;
}

Gathering::Gathering(Ranks& ranks, Order order, RankWork work)
    : ranks_(ranks),
      order_(order),
      work_(std::move(work)),
      gone_(static_cast<std::size_t>(ranks.size())),
      statuses_(static_cast<std::size_t>(ranks.size()), ExitStatus::fine) {
  for (int rank = 0; rank < ranks.size(); ++rank) results_.ranks.push_back({rank, "", "", "", ""});
}

/// Runs `action` on every working rank, and records which ranks fail, and `where`.
std::vector<Answer> Gathering::ask(Order order, const std::string& where,
                                   const std::function<Json()>& action) {
  const bool works = results_.ranks.at(static_cast<std::size_t>(ranks_.rank())).failure.empty();
  auto answers = on_every_rank(ranks_, order, [&] { return works ? action() : Json(); });
  for (std::size_t rank = 0; rank < answers.size(); ++rank) {
    const Answer& answer = answers[rank];
    gone_[rank] = answer.gone;
    std::string& failure = results_.ranks[rank].failure;
    if (answer.failure.empty() || !failure.empty()) continue;
    failure = where.empty() ? answer.failure : where + ": " + answer.failure;
    statuses_[rank] = answer.status;
  }
  throw_if_none_works();
  return answers;
}

void Gathering::open(bool may_share) {
  const auto hosts = ask(Order::together, "", [&] { return Json(work_.host); });
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    if (hosts[rank].value.is_string()) results_.ranks[rank].host = hosts[rank].value;
  const auto answers = ask(Order::together, "", [&] { return to_json(work_.open()); });
  Json load = Json::object();
  for (std::size_t rank = 0; rank < answers.size(); ++rank) {
    if (answers[rank].value.is_null()) continue;
    keep_greater_load(load, answers[rank].value["program"]);
    RankInfo& info = results_.ranks[rank];
    info.device = text_at(answers[rank].value["device"], "name");
    info.pci_bus = text_at(answers[rank].value["device"], "pci_bus");
  }
  if (!may_share) check_not_shared(results_.ranks);
  Results first = results_from_json(answers[static_cast<std::size_t>(first_working())].value);
  first.ranks = std::move(results_.ranks);
  first.program["ranks"] = name_of(order_);
  keep_greater_load(first.program, load);
  results_ = std::move(first);
}

void Gathering::measure_ceilings() {
  const auto answers = ask(order_, "ceilings", [&] { return to_json(work_.measure_ceilings()); });
  for (std::size_t rank = 0; rank < answers.size(); ++rank)
    if (!answers[rank].value.is_null())
      results_.ranks[rank].ceilings = ceilings_from_json(answers[rank].value);
  results_.ceilings = results_.ranks[static_cast<std::size_t>(first_working())].ceilings;
}

bool Gathering::run(std::size_t index, const std::string& label) {
  std::string own_case = "null";
  const auto answers = ask(order_, label, [&]() -> Json {
    if (work_.interrupted()) return interrupted_text;
    const CaseResult result = work_.run(index);
    if (work_.interrupted()) return interrupted_text;  // its sampling was cut short
    own_case = to_text(to_json(result));
    return to_json(part_of(result, ranks_.rank()));
  });
  interrupted_ = std::any_of(answers.begin(), answers.end(), is_interrupted);
  if (interrupted_ || first_working() < 0) return false;
  keep(answers, own_case);
  return true;
}

/// Assembles the case from every rank's part and the first rank's complete result.
void Gathering::keep(const std::vector<Answer>& answers, const std::string& own_case) {
  const int first = first_working();
  const auto texts = ranks_.exchange(ranks_.rank() == first ? own_case : "null");
  const std::string& text = texts[static_cast<std::size_t>(first)];
  if (text.empty()) return;  // its process has just ended; another rank provides the next case
  CaseResult result = case_from_json(Json::parse(text));
  result.rank = first;
  for (const Answer& answer : answers)
    if (!answer.value.is_null()) result.by_rank.push_back(rank_case_from_json(answer.value));
  results_.cases.push_back(std::move(result));
}

bool Gathering::any_failed() const {
  return std::any_of(results_.ranks.begin(), results_.ranks.end(),
                     [](const RankInfo& info) { return !info.failure.empty(); });
}

bool Gathering::speaks() const {
  const auto first = std::find(gone_.begin(), gone_.end(), false);
  return first - gone_.begin() == ranks_.rank();
}

int Gathering::first_working() const {
  const auto first = std::find_if(results_.ranks.begin(), results_.ranks.end(),
                                  [](const RankInfo& info) { return info.failure.empty(); });
  return first == results_.ranks.end() ? -1 : first->rank;
}

void Gathering::throw_if_none_works() const {
  if (first_working() >= 0 || !results_.cases.empty()) return;
  const std::string& reason = results_.ranks.front().failure;
  throw Error(statuses_.front(), ranks_.size() == 1 ? reason : "no rank works; rank 0: " + reason);
}

}  // namespace tilebridge::ranks
