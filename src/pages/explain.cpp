// SPDX-License-Identifier: Apache-2.0
#include "pages/explain.hpp"

#include <fmt/ranges.h>

#include "base/error.hpp"
#include "pages/cases.hpp"
#include "pages/catalogue.hpp"
#include "pages/costs.hpp"
#include "pages/figures.hpp"
#include "pages/listing.hpp"
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
  const Support* support = variant.support(Model::kokkos);
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

/// Draws the memory that warps touch.
void add_accesses(Document& page, const Subject& subject, const ExplainedCase& explained) {
  constexpr double most_addresses = 1 << 22;
  const Architecture* on = find_architecture(arch_name(explained.limits));
  if (on == nullptr) return;
  const std::vector<Part> parts = parts_of(subject, explained.parameters, *on);
  if (!parts.empty()) page.say(explained.label);
  for (const Part& part : parts) {
    check_countable(part.kernels, explained);
    const Traffic counted = traffic(part.kernels, most_addresses, *on);
    page.add(figure_of(part, part.title));
    page.add(traffic_table(counted, *on));
    for (const Kernel& kernel : part.kernels) page.say(launch_line(kernel));
    page.say(moved_text(counted, *on));
    for (const Kernel& kernel : part.kernels)
      page.say(occupancy_sentence(kernel, explained.limits));
  }
  if (!parts.empty() && !on->unknown.empty()) page.say(unknown_text(*on));
}

void add_legend(Document& page, const Code& code) {
  List legend = legend_of(code);
  if (legend.items.empty()) return;
  page.add(Heading{"What the marks mean", 4});
  page.add(std::move(legend));
}

void add_code(Document& page, Code code) {
  page.add(code);
  add_legend(page, code);
}

/// Says what to write instead of an idiom, or where the helpers of a rewritten kernel are.
void add_instead(Document& page, const Subject& subject) {
  if (subject.variant->idiom)
    page.append(idiom_blocks(uncosted(*subject.experiment, *subject.variant)));
  else if (subject.variant->is_rewrite())
    page.say(
        "helpers to copy: backends/kokkos/techniques.hpp, with execution.hpp and steps/, in the "
        "source tree and in share/doc/tilebridge of an installation");
}

/// The idioms of its kernel in loops that the rewritten form avoids, with what each costs there if
/// there are results.
void add_idioms(Document& page, const Variant& variant, const std::optional<judge::Cells>& cells,
                const Catalogue& catalogue) {
  if (variant.form != Form::loops || variant.idioms.empty()) return;
  page.say(
      fmt::format("Kokkos in loops has the idioms {}; what to write instead: `tilebridge costs`",
                  !cells ? fmt::format("{}", fmt::join(variant.idioms, ", "))
                         : idioms_text(variant, judge::ablations(*cells, catalogue))));
}

void add_rewritten(Document& page, const Subject& subject) {
  const Variant* rewritten = rewritten_form_of(*subject.experiment, *subject.variant);
  if (rewritten != nullptr)
    page.say(fmt::format(
        "the rewritten kernel changes: {}; `tilebridge explain {} --rewritten` shows it",
        rewritten->technique, subject.name()));
}

void add_measured(Document& page, const Subject& subject, const std::optional<judge::Cells>& cells,
                  const Catalogue& catalogue) {
  if (!cells) return;
  if (subject.variant->form == Form::loops)
    for (const std::string& line : factor_lines(*cells, *subject.experiment, *subject.variant))
      page.say(line);
  page.add(measured_table(cases_of(subject, cells->results()), catalogue));
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

Heading title_of(const Subject& subject, Platform platform) {
  return {fmt::format("{} on {}: {}{}", subject.name(), name_of(platform),
                      subject.variant->form == Form::rewritten ? "it changes: " : "",
                      subject.variant->technique)};
}

/// The code of one model in a form, or that there is none; of all models and forms, the first that
/// has code shows the struct.
Code::Listing listing_in(Form form, const Model& model, const Subject& subject, Platform platform,
                         bool is_first) {
  const auto& [experiment, variant] = subject;
  const ModelForm kernel = model.is_native() && form == Form::indices
                               ? experiment->reference_of(*variant)
                               : ModelForm{model, form};
  const std::string title = fmt::format("{} in {}", dialect_of(model).label, name_of(form));
  sources::Listing listing = listing_of(*experiment, *variant, kernel, platform);
  if (!is_first) listing = without_struct(std::move(listing));
  return code_listing(title, model, listing.empty() ? "no code of " + subject.name() : "", listing,
                      variant->name);
}

/// The models' code side by side, a form after the other.
void add_code_of(Document& page, const std::vector<Model>& models, const Subject& subject,
                 Platform platform) {
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
    page.add(Heading{fmt::format("In {}", name_of(form)), 4});
    page.add(std::move(code));
  }
  add_legend(page, all);
}

