// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <set>

#include "base/escape.hpp"
#include "base/text.hpp"
#include "pages/charts.hpp"
#include "pages/figures.hpp"
#include "pages/porting.hpp"
#include "pages/run.hpp"
#include "pages/svg_elements.hpp"

namespace tilebridge::pages {
namespace {

using judge::CaseRange;
using judge::PortedKernel;
using judge::PortedModel;

// Sizes in the picture's units.
constexpr double lane_height = 9;  // of a model
constexpr double mark_width = 6;

using svg::Across;
using svg::filled;
using svg::line;
using svg::rectangle;
using svg::units;
using svg::words;

/// How a canvas is divided. What has places along the axis is in a plot, an SVG element of its own,
/// of which the places are shares: it may have any width.
struct Layout {
  double width;     // of lines of text; of the picture, unless it is as wide as a page
  double names;     // left of the plot; 0: a name is above its lanes
  bool is_of_page;  // whose width is unknown, and which has the head
  double edge() const { return is_of_page ? 0 : names > 0 ? 12 : 8; }
  double plot_from() const { return names > 0 ? names - 10 : edge(); }
  /// As the page may be wider, never more than it is.
  double plot_width() const { return width - plot_from() - (names > 0 ? 18 : edge()); }
};

Layout layout_of(Canvas canvas) {
  if (canvas == Canvas::wide) return {700, 168, false};
  return canvas == Canvas::narrow ? Layout{360, 0, false} : Layout{300, 0, true};
}

/// From 0 to the end, at least 1.25, that holds every ratio of the picture.
struct RatioAxis {
  double width;  // of the plot
  double end = 1.25;

  void include(double ratio) { end = std::max(end, std::ceil(4 * ratio) / 4); }
  Across at(double ratio) const { return fmt::format("{:.1f}%", 2 + share * ratio / end); }
  double units(double ratio) const { return share / 100 * width * ratio / end; }
  double step() const {
    const double most = width < 400 ? 6 : 8;  // labels
    return std::max(0.25, std::ceil(end / most * 4) / 4);
  }
  /// Every speed of the kernels.
  void include(const std::vector<PortedKernel>& kernels);

 private:
  static constexpr double share = 94;
};

/// The marks of the forms, around the place: a ring for loops, a diamond by index, a disc
/// rewritten, a square for best ÷ best.
std::string mark(Form form, const Across& x, double y, std::string_view title = "") {
  const std::string inside =
      title.empty() ? "" : fmt::format("<title>{}</title>", xml_escaped(std::string(title)));
  if (form == Form::indices)
    return fmt::format("<svg x=\"{}\" y=\"{:g}\"><path d=\"m0-4l3.4 4-3.4 4-3.4-4z\"/>{}</svg>", x,
                       y, inside);
  if (form == Form::tuned)
    return fmt::format(
        "<rect x=\"{}\" y=\"{:g}\" width=\"6\" height=\"6\" transform=\"translate(-3)\">{}</rect>",
        x, y - 3, inside);
  return fmt::format("<circle{} cx=\"{}\" cy=\"{:g}\" r=\"3\">{}</circle>",
                     form == Form::loops ? " class=\"ring\"" : "", x, y, inside);
}

/// A line with an end across it at either place.
std::string whisker(const Across& from, const Across& to, double y) {
  return line(from, y, to, y) + line(from, y - 3, from, y + 3) + line(to, y - 3, to, y + 3);
}

/// A model's marks of one kernel, joined in the order of the ways, with the range of its cases and
/// the intervals that a mark does not hide.
std::string lane_of(const PortedModel& of_model, const std::string& label, const RatioAxis& axis,
                    double y) {
  constexpr double least_seen = 2;
  std::string ranges, whiskers, marks;
  std::vector<double> way_through;
  for (const Way& way : ways) {
    const std::optional<CaseRange>& range = of_model.*way.range;
    if (!range) continue;
    const auto& [middle, low, high] = range->middle;
    if (axis.units(range->most - range->least) > least_seen)
      ranges += line(axis.at(range->least), y, axis.at(range->most), y, "class=\"range\"");
    if (axis.units(high - low) > mark_width + least_seen)
      whiskers += whisker(axis.at(low), axis.at(high), y);
    way_through.push_back(middle);
    marks +=
        mark(way.form, axis.at(middle), y,
             fmt::format("{} {}: {:.2f} [{:.2f}, {:.2f}]", label, way.name, middle, low, high));
  }
  std::string through;
  if (!way_through.empty())
    if (const auto [least, most] = std::ranges::minmax(way_through); least < most)
      through = line(axis.at(least), y, axis.at(most), y);
  return fmt::format("<g class=\"{}\">{}{}{}{}</g>", colour_of(of_model.model), ranges, through,
                     whiskers, marks);
}

/// "NVIDIA H200 (sm_90), driver 580.1, CUDA 13.0, float, 2026-11-20".
std::string what_was_measured(const Results& results, std::string_view real) {
  return fmt::format("{}, {}, {}", device_and_driver_text(results), real,
                     text_at(results.program, "started").substr(0, 10));
}

/// A sheet with plots of rows along one axis.
class Drawing : public svg::Sheet {
 public:
  explicit Drawing(Canvas canvas) : Drawing(canvas, layout_of(canvas)) {}

