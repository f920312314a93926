// SPDX-License-Identifier: Apache-2.0

#include <cmath>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "pages/charts.hpp"
#include "pages/figures.hpp"
#include "pages/porting.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

using judge::CaseRange;
using judge::PortedKernel;
using judge::PortedModel;

// Sizes in the picture's units.
constexpr double full_width = 700;
constexpr double axis_from = 168;  // of the axis; wider where names are long
constexpr double axis_to = 676;
constexpr double rows_from = 92;   // of the first row
constexpr double lane_height = 9;  // of a model
constexpr double row_gap = 10;     // between rows

/// From 0 to the end, at least 1.25, that holds every ratio of the picture.
struct RatioAxis {
  double end = 1.25;
  double from = axis_from;

  void include(double ratio) { end = std::max(end, std::ceil(4 * ratio) / 4); }
  double at(double ratio) const { return from + ratio / end * (axis_to - from); }
  double step() const { return std::max(0.25, std::ceil(end / 8 * 4) / 4); }
  /// Every speed of the kernels.
  void include(const std::vector<PortedKernel>& kernels);
};

std::string words(double x, double y, std::string_view text, std::string_view attributes = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>", x, y, attributes,
                     xml_escaped(one_printable_line(text, 160)));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view attributes) {
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" {}/>", x1, y1, x2, y2, attributes);
}

std::string rectangle(double x1, double y1, double x2, double y2, std::string_view fill) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>", x1, y1,
      x2 - x1, y2 - y1, fill);
}

std::string fill_of(const Model& model) { return fmt::format("var(--{})", colour_of(model)); }

/// The marks of the forms, from the place on: a ring for loops, a diamond by index, a disc
/// rewritten, a square for best ÷ best.
std::string mark(Form form, double x, double y, std::string_view title = "") {
  constexpr std::string_view disc = "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z";
  const std::string_view shape = form == Form::indices ? "m0-4l3.4 4-3.4 4-3.4-4z"
                                 : form == Form::tuned ? "m-3-3h6v6h-6z"
                                                       : disc;
  const std::string shown =
      title.empty() ? "/>"
                    : fmt::format("><title>{}</title></path>", xml_escaped(std::string(title)));
  return fmt::format("<path{} d=\"M{:.1f} {:.1f}{}\"{}",
                     form == Form::loops ? " class=\"ring\"" : "", x, y, shape, shown);
}

std::string path_of(std::string_view name, const std::string& path) {
  return path.empty() ? "" : fmt::format("<path class=\"{}\" d=\"{}\"/>", name, path);
}

/// A model's marks of one kernel, joined in the order of the ways, with the range of its cases.
std::string lane_of(const PortedModel& of_model, const RatioAxis& axis, double y) {
  constexpr double least_seen = 2;
  std::string ranges, way_through, marks;
  for (const Way& way : ways) {
    const std::optional<CaseRange>& range = of_model.*way.range;
    if (!range) continue;
    const double x = axis.at(range->middle.median);
    const double from = axis.at(range->least), to = axis.at(range->most);
    if (to - from > least_seen) ranges += fmt::format("M{:.1f} {:.1f}H{:.1f}", from, y, to);
    way_through +=
        way_through.empty() ? fmt::format("M{:.1f} {:.1f}", x, y) : fmt::format("H{:.1f}", x);
    marks += mark(way.form, x, y,
                  fmt::format("{} {}: {:.2f} [{:.2f}, {:.2f}]", of_model.model.name(), way.name,
                              range->middle.median, range->middle.low, range->middle.high));
  }
  if (way_through.find('H') == std::string::npos) way_through.clear();
  return fmt::format("<g fill=\"{0}\" stroke=\"{0}\">{1}{2}{3}</g>", fill_of(of_model.model),
                     path_of("range", ranges), path_of("way", way_through), marks);
}

/// Title, device, and what was measured with.
std::string head_of(const Results& results, std::string_view title, std::string_view real) {
  return words(12, 22, title, "class=\"title\"") +
         words(12, 40,
               fmt::format("{}, {}, {}", device_and_driver_text(results), real,
                           text_at(results.program, "started").substr(0, 10)),
               "class=\"dim\"") +
         words(12, 55, models_text(results), "class=\"dim\"");
}

