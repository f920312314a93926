// SPDX-License-Identifier: Apache-2.0
// The answer at a glance: what the kernels that people know cost in each model, as a table and as
// pictures.
#pragma once

#include <span>

#include "judge/porting.hpp"
#include "pages/document.hpp"
#include "pages/svg_elements.hpp"

namespace tilebridge::pages {

/// A way of writing a model's kernels, and the ratios of it.
struct Way {
  Form form;
  std::string_view name;
  std::optional<judge::CaseRange> judge::PortedModel::*range;
};

/// In the order in which a port goes through them.
inline constexpr std::array<Way, 4> ways = {
    {{Form::loops, "loops", &judge::PortedModel::loops},
     {Form::indices, "by index", &judge::PortedModel::indices},
     {Form::rewritten, "rewritten", &judge::PortedModel::rewritten},
     {Form::tuned, "best ÷ best", &judge::PortedModel::best}}};

/// The costs of a port, by kernel: first a sentence for each model and type of numbers, then a
/// table for each type. Says so where the results have none of the kernels.
Document porting_page(const judge::Cells& cells, const Catalogue& catalogue);

/// An SVG element, whose colours are in src/write/picture.css. It has kernels down, speed relative
/// to native code across, and a mark for each way of each model; of several files, one below the
/// other, under their devices. `real` is "float" or "double"; "" where no file has such a kernel.
std::string speed_svg(std::span<const judge::Cells> files, const Catalogue& catalogue,
                      std::string_view real, Canvas canvas = Canvas::wide);

/// An element with a bar for each kernel in loops of the controlled model, from 1 down to its
/// speed, in as many parts as its loss has factors. "" where no kernel has them.
std::string causes_svg(std::span<const judge::Cells> files, const Catalogue& catalogue,
                       std::string_view real, Canvas canvas = Canvas::wide);

/// These for a web page, with what is said of them; without an element where there is none.
Figure speed_figure(const judge::Cells& cells, const Catalogue& catalogue, std::string_view real);
Figure causes_figure(const judge::Cells& cells, const Catalogue& catalogue, std::string_view real);

/// An element of one experiment's kernels, for a web page: their names lead to the section `id`. ""
/// without kernels.
std::string kernels_svg(const Results& results, const std::vector<judge::PortedKernel>& kernels,
                        const std::string& id);

/// Names the factor of the loops: the launch is part of it in a file without the kernel that tells
/// the two apart.
constexpr const char* style_name(bool has_launches) {
  return has_launches ? "loop style" : "loop style and launch";
}

}  // namespace tilebridge::pages
