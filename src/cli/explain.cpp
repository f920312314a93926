#include "cli/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "catalogue/error.hpp"
#include "cli/options.hpp"
#include "report/listing.hpp"
#include "report/text.hpp"

namespace tilebridge {
namespace {

struct Options {
  std::string variant;
  std::string platform = "auto";
  std::size_t width = 0;  // 0: the terminal's
};

struct Subject {
  const Experiment* experiment;
  const Variant* variant;
};

/// Throws UsageError for what is no variant; for an experiment with its variants.
Subject find_subject(const std::string& name) {
  const std::size_t slash = name.find('/');
  const Experiment& experiment = find_experiment(name.substr(0, slash));
  if (slash != std::string::npos) return {&experiment, &experiment.variant(name.substr(slash + 1))};
  std::vector<std::string> variants;
  for (const Variant& variant : experiment.variants) variants.push_back(variant.name);
  throw UsageError(fmt::format("'{0}' is an experiment, explain takes a variant: {0}/… with {1}",
                               name, fmt::join(variants, ", ")));
}

bool runs_on(const Variant& variant, Platform platform) {
  return std::any_of(variant.models.begin(), variant.models.end(),
                     [&](const Support& s) { return variant.runs(s.model, platform); });
}

/// CUDA where the variant is written for it. Throws UsageError where it is not for what was asked.
Platform choose_platform(const Subject& subject, const std::string& asked) {
  const Variant& variant = *subject.variant;
  if (asked == "auto") return runs_on(variant, Platform::cuda) ? Platform::cuda : Platform::host;
  const Platform platform = parse_platform(asked);
  if (!runs_on(variant, platform))
    throw UsageError(fmt::format("{}/{} does not run on {}; leave --platform out",
                                 subject.experiment->name, variant.name, asked));
  return platform;
}

ListingColumn native_column(const Subject& subject, Platform platform) {
  const auto& [experiment, variant] = subject;
  ListingColumn column;
  column.title = platform == Platform::cuda ? "native CUDA" : "native C++ and OpenMP";
  if (!variant->stands_for.empty())
    column.note =
        fmt::format("of {}/{}, which this is compared with", experiment->name, variant->stands_for);
  column.listing = listing_of(*experiment, *variant, Model::native, platform);
  if (column.listing.empty()) column.note = fmt::format("not on {}", name_of(platform));
  return column;
}

ListingColumn vendor_column(const Subject& subject, Platform platform) {
  return {"vendor library", Model::vendor,
          "The library's kernels are not part of this program; this is how it is called.",
          listing_of(*subject.experiment, *subject.variant, Model::vendor, platform)};
}

ListingColumn kokkos_column(const Subject& subject, Platform platform) {
  const auto& [experiment, variant] = subject;
  ListingColumn column{"Kokkos", Model::kokkos, "", {}};
  column.listing = listing_of(*experiment, *variant, Model::kokkos, platform);
  const Support* support = variant->support(Model::kokkos);
  if (support != nullptr && !support->no_equivalent.empty())
    column.note = "no equivalent: " + support->no_equivalent;
  else if (column.listing.empty())
    column.note = fmt::format("not on {}", name_of(platform));
  return column;
}

std::string explain(const Options& options) {
  const Subject subject = find_subject(options.variant);
  const Platform platform = choose_platform(subject, options.platform);
  const bool is_vendor = subject.variant->support(Model::vendor) != nullptr;
  const std::size_t width = options.width > 0 ? options.width : stdout_columns(200);
  const std::string title =
      fmt::format("{}/{} on {}: {}", subject.experiment->name, subject.variant->name,
                  name_of(platform), subject.variant->technique);
  const ListingColumn other =
      is_vendor ? vendor_column(subject, platform) : kokkos_column(subject, platform);
  return fmt::format("{}\n\n{}", wrapped(title, 0, width),
                     side_by_side(native_column(subject, platform), other, width, stdout_style()));
}

}  // namespace

Command add_explain(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("explain", "a variant's native code beside Kokkos's");
  command->add_option("variant", options->variant, "experiment/variant")->required();
  command->add_option("--platform", options->platform,
                      "host or cuda; without it cuda where there is such a variant");
  command->add_option("--width", options->width, "columns; without it the terminal's, or 200")
      ->check(CLI::Range(40, 1000));
  return {command, [options] {
            std::cout << explain(*options);
            return 0;
          }};
}

}  // namespace tilebridge