  const Layout& layout() const { return layout_; }
  RatioAxis axis() const { return {.width = layout_.plot_width()}; }

  /// A page has it above the picture, as it has the device.
  void add_head(std::string_view title) {
    if (!layout_.is_of_page) add_title(title);
  }
  /// The device, and what was measured with.
  void add_device(const Results& results, std::string_view real, double gap = 0) {
    if (layout_.is_of_page) return;
    end_legend();
    skip(gap);
    add_note(what_was_measured(results, real));
    add_note(models_text(results));
    skip(5);
  }

  /// The colour of a model.
  void add_model(const Results& results, const Model& model) {
    add_colour(colour_of(model), label_of(results, model));
  }
  /// The marks of the ways, and the lines.
  void add_ways() {
    const auto dim = [](const std::string& sign) { return "<g class=\"sign\">" + sign + "</g>"; };
    for (const Way& way : ways)
      add_to_legend([&](double x, double y) { return dim(mark(way.form, units(x), y)); }, way.name);
    add_to_legend([&](double x, double y) { return dim(line(units(x - 4), y, units(x + 7), y)); },
                  "from loops to best");
    add_to_legend(
        [&](double x, double y) {
          return dim(line(units(x - 4), y, units(x + 7), y, "class=\"range\""));
        },
        "range of the cases");
    add_to_legend([&](double x, double y) { return dim(whisker(units(x - 4), units(x + 7), y)); },
                  "95% interval, where wider than the mark");
  }

  /// Begins the plot, which ends with add_axis().
  void begin_plot() {
    end_legend();
    skip(6);
    plot_from_ = y();
  }
  /// A name beside rows of this height, or above them. `shown` makes it an element. Returns where
  /// the rows begin.
  template <class Shown>
  double add_row(const std::string& name, double height, const Shown& shown) {
    const bool is_above = layout_.names == 0;
    const double above = is_above ? 12 : 0;
    names_ += shown(is_above ? words(units(layout_.edge()), y() + 12, name)
                             : words(units(layout_.names - 10), y() + height / 2 + 4, name,
                                     "text-anchor=\"end\""));
    const double rows = y() + above;
    skip(above + height);
    return rows;
  }
  void plot(const std::string& element) { plotted_ += element; }

