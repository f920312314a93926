// SPDX-License-Identifier: Apache-2.0
// The registry that backends fill: how to launch every model and variant.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

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

/// The implementations of one platform.
class Implementations {
 public:
  /// Builds the launch from the case's typed struct; may allocate, must not launch.
  using Prepare = std::function<Launch(const Arguments&)>;

  /// `key` is "experiment/variant". A key has one implementation per struct type that the
  /// experiment binds, such as one for float and one for double.
  template <class Struct>
  void add(Model model, const std::string& key, Prepare prepare) {
    add(model, key, typeid(Struct), std::move(prepare));
  }
  /// The same for a struct type that is known at run time.
  void add(Model model, const std::string& key, std::type_index arguments, Prepare prepare);
  bool has(Model model, const std::string& key) const;
  /// The implementation for exactly this struct type.
  bool has(Model model, const std::string& key, std::type_index type) const;
  /// Throws InternalError if there is none for a struct of this type.
  Launch prepare(Model model, const std::string& key, const Arguments& arguments) const;

  /// What an implementation is registered for.
  struct Entry {
    Model model;
    std::string key;
    std::type_index arguments;
  };
  std::vector<Entry> entries() const;

 private:
  const Prepare* find(Model model, const std::string& key, std::type_index arguments) const;

  std::map<std::pair<Model, std::string>, std::map<std::type_index, Prepare>> prepare_;
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
/// tilebridge::Transpose<double>". Only for `models`.
std::vector<std::string> missing_kernels(const Implementations& implementations,
                                         const Catalogue& catalogue, Platform platform,
                                         std::span<const Model> models);

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

  /// `launch(const Struct&, Queue)` enqueues the work.
  template <class Function>
  void add(const std::string& key, Function launch) {
    using Struct = typename detail::FirstArgument<Function>::type;
    implementations_.add<Struct>(
        model_, key, [launch, current = queue_](const Arguments& arguments) {
          return Launch([launch, queue = current(), typed = arguments.as<Struct>()] {
            launch(typed, queue);
          });
        });
  }

  /// `prepare(const Struct&, Queue)` sets up (workspace, library handles) and returns a Launch.
  template <class Function>
  void add_prepared(const std::string& key, Function prepare) {
    using Struct = typename detail::FirstArgument<Function>::type;
    implementations_.add<Struct>(model_, key,
                                 [prepare, current = queue_](const Arguments& arguments) {
                                   return Launch(prepare(arguments.as<Struct>(), current()));
                                 });
  }

  /// The same if the platform has `feature`; otherwise registers that there is no equivalent.
  template <class Function>
  void add(const std::string& key, Function launch, const Feature& feature) {
    if (feature.present) return add(key, launch);
    using Struct = typename detail::FirstArgument<Function>::type;
    implementations_.add<Struct>(
        model_, key, [feature](const Arguments&) -> Launch { throw NoEquivalent(feature.lack); });
  }

 private:
  Implementations& implementations_;
  Model model_;
  CurrentQueue queue_;
};

/// A registrar of one model, as a type of its own: a function that registers native kernels cannot
/// be given the registrar of a library.
template <Model model, class Queue>
class RegistrarOf : public Registrar<Queue> {
 public:
  RegistrarOf(Implementations& implementations, typename Registrar<Queue>::CurrentQueue queue)
      : Registrar<Queue>(implementations, model, std::move(queue)) {}
};

}  // namespace tilebridge::kernels
