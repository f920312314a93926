// SPDX-License-Identifier: Apache-2.0
// Kernels of your own in several models, in C++: derive from Pair, and export it.
//
//   class Axpy final : public tilebridge::Pair { … };
//   TILEBRIDGE_EXPORT_PAIR(Axpy)
//
// KokkosPair (pair_kokkos.hpp) is a Pair of native code and Kokkos.
//
// `tilebridge new axpy` writes such a pair with its build; docs/your-own-code.md explains it.
#pragma once

#include <tilebridge/pair.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tilebridge {

enum class PairPlatform { host = TILEBRIDGE_HOST, cuda = TILEBRIDGE_CUDA, hip = TILEBRIDGE_HIP };

/// The platform of the GPU that this file is compiled for; the host, if it is for none.
#if defined(__CUDACC__)
constexpr PairPlatform compiled_for = PairPlatform::cuda;
#elif defined(__HIPCC__)
constexpr PairPlatform compiled_for = PairPlatform::hip;
#else
constexpr PairPlatform compiled_for = PairPlatform::host;
#endif

/// A parameter that users set: `--set n=1000000`.
struct PairParameter {
  std::string name, meaning;
  std::int64_t value;  // the default
  std::int64_t least, most;
  /// The values that `tilebridge tune` tries, of a parameter that says only how kernels are
  /// launched: neither arrays nor work nor outputs depend on it.
  std::vector<std::int64_t> tries = {};
};

/// An array of every case.
class PairArray {
 public:
  /// Random numbers: real ones in [-1, 1), integers in [0, below).
  template <class T>
  static PairArray input(std::string name, std::size_t elements, std::int64_t below = 1) {
    return {std::move(name), type_of<T>(), TILEBRIDGE_INPUT, elements, below};
  }
  /// Kernels write every element.
  template <class T>
  static PairArray output(std::string name, std::size_t elements) {
    return {std::move(name), type_of<T>(), TILEBRIDGE_OUTPUT, elements, 1};
  }
  /// The same in page-locked memory of the host, all of which a launch moves to or from a GPU.
  PairArray pinned() const {
    PairArray array = *this;
    array.role = role == TILEBRIDGE_INPUT ? TILEBRIDGE_PINNED_INPUT : TILEBRIDGE_PINNED_OUTPUT;
    return array;
  }

  std::string name;
  std::int32_t type;
  std::int32_t role;
  std::size_t elements;
  std::int64_t below;

 private:
  PairArray(std::string array_name, std::int32_t array_type, std::int32_t array_role,
            std::size_t array_elements, std::int64_t array_below)
      : name(std::move(array_name)),
        type(array_type),
        role(array_role),
        elements(array_elements),
        below(array_below) {}

  template <class T>
  static constexpr std::int32_t type_of() {
    if constexpr (std::is_same_v<T, float>) return TILEBRIDGE_FLOAT;
    if constexpr (std::is_same_v<T, double>) return TILEBRIDGE_DOUBLE;
    if constexpr (std::is_same_v<T, std::int32_t>) return TILEBRIDGE_INT32;
    return TILEBRIDGE_INT64;
  }
};

/// The parameters of a case, in the order of Pair::parameters(), and where its arrays lie, in that
/// of Pair::arrays().
struct PairCase {
  const std::int64_t* parameters;
  void* const* arrays;

  template <class T>
  T* array(std::size_t index) const {
    return static_cast<T*>(arrays[index]);
  }
};

/// Enqueues the work once, as often as it is called.
using PairLaunch = std::function<void()>;

class Pair {
 public:
  virtual ~Pair() = default;

  virtual std::string name() const = 0;  // a C identifier
  virtual std::string question() const = 0;
  virtual std::vector<PairParameter> parameters() const = 0;
  /// Names the same arrays, in the same order, for any parameters.
  virtual std::vector<PairArray> arrays(const std::int64_t* parameters) const = 0;
  virtual tilebridge_work work(const std::int64_t* parameters) const = 0;
  /// How far an output may be off; see tilebridge_pair.
  virtual double tolerance() const { return 0; }

  /// Whether expected() computes the outputs; without, the models validate each other.
  virtual bool has_reference() const { return false; }
  /// `outputs[i]` is for array i, null for an input; the case's arrays are in host memory.
  virtual void expected(const PairCase&, double* const*) const {}

  /// Their names, "native" first if there is native code: see tilebridge_pair.
  virtual std::vector<std::string> models() const = 0;
  virtual bool has(PairPlatform platform, const std::string& model) const = 0;
  /// `queue`: of a GPU, the cudaStream_t or hipStream_t that the work goes to; null on a host.
  virtual PairLaunch prepare(const std::string& model, const PairCase& c, PairPlatform platform,
                             void* queue) const = 0;

  /// Initialises what the models need, before anything is prepared.
  virtual void open(PairPlatform, int /* device */) {}
  virtual void close() {}
  /// "4.7.01 (Cuda, OpenMP)"; "" if the model has none.
  virtual std::string release(const std::string& /* model */) const { return ""; }
};