/// The axis from 0 on, its grid, and the band of parity.
std::string drawn(const RatioAxis& axis, double top, double bottom, double band) {
  std::string svg =
      rectangle(axis.at(1 - band), top, axis.at(1 + band), bottom, "var(--parity-band)");
  for (double at = 0; at <= axis.end; at += axis.step()) {
    svg +=
        line(axis.at(at), top, axis.at(at), bottom,
             at == 1 ? "stroke=\"var(--native)\" stroke-width=\"1.5\"" : "stroke=\"var(--grid)\"");
    svg += words(axis.at(at), bottom + 14, fmt::format("{:g}", at),
                 "class=\"dim\" text-anchor=\"middle\"");
  }
  return svg;
}

std::string svg_of(double height, std::string_view label, const std::string& body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tb\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" role=\"img\" aria-label=\"{2}\">{3}{4}</svg>\n",
      full_width, height, xml_escaped(std::string(label)),
      rectangle(0, 0, full_width, height, "var(--paper)"), body);
}

/// The models' colours, then the marks of the ways, with the words on the line `y`.
std::string picture_legend(const std::vector<Model>& models, double y) {
  std::string legend;
  double x = 12;
  const auto add = [&](const std::string& sign, std::string_view text) {
    legend += sign + words(x + 9, y, text, "class=\"dim\"");
    x += 26 + 6.2 * static_cast<double>(text.size());
  };
  for (const Model& model : models)
    add(rectangle(x - 4, y - 8, x + 5, y, fill_of(model)), model.name());
  for (const Way& way : ways)
    add("<g fill=\"var(--dim)\" stroke=\"var(--dim)\">" + mark(way.form, x, y - 4) + "</g>",
        way.name);
  return legend;
}

std::vector<PortedKernel> kernels_of(const judge::Cells& cells, const Catalogue& catalogue,
                                     std::string_view real) {
  if (is_of_host(cells.results())) return {};
  std::vector<PortedKernel> kernels = judge::ported_kernels(cells, catalogue);
  const bool has_real =
      std::ranges::any_of(kernels, [&](const PortedKernel& kernel) { return kernel.real == real; });
  if (!has_real) return {};
  std::erase_if(kernels, [&](const PortedKernel& kernel) {
    return kernel.real != real && !kernel.real.empty();
  });
  return kernels;
}

/// The factors of the controlled model's loops in the median case; null without a control.
const judge::Factors* factors_of(const PortedKernel& kernel) {
  const judge::Cell* loops = kernel.models.front().median_loops;
  return loops == nullptr ? nullptr : loops->by_control();
}

/// The largest product of the factors on the way from 1 to the speed.
double most_of(const judge::Factors& factors) {
  const double style = factors.style.ratio.median;
  const double launched = style * (factors.launch ? factors.launch->ratio.median : 1);
  return std::max({style, launched, launched * factors.library.ratio.median});
}

double height_of(const PortedKernel& kernel) {
  return lane_height * static_cast<double>(kernel.models.size()) + row_gap;
}

double height_of(const std::vector<PortedKernel>& kernels) {
  double height = 0;
  for (const PortedKernel& kernel : kernels) height += height_of(kernel);
  return height;
}

std::string row_name(const std::string& name, const RatioAxis& axis, double y) {
  return words(axis.from - 10, y + 4, name, "text-anchor=\"end\"");
}

/// A row for each kernel, a lane in it for each model. `name_of` makes the name at a height.
template <class NameOf>
std::string rows_of(const std::vector<PortedKernel>& kernels, const RatioAxis& axis, double y,
                    const NameOf& name_of) {
  std::string rows;
  for (const PortedKernel& kernel : kernels) {
    rows += name_of(kernel, y + height_of(kernel) / 2);
    double in_row = y + (row_gap + lane_height) / 2;
    for (const PortedModel& of_model : kernel.models) {
      rows += lane_of(of_model, axis, in_row);
      in_row += lane_height;
    }
    y += height_of(kernel);
  }
  return rows;
}

void RatioAxis::include(const std::vector<PortedKernel>& kernels) {
  for (const PortedKernel& kernel : kernels)
    for (const PortedModel& of_model : kernel.models)
      for (const Way& way : ways)
        if (of_model.*way.range) include((of_model.*way.range)->most);
}

}  // namespace

