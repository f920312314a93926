// SPDX-License-Identifier: Apache-2.0
// The terms that describe an experiment.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "catalogue/basic_terms.hpp"

namespace tilebridge {

/// The subject of a question; also the folder its files lie in. `yours` is of kernels that users
/// wrote, which are in no catalogue.
enum class Family { coalescing, tiling, memory, transfers, execution, hierarchy, idioms, yours };
enum class Preset { quick, standard, full };  // how much is asked
enum class Cache { cold, hot };               // emptied before each launch, or as the last left it
/// A device does each of these at most a certain number of times per second.
enum class Rate { read, write, copy, l2, fma, to_device, to_host };

/// Says what a kernel's loops are: results are summarised by it.
enum class Pattern {
  none,         // of a kernel that measures a device, or one idiom
  flat,         // a number per index of a range
  flat_vector,  // several numbers per index
  grid,         // a range in two or three dimensions
  team_loop,    // ranges nested in a team, without its scratch memory
  tile,         // staged in a team's scratch memory, for reuse or for another order
  exchange,     // between the threads of a team, through its scratch memory
  team_sum,     // of the values of a team's threads
  array_sum,    // of all elements, by a facility of the model
  atomic,       // threads update words that others update too
  launch,       // kernels that do next to nothing
  transfer,     // between host and device
};

/// A programming model in one build, by its key: "native", "kokkos@4.7.01". Objects with kernels
/// say which they are of; the program has no list of them. A key without a release stands for every
/// build of its model.
struct Model {
  std::array<char, 48> chars = {};

  /// The reference: what a vendor offers for its devices.
  static const Model native;
  static const Model kokkos;

  constexpr Model() : Model("native") {}
  /// Throws std::length_error for a key of more than 47 bytes.
  constexpr explicit Model(std::string_view key) {
    if (key.size() >= chars.size()) throw std::length_error("a model's key has at most 47 bytes");
    std::copy(key.begin(), key.end(), chars.begin());
  }

  constexpr std::string_view key() const {
    return {chars.data(),
            static_cast<std::size_t>(std::find(chars.begin(), chars.end(), '\0') - chars.begin())};
  }
  /// "kokkos" of "kokkos@4.7.01".
  constexpr std::string_view name() const { return key().substr(0, key().find('@')); }
  /// "4.7.01"; "" without a release.
  constexpr std::string_view release() const {
    const std::size_t at = key().find('@');
    return at == std::string_view::npos ? std::string_view() : key().substr(at + 1);
  }
  /// Whether it is that build, or any build where `other` has no release.
  constexpr bool is(const Model& other) const {
    return other.release().empty() ? name() == other.name() : *this == other;
  }
  constexpr bool is_native() const { return name() == "native"; }

  constexpr bool operator==(const Model&) const = default;
  /// The reference is the first, as others are compared with it.
  constexpr std::strong_ordering operator<=>(const Model& other) const {
    if (is_native() != other.is_native())
      return is_native() ? std::strong_ordering::less : std::strong_ordering::greater;
    return key() <=> other.key();
  }
};

inline constexpr Model Model::native{"native"};
inline constexpr Model Model::kokkos{"kokkos"};

/// The place of a model among those that are shown beside one another: native code, then as in
/// experiments.cmake, then all others.
std::size_t place_of(const Model& model);

/// "kokkos@4.7.01", or "native" without a release.
Model model_of(std::string_view name, std::string_view release);

inline constexpr std::array all_forms = {Form::indices,   Form::loops,       Form::builtin,
                                         Form::rewritten, Form::tuned,       Form::vendor,
                                         Form::step,      Form::usual_block, Form::respelled};

/// The word at an enumerator's place in `words`, which are in the order of the enumeration.
template <class Enum>
std::string_view word_of(std::initializer_list<std::string_view> words, Enum enumerator) {
  const auto place = static_cast<std::size_t>(enumerator);
  return place < words.size() ? words.begin()[place] : std::string_view();
}

std::string_view name_of(Family family);
/// Summaries call it so: "loop in teams".
std::string_view name_of(Pattern pattern);
std::string_view name_of(Platform platform);
/// Without its release.
constexpr std::string_view name_of(const Model& model) { return model.name(); }
std::string_view name_of(Preset preset);
std::string_view name_of(Cache cache);

/// Names a kernel: who runs it, and how it is written.
struct ModelForm {
  Model model = Model::native;
  Form form = Form::indices;

  /// In loops over ranges and nested ranges, other algorithms included.
  bool is_kokkos_in_loops() const {
    return model.is(Model::kokkos) && (form == Form::loops || form == Form::builtin);
  }
  /// Whether it is of that model, or of any build of it, in that form.
  bool is(const ModelForm& other) const { return form == other.form && model.is(other.model); }

  auto operator<=>(const ModelForm&) const = default;
};

/// Native code in loops: what one model's code in loops does, without that model's library.
inline constexpr ModelForm control = {Model::native, Form::loops};
inline constexpr Model controlled = Model::kokkos;
/// The control's loops in the usual kernel's blocks, where in `control` they are in those that the
/// library chose for the user: what the two differ in is the launch.
inline constexpr ModelForm control_in_usual_block = {Model::native, Form::usual_block};
inline constexpr ModelForm respelled_control = {Model::native, Form::respelled};

/// "kokkos@4.7.01 loops".
std::string text_of(const ModelForm& kernel);

}  // namespace tilebridge