namespace detail {

/// Implements the C interface of the object's one pair.
class ExportedPair {
 public:
  explicit ExportedPair(std::unique_ptr<Pair> pair) : pair_(std::move(pair)) {
    name_ = pair_->name();
    question_ = pair_->question();
    models_ = pair_->models();
    for (const std::string& model : models_) {
      c_models_.push_back(model.c_str());
      releases_.push_back(pair_->release(model));
    }
    parameters_ = pair_->parameters();
    std::vector<std::int64_t> defaults;
    for (const PairParameter& p : parameters_) {
      c_parameters_.push_back({p.name.c_str(), p.meaning.c_str(), p.value, p.least, p.most});
      defaults.push_back(p.value);
      if (p.tries.empty()) continue;
      settings_ += p.name;
      for (const std::int64_t value : p.tries) settings_ += ' ' + std::to_string(value);
      settings_ += '\n';
    }
    for (const PairArray& array : pair_->arrays(defaults.data()))
      array_names_.push_back(array.name);
  }

  tilebridge_pair interface() const {
    tilebridge_pair c = {};
    c.version = TILEBRIDGE_PAIR_VERSION;
    c.name = name_.c_str();
    c.question = question_.c_str();
    c.tolerance = pair_->tolerance();
    c.model_count = static_cast<std::uint32_t>(c_models_.size());
    c.models = c_models_.data();
    c.parameter_count = static_cast<std::uint32_t>(c_parameters_.size());
    c.parameters = c_parameters_.data();
    c.array_count = static_cast<std::uint32_t>(array_names_.size());
    c.arrays = arrays;
    c.work = work;
    c.reference = pair_->has_reference() ? reference : nullptr;
    c.has = has;
    c.open = open;
    c.prepare = prepare;
    c.launch = launch;
    c.discard = discard;
    c.close = close;
    c.release = release;
    return c;
  }

  /// See tilebridge_pair_settings().
  const char* settings() const { return settings_.c_str(); }

  static ExportedPair& instance();

 private:
  static void arrays(const std::int64_t* parameters, tilebridge_array* arrays) {
    const ExportedPair& self = instance();
    std::size_t i = 0;
    for (const PairArray& a : self.pair_->arrays(parameters)) {
      arrays[i] = {self.array_names_[i].c_str(), a.type, a.role, a.elements, a.below};
      ++i;
    }
  }
  static void work(const std::int64_t* parameters, tilebridge_work* work) {
    *work = instance().pair_->work(parameters);
  }
  static void reference(const std::int64_t* parameters, const void* const* arrays,
                        double* const* expected) {
    // A PairCase is the same for kernels, which write.
    instance().pair_->expected({parameters, const_cast<void* const*>(arrays)}, expected);
  }
  static int has(std::int32_t platform, std::uint32_t model) {
    const ExportedPair& self = instance();
    return self.pair_->has(PairPlatform(platform), self.models_.at(model)) ? 1 : 0;
  }
  static int open(std::int32_t platform, std::int32_t device, char* error, std::size_t bytes) {
    return guarded(error, bytes, [&] {
      ExportedPair& self = instance();
      self.platform_ = PairPlatform(platform);
      self.pair_->open(self.platform_, device);
    });
  }
  static void* prepare(std::uint32_t model, const std::int64_t* parameters, void* const* arrays,
                       void* queue, char* error, std::size_t bytes) {
    void* prepared = nullptr;
    guarded(error, bytes, [&] {
      const ExportedPair& self = instance();
      const PairCase c = {parameters, arrays};
      prepared =
          new PairLaunch(self.pair_->prepare(self.models_.at(model), c, self.platform_, queue));
    });
    return prepared;
  }
  static int launch(void* prepared, char* error, std::size_t bytes) {
    return guarded(error, bytes, [&] { (*static_cast<PairLaunch*>(prepared))(); });
  }
  static void discard(void* prepared) { delete static_cast<PairLaunch*>(prepared); }
  static void close() { instance().pair_->close(); }
  static const char* release(std::uint32_t model) { return instance().releases_.at(model).c_str(); }

  /// 0, or 1 and what `body` threw.
  template <class Body>
  static int guarded(char* error, std::size_t bytes, const Body& body) {
    const char* reason = "it threw something that is no std::exception";
    try {
      body();
      return 0;
    } catch (const std::exception& exception) {
      std::snprintf(error, bytes, "%s", exception.what());
    } catch (...) {
      std::snprintf(error, bytes, "%s", reason);
    }
    return 1;
  }

  std::unique_ptr<Pair> pair_;
  std::string name_, question_, settings_;
  std::vector<std::string> models_, releases_;
  std::vector<const char*> c_models_;
  std::vector<PairParameter> parameters_;
  std::vector<tilebridge_parameter> c_parameters_;
  std::vector<std::string> array_names_;
  PairPlatform platform_ = PairPlatform::host;
};

}  // namespace detail
}  // namespace tilebridge

/// Once per object, outside of namespaces: makes `Class`, a Pair, what tilebridge loads.
#define TILEBRIDGE_EXPORT_PAIR(Class)                                                        \
  tilebridge::detail::ExportedPair& tilebridge::detail::ExportedPair::instance() {           \
    static ExportedPair exported(std::make_unique<Class>());                                 \
    return exported;                                                                         \
  }                                                                                          \
  extern "C" __attribute__((visibility("default"))) const tilebridge_pair*                   \
  tilebridge_export_pair() {                                                                 \
    static const tilebridge_pair exported =                                                  \
        tilebridge::detail::ExportedPair::instance().interface();                            \
    return &exported;                                                                        \
  }                                                                                          \
  extern "C" __attribute__((visibility("default"))) const char* tilebridge_pair_settings() { \
    return tilebridge::detail::ExportedPair::instance().settings();                          \
  }
