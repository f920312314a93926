// SPDX-License-Identifier: Apache-2.0
// How a kernel file registers its kernels. Every one of these files reads this header: it includes
// nothing that takes a compiler long, and nothing of the runner.
#pragma once

#include <type_traits>
#include <typeinfo>
#include <utility>

#include "catalogue/basic_terms.hpp"

namespace tilebridge::kernels {

/// Owns an object of any type.
class Owned {
 public:
  template <class T>
  explicit Owned(T* object)
      : object_(object), destroy_([](void* owned) { delete static_cast<T*>(owned); }) {}
  Owned(Owned&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)), destroy_(other.destroy_) {}
  Owned& operator=(Owned&&) = delete;
  ~Owned() {
    if (object_ != nullptr) destroy_(object_);
  }

  void* get() const { return object_; }

 private:
  void* object_;
  void (*destroy_)(void*);
};

/// A function object of any type; std::function for objects that need not be copied.
template <class Signature>
class Callable;
template <class Result, class... Arguments>
class Callable<Result(Arguments...)> {
 public:
  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, Callable>) Callable(Function function)
      : function_(new Function(std::move(function))),
        call_([](void* called, Arguments... arguments) -> Result {
          return (*static_cast<Function*>(called))(std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(function_.get(), std::forward<Arguments>(arguments)...);
  }

 private:
  Owned function_;
  Result (*call_)(void*, Arguments...);
};

/// Enqueues the work of one case on the platform's queue, once, and returns without waiting.
using PreparedLaunch = Callable<void()>;

/// Builds the launch from the case's typed struct; may allocate, must not launch. A control is
/// launched as `followed` says: see Registrar::add_control().
using Prepare = Callable<PreparedLaunch(const void* typed, const LaunchShapes& followed)>;

/// Takes the kernels of one model.
class Registry {
 public:
  virtual ~Registry() = default;
  /// `key` is "experiment/variant", `type` the type of the struct that the kernel takes. A kernel
  /// without `form` has its variant's.
  virtual void add(const char* key, const Form* form, const std::type_info& type,
                   Prepare prepare) = 0;
  /// Keeps an object that the kernels use for as long as they exist.
  virtual void keep(Owned object) = 0;
};

/// A feature that not every platform of a backend has.
struct Feature {
  bool present = true;
  const char* lack = "";  // "HIP has no …", if it is missing
};

/// Throws NoEquivalent.
[[noreturn]] void throw_no_equivalent(const char* reason);

/// "experiment/variant", of a literal or a std::string.
struct Key {
  const char* text;

  Key(const char* literal) : text(literal) {}
  template <class String>
  requires requires(const String& string) { string.c_str(); }
  Key(const String& string) : text(string.c_str()) {}
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

/// Calls add.operator()<T>() for each type.
template <class... Types, class Add>
void for_types(const Add& add) {
  (add.template operator()<Types>(), ...);
}

/// Registers kernels of one model. `Queue` is what its launches take besides the case's struct: a
/// CUDA stream, a Kokkos execution space instance, a number of threads.
template <class Queue>
class Registrar {
 public:
  /// `current()` returns the queue for launches that are prepared now.
  template <class Current>
  requires std::is_invocable_r_v<Queue, Current> Registrar(Registry& registry, Current current)
      : registry_(registry), queue_(new Callable<Queue()>(std::move(current))) {
    registry_.keep(Owned(queue_));
  }
  Registrar(Registry& registry, Queue queue) : Registrar(registry, [queue] { return queue; }) {}

  /// Registers kernels in another form than their variant is in.
  Registrar in(Form form) const {
    Registrar other = *this;
    other.form_ = form;
    other.has_form_ = true;
    return other;
  }

  /// `launch(const Struct&, Queue)` enqueues the work.
  template <class Function>
  void add(Key key, Function launch) const {
    add_entry<Function>(key, [launch](const StructOf<Function>& typed, const auto&, Queue queue) {
      return [=] { launch(typed, queue); };
    });
  }
  /// `prepare(const Struct&, Queue)` sets up (workspace, library handles) and returns a launch.
  template <class Function>
  void add_prepared(Key key, Function prepare) const {
    add_entry<Function>(key, [prepare](const StructOf<Function>& typed, const auto&, Queue queue) {
      return prepare(typed, queue);
    });
  }

  /// Registers a control: native code in loops. `launch(const Struct&, const LaunchShapes&,
  /// Queue)` launches its kernels as those of another model's code in loops for this very case
  /// were: as many blocks, threads and bytes of shared memory. That model's choices are the same
  /// on both sides, and what differs is the library.
  template <class Function>
  void add_control(Key key, Function launch) const {
    add_launched_alike<Function>(Form::loops, key, launch);
  }
  /// Registers a control that needs a workspace. `prepare(const Struct&, const LaunchShapes&,
  /// Queue)` sets it up and returns a launch.
  template <class Function>
  void add_prepared_control(Key key, Function prepare) const {
    in(Form::loops).template add_entry<Function>(key, prepare);
  }
  /// Registers the same control in another spelling.
  template <class Function>
  void add_respelled_control(Key key, Function launch) const {
    add_launched_alike<Function>(Form::respelled, key, launch);
  }
  /// Registers one that needs a workspace.
  template <class Function>
  void add_prepared_respelled_control(Key key, Function prepare) const {
    in(Form::respelled).template add_entry<Function>(key, prepare);
  }

  /// Registers a kernel if the platform has `feature`; otherwise registers that there is no
  /// equivalent.
  template <class Function>
  void add(Key key, Function launch, const Feature& feature) const {
    if (feature.present) return add(key, launch);
    const char* const lack = feature.lack;
    add_entry<Function>(key, [lack](const auto&, const auto&, const auto&) -> PreparedLaunch {
      throw_no_equivalent(lack);
    });
  }

 private:
  template <class Function>
  using StructOf = typename detail::FirstArgument<Function>::type;

  template <class Function>
  void add_launched_alike(Form form, Key key, Function launch) const {
    in(form).template add_entry<Function>(
        key, [launch](const StructOf<Function>& typed, const LaunchShapes& followed, Queue queue) {
          return [=] { launch(typed, followed, queue); };
        });
  }

  /// `prepare(const Struct&, const LaunchShapes&, Queue)`, with the struct that `Function` takes.
  template <class Function, class Prepared>
  void add_entry(Key key, Prepared prepare) const {
    using Struct = StructOf<Function>;
    const auto entry = [prepare, current = queue_](const void* typed,
                                                   const LaunchShapes& followed) {
      return PreparedLaunch(prepare(*static_cast<const Struct*>(typed), followed, (*current)()));
    };
    registry_.add(key.text, has_form_ ? &form_ : nullptr, typeid(Struct), entry);
  }

  Registry& registry_;
  Callable<Queue()>* queue_;
  Form form_ = {};
  bool has_form_ = false;
};

/// A registrar as a type of its own: a function that registers native kernels cannot be given the
/// registrar of a library.
template <class Of, class Queue>
class RegistrarOf : public Registrar<Queue> {
 public:
  using Registrar<Queue>::Registrar;
};

}  // namespace tilebridge::kernels
