// SPDX-License-Identifier: Apache-2.0
#include "terminal/coverage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

std::string item_text(const claims::Item& item) {
  constexpr std::size_t indent = 4;
  const std::string head =
      fmt::format("  {}  {} ({})", item.source.section, item.text, name_of(item.kind));
  std::string text = wrapped(head, indent) + "\n";
  if (!item.places.empty())
    text += fmt::format("{:{}}{}\n", "", indent,
                        wrapped(fmt::format("{}", fmt::join(item.places, ", ")), indent));
  if (item.coverage() != claims::Coverage::covered)
    text += fmt::format("{:{}}{}\n", "", indent, wrapped(pages::state_text(item), indent));
  return text;
}

}  // namespace

std::string coverage_text(const std::vector<pages::DocumentItems>& documents) {
  std::string text = pages::counts_text(documents) + "\n";
  for (const auto& [document, items] : documents) {
    text +=
        fmt::format("\n{}: {}\n  {}\n", document.name, document.title, pages::counts_text(items));
    for (const claims::Item* item : items) text += item_text(*item);
  }
  return text;
}

}  // namespace tilebridge::terminal
