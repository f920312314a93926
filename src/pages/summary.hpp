// SPDX-License-Identifier: Apache-2.0
// How fast Kokkos is, in a sentence and in a few figures.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/summary.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// How many kernels in loops are how fast, by their verdicts, float and double apart: "Kokkos in
/// loops, float, 116 variants: 30 at parity in every case, 84 slower, 2 undecided; median 0.76,
/// slowest 0.15 (shuffle/sum_8)". Where controls were measured, a line for the launch, if it was
/// told apart, and one for the library follow. None where no kernel is compared.
std::vector<std::string> distribution_lines(const judge::Summary& summary);

/// A model of a pair of the user's own, and what it is compared with, as readers call them:
/// "Kokkos", "CUDA".
struct PairModel {
  std::string pair;
  std::string model;
  std::string against = {};

  auto operator<=>(const PairModel&) const = default;
};
/// The ratios in each of the cases.
using PairRatios = std::map<PairModel, std::vector<Interval>>;

/// Adds those of a case, if it is of a pair.
void add_ratios(PairRatios& ratios, const CaseResult& c, const judge::Cells& cells,
                const Catalogue& catalogue);

/// "0.94", of several cases the geometric mean.
std::string mean_figure(const std::vector<Interval>& ratios);
/// "heat_flux: Kokkos 0.94 of CUDA [0.84, 1.06]", or for several cases the mean and their range:
/// "heat_flux: Kokkos 0.94 of CUDA (3 cases, 0.79–1.02)".
std::string pair_line(const PairModel& of, const std::vector<Interval>& ratios);

/// The lines of a run's pairs, and in a document, below each pair's question.
std::vector<std::string> pair_lines(const judge::Cells& cells, const Catalogue& catalogue);
Document pair_blocks(const Results& results, const std::vector<std::string>& lines);

/// Returns what a pair of the user's own asks, which its result file has; "" if it has none of that
/// name.
std::string question_of(const std::string& pair, const Results& results);

/// Means of performance with their intervals, "0.71 0.62–0.81": a row for each pattern, in a group
/// for float and one for double, and a column for each model and form that there is.
Table summary_table(const Results& results, const judge::Summary& summary);

/// What a screen has of the distributions: "Kokkos loops, float: 31 of 113 at parity; median 0.82,
/// launch 0.95, library 0.98".
std::vector<std::string> parity_lines(const judge::Summary& summary);

/// What a screen of 80 columns has of the means: a row for each pattern of kernels in floats, and
/// Kokkos in loops in doubles beside them. Of a run without floats the rows are of doubles.
Table screen_table(const Results& results, const judge::Summary& summary);

/// Says that nothing is compared; "" if a kernel is, be it none of the catalogue's.
std::string uncompared_text(const Results& results);

/// How fast models are, in lines, or in a sentence that says why there is none, below a
/// line for each pair of the user's own. Of a host, only those: its means say nothing about a GPU.
Document summary_lines(const judge::Cells& cells, const Catalogue& catalogue);
/// These lines, and summary_table().
Document summary_blocks(const judge::Cells& cells, const Catalogue& catalogue);

/// "largest native gains: coalescing 18×, …", the greatest gain first; "" for
/// results without the cases that gains are taken from.
std::string advice_line(const Results& results);

}  // namespace tilebridge::pages
