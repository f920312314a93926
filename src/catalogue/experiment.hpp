// SPDX-License-Identifier: Apache-2.0
// An experiment as plain data: the question, its parameters, and what a right answer is. Backends
// implement its variants; this side has no GPU code.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/problem.hpp"
#include "catalogue/terms.hpp"

namespace tilebridge {

/// One model's part in a variant: the platforms it runs on, or why it has no equivalent there.
struct Support {
  Model model = Model::native;
  std::vector<Platform> platforms;
  std::string no_equivalent = {};

  /// HIP also runs what is listed for CUDA: its backend is compiled from the same files.
  bool runs_on(Platform platform) const;
};

/// Describes the accesses of a variant's kernel in one form, for the access model; with the arrays'
/// contents, where addresses depend on them. Empty where it is not known: a vendor's library.
using Accesses =
    std::function<std::vector<Kernel>(const ModelForm&, const Parameters&, const HostArrays&)>;

/// Threads per block: 256 in native code. Kokkos in loops code is a RangePolicy, whose blocks have
/// 128 threads on CUDA where a thread takes at most 32 registers (Kokkos 4.7,
/// cuda_deduce_block_size).
inline int flat_block_size(const ModelForm& form) {
  return form.model.is(Model::kokkos) ? 128 : 256;
}

/// A loop over `count` elements of `bytes` bytes.
class FlatLoop {
 public:
  FlatLoop(int block_size, std::int64_t count, int bytes)
      : block_size_(block_size), count_(count), bytes_(bytes) {}
  FlatLoop(const ModelForm& form, std::int64_t count, int bytes)
      : FlatLoop(flat_block_size(form), count, bytes) {}

  /// Iteration i accesses element index_of(i), or index_of(i, step).
  template <class IndexOf>
  Address at(const IndexOf& index_of) const {
    return each(count_, block_size_, bytes_, index_of);
  }
  template <class IndexOf>
  Access load(std::string array, const IndexOf& index_of, std::int64_t steps = 1) const {
    return tilebridge::load(std::move(array), bytes_, at(index_of), steps);
  }
  template <class IndexOf>
  Access store(std::string array, const IndexOf& index_of, std::int64_t steps = 1) const {
    return tilebridge::store(std::move(array), bytes_, at(index_of), steps);
  }
  Kernel kernel(std::vector<Access> accesses) const {
    return {blocks_for(count_, block_size_), block_size_, std::move(accesses)};
  }

 private:
  int block_size_;
  std::int64_t count_;
  int bytes_;
};

/// The condition of a rewritten form that may be written everywhere.
inline constexpr const char* always = "always";

/// An idiom of Kokkos that a variant shows, and its rewritten form avoids.
struct Idiom {
  std::string matters;            // when it costs: "short kernels, one value per thread"
  std::string holds_if = always;  // when the rewritten form may be written instead
  std::string since = {};         // runs that started before are of other kernels: no cost
};

/// A step changes one thing of the kernel before it and removes an idiom: a key of the cost
/// list, or "" if the list has none.
struct Step {
  std::string change;
  std::string idiom;
};

/// A parameter and the only value at which a variant makes sense.
using OnlyAt = std::pair<std::string, std::int64_t>;

/// One technique.
struct Variant {
  std::string name;
  /// Variants that name none have that of the experiment.
  Pattern pattern = Pattern::none;
  /// The form of its kernels, except that native code is by indices where another model's is in
  /// loops.
  Form form = Form::loops;
  std::string technique;
  std::vector<Support> models = {};
  /// The variant whose native code this one is compared with; "" means its own.
  std::string stands_for = {};
  std::optional<OnlyAt> only_at = {};
  /// How its settings are written by model, for users to take: "{threads}" stands for a value.
  std::vector<std::pair<std::string, std::string>> written = {};
  /// Its last case measures this ceiling, which other experiments are compared with.
  std::optional<Rate> ceiling_of = {};
  /// A rewritten variant and a step have those of the variant in loops.
  ProblemPointer problem = nullptr;
  Accesses accesses = nullptr;
  /// Its kernel waits for what the host stores while it runs: no profiler can bring it to an end,
  /// since a launch under one returns after its kernel.
  bool meets_host = false;
  /// Its threads race on purpose, to show what comes of it.
  bool races = false;
  /// Only a variant whose point is one idiom has it.
  std::optional<Idiom> idiom = {};
  /// The idioms that its kernel in loops has and its rewritten form has not: "team_control/single".
  /// A rewritten variant has the idioms of the variant in loops that it rewrites.
  std::vector<std::string> idioms = {};

