// SPDX-License-Identifier: Apache-2.0
// The registry that backends fill: how to launch every model and variant.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include "access/traffic.hpp"
#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "kernels/platform.hpp"

namespace tilebridge::kernels {

/// A kernel could not be prepared or launched, for this reason: its model's result is invalid, and
/// everything else continues.
struct KernelFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A feature that not every platform of a backend has.
struct Feature {
  bool present = true;
  const char* lack = "";  // "HIP has no …", if it is missing
};

/// Vendor libraries are large: a run that has no kernel of theirs need not wait until they are
/// loaded.
enum class Libraries { loaded, left_out };

/// The implementations of one platform.
class Implementations {
 public:
  /// Builds the launch from the case's typed struct; may allocate, must not launch. A control is
  /// launched as `followed` says: see Registrar::add_control().
  using Prepare = std::function<Launch(const Arguments&, const LaunchShapes& followed)>;

  /// Launches once and counts what the warps accessed.
  using Count = std::function<Traffic(const Launch&)>;

  struct Entry {
    Model model;
    std::string key;           // "experiment/variant"
    std::optional<Form> form;  // none: that of the variant
    std::type_index arguments;
    Prepare prepare;
    Count count = {};  // empty: nothing can tell
  };

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
};

namespace detail {

template <class Function>
struct FirstArgument : FirstArgument<decltype(&Function::operator())> {};
template <class Function, class Result, class First, class... Rest>
struct FirstArgument<Result (Function::*)(First, Rest...) const> {
  using type = std::remove_cvref_t<First>;
};

template <class Result, class First, class... Rest>
struct FirstArgument<Result (*)(First, Rest...)> {
  using type = std::remove_cvref_t<First>;
};

}  // namespace detail

/// The kernels that the catalogue promises on `platform` but no backend registered, for every
/// struct type that a problem binds: "transpose/tile: no native kernel takes
/// tilebridge::Transpose<double>". Only for `models`, and without calls of libraries if these are
/// left out.
std::vector<std::string> missing_kernels(const Implementations& implementations,
                                         const Catalogue& catalogue, Platform platform,
                                         std::span<const Model> models,
                                         Libraries libraries = Libraries::loaded);

/// One model's view of the registry. `Queue` is what its launches take besides the case's struct: a
/// CUDA stream, a Kokkos execution space instance, a number of threads.
template <class Queue>
class Registrar {
 public:
  /// The one for launches that are prepared now.
  using CurrentQueue = std::function<Queue()>;

  Registrar(Implementations& implementations, Model model, CurrentQueue queue)
      : implementations_(implementations), model_(model), queue_(std::move(queue)) {}
  Registrar(Implementations& implementations, Model model, Queue queue)
      : Registrar(implementations, model, CurrentQueue([queue] { return queue; })) {}

  /// Registers kernels in another form than their variant is in.
  Registrar in(Form form) const {
    Registrar other = *this;
    other.form_ = form;
    return other;
  }

  /// `launch(const Struct&, Queue)` enqueues the work.
  template <class Function>
  void add(const std::string& key, Function launch) {
    add_entry<Function>(key, [launch](const StructOf<Function>& typed, const auto&, Queue queue) {
      return Launch([=] { launch(typed, queue); });
    });
  }
  /// `prepare(const Struct&, Queue)` sets up (workspace, library handles) and returns a Launch.
  template <class Function>
  void add_prepared(const std::string& key, Function prepare) {
    add_entry<Function>(key, [prepare](const StructOf<Function>& typed, const auto&, Queue queue) {
      return Launch(prepare(typed, queue));
    });
  }

  /// Registers a control: native code in ranges. `launch(const Struct&, const LaunchShapes&,
  /// Queue)` launches its kernels as those of another model's code in ranges for this very case
  /// were: as many blocks, threads and bytes of shared memory. That model's choices are the same
  /// on both sides, and what differs is the library.
  template <class Function>
  void add_control(const std::string& key, Function launch) {
    add_prepared_control(
        key, [launch](const StructOf<Function>& typed, const LaunchShapes& followed, Queue queue) {
          return Launch([=] { launch(typed, followed, queue); });
        });
  }
  /// Registers a control that needs a workspace. `prepare(const Struct&, const LaunchShapes&,
  /// Queue)` sets it up and returns a Launch.
  template <class Function>
  void add_prepared_control(const std::string& key, Function prepare) {
    in(Form::ranges).template add_entry<Function>(key, prepare);
  }
  /// Registers the same control in another spelling.
  template <class Function>
  void add_respelled_control(const std::string& key, Function launch) {
    add_prepared_respelled_control(
        key, [launch](const StructOf<Function>& typed, const LaunchShapes& followed, Queue queue) {
          return Launch([=] { launch(typed, followed, queue); });
        });
  }
  /// Registers one that needs a workspace.
  template <class Function>
  void add_prepared_respelled_control(const std::string& key, Function prepare) {
    in(Form::respelled).template add_entry<Function>(key, prepare);
  }

  /// Registers a kernel if the platform has `feature`; otherwise registers that there is no
  /// equivalent.
  template <class Function>
  void add(const std::string& key, Function launch, const Feature& feature) {
    if (feature.present) return add(key, launch);
    add_entry<Function>(key, [feature](const auto&, const auto&, const auto&) -> Launch {
      throw NoEquivalent(feature.lack);
    });
  }

 private:
  template <class Function>
  using StructOf = typename detail::FirstArgument<Function>::type;

  /// `prepare(const Struct&, const LaunchShapes&, Queue)`, with the struct that `Function` takes.
  template <class Function, class Prepare>
  void add_entry(const std::string& key, Prepare prepare) {
    using Struct = StructOf<Function>;
    const auto entry = [prepare, current = queue_](const Arguments& arguments,
                                                   const LaunchShapes& followed) {
      return Launch(prepare(arguments.as<Struct>(), followed, current()));
    };
    implementations_.add({model_, key, form_, typeid(Struct), entry});
  }

  Implementations& implementations_;
  Model model_;
  std::optional<Form> form_ = {};
  CurrentQueue queue_;
};

/// A registrar of one model, as a type of its own: a function that registers native kernels cannot
/// be given the registrar of a library, whose `form` differs.
template <Model model, class Queue, Form form = Form::indices>
class RegistrarOf : public Registrar<Queue> {
 public:
  RegistrarOf(Implementations& implementations, typename Registrar<Queue>::CurrentQueue queue)
      : Registrar<Queue>(implementations, model, std::move(queue)) {}
};

}  // namespace tilebridge::kernels
