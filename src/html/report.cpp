// SPDX-License-Identifier: Apache-2.0
#include "html/report.hpp"

#include <fmt/format.h>

#include <string_view>

#include "html/assets.hpp"
#include "html/chart_data.hpp"
#include "html/claims.hpp"
#include "html/document.hpp"
#include "html/markup.hpp"
#include "html/overview.hpp"
#include "html/ranks.hpp"
#include "html/sections.hpp"
#include "report/cases.hpp"

namespace tilebridge {
namespace html {
namespace {

std::string scripts_allowed() {
  std::string allowed = source_hash(page_script());
  if (!chart_script().text.empty()) allowed += " " + source_hash(chart_script());
  return allowed;
}

std::string title_of(const Document& document) {
  std::string devices;
  constexpr std::size_t most_named = 3;
  for (std::size_t i = 0; i < document.files.size() && i < most_named; ++i) {
    const std::string device = device_text(document.files[i].results);
    if (devices.find(device) == std::string::npos)
      devices += (devices.empty() ? "" : ", ") + device;
  }
  return "Kokkos and native code on " + devices;
}

std::string head(const Document& document) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>tilebridge: {}</title>\n<style>{}</style>\n</head>\n",
      scripts_allowed(), source_hash(style()), text(title_of(document)), style().text);
}

std::string link(std::string_view id, std::string_view name) {
  return fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, text(name));
}

std::string experiment_links(const Document& document) {
  std::string html;
  std::string family;
  for (const ExperimentCases& experiment : document.experiments) {
    const std::string of = family_of(experiment);
    if (of != family)
      html += fmt::format("{}<h2>{}</h2>\n<ul>\n", family.empty() ? "" : "</ul>\n", text(of));
    family = of;
    html += link(experiment.id, experiment.name);
  }
  return html + (family.empty() ? "" : "</ul>\n");
}

/// Links to the existing sections, by id.
struct Sections {
  std::string overview, portability, claims, roofline, ladder, ranks;
};

std::string navigation(const Document& document, const Sections& sections) {
  std::string links = link("overview", "Overview");
  if (!sections.portability.empty()) links += link("portability", "Performance portability");
  if (!sections.roofline.empty()) links += link("rooflines", "Roofline");
  if (!sections.ladder.empty()) links += link("ladder", "Latency ladder");
  if (!sections.ranks.empty()) links += link("ranks", "Devices side by side");
  links += link("claims", "The documents' claims");
  links += "<li class=\"scripted\" hidden><a href=\"#everything\">All on one page</a></li>\n";
  return fmt::format("<nav aria-label=\"Contents\">\n<ul>\n{}</ul>\n{}</nav>\n", links,
                     experiment_links(document));
}

std::string header(const Document& document) {
  return fmt::format(
      "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
      "<header>\n<p class=\"program\">tilebridge</p>\n<h1>{}</h1>\n"
      "<button id=\"theme\" type=\"button\" hidden>Dark</button>\n"
      "<button id=\"contents\" type=\"button\" aria-expanded=\"false\" hidden>Contents</button>\n"
      "</header>\n",
      text(title_of(document)));
}

std::string scripts(const Document& document) {
  std::string html = fmt::format(
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script>{}</script>\n",
      embedded(chart_data(document)), page_script().text);
  if (!chart_script().text.empty())
    html += fmt::format("<script>{}</script>\n", chart_script().text);
  return html;
}

std::string left_out(const Document& document) {
  if (document.experiments_left_out == 0) return "";
  return fmt::format("<p>{} more experiments that this program does not know are not shown.</p>\n",
                     document.experiments_left_out);
}

}  // namespace
}  // namespace html

std::string report_page(std::span<const ReportFile> files, std::string_view git_state) {
  using namespace html;
  const Document document = document_of(files, git_state);
  const Sections sections = {html::overview(document), portability(document),
                             claims_section(document), roofline_section(document),
                             ladder_section(document), ranks_section(document)};
  std::string page = head(document) + "<body>\n" + header(document) + "<div class=\"frame\">\n" +
                     navigation(document, sections) + "<main id=\"content\" tabindex=\"-1\">\n" +
                     sections.overview + sections.portability + sections.roofline +
                     sections.ladder + sections.ranks + sections.claims;
  for (const ExperimentCases& experiment : document.experiments)
    page += experiment_section(document, experiment);
  page += left_out(document) + "</main>\n</div>\n" + scripts(document) + "</body>\n</html>\n";
  return page;
}

}  // namespace tilebridge