  /// A step, and a rewritten variant to which steps lead, says what it changes after the one
  /// before.
  std::optional<Step> step = {};

  /// Sets what a part's type says.
  void put(Pattern part) { pattern = part; }
  void put(std::vector<Support> part) { models = std::move(part); }
  void put(std::vector<std::pair<std::string, std::string>> part) { written = std::move(part); }
  void put(OnlyAt part) { only_at = std::move(part); }
  void put(Rate part) { ceiling_of = part; }
  void put(ProblemPointer part) { problem = std::move(part); }
  void put(Accesses part) { accesses = std::move(part); }

  /// The variant it stands for, or itself.
  const std::string& listing() const { return stands_for.empty() ? name : stands_for; }
  /// Whether it is a variant in loops, written otherwise.
  bool is_rewrite() const { return form == Form::rewritten || form == Form::step; }
  /// Returns the variant that it replaces, or itself.
  const std::string& original() const { return is_rewrite() ? stands_for : name; }
  const Support* support(const Model& model) const;
  Form form_of(const Model& model) const;
  /// Whether any model has it for the platform.
  bool exists_on(Platform platform) const;
  bool runs(const Model& model, Platform platform) const;
};

/// The models of a variant, on every platform if the name does not say otherwise.
std::vector<Support> native_and_kokkos();
std::vector<Support> native_and_kokkos_on_gpu();
std::vector<Support> only_kokkos_on_gpu();
std::vector<Support> only_native_on_gpu(std::string no_equivalent);

/// Says what the rewritten form of a flat loop needs.
inline constexpr const char* by_raw_rank =
    "teams of 256 threads, one element each by raw team rank";

/// "tile_rewritten" of "tile".
std::string rewritten_name(std::string_view variant);

/// The rewritten Kokkos kernel of the variant `name`, what it needs beyond Kokkos in loops, and the
/// idioms that it avoids. It runs where Kokkos in loops does, unless its `models` say otherwise.
Variant rewritten(const std::string& name, std::string beyond_loops,
                  std::vector<std::string> idioms = {});

/// A variant in that form. Its parts, in any order, are told by their types: see Variant::put().
template <class... Parts>
Variant variant(Form form, std::string name, std::string technique, Parts... parts) {
  Variant v{.name = std::move(name), .form = form, .technique = std::move(technique)};
  (v.put(std::move(parts)), ...);
  return v;
}
/// In loops, where native code is by indices.
template <class... Parts>
Variant loops(std::string name, std::string technique, Parts... parts) {
  return variant(Form::loops, std::move(name), std::move(technique), std::move(parts)...);
}
/// Native code on GPUs alone, and why Kokkos has no equivalent.
template <class... Parts>
Variant native_only(std::string name, std::string technique, std::string why, Parts... parts) {
  return loops(std::move(name), std::move(technique), only_native_on_gpu(std::move(why)),
               std::move(parts)...);
}
/// The fastest code that we could write, on GPUs alone.
template <class... Parts>
Variant tuned_on_gpu(std::string name, std::string technique, Parts... parts) {
  return variant(Form::tuned, std::move(name), std::move(technique), native_and_kokkos_on_gpu(),
                 std::move(parts)...);
}
/// Kokkos's own facility for what the variant `stands_for` does.
template <class... Parts>
Variant builtin(std::string name, std::string stands_for, std::string technique, Parts... parts) {
  Variant v = variant(Form::builtin, std::move(name), std::move(technique), std::move(parts)...);
  v.stands_for = std::move(stands_for);
  return v;
}
/// A call of one of the vendor's libraries, NVIDIA's or AMD's of the same interface, which does
/// what the variant `stands_for` does.
template <class... Parts>
Variant vendor(std::string name, std::string stands_for, std::string technique, Parts... parts) {
  Variant v = variant(Form::vendor, std::move(name), std::move(technique),
                      std::vector<Support>{{Model::native, {Platform::cuda}}}, std::move(parts)...);
  v.stands_for = std::move(stands_for);
  return v;
}

/// A variant whose point is one idiom of Kokkos; its rewritten form avoids that and nothing
/// else. `technique` costs something where `matters` says. The rewritten form's may be written
/// instead where `holds_if` says; examples/idioms has the whole change, in a form that is right
/// everywhere.
Variant idiom(std::string name, std::string technique, std::string matters, ProblemPointer problem,
              std::string holds_if = always);

/// "padded_tile_step2" of "padded_tile"; steps count from 1.
std::string step_name(std::string_view variant, std::size_t step);

/// Values of parameters; tests use every combination of them.
struct TestSizes {
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> axes;
  std::string variant = {};              // the only one, if not all
  std::vector<Platform> platforms = {};  // the only ones, if not all

