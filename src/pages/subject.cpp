// SPDX-License-Identifier: Apache-2.0
#include "pages/subject.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pages/accesses.hpp"

namespace tilebridge::pages {
namespace {

std::string title_of_native(Platform platform) {
  if (platform == Platform::host) return "native C++ and OpenMP";
  return platform == Platform::hip ? "native CUDA, compiled as HIP" : "native CUDA";
}

std::string note_on_native(const Subject& subject, Platform platform,
                           const sources::Listing& listing) {
  const auto& [experiment, variant] = subject;
  if (listing.empty()) return fmt::format("not on {}", name_of(platform));
  if (variant->stands_for.empty() || variant->is_engineered()) return "";
  return fmt::format("of {}/{}, which this is compared with", experiment->name,
                     variant->stands_for);
}

ListingColumn native_column(const Subject& subject, Platform platform) {
  const sources::Listing listing =
      listing_of(*subject.experiment, *subject.variant, Model::native, platform);
  return listing_column(title_of_native(platform), Model::native,
                        note_on_native(subject, platform, listing), listing);
}

ListingColumn vendor_column(const Subject& subject, Platform platform) {
  return listing_column(
      "vendor library", Model::vendor,
      "The library's kernels are not part of this program; this is how it is called.",
      listing_of(*subject.experiment, *subject.variant, Model::vendor, platform));
}

std::string title_of_kokkos(const Variant& variant) {
  if (variant.form == Form::ranges) return "Kokkos in ranges";
  if (variant.form == Form::step) return "Kokkos on the way to matched";
  return variant.form == Form::matched ? "matched Kokkos" : "Kokkos";
}

std::string note_on_kokkos(const Variant& variant, Platform platform,
                           const sources::Listing& listing) {
  const Support* support = variant.support(Model::kokkos);
  if (support != nullptr && !support->no_equivalent.empty())
    return "no equivalent: " + support->no_equivalent;
  return listing.empty() ? fmt::format("not on {}", name_of(platform)) : "";
}

ListingColumn kokkos_column(const Subject& subject, Platform platform) {
  const auto& [experiment, variant] = subject;
  const sources::Listing listing = listing_of(*experiment, *variant, Model::kokkos, platform);
  return listing_column(title_of_kokkos(*variant), Model::kokkos,
                        note_on_kokkos(*variant, platform, listing), listing);
}

}  // namespace

const Variant* matched_to(const Experiment& experiment, const Variant& variant) {
  const auto found = std::find_if(
      experiment.variants.begin(), experiment.variants.end(), [&](const Variant& other) {
        return other.form == Form::matched && other.plain() == variant.name;
      });
  return found == experiment.variants.end() ? nullptr : &*found;
}

std::pair<ListingColumn, ListingColumn> listing_columns(const Subject& subject, Platform platform) {
  const bool is_vendor = subject.variant->support(Model::vendor) != nullptr;
  return {native_column(subject, platform),
          is_vendor ? vendor_column(subject, platform) : kokkos_column(subject, platform)};
}

std::vector<Part> parts_of(const Subject& subject, const Parameters& parameters) {
  const Experiment& experiment = *subject.experiment;
  const Variant& variant = *subject.variant;
  if (!variant.accesses) return {};
  const auto inputs = std::make_shared<const HostArrays>(variant.problem->arrays(parameters), 1);
  const auto part = [&](const char* title, Model model, const Variant& of) {
    std::vector<Kernel> kernels = of.accesses({model, of.form_of(model)}, parameters, *inputs);
    std::vector<Picture> pictures = pictures_of(kernels);
    return Part{title, inputs, std::move(kernels), std::move(pictures)};
  };
  Part native = part("native", Model::native, experiment.variant(variant.listing()));
  if (!variant.runs(Model::kokkos, Platform::cuda)) return {native};
  Part kokkos = part("Kokkos", Model::kokkos, variant);
  if (native.pictures != kokkos.pictures) return {native, kokkos};
  native.title = "native and Kokkos alike";
  return {native};
}

}  // namespace tilebridge::pages
