// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/explanation.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "kernels/pair.hpp"
#include "pages/catalogue.hpp"
#include "pages/listing.hpp"

namespace tilebridge::cli {
namespace {

constexpr std::size_t longest_line = 400;  // of a user's code, in bytes
constexpr std::size_t longest_name = 100;

/// The oldest time there is for a file that is not there.
std::filesystem::file_time_type time_of(const std::filesystem::path& path) {
  std::error_code none;
  const auto written = std::filesystem::last_write_time(path, none);
  return none ? std::filesystem::file_time_type::min() : written;
}

/// A source file of a pair, as it is now.
struct PairSource {
  std::string path;
  std::string text;
  std::string note;
};

std::vector<PairSource> sources_of(const kernels::Pair& pair) {
  std::vector<PairSource> files;
  const auto built = time_of(pair.file());
  for (const std::string& source : pair.sources()) {
    const std::filesystem::path path = source;
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) continue;
    std::string text;
    for (const char c : read_text(path))
      if (c != '\r') text += c == '\t' ? "  " : std::string(1, c);
    const std::string shown = one_printable_line(path.filename().string(), longest_name);
    files.push_back(
        {shown, std::move(text),
         time_of(path) > built ? shown + " was edited after the pair was built. " : ""});
  }
  return files;
}

/// The sections of one model, marked with its name: // [native], // [kokkos].
pages::Code::Listing listing_of(const std::vector<PairSource>& files, const Model& model,
                                const std::string& release) {
  const std::string mark(name_of(model));
  const std::string label =
      model.is_native() ? "native code" : pages::label_on(Platform::cuda, model);
  sources::Listing listing;
  std::string note;
  for (const PairSource& file : files) {
    auto sections = sources::sections_named({file.path, file.text}, mark);
    if (!sections.empty()) note += file.note;
    std::ranges::move(sections, std::back_inserter(listing.fragments));
  }
  for (sources::Fragment& fragment : listing.fragments)
    for (std::string& line : fragment.lines)
      line = one_printable_line(std::move(line), longest_line);
  if (files.empty())
    note =
        "The pair names no sources that are here: tilebridge_add_pair() names those that it "
        "builds.";
  else if (listing.empty())
    note = fmt::format("Its sources have no lines between // [{}] and the next such mark.", mark);
  return pages::code_listing(
      release.empty() ? label : label + " " + one_printable_line(release, longest_name), model,
      note, listing);
}

/// The code of the models that --models names, or of all.
pages::Code code_of(const kernels::Pair& pair, std::vector<std::string> asked) {
  std::ranges::replace_if(asked, is_native, std::string("native"));
  const std::vector<PairSource> files = sources_of(pair);
  pages::Code code;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < pair.models().size(); ++i) {
    const Model& model = pair.models()[i].model;
    known.emplace_back(model.name());
    if (asked.empty() || std::ranges::find(asked, model.name()) != asked.end())
      code.listings.push_back(listing_of(files, model, pair.release(i)));
  }
  for (const std::string& name : asked)
    if (std::ranges::find(known, name) == known.end()) throw unknown_name("model", name, known);
  return code;
}

/// The idioms in the pair's sources, with the costs that `results` or this program has.
pages::Table idioms_in(const kernels::Pair& pair, const std::optional<judge::Cells>& cells) {
  std::vector<pages::ScannedFile> files;
  for (const PairSource& file : sources_of(pair))
    files.push_back({file.path, sources::scan_source(file.text)});
  const pages::ScanReport scan = pages::scan_report(files, pages::costs_for(cells, catalogue()));
  pages::Table table =
      pages::places_table("Idioms in its source; costs measured on " + scan.measured);
  for (const pages::Place& place : scan.places) pages::add_places(table, {place}, place.kernel, "");
  return table;
}

std::vector<pages::Section> page_of(const kernels::Pair& pair, const ExplainOptions& options) {
  const Catalogue own({pair.experiment()});
  const Experiment& experiment = *own.begin();
  const pages::Subject subject = {&experiment, &experiment.variants.front()};
  const auto [platform, results, planned] = explain_request(subject, options, own, options.variant);
  const std::optional<judge::Cells> cells = results;
  return pages::pair_page(subject, platform, planned.parameters, code_of(pair, options.models),
                          cells, idioms_in(pair, cells));
}

}  // namespace

void list_pairs(const std::vector<std::string>& files) {
  std::vector<Experiment> experiments;
  std::vector<std::unique_ptr<kernels::Pair>> pairs;  // which what is listed refers to
  for (const std::string& file : files) {
    pairs.push_back(std::make_unique<kernels::Pair>(file));
    experiments.push_back(pairs.back()->experiment());
  }
  show(pages::experiments_page(experiments));
}

int explain_pair(const ExplainOptions& options) {
  if (const std::string_view option = options.accesses_option(); !option.empty())
    throw without_accesses(options.variant, option);
  if (options.rewritten) throw without_rewritten_form(options.variant);
  const kernels::Pair pair(options.variant);
  show_explanation(page_of(pair, options), options);
  return 0;
}

}  // namespace tilebridge::cli
