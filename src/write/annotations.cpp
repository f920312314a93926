// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"
#include "pages/gate.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

/// Replaces each of `special`, with which a command or a property would end, by its number: "%3A".
std::string escaped(const std::string& text, std::string_view special) {
  std::string result;
  for (const char c : tame(text, 1000))
    if (special.find(c) == std::string_view::npos)
      result += c;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return result;
}

const char* command_of(pages::Mark mark) {
  if (mark == pages::Mark::slower || mark == pages::Mark::invalid) return "error";
  return mark == pages::Mark::inconclusive ? "warning" : "notice";
}

}  // namespace

std::string gate_annotations(const judge::GatePage& page) {
  std::string text;
  for (const pages::GateLine& line : pages::gate_lines(page)) {
    const auto place = page.code.find(line.model);
    const std::string where =
        place == page.code.end()
            ? ""
            : fmt::format("file={},line={},", escaped(place->second.file, "%:,\n"),
                          place->second.line);
    text += fmt::format("::{} {}title=tilebridge::{}\n", command_of(line.mark), where,
                        escaped(line.text, "%\n"));
  }
  return text;
}

}  // namespace tilebridge::write