  /// The axis from 0 on, its grid, and the band of parity.
  void add_axis(const RatioAxis& axis, double band) {
    std::string under;
    if (band > 0)
      under += fmt::format("<rect x=\"{}\" y=\"{:g}\" width=\"{:.1f}%\" height=\"{:g}\" {}/>",
                           axis.at(1 - band), plot_from_, 100 * axis.units(2 * band) / axis.width,
                           y() - plot_from_, filled("parity-band"));
    for (double at = 0; at <= axis.end; at += axis.step()) {
      under += line(axis.at(at), plot_from_, axis.at(at), y(),
                    at == 1 ? "class=\"one\"" : "class=\"grid\"");
      under += words(axis.at(at), y() + 14, fmt::format("{:g}", at),
                     "class=\"dim\" text-anchor=\"middle\"");
    }
    const std::string width =
        layout_.is_of_page ? "100%" : fmt::format("{:.0f}", layout_.plot_width());
    add(fmt::format("<svg x=\"{:.0f}\" width=\"{}\">{}{}</svg>", layout_.plot_from(), width, under,
                    plotted_) +
        names_);
    plotted_.clear();
    names_.clear();
    skip(18);
  }

  /// Below the picture; a page has it beside the title.
  void add_note_below(std::string_view text) {
    if (!layout_.is_of_page) add_note(text);
  }

 private:
  Drawing(Canvas canvas, const Layout& layout)
      : Sheet(canvas, layout.width, layout.edge()), layout_(layout) {}