/// Adds the code that `explain` leaves out at first: native code in loops, and Kokkos by index.
void add_other_forms(Document& page, const Subject& subject, Platform platform) {
  const auto& [experiment, variant] = subject;
  if (platform == Platform::host || variant->form != Form::loops) return;
  Code code;
  const auto add = [&](const char* title, const ModelForm& kernel, const char* note) {
    const sources::Listing listing =
        without_struct(listing_of(*experiment, *variant, kernel, platform));
    if (!listing.empty())
      code.listings.push_back(
          code_listing(title, kernel.model, note, listing, variant->name, nullptr));
  };
  add("native CUDA in loops: the control", control,
      "Launched as Kokkos launched its own. What it costs beyond the kernel by index is the loop "
      "style and, where Kokkos chose the blocks, the launch: native usual_block, the same loops in "
      "the blocks of the kernel by index, tells these apart. What Kokkos costs beyond it is the "
      "library.");
  add("Kokkos by index", {Model::kokkos, Form::indices}, "");
  if (!code.listings.empty()) page.add(std::move(code));
}

}  // namespace

const Variant* rewritten_form_of(const Experiment& experiment, const Variant& variant) {
  const auto found = std::ranges::find_if(experiment.variants, [&](const Variant& other) {
    return other.form == Form::rewritten && other.original() == variant.name;
  });
  return found == experiment.variants.end() ? nullptr : &*found;
}

Code code_of(const Subject& subject, Platform platform, ShownFragments* shown) {
  const auto& [experiment, variant] = subject;
  const auto listed = [&](const ModelForm& kernel) {
    return listing_of(*experiment, *variant, kernel, platform);
  };
  const sources::Listing native = listed(experiment->reference_of(*variant));
  const std::string& name = variant->name;
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
  sources::Listing kokkos = listed({Model::kokkos, variant->form});
  if (!native.empty()) kokkos = without_struct(std::move(kokkos));
  code.listings.push_back(code_listing(title_of_kokkos(*variant), Model::kokkos,
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
    return Part{title, inputs, std::move(kernels), std::move(pictures)};
  };
  Part native = part("native", Model::native, experiment.variant(variant.listing()));
  if (!variant.runs(Model::kokkos, Platform::cuda)) return {native};
  Part kokkos = part("Kokkos", Model::kokkos, variant);
  if (native.pictures != kokkos.pictures) return {native, kokkos};
  native.title = "native and Kokkos alike";
  return {native};
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

Document explain_page(const Subject& subject, Platform platform, const ExplainedCase& explained,
                      const std::vector<Model>& models, const std::optional<judge::Cells>& cells,
                      const Catalogue& catalogue) {
  Document page;
  page.add(title_of(subject, platform));
  if (platform != Platform::host) add_accesses(page, subject, explained);
  if (models.empty()) {
    add_code(page, code_of(subject, platform));
    add_other_forms(page, subject, platform);
  } else {
    add_code_of(page, models, subject, platform);
  }
  add_instead(page, subject);
  add_measured(page, subject, cells, catalogue);
  add_idioms(page, *subject.variant, cells, catalogue);
  add_rewritten(page, subject);
  return page;
}

Document pair_page(const Subject& subject, Platform platform, const Parameters& parameters,
                   Code code, const std::optional<judge::Cells>& cells) {
  const Problem& problem = *subject.variant->problem;
  Document page;
  page.add(title_of(subject, platform));
  page.say(subject.experiment->question);
  page.add(parameters_table(subject.experiment->parameters));
  page.add(arrays_table(problem.arrays(parameters), parameters));
  page.say(work_text(problem.work(parameters)));
  page.say(
      "A pair declares no accesses: nothing is drawn of what a warp touches, and no time is "
      "predicted.");
  add_code(page, std::move(code));
  add_measured(page, subject, cells, tilebridge::catalogue());
  return page;
}

}  // namespace tilebridge::pages