std::string speed_svg(const judge::Cells& cells, const Catalogue& catalogue,
                      std::string_view real) {
  const std::vector<PortedKernel> kernels = kernels_of(cells, catalogue, real);
  if (kernels.empty()) return "";
  RatioAxis axis;
  axis.include(kernels);
  const std::string native = native_name(cells.results());
  const double bottom = rows_from + height_of(kernels);
  const std::string body =
      head_of(cells.results(), fmt::format("Speed relative to {}, kernel by kernel", native),
              real) +
      picture_legend(judge::models_of(kernels), 76) +
      drawn(axis, rows_from, bottom, parity_band(cells.results())) +
      rows_of(
          kernels, axis, rows_from,
          [&](const PortedKernel& kernel, double y) { return row_name(kernel.name, axis, y); }) +
      words(axis.from, bottom + 30,
            fmt::format("1: as fast as the usual {} kernel. Line: loops to rewritten to best; "
                        "shade: range of cases.",
                        native),
            "class=\"dim\"");
  return svg_of(bottom + 40, fmt::format("Speed of each model relative to {}, by kernel", native),
                body);
}

std::string kernels_svg(const std::vector<PortedKernel>& kernels, const std::string& id,
                        double band) {
  if (kernels.empty()) return "";
  constexpr double top = 30;
  RatioAxis axis{.from = 240};
  axis.include(kernels);
  const double bottom = top + height_of(kernels);
  const auto link = [&](const PortedKernel& kernel, double y) {
    const std::string to = one_printable_line(id + "?variant=" + kernel.variant, 200);
    return fmt::format("<a href=\"#{}\">{}</a>", xml_escaped(to),
                       row_name(kernel.variant, axis, y));
  };
  return svg_of(
      bottom + 20, id + ": speed relative to native code",
      picture_legend({}, 18) + drawn(axis, top, bottom, band) + rows_of(kernels, axis, top, link));
}

std::string causes_svg(const judge::Cells& cells, const Catalogue& catalogue,
                       std::string_view real) {
  constexpr double row = 22;
  std::vector<PortedKernel> kernels = kernels_of(cells, catalogue, real);
  std::erase_if(kernels, [](const PortedKernel& kernel) { return factors_of(kernel) == nullptr; });
  if (kernels.empty()) return "";
  RatioAxis axis;
  for (const PortedKernel& kernel : kernels) axis.include(most_of(*factors_of(kernel)));
  const double bottom = rows_from + row * static_cast<double>(kernels.size());
  std::string body = head_of(cells.results(),
                             fmt::format("Where Kokkos in loops loses against the usual {} kernel",
                                         native_name(cells.results())),
                             real) +
                     drawn(axis, rows_from, bottom, 0);
  double y = rows_from;
  for (const PortedKernel& kernel : kernels) {
    const judge::Factors& factors = *factors_of(kernel);
    double from = 1;
    body += row_name(kernel.name, axis, y + row / 2);
    for (const auto& [factor, fill] :
         {std::pair(std::optional(factors.style), "var(--style)"),
          std::pair(factors.launch, "var(--launch)"),
          std::pair(std::optional(factors.library), "var(--library)")}) {
      if (!factor) continue;
      const double to = from * factor->ratio.median;
      // A factor above 1 wins back what another one lost: a thin bar below.
      const bool gains = to > from;
      body += rectangle(axis.at(std::min(from, to)), y + (gains ? 15 : 5),
                        axis.at(std::max(from, to)), y + (gains ? 18 : 14), fill);
      from = to;
    }
    body += line(axis.at(from), y + 3, axis.at(from), y + 19,
                 "stroke=\"var(--ink)\" stroke-width=\"2\"");
    y += row;
  }
  double x = 12;
  for (const auto& [name, fill] :
       {std::pair(style_name(cells.have_launches()), "var(--style)"),
        std::pair("launch", "var(--launch)"), std::pair("library", "var(--library)")}) {
    body += rectangle(x - 4, 68, x + 5, 76, fill) + words(x + 9, 76, name, "class=\"dim\"");
    x += 30 + 6.2 * static_cast<double>(std::string_view(name).size());
  }
  body += words(x, 76, "thin: a gain; black: the speed of Kokkos in loops", "class=\"dim\"");
  return svg_of(bottom + 26, "Where Kokkos loses in loops, by kernel", body);
}

}  // namespace tilebridge::pages
