// SPDX-License-Identifier: Apache-2.0
// The terms that describe an experiment.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace tilebridge {

/// The subject of a question; also the folder its files lie in. `yours` is of kernels that users
/// wrote, which are in no catalogue.
enum class Family { coalescing, tiling, memory, transfers, execution, hierarchy, idioms, yours };
enum class Platform { host, cuda, hip };      // where code runs
enum class Preset { quick, standard, full };  // how much is asked
enum class Cache { cold, hot };               // emptied before each launch, or as the last left it
/// A device does each of these at most a certain number of times per second.
enum class Rate { read, write, copy, l2, fma, to_device, to_host };

/// How a kernel is written.
enum class Form {
  indices,    // by thread index
  ranges,     // loops over ranges and nested ranges, one source for hosts and GPUs
  construct,  // the model's own facility for the job
  matched,    // with the changes that it takes to cost what the reference costs
  tuned,      // the fastest that we could write
  library,    // a call of a vendor's library
  step,       // between `ranges` and `matched`: some of the changes
};

/// A programming model, by its key: "native", "kokkos". Objects with kernels say which they are of;
/// the program has no list of them.
struct Model {
  std::array<char, 32> chars = {};

  /// The reference: what a vendor offers for its devices.
  static const Model native;
  static const Model kokkos;
  static const Model vendor;

  constexpr Model() : Model("native") {}
  /// Throws std::length_error for a key of more than 31 bytes.
  constexpr explicit Model(std::string_view key) {
    if (key.size() >= chars.size()) throw std::length_error("a model's name has at most 31 bytes");
    std::copy(key.begin(), key.end(), chars.begin());
  }

  constexpr std::string_view key() const {
    return {chars.data(),
            static_cast<std::size_t>(std::find(chars.begin(), chars.end(), '\0') - chars.begin())};
  }
  constexpr bool operator==(const Model&) const = default;
  /// The reference is the first, as others are compared with it.
  constexpr std::strong_ordering operator<=>(const Model& other) const {
    if (is_native() != other.is_native())
      return is_native() ? std::strong_ordering::less : std::strong_ordering::greater;
    return key() <=> other.key();
  }

 private:
  constexpr bool is_native() const { return key() == "native"; }
};

inline constexpr Model Model::native{"native"};
inline constexpr Model Model::kokkos{"kokkos"};
inline constexpr Model Model::vendor{"vendor"};

std::string_view name_of(Family family);
std::string_view name_of(Platform platform);
constexpr std::string_view name_of(const Model& model) { return model.key(); }
std::string_view name_of(Form form);
std::string_view name_of(Preset preset);
std::string_view name_of(Cache cache);

/// Names a kernel: who runs it, and how it is written.
struct ModelForm {
  Model model = Model::native;
  Form form = Form::indices;

  /// In ranges and nested ranges, other algorithms included.
  bool is_plain_kokkos() const {
    return model == Model::kokkos && (form == Form::ranges || form == Form::construct);
  }
  bool is_matched() const { return form == Form::matched; }
};

}  // namespace tilebridge