  bool are_for(Platform platform) const;
};

/// The kernel that people know an experiment by: one of those in which models are compared at a
/// glance.
struct KnownKernel {
  std::string variant;  // in loops
  std::string name;     // "transpose"
  std::optional<OnlyAt> only_at = {};
};

/// A question with its variants.
struct Experiment {
  /// These two are set from experiments.cmake.
  std::string name = {};
  Family family = Family::coalescing;
  std::string question;
  /// Variants that name none have these; built-in facilities have Kokkos's part of the models.
  std::vector<Support> models = native_and_kokkos();
  Pattern pattern = Pattern::none;
  ProblemPointer problem = nullptr;
  std::vector<Parameter> parameters;
  std::vector<Variant> variants;
  std::optional<KnownKernel> known = {};

  /// Sizes at which tests run every variant in every model: nothing, one element, around a block or
  /// a tile, primes, sizes that no block divides.
  std::vector<TestSizes> tested_at;
  /// Sizes that no block or tile divides, for tests of the accesses; empty where there are none.
  Parameters ragged;
  /// Launches copy inputs when they are prepared, to memory of another kind: the inputs may not
  /// change afterwards.
  bool copies_inputs = false;
  /// The accesses' addresses depend on the arrays' contents.
  bool addresses_follow_data = false;
  /// The accesses of a control are not quite those of what it is a control for: nvcc knows more.
  bool control_differs = false;
  /// Arrays in global memory that the accesses name and that implementations allocate themselves.
  std::vector<std::string> workspaces;

  /// Null for an unknown name.
  const Parameter* parameter(std::string_view parameter_name) const;
  /// Whether no variant has code for hosts.
  bool needs_gpu() const;
  const Variant* find(std::string_view variant_name) const;
  /// Throws UsageError, with a suggestion.
  const Variant& variant(std::string_view variant_name) const;
  /// The native kernel that those of a variant are compared with.
  ModelForm reference_of(const Variant& variant) const;
  /// The kernel whose accesses are those of `kernel`: a control's are of what it is a control for,
  /// unless they differ.
  ModelForm described_as(const ModelForm& kernel) const;
};

/// Adds the rewritten forms of variants that all need the same, each after its variant: see
/// rewritten().
void add_rewritten(Experiment& experiment, const std::vector<std::string>& names,
                   const std::string& beyond_loops, const std::vector<std::string>& idioms = {});

/// Adds the steps from Kokkos in loops to the rewritten form of the variant `name`, which takes
/// the last of them itself: Kokkos kernels, compared with the same native one, that show what each
/// change gains. Their accesses are not described.
void add_steps(Experiment& experiment, const std::string& name, const std::vector<Step>& steps);

/// The parameter sets that a preset runs on a platform: the problem's, at the only value at which
/// the variant makes sense. Where several types of numbers are possible, all of them for float, and
/// in the full preset also the largest one for each other type. Of a step, the largest one for
/// float alone, the last of several: an ablation takes no more.
std::vector<Parameters> cases_of(const Variant& variant, Preset preset, Platform platform);

/// Completes the experiment's variants: with the experiment's models and problem where they
/// name none; rewritten variants and steps with the problem and the platforms of the one in loops.
/// Adds the parameter `real` where problems have it.
Experiment completed(Experiment experiment);

}  // namespace tilebridge
