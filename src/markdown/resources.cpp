// SPDX-License-Identifier: Apache-2.0
#include "markdown/resources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "markdown/table.hpp"

namespace tilebridge::markdown {
namespace {

std::string row_text(const pages::ResourceRow& row) {
  std::vector<std::string> cells = {fmt::format("`{}`", row.kernel), row.model};
  for (const auto& figures : row.figures) cells.push_back(figures ? figures->in_words() : "");
  return markdown_row(cells);
}

std::string head_text(const std::vector<std::string>& archs) {
  std::string text = fmt::format("| kernel | model | {} |\n|---|---|", fmt::join(archs, " | "));
  for (std::size_t i = 0; i < archs.size(); ++i) text += "---|";
  return text + "\n";
}

}  // namespace

std::string resources_markdown(const resources::BuildResources& build, pages::Rows rows) {
  const std::string head = head_text(architectures_of(build.kernels));
  std::string text;
  for (const pages::ResourceGroup& group : pages::resource_groups(build, rows)) {
    if (group.rows.empty()) continue;
    text += fmt::format("{}### {}\n\n{}", text.empty() ? "" : "\n", group.experiment, head);
    for (const pages::ResourceRow& row : group.rows) text += row_text(row);
  }
  return text;
}

}  // namespace tilebridge::markdown
