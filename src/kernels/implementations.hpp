// SPDX-License-Identifier: Apache-2.0
// The registry that backends fill: how to launch every model and variant.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "kernels/platform.hpp"
#include "kernels/registrar.hpp"
#include "results/counters.hpp"

namespace tilebridge::kernels {

/// A kernel could not be prepared or launched, for this reason: its model's result is invalid, and
/// everything else continues.
struct KernelFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Vendor libraries are large: a run that has no kernel of theirs need not wait until they are
/// loaded.
enum class Libraries { loaded, left_out };

/// The implementations of one platform.
class Implementations {
 public:
  /// Calls a kernels::Prepare after checking the type of the struct.
  using Prepare = std::function<Launch(const Arguments&, const LaunchShapes& followed)>;

  /// Launches once and counts what warps accessed, and what was on streams.
  using Count = std::function<Counters(const Launch&)>;

  struct Entry {
    Model model;
    std::string key;           // "experiment/variant"
    std::optional<Form> form;  // none: that of the variant
    std::type_index arguments;
    Prepare prepare;
    Count count = {};  // empty: nothing can tell
  };

  /// The registry of a model: kernels added to it are added here. It is valid until this object is
  /// moved or destroyed.
  Registry& of(const Model& model);

  /// A kernel has one implementation per struct type that the experiment binds, such as one for
  /// float and one for double.
  void add(Entry entry);
  /// Looks for exactly that struct type, or for any.
  bool has(const Model& model, const std::string& key,
           std::optional<std::type_index> type = {}) const;
  /// Throws InternalError if there is none for a struct of this type, and Unavailable if its model
  /// need not have one.
  Launch prepare(const Model& model, const std::string& key, const Arguments& arguments,
                 std::optional<Form> form = {}, const LaunchShapes& followed = {}) const;

  /// Counts launches of a model's kernel; empty if nothing can tell what it accesses.
  Count count_of(const Model& model, const std::string& key) const;

  const std::vector<Entry>& entries() const { return entries_; }
  /// The builds of models, in the order in which their kernels were added.
  const std::vector<Model>& models() const { return models_; }
  /// Lists those of one variant, for any struct type, in the order in which they were added.
  std::vector<std::pair<Model, std::optional<Form>>> kernels(const std::string& key) const;

 private:
  /// The first that fits is found: a model without a release is any build of it.
  std::vector<Entry> entries_;
  std::vector<Model> models_;
  std::vector<std::unique_ptr<Registry>> registries_;  // with what the kernels use
};

/// The kernels that the catalogue promises on `platform` but no backend registered, for every
/// struct type that a problem binds: "transpose/tile: no native kernel takes
/// tilebridge::Transpose<double>". Only for `models`, and without calls of libraries if these are
/// left out.
std::vector<std::string> missing_kernels(const Implementations& implementations,
                                         const Catalogue& catalogue, Platform platform,
                                         std::span<const Model> models,
                                         Libraries libraries = Libraries::loaded);

}  // namespace tilebridge::kernels
