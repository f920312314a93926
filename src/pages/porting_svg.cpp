// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <cmath>

#include "base/escape.hpp"
#include "base/text.hpp"
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
constexpr double axis_from = 168;  // of the axis
constexpr double axis_to = 676;
constexpr double rows_from = 92;   // of the first row
constexpr double lane_height = 9;  // of a model
constexpr double row_gap = 10;     // between rows

/// From 0 to the end, at least 1.25, that holds every ratio of the picture.
struct RatioAxis {
  double end = 1.25;

  void include(double ratio) { end = std::max(end, std::ceil(4 * ratio) / 4); }
  double at(double ratio) const { return axis_from + ratio / end * (axis_to - axis_from); }
  double step() const { return std::max(0.25, std::ceil(end / 8 * 4) / 4); }
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

/// A colour of its own for each model that the program knows.
std::string colour_of(const Model& model) {
  for (const std::string_view known : {"native", "kokkos", "raja", "alpaka", "openmp"})
    if (model.name() == known) return fmt::format("var(--{})", known);
  return "var(--other)";
}

/// The marks of the forms: a ring for loops, a diamond by index, a disc rewritten, a square for
/// best ÷ best.
std::string mark(Form form, double x, double y, const std::string& colour) {
  const auto path = [&](const char* d) {
    return fmt::format("<path transform=\"translate({:.1f} {:.1f})\" d=\"{}\" fill=\"{}\"/>", x, y,
                       d, colour);
  };
  if (form == Form::indices) return path("M0-4L3.4 0L0 4L-3.4 0z");
  if (form == Form::tuned) return path("M-3-3h6v6h-6z");
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"1.4\"/>",
      x, y, form == Form::loops ? "var(--paper)" : colour, colour);
}

struct Way {
  Form form;
  std::string_view name;
  std::optional<CaseRange> PortedModel::*range;
};

constexpr std::array<Way, 4> ways = {{{Form::loops, "loops", &PortedModel::loops},
                                      {Form::indices, "by index", &PortedModel::indices},
                                      {Form::rewritten, "rewritten", &PortedModel::rewritten},
                                      {Form::tuned, "best ÷ CUDA's best", &PortedModel::best}}};

/// A model's marks of one kernel, joined in the order of the ways, with the range of its cases.
std::string lane_of(const PortedModel& of_model, const RatioAxis& axis, double y) {
  const std::string colour = colour_of(of_model.model);
  std::string lines, marks;
  std::optional<double> before;
  for (const Way& way : ways) {
    const std::optional<CaseRange>& range = of_model.*way.range;
    if (!range) continue;
    const double x = axis.at(range->middle.median);
    lines += line(axis.at(range->least), y, axis.at(range->most), y,
                  fmt::format("stroke=\"{}\" stroke-opacity=\".35\" stroke-width=\"3\"", colour));
    if (before)
      lines += line(*before, y, x, y, fmt::format("stroke=\"{}\" stroke-width=\"1\"", colour));
    before = x;
    marks +=
        fmt::format("<g><title>{} {}: {:.2f} [{:.2f}, {:.2f}]</title>{}</g>",
                    xml_escaped(std::string(of_model.model.name())), way.name, range->middle.median,
                    range->middle.low, range->middle.high, mark(way.form, x, y, colour));
  }
  return lines + marks;
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
std::string drawn(const RatioAxis& axis, double bottom, double band) {
  std::string svg =
      rectangle(axis.at(1 - band), rows_from, axis.at(1 + band), bottom, "var(--parity-band)");
  for (double at = 0; at <= axis.end; at += axis.step()) {
    svg +=
        line(axis.at(at), rows_from, axis.at(at), bottom,
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

std::string picture_legend(const std::vector<Model>& models) {
  std::string legend;
  double x = 12;
  const auto add = [&](const std::string& sign, std::string_view text) {
    legend += sign + words(x + 9, 76, text, "class=\"dim\"");
    x += 26 + 6.2 * static_cast<double>(text.size());
  };
  for (const Model& model : models)
    add(rectangle(x - 4, 68, x + 5, 76, colour_of(model)), model.name());
  for (const Way& way : ways) add(mark(way.form, x, 72, "var(--dim)"), way.name);
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

std::string row_name(const PortedKernel& kernel, double y) {
  return words(axis_from - 10, y + 4, kernel.name, "text-anchor=\"end\"");
}

}  // namespace

std::string speed_svg(const judge::Cells& cells, const Catalogue& catalogue,
                      std::string_view real) {
  const std::vector<PortedKernel> kernels = kernels_of(cells, catalogue, real);
  if (kernels.empty()) return "";
  RatioAxis axis;
  for (const PortedKernel& kernel : kernels)
    for (const PortedModel& of_model : kernel.models)
      for (const Way& way : ways)
        if (of_model.*way.range) axis.include((of_model.*way.range)->most);
  double bottom = rows_from;
  for (const PortedKernel& kernel : kernels) bottom += height_of(kernel);
  std::string body = head_of(cells.results(), "Speed relative to CUDA, kernel by kernel", real) +
                     picture_legend(judge::models_of(kernels)) +
                     drawn(axis, bottom, parity_band(cells.results()));
  double y = rows_from;
  for (const PortedKernel& kernel : kernels) {
    body += row_name(kernel, y + height_of(kernel) / 2);
    double in_row = y + (row_gap + lane_height) / 2;
    for (const PortedModel& of_model : kernel.models) {
      body += lane_of(of_model, axis, in_row);
      in_row += lane_height;
    }
    y += height_of(kernel);
  }
  body += words(axis_from, bottom + 30,
                "1: as fast as the usual CUDA kernel. Line: loops to rewritten to best; shade: "
                "range of cases.",
                "class=\"dim\"");
  return svg_of(bottom + 40, "Speed of each model relative to CUDA, by kernel", body);
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
  std::string body =
      head_of(cells.results(), "Where Kokkos in loops loses against the usual CUDA kernel", real) +
      drawn(axis, bottom, 0);
  double y = rows_from;
  for (const PortedKernel& kernel : kernels) {
    const judge::Factors& factors = *factors_of(kernel);
    double from = 1;
    body += row_name(kernel, y + row / 2);
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