  Layout layout_;
  double plot_from_ = 0;
  std::string plotted_;
  std::string names_;
};

std::vector<PortedKernel> kernels_of(const judge::Cells& cells, const Catalogue& catalogue,
                                     std::string_view real) {
  const bool is_host = is_of_host(cells.results());  // whose caches are not emptied
  std::vector<PortedKernel> kernels = judge::ported_kernels(
      cells, catalogue, [&](const CaseResult& c) { return is_host || judge::is_cold(c); });
  const bool has_real =
      std::ranges::any_of(kernels, [&](const PortedKernel& kernel) { return kernel.real == real; });
  if (!has_real) return {};
  std::erase_if(kernels, [&](const PortedKernel& kernel) {
    return kernel.real != real && !kernel.real.empty();
  });
  return kernels;
}

/// The kernels of one file. Machines are drawn below each other, never as one.
struct DrawnFile {
  const Results* results;
  bool have_launches;
  std::vector<PortedKernel> kernels;
};

/// Returns the files that have such a kernel: hosts beside GPUs alone, as what a port costs is told
/// by a GPU.
std::vector<DrawnFile> files_with_kernels(std::span<const judge::Cells> files,
                                          const Catalogue& catalogue, std::string_view real) {
  std::vector<DrawnFile> drawn;
  for (const judge::Cells& cells : files)
    drawn.emplace_back(&cells.results(), cells.have_launches(), kernels_of(cells, catalogue, real));
  std::erase_if(drawn, [](const DrawnFile& file) { return file.kernels.empty(); });
  const auto is_host = [](const DrawnFile& file) { return is_of_host(*file.results); };
  if (std::ranges::all_of(drawn, is_host)) drawn.clear();
  return drawn;
}

bool has_hosts(const std::vector<DrawnFile>& drawn) {
  return std::ranges::any_of(drawn,
                             [](const DrawnFile& file) { return is_of_host(*file.results); });
}

void add_head(Drawing& drawing, const std::vector<DrawnFile>& drawn, std::string_view title,
              std::string_view real) {
  drawing.add_head(title);
  if (drawn.size() == 1) drawing.add_device(*drawn.front().results, real);
}

/// The colours of the models that any has.
void add_models(Drawing& drawing, const std::vector<DrawnFile>& drawn) {
  std::set<Model> added;
  for (const DrawnFile& file : drawn)
    for (const Model& model : judge::models_of(file.kernels))
      if (added.insert(model).second) drawing.add_model(*file.results, model);
}

/// Adds a plot for each file, below its device if there are several. `add_rows` adds the rows of
/// one.
template <class AddRows>
void add_plots(Drawing& drawing, const std::vector<DrawnFile>& drawn, const RatioAxis& axis,
               std::string_view real, bool has_band, const AddRows& add_rows) {
  constexpr double gap = 8;  // above a device
  for (const DrawnFile& file : drawn) {
    if (drawn.size() > 1) drawing.add_device(*file.results, real, gap);
    drawing.begin_plot();
    add_rows(file);
    drawing.add_axis(axis, has_band ? parity_band(*file.results) : 0);
  }
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

/// A row for each kernel, a lane in it for each model.
template <class Shown>
void add_rows(Drawing& drawing, const Results& results, const std::vector<PortedKernel>& kernels,
              const RatioAxis& axis, const Shown& shown) {
  constexpr double gap = 10;  // between rows
  for (const PortedKernel& kernel : kernels) {
    const double height = lane_height * static_cast<double>(kernel.models.size()) + gap;
    const auto element = [&](const std::string& name) { return shown(kernel, name); };
    double y = drawing.add_row(kernel.name, height, element) + (gap + lane_height) / 2;
    for (const PortedModel& of_model : kernel.models) {
      drawing.plot(lane_of(of_model, label_of(results, of_model.model), axis, y));
      y += lane_height;
    }
  }
}

void add_causes_legend(Drawing& drawing, bool have_launches) {
  drawing.add_colour("style", style_name(have_launches));
  if (have_launches) drawing.add_colour("launch", "launch");
  drawing.add_colour("library", "library");
  drawing.add_to_legend(
      [](double x, double y) { return rectangle(units(x - 4), y - 1, "9", 3, filled("dim")); },
      "thin: a gain");
  drawing.add_to_legend(
      [](double x, double y) { return line(units(x), y - 6, units(x), y + 6, "class=\"end\""); },
      "the speed of Kokkos in loops");
}

/// The bar goes from 1 to the speed of the loops and has a part for each factor.
void add_bar(Drawing& drawing, const PortedKernel& kernel, const RatioAxis& axis) {
  constexpr double height = 22;
  const judge::Factors& factors = *factors_of(kernel);
  double from = 1;
  const double y =
      drawing.add_row(kernel.name, height, [](const std::string& name) { return name; });
  for (const auto& [factor, colour] :
       {std::pair(std::optional(factors.style), "style"), std::pair(factors.launch, "launch"),
        std::pair(std::optional(factors.library), "library")}) {
    if (!factor) continue;
    const double to = from * factor->ratio.median;
    // A factor above 1 wins back what another one lost: a thin bar below.
    const bool gains = to > from;
    drawing.plot(
        rectangle(axis.at(std::min(from, to)), y + (gains ? 15 : 5),
                  fmt::format("{:.1f}%", 100 * axis.units(std::abs(to - from)) / axis.width),
                  gains ? 3 : 9, filled(colour)));
    from = to;
  }
  drawing.plot(line(axis.at(from), y + 3, axis.at(from), y + 19, "class=\"end\""));
}

void RatioAxis::include(const std::vector<PortedKernel>& kernels) {
  for (const PortedKernel& kernel : kernels)
    for (const PortedModel& of_model : kernel.models)
      for (const Way& way : ways)
        if (of_model.*way.range) include((of_model.*way.range)->most);
}

std::string title_of_speeds(const Results& results) {
  return fmt::format("Speed relative to {}, kernel by kernel", native_name(results));
}

std::string note_on_speeds(const Results& results) {
  return fmt::format(
      "1: as fast as the usual {} kernel; 0.5 takes twice the time. A mark is the "
      "median case.",
      native_name(results));
}

std::string title_of_causes(const Results& results) {
  return fmt::format("Where Kokkos in loops loses against the usual {} kernel",
                     native_name(results));
}

Figure figure_with(const Results& results, std::string title, std::string_view real,
                   std::string note, std::string svg) {
  if (svg.empty()) return {};
  return {.title = std::move(title),
          .svg = std::move(svg),
          .caption = fmt::format("{}. {}", what_was_measured(results, real), note)};
}

}  // namespace

std::string speed_svg(std::span<const judge::Cells> files, const Catalogue& catalogue,
                      std::string_view real, Canvas canvas) {
  const std::vector<DrawnFile> drawn = files_with_kernels(files, catalogue, real);
  if (drawn.empty()) return "";
  const auto gpu =
      std::ranges::find_if(drawn, [](const DrawnFile& file) { return !is_of_host(*file.results); });
  const Results& first = *gpu->results;
  Drawing drawing(canvas);
  RatioAxis axis = drawing.axis();
  for (const DrawnFile& file : drawn) axis.include(file.kernels);
  add_head(drawing, drawn, title_of_speeds(first), real);
  add_models(drawing, drawn);
  drawing.add_ways();
  add_plots(drawing, drawn, axis, real, true, [&](const DrawnFile& file) {
    add_rows(drawing, *file.results, file.kernels, axis,
             [](const PortedKernel&, const std::string& name) { return name; });
  });
  drawing.add_note_below(note_on_speeds(first));
  if (has_hosts(drawn)) drawing.add_note_below("On a host, relative to C++ with OpenMP there.");
  return drawing.finished(
      fmt::format("Speed of each model relative to {}, by kernel", native_name(first)));
}

Figure speed_figure(const judge::Cells& cells, const Catalogue& catalogue, std::string_view real) {
  const Results& results = cells.results();
  return figure_with(results, title_of_speeds(results), real, note_on_speeds(results),
                     speed_svg({&cells, 1}, catalogue, real, Canvas::page));
}

std::string kernels_svg(const Results& results, const std::vector<PortedKernel>& kernels,
                        const std::string& id) {
  if (kernels.empty()) return "";
  Drawing drawing(Canvas::page);
  RatioAxis axis = drawing.axis();
  axis.include(kernels);
  drawing.begin_plot();
  add_rows(drawing, results, kernels, axis,
           [&](const PortedKernel& kernel, const std::string& name) {
             const std::string to = one_printable_line(id + "?variant=" + kernel.variant, 200);
             return fmt::format("<a href=\"#{}\">{}</a>", xml_escaped(to), name);
           });
  drawing.add_axis(axis, parity_band(results));
  return drawing.finished(id + ": speed relative to native code");
}

std::string causes_svg(std::span<const judge::Cells> files, const Catalogue& catalogue,
                       std::string_view real, Canvas canvas) {
  std::vector<DrawnFile> drawn = files_with_kernels(files, catalogue, real);
  for (DrawnFile& file : drawn)
    std::erase_if(file.kernels,
                  [](const PortedKernel& kernel) { return factors_of(kernel) == nullptr; });
  std::erase_if(drawn, [](const DrawnFile& file) { return file.kernels.empty(); });
  if (drawn.empty()) return "";
  const bool have_launches = std::ranges::any_of(drawn, &DrawnFile::have_launches);
  Drawing drawing(canvas);
  RatioAxis axis = drawing.axis();
  for (const DrawnFile& file : drawn)
    for (const PortedKernel& kernel : file.kernels) axis.include(most_of(*factors_of(kernel)));
  add_head(drawing, drawn, title_of_causes(*drawn.front().results), real);
  add_causes_legend(drawing, have_launches);
  add_plots(drawing, drawn, axis, real, false, [&](const DrawnFile& file) {
    for (const PortedKernel& kernel : file.kernels) add_bar(drawing, kernel, axis);
  });
  return drawing.finished("Where Kokkos loses in loops, by kernel");
}

Figure causes_figure(const judge::Cells& cells, const Catalogue& catalogue, std::string_view real) {
  const Results& results = cells.results();
  return figure_with(results, title_of_causes(results), real,
                     "The product of the parts is the speed.",
                     causes_svg({&cells, 1}, catalogue, real, Canvas::page));
}

}  // namespace tilebridge::pages
