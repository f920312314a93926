// SPDX-License-Identifier: Apache-2.0
#include "cli/explain_pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "kernels/pair.hpp"
#include "pages/figures.hpp"
#include "results/file.hpp"
#include "terminal/catalogue.hpp"
#include "terminal/side_by_side.hpp"

namespace tilebridge::cli {
namespace {

constexpr std::size_t longest_line = 400;  // of a user's code, in bytes
constexpr std::size_t longest_name = 100;

/// Source files of a pair, as they are now.
class PairSources {
 public:
  explicit PairSources(const kernels::Pair& pair) : built_(time_of(pair.file())) {
    for (const std::filesystem::path& path : pair.sources()) add(path);
  }

  /// The sections of one model, marked // [native] or // [kokkos].
  pages::ListingColumn column(const std::string& title, Model model) const {
    const std::string mark(name_of(model));
    sources::Listing listing;
    std::string note;
    for (const File& file : files_) {
      const auto sections = sources::sections_named({file.path, file.text}, mark);
      if (!sections.empty()) note += file.note;
      std::copy(sections.begin(), sections.end(), std::back_inserter(listing.fragments));
    }
    for (sources::Fragment& fragment : listing.fragments)
      for (std::string& line : fragment.lines) line = tame(std::move(line), longest_line);
    if (listing.empty()) note = why_empty(mark);
    return pages::listing_column(title, model, note, listing);
  }

 private:
  struct File {
    std::string path;
    std::string text;
    std::string note;
  };

  /// The oldest time there is for a file that is not there.
  static std::filesystem::file_time_type time_of(const std::filesystem::path& path) {
    std::error_code none;
    const auto written = std::filesystem::last_write_time(path, none);
    return none ? std::filesystem::file_time_type::min() : written;
  }

  void add(const std::filesystem::path& path) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return;
    std::string text;
    for (const char c : read_text(path))
      if (c != '\r') text += c == '\t' ? "  " : std::string(1, c);
    const std::string shown = tame(path.filename().string(), longest_name);
    files_.push_back(
        {shown, std::move(text),
         time_of(path) > built_ ? shown + " was edited after the pair was built. " : ""});
  }

  std::string why_empty(const std::string& mark) const {
    if (files_.empty())
      return "The pair names no sources that are here: tilebridge_add_pair() names those that it "
             "builds.";
    return fmt::format("Its sources have no lines between // [{}] and the next such mark.", mark);
  }

  std::filesystem::file_time_type built_;
  std::vector<File> files_;
};

/// "  x                input       4000 bytes".
std::string arrays_text(const std::vector<ArraySpec>& arrays) {
  std::string text;
  for (const ArraySpec& array : arrays)
    text += fmt::format("    {:<16} {:<8} {}\n", tame(array.name, longest_name),
                        array.role == Role::output ? "output" : "input",
                        pages::bytes_text(static_cast<std::int64_t>(array.bytes)));
  return text;
}

/// "reads 4000 bytes, writes 4000 bytes, computes 1000 FLOP: 0.125 FLOP per byte".
std::string work_text(const Work& work) {
  const auto bytes = [](double count) {
    return pages::bytes_text(static_cast<std::int64_t>(count));
  };
  std::string text = fmt::format("reads {}, writes {}, computes {:g} FLOP", bytes(work.bytes_read),
                                 bytes(work.bytes_written), work.flops);
  if (work.bytes() > 0) text += fmt::format(": {:.3g} FLOP per byte", work.flops / work.bytes());
  return text;
}

std::string kokkos_line(const kernels::Pair& pair) {
  const std::string inside = tame(pair.kokkos(), longest_name);
  return inside.empty() ? "" : fmt::format("Kokkos inside: {}\n", inside);
}

/// The parameters, and what the case with these values has and does.
std::string case_text(const measure::PlannedCase& planned, std::size_t width) {
  const Problem& problem = *planned.variant->problem;
  return fmt::format(
      "  parameters\n{}  arrays, with {}\n{}  {}\n  {}\n",
      terminal::parameters_text(planned.experiment->parameters, width),
      to_string(planned.parameters), arrays_text(problem.arrays(planned.parameters)),
      wrapped(work_text(problem.work(planned.parameters)), 2, width),
      wrapped("A pair declares no accesses: nothing is drawn of what a warp touches, "
              "and no time is predicted.",
              2, width));
}

std::string explained(const kernels::Pair& pair, const ExplainOptions& options) {
  const Catalogue own({pair.experiment()});
  const Experiment& experiment = *own.begin();
  const pages::Subject subject = {&experiment, &experiment.variants.front()};
  const Platform platform = choose_platform(subject, options.platform);
  const std::size_t width = options.columns();
  const std::string title = fmt::format("{} on {}: {}", full_name(subject), name_of(platform),
                                        subject.variant->technique);
  const Results results = options.results.empty() ? Results() : read_results(options.results);
  const PairSources code(pair);
  return fmt::format(
      "{}\n\n{}\n{}{}\n{}{}", wrapped(title, 0, width), wrapped(experiment.question, 0, width),
      kokkos_line(pair), case_text(case_of(subject, options, platform, own), width),
      terminal::side_by_side(code.column("native", Model::native),
                             code.column("Kokkos", Model::kokkos), width, terminal::stdout_style()),
      measured_text(subject, options, results, options.variant));
}

}  // namespace

void list_pairs(const std::vector<std::string>& files) {
  std::vector<Experiment> experiments;
  std::vector<std::unique_ptr<kernels::Pair>> pairs;  // which what is listed refers to
  for (const std::string& file : files) {
    pairs.push_back(std::make_unique<kernels::Pair>(file));
    experiments.push_back(pairs.back()->experiment());
  }
  std::cout << terminal::experiments_text(experiments);
}

int explain_pair(const ExplainOptions& options) {
  if (options.matched) throw without_matched_form(options.variant);
  if (!options.svg.empty()) throw without_picture(options.variant);
  const kernels::Pair pair(options.variant);
  std::cout << explained(pair, options);
  return 0;
}

}  // namespace tilebridge::cli
