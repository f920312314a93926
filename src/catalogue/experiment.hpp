// An experiment as plain data: the question, what it is asked with, and what a right answer is.
// Backends implement its variants; this side has no GPU code.
#pragma once

#include <any>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/arrays.hpp"
#include "catalogue/parameters.hpp"
#include "catalogue/validation.hpp"

namespace tilebridge {

enum class Platform { host, cuda, hip };      // where code runs
enum class Model { native, kokkos, vendor };  // how it is written
/// Of Kokkos's code: as its guide teaches it; written so that it costs what the same native kernel
/// costs; at the device's limit, as native code is; another algorithm, by a facility of Kokkos's.
enum class Level { textbook, matched, tuned, idiomatic, vendor };
enum class Preset { quick, standard, full };  // how much is asked
/// What a device does at most so and so often a second.
enum class Rate { read, write, copy, l2, fma, to_device, to_host };

std::string_view name_of(Platform platform);
std::string_view name_of(Model model);
std::string_view name_of(Level level);
std::string_view name_of(Preset preset);

/// Where a question comes from: "D3", "§4".
struct Source {
  std::string document;
  std::string section;
};

/// The bytes a case asks for (not the bytes that move) and the arithmetic it does.
struct Work {
  double bytes_read = 0;
  double bytes_written = 0;
  double flops = 0;
  /// The bytes are asked of shared memory or a cache, so that the memory's ceilings do not apply.
  bool on_chip = false;
  /// Bytes that cross the link between host and device.
  double to_device = 0;
  double to_host = 0;
  /// The arithmetic is in double precision, whose rate no ceiling says.
  bool of_doubles = false;
  /// Steps of which each waits for the one before: what is asked is the time of one.
  double steps = 0;

  double bytes() const { return bytes_read + bytes_written + to_device + to_host; }
  bool empty() const { return bytes() == 0 && flops == 0 && steps == 0; }
};

/// One model's part in a variant: the platforms it runs on, or why it has no equivalent there.
struct Support {
  Model model = Model::native;
  std::vector<Platform> platforms;
  std::string no_equivalent = {};

  /// What runs on CUDA is tried on HIP, whose backend is compiled from the same files, but for
  /// NVIDIA's libraries.
  bool runs_on(Platform platform) const;
};

/// One technique.
struct Variant {
  std::string name;
  Level level = Level::textbook;
  std::string technique;
  std::vector<Support> models;
  /// The variant whose native code this one is compared with; "" means its own.
  std::string stands_for = {};
  /// A parameter and the one value at which the variant makes sense, where there is such a limit.
  std::optional<std::pair<std::string, std::int64_t>> only_at = {};
  /// Where its last case measures the ceiling that other experiments are held against.
  std::optional<Rate> ceiling_of = {};

  /// The variant it stands for, or itself.
  const std::string& listing() const { return stands_for.empty() ? name : stands_for; }
  /// The variant whose cases, arrays, work and right answer this one has: what it is matched to, or
  /// itself.
  const std::string& problem() const { return level == Level::matched ? stands_for : name; }
  const Support* support(Model model) const;
  bool runs(Model model, Platform platform) const;
};

/// Support for a variant written in both models on every platform.
std::vector<Support> native_and_kokkos();

/// "tile_matched" of "tile".
std::string matched_name(std::string_view variant);

/// The Kokkos kernel that is matched to the native one of the textbook variant `name`, and what it
/// takes beyond plain Kokkos. It runs where plain Kokkos does, unless its `models` say where.
Variant matched(const std::string& name, std::string beyond_plain);

/// A question with its variants. The functions are pure; `parameters` hold every parameter.
struct Experiment {
  std::string name;
  std::string family;
  std::string question;
  std::vector<Source> sources;
  std::vector<Parameter> parameters;
  std::vector<Variant> variants;

  /// The parameter sets that a preset runs on a platform.
  std::function<std::vector<Parameters>(const Variant&, Preset, Platform)> cases;
  /// Every array of a case.
  std::function<std::vector<ArraySpec>(const Variant&, const Parameters&)> arrays;
  std::function<Work(const Variant&, const Parameters&)> work;
  /// The typed struct that implementations take, with addresses in the platform's memory.
  std::function<std::any(const Variant&, const ArrayPointers&, const Parameters&)> bind;
  /// What the kernels of a variant in a model read and write, for the access model; with the
  /// arrays' contents, where addresses depend on them. Empty where it is not known: a vendor's
  /// library.
  std::function<std::vector<Kernel>(const Variant&, Model, const Parameters&, const HostArrays&)>
      accesses;
  /// Compares the outputs with the double-precision reference.
  std::function<Validation(const Variant&, const HostArrays&, const Parameters&)> validate;
  /// What is right does not depend on the variant: `validate` says the same of the same outputs for
  /// all variants that have the same arrays.
  bool one_answer = false;

  const Parameter* parameter(std::string_view parameter_name) const;
  /// Throws UsageError, with a suggestion.
  const Variant& variant(std::string_view variant_name) const;
};

/// The same, with functions that take matched variants too: all but `accesses` need to know
/// textbook variants only.
Experiment with_matched(Experiment experiment);

}  // namespace tilebridge
