// SPDX-License-Identifier: Apache-2.0
#include "catalogue/terms.hpp"

namespace tilebridge {

std::string_view name_of(Family family) {
  switch (family) {
    case Family::coalescing:
      return "coalescing";
    case Family::tiling:
      return "tiling";
    case Family::memory:
      return "memory";
    case Family::transfers:
      return "transfers";
    case Family::execution:
      return "execution";
    case Family::hierarchy:
      return "hierarchy";
    case Family::idioms:
      return "idioms";
    case Family::yours:
      return "yours";
  }
  return {};
}

std::string_view name_of(Platform platform) {
  switch (platform) {
    case Platform::host:
      return "host";
    case Platform::cuda:
      return "cuda";
    case Platform::hip:
      return "hip";
  }
  return {};
}

std::string_view name_of(Form form) {
  switch (form) {
    case Form::indices:
      return "indices";
    case Form::ranges:
      return "ranges";
    case Form::construct:
      return "construct";
    case Form::matched:
      return "matched";
    case Form::tuned:
      return "tuned";
    case Form::library:
      return "library";
    case Form::step:
      return "step";
  }
  return {};
}

Model model_of(std::string_view name, std::string_view release) {
  std::string key(name);
  if (!release.empty()) key.append("@").append(release);
  return Model(key);
}

std::string text_of(const ModelForm& kernel) {
  return std::string(kernel.model.key()).append(" ").append(name_of(kernel.form));
}

std::string_view name_of(Preset preset) {
  switch (preset) {
    case Preset::quick:
      return "quick";
    case Preset::standard:
      return "standard";
    case Preset::full:
      return "full";
  }
  return {};
}

std::string_view name_of(Cache cache) { return cache == Cache::cold ? "cold" : "hot"; }

}  // namespace tilebridge
