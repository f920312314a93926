// SPDX-License-Identifier: Apache-2.0
#include "html/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "html/assets.hpp"
#include "html/changes.hpp"
#include "html/chart_data.hpp"
#include "html/costs.hpp"
#include "html/markup.hpp"
#include "html/overview.hpp"
#include "html/ranks.hpp"
#include "html/releases.hpp"
#include "html/sections.hpp"
#include "pages/report.hpp"
#include "pages/run.hpp"

namespace tilebridge::html {
namespace {

std::string scripts_allowed() {
  std::string allowed = source_hash(page_script());
  if (!chart_script().text.empty()) allowed += " " + source_hash(chart_script());
  return allowed;
}

std::string title_of(const pages::Report& report) {
  std::string devices;
  constexpr std::size_t most_named = 3;
  for (std::size_t i = 0; i < report.files.size() && i < most_named; ++i) {
    const std::string device = pages::device_text(report.files[i].results);
    if (devices.find(device) == std::string::npos)
      devices += (devices.empty() ? "" : ", ") + device;
  }
  return "Kokkos and native code on " + devices;
}

std::string head(const pages::Report& report) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>tilebridge: {}</title>\n<style>{}</style>\n</head>\n",
      scripts_allowed(), source_hash(style()), text(title_of(report)), style().text);
}

std::string link(std::string_view id, std::string_view name) {
  return fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, text(name));
}

std::string experiment_links(const pages::Report& report) {
  std::string html;
  std::string family;
  for (const pages::ExperimentCases& experiment : report.experiments) {
    const std::string of = pages::family_of(experiment);
    if (of != family)
      html += fmt::format("{}<h2>{}</h2>\n<ul>\n", family.empty() ? "" : "</ul>\n", text(of));
    family = of;
    html += link(experiment.id, experiment.name);
  }
  return html + (family.empty() ? "" : "</ul>\n");
}

/// Links to the existing sections, by id.
struct Sections {
  std::string overview, changes, releases, portability, costs, roofline, latency_levels, ranks;
};

std::string navigation(const pages::Report& report, const Sections& sections) {
  std::string links = link("overview", "Overview");
  if (!sections.changes.empty()) links += link("changes", "What changed");
  if (!sections.releases.empty()) links += link("releases", "Other Kokkos");
  if (!sections.portability.empty()) links += link("portability", "Performance portability");
  if (!sections.costs.empty()) links += link("costs", "What ways of writing cost");
  if (!sections.roofline.empty()) links += link("rooflines", "Roofline");
  if (!sections.latency_levels.empty()) links += link("latency_levels", "Latency latency_levels");
  if (!sections.ranks.empty()) links += link("ranks", "Devices side by side");
  links += "<li class=\"scripted\" hidden><a href=\"#everything\">All on one page</a></li>\n";
  return fmt::format("<nav aria-label=\"Contents\">\n<ul>\n{}</ul>\n{}</nav>\n", links,
                     experiment_links(report));
}

std::string header(const pages::Report& report) {
  return fmt::format(
      "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
      "<header>\n<p class=\"program\">tilebridge</p>\n<h1>{}</h1>\n"
      "<button id=\"theme\" type=\"button\" hidden>Dark</button>\n"
      "<button id=\"contents\" type=\"button\" aria-expanded=\"false\" hidden>Contents</button>\n"
      "</header>\n",
      text(title_of(report)));
}

std::string scripts(const pages::Report& report) {
  std::string html = fmt::format(
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script>{}</script>\n",
      embedded(chart_data(report)), page_script().text);
  if (!chart_script().text.empty())
    html += fmt::format("<script>{}</script>\n", chart_script().text);
  return html;
}

}  // namespace

std::string report_page(std::span<const pages::ReportFile> files, const Catalogue& catalogue,
                        std::string_view git_state) {
  const pages::Report report = pages::report_of(files, catalogue, git_state);
  const Sections sections = {overview_section(report),       changes_section(report),
                             releases_section(report),       portability_section(report),
                             costs_section(report),          roofline_section(report),
                             latency_levels_section(report), ranks_section(report)};
  std::string page = head(report) + "<body>\n" + header(report) + "<div class=\"frame\">\n" +
                     navigation(report, sections) + "<main id=\"content\" tabindex=\"-1\">\n" +
                     sections.overview + sections.changes + sections.releases +
                     sections.portability + sections.costs + sections.roofline +
                     sections.latency_levels + sections.ranks;
  for (const pages::ExperimentCases& experiment : report.experiments)
    page += experiment_section(report, experiment);
  page += paragraph(pages::left_out_text(report)) + "</main>\n</div>\n" + scripts(report) +
          "</body>\n</html>\n";
  return page;
}

}  // namespace tilebridge::html
