// SPDX-License-Identifier: Apache-2.0
#include "write/page.hpp"

namespace tilebridge::write {
namespace {

/// The colour on light paper that `--name: light-dark(#1a1a1a, #e9ecef);` or `--name: #868e96;` of
/// the style says; "" if it says none.
std::string_view colour_on_light(std::string_view css, std::string_view name) {
  const std::string definition = fmt::format("--{}: ", name);
  const std::size_t found = css.find(definition);
  if (found == std::string_view::npos) return "";
  std::string_view value = css.substr(found + definition.size());
  if (value.starts_with("light-dark(")) value.remove_prefix(value.find('(') + 1);
  return value.starts_with('#') ? value.substr(0, value.find_first_of(",;")) : "";
}

/// Programs that know no variables, as those for slides, take the declaration before the one that
/// has them: `fill: #1a1a1a; fill: var(--ink);`.
std::string with_plain_colours(std::string_view css) {
  constexpr std::string_view variable = ": var(--";
  std::string text;
  std::size_t done = 0;
  for (std::size_t i = css.find(variable); i < css.size(); i = css.find(variable, i + 1)) {
    const std::size_t property = css.find_last_of("{;\n", i) + 1;
    const std::size_t name = i + variable.size();
    const std::string_view colour =
        colour_on_light(css, css.substr(name, css.find(')', name) - name));
    const std::string_view words = css.substr(property, i - property);
    text += css.substr(done, property - done);
    if (!colour.empty() && words.find("--") == std::string_view::npos)
      text += fmt::format("{}: {};", words, colour);
    done = property;
  }
  return text += css.substr(done);
}

}  // namespace

std::string as_svg(std::string_view element) {
  const std::size_t inside = element.find('>') + 1;
  return fmt::format("{}<style>svg {{ color-scheme: light dark; }}\n{}</style>{}",
                     element.substr(0, inside), with_plain_colours(picture_style().text),
                     element.substr(inside));
}

}  // namespace tilebridge::write
