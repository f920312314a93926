// SPDX-License-Identifier: Apache-2.0
#include "ranks/collective.hpp"

#include <algorithm>

#include "results/json.hpp"

namespace tilebridge::ranks {
namespace {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

Json failed(const std::string& reason, ExitStatus status) {
  return {{"failure", one_line(reason)}, {"status", static_cast<int>(status)}};
}

Json attempt(const std::function<Json()>& action) try {
  return {{"value", action()}};
} catch (const Error& error) {
  return failed(error.what(), error.status());
} catch (const std::bad_alloc&) {
  return failed("out of host memory", ExitStatus::usage);
} catch (const std::exception& error) {
  return failed(InternalError(error.what()).what(), ExitStatus::internal);
}

Answer answer_of(const std::string& text) {
  if (text.empty()) return {{}, "its process has ended", ExitStatus::no_platform, true};
  const Json json = Json::parse(text);
  if (json.contains("value")) return {json["value"], "", ExitStatus::fine, false};
  return {
      {}, json.at("failure").get<std::string>(), ExitStatus(json.at("status").get<int>()), false};
}

}  // namespace

std::string_view name_of(Order order) {
  switch (order) {
    case Order::together:
      return "together";
    case Order::alternating:
      return "alternating";
  }
  return {};
}

std::vector<Answer> on_every_rank(Ranks& ranks, Order order, const std::function<Json()>& action) {
  const int turns = order == Order::together ? 1 : ranks.most_on_a_host();
  Json own;
  for (int turn = 0; turn < turns; ++turn) {
    if (turn > 0) ranks.exchange("next turn");
    if (order == Order::together || ranks.local_rank() == turn) own = attempt(action);
  }
  std::vector<Answer> answers;
  for (const std::string& text : ranks.exchange(to_text(own))) answers.push_back(answer_of(text));
  return answers;
}

}  // namespace tilebridge::ranks
