// SPDX-License-Identifier: Apache-2.0
#include "terminal/advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

std::string header(const pages::Advice& advice) {
  if (advice.device.empty())
    return "What to do first, from the documents (D1 §3.3, §5.1, §5.4). With a result file: with "
           "the gains\nthat it shows.\n\n";
  if (advice.order_by_gain.empty() &&
      std::all_of(advice.steps.begin(), advice.steps.end(),
                  [](const pages::AdviceStep& step) { return step.measured.empty(); }))
    return "What to do first. This result file has none of the cases that gains are taken from; "
           "measure\n"
           "them: tilebridge run coalescing tiling execution\n\n";
  return fmt::format("What to do first, with gains measured on {} (native code)\n\n",
                     tame(advice.device, 60));
}

/// Indented below its step.
std::string paragraph(const std::string& text) {
  return fmt::format("     {}\n", wrapped(text, 7));
}

std::string listed(const std::string& head, const std::vector<std::string>& names) {
  return wrapped(fmt::format("{}: {}", head, fmt::join(names, ", ")), 0) + "\n";
}

}  // namespace

std::string advice_text(const pages::Advice& advice) {
  std::string text = header(advice);
  for (std::size_t i = 0; i < advice.steps.size(); ++i) {
    const pages::AdviceStep& step = advice.steps[i];
    text += fmt::format("{:>2}.  {}\n{}", i + 1, step.question, paragraph(step.advice));
    for (const std::string& measured : step.measured) text += paragraph(measured);
  }
  text += "\n" + listed("The order of the steps, by the documents (D1 §5.4)", advice.order);
  if (!advice.order_by_gain.empty()) text += listed("By the gains measured", advice.order_by_gain);
  return text;
}

}  // namespace tilebridge::terminal
