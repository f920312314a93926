// SPDX-License-Identifier: Apache-2.0
#include "pages/explain.hpp"

#include <fmt/ranges.h>

#include "base/error.hpp"
#include "pages/cases.hpp"
#include "pages/catalogue.hpp"
#include "pages/costs.hpp"
#include "pages/figures.hpp"
#include "pages/measured.hpp"

namespace tilebridge::pages {
namespace {

std::string title_of_native(Platform platform) {
  if (platform == Platform::host) return "native C++ and OpenMP";
  return platform == Platform::hip ? "native CUDA, compiled as HIP" : "native CUDA";
}

std::string note_on_native(const Subject& subject, Platform platform, bool is_empty) {
  const auto& [experiment, variant] = subject;
  if (is_empty) return fmt::format("not on {}", name_of(platform));
  if (variant->stands_for.empty() || variant->is_rewrite()) return "";
  return fmt::format("of {}/{}, which this is compared with", experiment->name,
                     variant->stands_for);
}

std::string title_of_kokkos(const Variant& variant) {
  if (variant.form == Form::loops) return "Kokkos in loops";
  if (variant.form == Form::step) return "Kokkos on the way to rewritten";
  return variant.form == Form::rewritten ? "rewritten Kokkos" : "Kokkos";
}

std::string note_on_kokkos(const Variant& variant, Platform platform, bool is_empty) {
  const Support* support = variant.support(controlled);
  if (support != nullptr && !support->no_equivalent.empty())
    return "no equivalent: " + support->no_equivalent;
  return is_empty ? fmt::format("not on {}", name_of(platform)) : "";
}

/// Throws UsageError for a kernel of which even a single block has more accesses than can be
/// counted in a second or so.
void check_countable(const std::vector<Kernel>& kernels, const ExplainedCase& explained) {
  constexpr double most_of_block = 1 << 25;
  for (const Kernel& kernel : kernels)
    if (const double addresses = addresses_of_block(kernel); addresses > most_of_block)
      throw UsageError(fmt::format(
          "{}: a block accesses {:.2g} addresses, more than are counted; choose a smaller size "
          "with --set",
          explained.label, addresses));
}

/// Draws the memory that warps touch, of all models whose accesses are declared.
Document accesses_of(const Subject& subject, const ExplainedCase& explained) {
  const Architecture* on = find_architecture(arch_name(explained.limits));
  if (on == nullptr) return {};
  const std::vector<Part> parts = parts_of(subject, explained.parameters, *on);
  return parts.empty() ? Document{} : accesses_page(explained, parts, *on);
}

bool is_gap(const Code::Line& line) { return line.number == 0 && !line.is_title; }

bool has_kernel(std::span<const Code::Line> fragment) {
  const std::string mark(concepts().front().mark);
  return std::ranges::any_of(fragment, [&](const Code::Line& line) {
    return std::ranges::find(line.marks, mark) != line.marks.end();
  });
}

/// The fragments of a listing that have a kernel in them, below the titles of their files; the
/// whole listing if none has.
Code::Listing kernels_alone(const Code::Listing& listing) {
  Code::Listing alone = listing;
  alone.lines.clear();
  alone.note_below.clear();
  std::vector<Code::Line> file;  // its title, until a fragment of it is shown
  for (auto at = listing.lines.begin(); at != listing.lines.end();) {
    if (is_gap(*at)) {
      ++at;
      continue;
    }
    if (at->is_title) file = {*at++};
    const auto end = std::find_if(at, listing.lines.end(), is_gap);
    if (has_kernel({at, end})) {
      if (!alone.lines.empty()) alone.lines.push_back({});
      alone.lines.insert(alone.lines.end(), file.begin(), file.end());
      alone.lines.insert(alone.lines.end(), at, end);
      file.clear();
    }
    at = end;
  }
  return alone.lines.empty() ? listing : alone;
}

/// Code below a heading, which may be "".
Document headed(const std::string& heading, Code code) {
  Document document;
  if (!heading.empty()) document.add(Heading{heading, 4});
  document.add(std::move(code));
  return document;
}

/// Code; where there is no room for all of it the kernels alone, or that of the last listing, which
/// is the subject's own.
Section code_section(std::string name, const Code& code, const std::string& heading = "") {
  Code alone;
  for (const Code::Listing& listing : code.listings)
    alone.listings.push_back(kernels_alone(listing));
  Section section = {.name = std::move(name), .body = headed(heading, code)};
  section.shorter.push_back({headed(heading, alone), "what the kernels use"});
  if (alone.listings.size() > 1)
    section.shorter.push_back({headed(heading, {{alone.listings.back()}}),
                               alone.listings.front().title + ", what the kernels use"});
  return section;
}

/// The legend of the code in the section `explained`.
Section legend_section(const Code& code, Platform platform, std::string explained) {
  Section section = {.name = "what the marks mean", .explains = std::move(explained)};
  List legend = legend_of(code, platform);
  if (legend.items.empty()) return section;
  section.body.add(Heading{"What the marks mean", 4});
  section.body.add(std::move(legend));
  return section;
}

/// The code of an idiom before and after the change.
Section change_section(const Subject& subject) {
  const auto& [experiment, variant] = subject;
  return {"code before and after the change",
          variant->idiom ? idiom_change(uncosted(*experiment, *variant)) : Document()};
}

Section measured_section(const Subject& subject, const std::optional<judge::Cells>& cells,
                         const Catalogue& catalogue) {
  Section section = {"all measured cases"};
  if (cells) section.body.add(measured_table(cases_of(subject, cells->results()), catalogue));
  return section;
}

std::string bytes_of(double count) { return bytes_text(static_cast<std::int64_t>(count)); }

/// "reads 4000 bytes, writes 4000 bytes, computes 1000 FLOP: 0.125 FLOP per byte".
std::string work_text(const Work& work) {
  std::string text =
      fmt::format("reads {}, writes {}, computes {:g} FLOP", bytes_of(work.bytes_read),
                  bytes_of(work.bytes_written), work.flops);
  if (work.bytes() > 0) text += fmt::format(": {:.3g} FLOP per byte", work.flops / work.bytes());
  return text;
}

Table arrays_table(const std::vector<ArraySpec>& arrays, const Parameters& parameters) {
  Table table = {"arrays, with " + to_string(parameters),
                 {{"", "array"}, {"", "role"}, {"", "bytes"}}};
  for (const ArraySpec& array : arrays)
    table.add({array.name, array.role == Role::output ? "output" : "input",
               Cell::number(bytes_of(static_cast<double>(array.bytes)))});
  return table;
}

Section title_section(const Subject& subject, Platform platform) {
  Section section = {"the title"};
  section.body.add(Heading{fmt::format(
      "{} on {}: {}{}", subject.name(), name_of(platform),
      subject.variant->form == Form::rewritten ? "it changes: " : "", subject.variant->technique)});
  return section;
}

/// The code of one model in a form, or that there is none; of all models and forms, the first that
/// has code shows the struct.
Code::Listing listing_in(Form form, const Model& model, const Subject& subject, Platform platform,
                         bool is_first) {
  const auto& [experiment, variant] = subject;
  const ModelForm kernel = model.is_native() && form == Form::indices
                               ? experiment->reference_of(*variant)
                               : ModelForm{model, form};
  const std::string title = fmt::format("{} in {}", label_on(platform, model), name_of(form));
  sources::Listing listing = listing_of(*experiment, *variant, kernel, platform);
  if (!is_first) listing = without_struct(std::move(listing));
  return code_listing(title, model, listing.empty() ? "no code of " + subject.name() : "", listing,
                      variant->name);
}

/// The models' code side by side, a form after the other.
void add_code_of(std::vector<Section>& page, const std::vector<Model>& models,
                 const Subject& subject, Platform platform) {
  std::vector<Form> forms = {subject.variant->form};
  if (forms.front() == Form::loops) forms.insert(forms.begin(), Form::indices);
  Code all;
  bool is_first = true;
  for (const Form form : forms) {
    Code code;
    for (const Model& model : models) {
      code.listings.push_back(listing_in(form, model, subject, platform, is_first));
      is_first = is_first && code.listings.back().lines.empty();
    }
    all.listings.insert(all.listings.end(), code.listings.begin(), code.listings.end());
    page.push_back(code_section(fmt::format("code in {}", name_of(form)), code,
                                fmt::format("In {}", name_of(form))));
    page.back().is_asked_for = true;
  }
  page.push_back(legend_section(all, platform, page.back().name));
  page.back().is_asked_for = true;
}

/// The code that `explain` shows last: native code in loops, and Kokkos by index.
Code other_forms(const Subject& subject, Platform platform) {
  const auto& [experiment, variant] = subject;
  Code code;
  if (platform == Platform::host || variant->form != Form::loops) return code;
  const auto add = [&](const char* title, const ModelForm& kernel, const char* note) {
    const sources::Listing listing =
        without_struct(listing_of(*experiment, *variant, kernel, platform));
    if (!listing.empty())
      code.listings.push_back(
          code_listing(title, kernel.model, note, listing, variant->name, nullptr));
  };
  add(platform == Platform::hip ? "native CUDA in loops, compiled as HIP: the control"
                                : "native CUDA in loops: the control",
      control,
      "Launched as Kokkos launched its own. What it costs beyond the kernel by index is the loop "
      "style and, where Kokkos chose the blocks, the launch: native code in usual_block, the same "
      "loops in "
      "the blocks of the kernel by index, tells these apart. What Kokkos costs beyond it is the "
      "library.");
  add("Kokkos by index", {controlled, Form::indices}, "");
  return code;
}

Section rewrite_section(const Subject& subject, Platform platform) {
  Section section = {"the changes from loops to rewritten code"};
  if (subject.variant->form != Form::rewritten) return section;
  const Code::Listing diff = rewrite_diff(subject, platform);
  if (diff.lines.empty()) return section;
  section.body.add(Code{{diff}});
  section.shorter.push_back({headed("", {{differences_alone(diff)}}), "the lines that stay"});
  return section;
}

constexpr const char* both_codes = "both codes";

}  // namespace

const Variant* rewritten_form_of(const Experiment& experiment, const Variant& variant) {
  const auto found = std::ranges::find_if(experiment.variants, [&](const Variant& other) {
    return other.form == Form::rewritten && other.original() == variant.name;
  });
  return found == experiment.variants.end() ? nullptr : &*found;
}

Code::Listing rewrite_diff(const Subject& subject, Platform platform) {
  const auto& [experiment, variant] = subject;
  const auto listed = [&](const Variant& of) {
    const ModelForm kernel = {controlled, of.form};
    return code_listing("Kokkos in loops (-) and rewritten (+)", kernel.model, "",
                        without_struct(listing_of(*experiment, of, kernel, platform)));
  };
  return code_diff(listed(experiment->variant(variant->original())), listed(*variant));
}

Code code_of(const Subject& subject, Platform platform, ShownFragments* shown) {
  const auto& [experiment, variant] = subject;
  const auto listed = [&](const ModelForm& kernel) {
    return listing_of(*experiment, *variant, kernel, platform);
  };
  const sources::Listing native = listed(experiment->reference_of(*variant));
  const std::string name = subject.name();
  Code code = {
      {code_listing(title_of_native(platform), Model::native,
                    note_on_native(subject, platform, native.empty()), native, name, shown)}};
  if (variant->form == Form::vendor) {
    code.listings.push_back(code_listing(
        "vendor library", Model::native,
        "The library's kernels are not part of this program; this is how it is called.",
        without_struct(listed({Model::native, Form::vendor})), name, shown));
    return code;
  }
  sources::Listing kokkos = listed({controlled, variant->form});
  if (!native.empty()) kokkos = without_struct(std::move(kokkos));
  code.listings.push_back(code_listing(title_of_kokkos(*variant), controlled,
                                       note_on_kokkos(*variant, platform, kokkos.empty()), kokkos,
                                       name, shown));
  return code;
}

std::vector<Part> parts_of(const Subject& subject, const Parameters& parameters,
                           const Architecture& on) {
  const Experiment& experiment = *subject.experiment;
  const Variant& variant = *subject.variant;
  if (!variant.accesses) return {};
  constexpr std::size_t most_bytes = 256 << 20;
  const auto inputs = std::make_shared<const HostArrays>(
      HostArrays::made_on_request(variant.problem->arrays(parameters), 1, most_bytes));
  const auto part = [&](const char* title, Model model, const Variant& of) {
    std::vector<Kernel> kernels = of.accesses({model, of.form_of(model)}, parameters, *inputs);
    std::vector<Picture> pictures = pictures_of(kernels, on);
    return Part{title, {model}, inputs, std::move(kernels), std::move(pictures)};
  };
  Part native = part("native", Model::native, experiment.variant(variant.listing()));
  if (!variant.runs(controlled, Platform::cuda)) return {native};
  Part kokkos = part("Kokkos", controlled, variant);
  if (native.pictures != kokkos.pictures) return {native, kokkos};
  native.title = "native and Kokkos alike";
  native.models.push_back(controlled);
  return {native};
}

Document accesses_page(const ExplainedCase& explained, std::span<const Part> parts,
                       const Architecture& on) {
  constexpr double most_addresses = 1 << 22;
  Document page;
  page.add(Heading{explained.label, 4});
  for (const Part& part : parts) {
    check_countable(part.kernels, explained);
    const Traffic counted = traffic(part.kernels, most_addresses, on);
    page.add(figure_of(part, part.title));
    page.add(traffic_table(counted, on));
    for (const Kernel& kernel : part.kernels) page.say(launch_line(kernel));
    page.say(moved_text(counted, on));
    for (const Kernel& kernel : part.kernels)
      page.say(occupancy_sentence(kernel, explained.limits));
  }
  page.say(unknown_text(on));
  return page;
}

Figure figure_of(const Part& part, std::string title) {
  Figure figure = {.title = std::move(title)};
  for (const Picture& picture : part.pictures)
    figure.lines.insert(figure.lines.end(), picture.begin(), picture.end());
  return figure;
}

Results cases_of(const Subject& subject, Results results) {
  std::erase_if(results.cases, [&](const CaseResult& c) {
    return !belongs_to(c, subject.experiment->name, subject.variant->original());
  });
  return results;
}

std::vector<Section> explain_page(const Subject& subject, Platform platform,
                                  const ExplainedCase& explained, const std::vector<Model>& models,
                                  const std::optional<judge::Cells>& cells,
                                  const Catalogue& catalogue) {
  std::vector<Section> page = {title_section(subject, platform)};
  std::ranges::move(answer_sections(subject, cells, catalogue), std::back_inserter(page));
  page.push_back(change_section(subject));
  Section accesses = {"the accesses of a warp"};
  if (platform != Platform::host) accesses.body = accesses_of(subject, explained);
  if (models.empty()) {
    const Code code = code_of(subject, platform);
    page.push_back(rewrite_section(subject, platform));
    page.push_back(code_section(both_codes, code));
    page.push_back(std::move(accesses));
    page.push_back({"native code in loops and Kokkos by index"});
    if (Code others = other_forms(subject, platform); !others.listings.empty())
      page.back().body.add(std::move(others));
    page.push_back(legend_section(code, platform, both_codes));
  } else {
    add_code_of(page, models, subject, platform);
    page.push_back(std::move(accesses));
  }
  page.push_back(ratios_in_double(subject, cells));
  page.push_back(measured_section(subject, cells, catalogue));
  return page;
}

std::vector<Section> pair_page(const Subject& subject, Platform platform,
                               const Parameters& parameters, const Code& code,
                               const std::optional<judge::Cells>& cells, Table idioms) {
  const Problem& problem = *subject.variant->problem;
  Section arrays = {"its parameters, arrays and work"};
  arrays.body.say(subject.experiment->question);
  arrays.body.add(parameters_table(subject.experiment->parameters));
  arrays.body.add(arrays_table(problem.arrays(parameters), parameters));
  arrays.body.say(work_text(problem.work(parameters)));
  arrays.body.say(
      "A pair declares no accesses: nothing is drawn of what a warp touches, and no time is "
      "predicted.");
  std::vector<Section> page = {title_section(subject, platform)};
  std::ranges::move(answer_sections(subject, cells, catalogue()), std::back_inserter(page));
  page.push_back({"idioms in its source"});
  page.back().body.add(std::move(idioms));
  page.push_back(code_section(both_codes, code));
  page.push_back(std::move(arrays));
  page.push_back(legend_section(code, platform, both_codes));
  page.push_back(ratios_in_double(subject, cells));
  page.push_back(measured_section(subject, cells, catalogue()));
  return page;
}

}  // namespace tilebridge::pages
