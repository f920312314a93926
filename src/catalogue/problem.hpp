// SPDX-License-Identifier: Apache-2.0
// A problem says what the kernels of a variant, or of several, are given and what they have to
// compute. It is written as a class with
//
//   Struct make(ArrayList& arrays, const Parameters& p) const;    names the arrays and binds them
//   Work work(const Parameters& p) const;
//   Validation validate(const HostArrays& host, const Parameters& p) const;
//   Cases cases = {…};                            or a function (Preset, Platform)
//
// and becomes one by problem(Class{…}); or, as a template of the number type, by
// problem_in_reals<Class>(…). Where the result is a sum of so many random numbers that the error
// bound hides a missing one, it also has `static constexpr bool is_long_sum = true`, and its
// kernels are validated on numbers that are -1 or 1 as well. Where two right results may differ by
// more than roundings, it has `static constexpr bool has_one_result = false`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include "catalogue/arrays.hpp"
#include "catalogue/parameters.hpp"

namespace tilebridge {

/// The bytes a case requests (not the bytes that move) and the arithmetic it does.
struct Work {
  double bytes_read = 0;
  double bytes_written = 0;
  double flops = 0;
  /// The bytes are requested from shared memory or a cache, so the memory's ceilings do not apply.
  bool on_chip = false;
  /// Bytes that cross the link between host and device.
  double to_device = 0;
  double to_host = 0;
  /// The arithmetic is in double precision or on tensor cores, for which there is no ceiling.
  bool no_ceiling = false;
  /// Steps, each dependent on the previous one: the result is the time of one.
  double steps = 0;

  double bytes() const { return bytes_read + bytes_written + to_device + to_host; }
  bool empty() const { return bytes() == 0 && flops == 0 && steps == 0; }
};

/// Each of `elements` of T is read and written once, with so many operations.
template <class T, class Count>
Work copied(Count elements, double flops_each = 0) {
  const auto n = static_cast<double>(elements);
  return {.bytes_read = n * sizeof(T), .bytes_written = n * sizeof(T), .flops = flops_each * n};
}
/// Each of `elements` of T is written once, from two by one operation.
template <class T, class Count>
Work combined(Count elements) {
  const auto n = static_cast<double>(elements);
  return {.bytes_read = 2 * n * sizeof(T), .bytes_written = n * sizeof(T), .flops = n};
}

/// How many of a result's elements are such as may be, but need not: "310 of 8192 out of order".
struct Count {
  std::size_t number = 0;
  std::size_t of = 0;
  std::string what = {};

  bool operator==(const Count&) const = default;
};

std::string describe(const Count& count);

/// Elements that follow one another.
struct ElementRun {
  std::size_t first = 0;
  std::size_t count = 0;

  std::size_t end() const { return first + count; }
  bool operator==(const ElementRun&) const = default;
};

/// A validation keeps at most this number of runs of wrong elements.
constexpr std::size_t most_wrong_runs = 512;

/// A wrong element that has the value which another one should have.
struct Misplaced {
  std::size_t element = 0;
  std::size_t belongs_to = 0;

  bool operator==(const Misplaced&) const = default;
};

/// The outcome for one output of one model.
struct Validation {
  double max_error = 0;  // largest |got - expected|; NaN where an element was not a number
  double bound = 0;      // the bound of the element with the largest error
  std::size_t elements = 0;
  std::size_t wrong = 0;
  std::size_t first_wrong = std::numeric_limits<std::size_t>::max();  // index, where wrong > 0
  // At first_wrong. NaN is expected of an element that must not be written.
  double expected = 0;
  double allowed = 0;
  double got = 0;
  double error = 0;                         // |got - expected|, exact where integers are compared
  std::optional<Count> count = {};          // where that is what an experiment asks about
  std::vector<ElementRun> wrong_runs = {};  // the first ones that are wrong, in ascending order
  std::optional<Misplaced> misplaced = {};  // one of many, where that was looked for

  bool ok() const { return wrong == 0; }
};

/// "off by 0.25, 1e-07 allowed: element 17 of 64 is 0.5, expected 0.25; 3 wrong in all".
std::string describe(const Validation& validation);

/// A number that wraps around: sums of them are exact in any order.
using Word = std::uint32_t;

/// Half the distance from 1 to the next T: the relative error of one rounding.
template <class T>
constexpr double roundoff = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
constexpr double unit_roundoff = roundoff<float>;

/// γ of so many roundings: no term of a sum that passes through as many is off by more than γ times
/// its magnitude (Higham, Accuracy and Stability of Numerical Algorithms, §3.1).
template <class T = float>
constexpr double gamma_of(double roundings) {
  return roundings * roundoff<T> / (1 - roundings * roundoff<T>);
}

/// The type in which the reference of a result in T is computed: its own roundings must not show.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, double>, long double, double>;

/// An element must be this: within `bound` of `value`, or unchanged from its poison value. Next to
/// an infinite value, only the same infinity is right; no element is within a bound that is not
/// finite.
struct Expected {
  double value = 0;
  double bound = 0;
  bool untouched = false;
};

/// An integer of 64 bits must be this, within `bound` of `value`. Doubles cannot tell such integers
/// apart beyond 2^53.
struct ExpectedInteger {
  std::int64_t value = 0;
  double bound = 0;
};

constexpr Expected exactly(double value) { return {value, 0, false}; }
constexpr Expected within(double value, double bound) { return {value, bound, false}; }
constexpr Expected untouched() { return {0, 0, true}; }

namespace detail {

/// Whether `error` is larger than `largest` so far; NaN is larger than everything.
inline bool is_larger(double error, double largest) {
  return !std::isnan(largest) && !(error <= largest);
}

template <class T>
bool is_poisoned(const T& element) {
  const auto bytes = std::bit_cast<std::array<unsigned char, sizeof(T)>>(element);
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char byte) { return byte == poison; });
}

/// |a - b|, exact if it is at most 2^53.
inline double distance(std::int64_t a, std::int64_t b) {
  const auto larger = static_cast<std::uint64_t>(std::max(a, b));
  return static_cast<double>(larger - static_cast<std::uint64_t>(std::min(a, b)));
}

/// Doubles that are smaller are exact where they are integers.
constexpr double exact_integers = 9007199254740992.0;  // 2^53

/// |element - expected|. Two infinities of one sign are equal.
template <class T>
double error_of(const T& element, double expected) {
  if constexpr (std::is_same_v<T, std::int64_t>)
    if (std::abs(expected) <= exact_integers && expected == std::trunc(expected))
      return distance(element, static_cast<std::int64_t>(expected));
  const auto got = static_cast<double>(element);
  return got == expected ? 0.0 : std::abs(got - expected);
}

/// This is rare, and not compiled into each of the many loops that compare.
void add_wrong(Validation& sum, std::size_t i, double got, double error, const Expected& expected);

/// `is_poisoned` says that the element was not written and need not be.
inline void add_error(Validation& sum, std::size_t i, double got, double error,
                      const Expected& expected, bool is_poisoned = false) {
  if (is_larger(error, sum.max_error)) {
    sum.max_error = error;
    sum.bound = expected.bound;
  }
  const bool is_within = error <= expected.bound && std::isfinite(expected.bound);
  if (is_poisoned || (!expected.untouched && is_within)) return;
  add_wrong(sum, i, got, error, expected);
}

template <class T>
void add_element(Validation& sum, std::size_t i, const T& element, const Expected& expected) {
  const bool still_poisoned = expected.untouched && is_poisoned(element);
  const double error = still_poisoned ? 0.0 : error_of(element, expected.value);
  add_error(sum, i, static_cast<double>(element), error, expected, still_poisoned);
}

inline void add_element(Validation& sum, std::size_t i, std::int64_t element,
                        const ExpectedInteger& expected) {
  add_error(sum, i, static_cast<double>(element), distance(element, expected.value),
            {static_cast<double>(expected.value), expected.bound, false});
}

/// Threads may call it at the same time.
void merge(Validation& sum, const Validation& part);

}  // namespace detail

/// A sum of two numbers, rounded once: it is exact, or nearly so, in the wider type.
template <class T>
Expected sum_of_two(T a, T b) {
  const auto sum = static_cast<double>(Wide<T>{a} + Wide<T>{b});
  return within(sum, roundoff<T> * std::abs(sum));
}

/// Two outputs of one case: right where both are. The elements of `second` are numbered from
/// `first` on. A count is that of `first`.
Validation both(Validation first, const Validation& second);

/// `validation` with what was counted.
Validation counted(Validation validation, Count count);

/// Compares every element of `got` with `expected_at(i)`, in parallel: integers of 64 bits with an
/// ExpectedInteger, or with an Expected, exactly up to 2^53; numbers that doubles hold exactly with
/// an Expected.
template <class T, class ExpectedAt>
Validation compare_elements(std::span<const T> got, const ExpectedAt& expected_at) {
  Validation sum;
  in_parallel(got.size(), [&](std::size_t begin, std::size_t end) {
    Validation part;
    for (std::size_t i = begin; i < end; ++i) detail::add_element(part, i, got[i], expected_at(i));
    detail::merge(sum, part);
  });
  sum.elements = got.size();
  return sum;
}

/// Compares every element, or the only one, with the same.
template <class T>
Validation compare_all(std::span<const T> got, const Expected& expected) {
  return compare_elements(got, [&](std::size_t) { return expected; });
}

/// Compares every element of "out" with `expected_at(in, i)`, where `in` is all of "in".
template <class T, class ExpectedAt>
Validation compare_from(const HostArrays& host, const ExpectedAt& expected_at) {
  const auto in = host.get<T>("in");
  return compare_elements(host.get<T>("out"), [&](std::size_t i) { return expected_at(in, i); });
}

/// Compares every element of "out" with what is expected of the same element of "in".
template <class T, class ExpectedOf>
Validation compare_each(const HostArrays& host, const ExpectedOf& expected_of) {
  return compare_from<T>(host, [&](auto in, std::size_t i) { return expected_of(in[i]); });
}

/// Whether "out" has become "in".
template <class T>
Validation compare_copy(const HostArrays& host) {
  return compare_each<T>(host, [](T in) { return exactly(static_cast<double>(in)); });
}

/// A sum that is off by no more than some multiple of its terms' magnitudes.
struct BoundedSum {
  double value = 0;
  double magnitudes = 0;

  void add(double term) {
    value += term;
    magnitudes += std::abs(term);
  }
  Expected within_share(double share) const { return within(value, share * magnitudes); }
};

/// "tilebridge::Transpose<double>".
std::string written(std::type_index type);

/// The struct of one case, with addresses in the platform's memory. Its type is known to the
/// problem and to the kernels that take it.
class Arguments {
 public:
  template <class Struct>
  explicit Arguments(Struct arguments)
      : type_(typeid(Struct)),
        bytes_(std::is_trivially_copyable_v<Struct> ? sizeof(Struct) : 0),
        value_(std::make_shared<const Struct>(std::move(arguments))) {}
  /// The struct of this type that `value` points to.
  Arguments(std::type_index type, std::shared_ptr<const void> value)
      : type_(type), value_(std::move(value)) {}

  std::type_index type() const { return type_; }
  const void* data() const { return value_.get(); }
  /// The size of a struct that may be copied byte by byte; else 0.
  std::size_t bytes() const { return bytes_; }
  /// The struct of this type. Throws InternalError where they are of another.
  const void* as(std::type_index type) const {
    check(type);
    return data();
  }
  template <class Struct>
  const Struct& as() const {
    return *static_cast<const Struct*>(as(typeid(Struct)));
  }

 private:
  void check(std::type_index asked) const;

  std::type_index type_;
  std::size_t bytes_ = 0;
  std::shared_ptr<const void> value_;
};

/// Every array of a case, named once: without addresses it records what it is told, with them it
/// says where the arrays lie. An array without a number of elements has as many as the parameter n
/// says.
class ArrayList {
 public:
  using Count = std::optional<std::size_t>;

  explicit ArrayList(const Parameters& p, const ArrayPointers* pointers = nullptr)
      : p_(p), pointers_(pointers) {}

  /// Random numbers.
  template <class T = float>
  const T* uniform(const std::string& name, Count elements = {}, Space space = Space::device) {
    return input<T>(placed_in(space, uniform_input<T>(name, number_of(elements))));
  }
  /// Random numbers below `limit`.
  const std::uint32_t* words(const std::string& name, Count elements = {},
                             std::uint64_t limit = std::uint64_t{1} << 32U) {
    return input<std::uint32_t>(random_words(name, number_of(elements), limit));
  }
  /// Random numbers, or words.
  template <class T>
  const T* random(const std::string& name, Count elements = {}) {
    if constexpr (std::is_same_v<T, std::uint32_t>)
      return words(name, elements);
    else
      return uniform<T>(name, elements);
  }
  template <class T>
  const T* input(ArraySpec spec) {
    return add<const T>(std::move(spec));
  }
  template <class T>
  T* output(const std::string& name, Count elements = {}, Space space = Space::device) {
    return add<T>(placed_in(space, tilebridge::output<T>(name, number_of(elements))));
  }
  /// An input that kernels write too.
  template <class T>
  T* add(ArraySpec spec) {
    specs_.push_back(std::move(spec));
    return pointers_ == nullptr ? nullptr : pointers_->get<T>(specs_.back().name);
  }

  const std::vector<ArraySpec>& specs() const { return specs_; }

 private:
  std::size_t number_of(Count elements) const { return elements ? *elements : p_.as_size("n"); }

  const Parameters& p_;
  const ArrayPointers* pointers_;
  std::vector<ArraySpec> specs_;
};

class Problem {
 public:
  virtual ~Problem() = default;

  /// The parameter sets that a preset runs on a platform; for float, where there is a choice.
  virtual std::vector<Parameters> cases(Preset preset, Platform platform) const = 0;
  virtual std::vector<ArraySpec> arrays(const Parameters& p) const = 0;
  virtual Work work(const Parameters& p) const = 0;
  virtual Arguments bind(const ArrayPointers& at, const Parameters& p) const = 0;
  /// Compares the outputs with the double-precision reference.
  virtual Validation validate(const HostArrays& host, const Parameters& p) const = 0;
  /// These are the structs that bind() may give: one, or one for each of reals().
  virtual std::vector<std::type_index> types() const = 0;
  /// The values of the parameter `real` that it has kernels for, the usual one first; none where it
  /// has no such parameter.
  virtual std::vector<std::string> reals() const { return {}; }
  /// Whether the error bound of the result may be larger than what one element adds to it.
  virtual bool is_long_sum() const = 0;
  /// Whether two right results are the same but for roundings.
  virtual bool has_one_result() const { return true; }
  /// The part of it that has cases of these parameters: variants that share it have the same result
  /// in such a case.
  virtual const Problem& of_case(const Parameters&) const { return *this; }
};

using ProblemPointer = std::shared_ptr<const Problem>;

namespace detail {

template <class Class>
using StructOf = decltype(std::declval<const Class&>().make(std::declval<ArrayList&>(),
                                                            std::declval<const Parameters&>()));

template <class Class>
class TypedProblem : public Problem {
 public:
  explicit TypedProblem(Class problem) : problem_(std::move(problem)) {}

  std::vector<Parameters> cases(Preset preset, Platform platform) const override {
    return problem_.cases(preset, platform);
  }
  std::vector<ArraySpec> arrays(const Parameters& p) const override {
    ArrayList list(p);
    problem_.make(list, p);
    return list.specs();
  }
  Work work(const Parameters& p) const override { return problem_.work(p); }
  Arguments bind(const ArrayPointers& at, const Parameters& p) const override {
    ArrayList list(p, &at);
    return Arguments(problem_.make(list, p));
  }
  Validation validate(const HostArrays& host, const Parameters& p) const override {
    return problem_.validate(host, p);
  }
  std::vector<std::type_index> types() const override { return {typeid(StructOf<Class>)}; }
  bool is_long_sum() const override {
    if constexpr (requires { Class::is_long_sum; })
      return Class::is_long_sum;
    else
      return false;
  }
  bool has_one_result() const override {
    if constexpr (requires { Class::has_one_result; })
      return Class::has_one_result;
    else
      return true;
  }

 private:
  Class problem_;
};

/// One for each type of numbers, as the parameter `real` says.
class ProblemInReals : public Problem {
 public:
  using OfReal = std::pair<std::string, ProblemPointer>;

  explicit ProblemInReals(std::vector<OfReal> problems) : problems_(std::move(problems)) {}

  std::vector<Parameters> cases(Preset preset, Platform platform) const override;
  std::vector<ArraySpec> arrays(const Parameters& p) const override { return of(p).arrays(p); }
  Work work(const Parameters& p) const override;
  Arguments bind(const ArrayPointers& at, const Parameters& p) const override {
    return of(p).bind(at, p);
  }
  Validation validate(const HostArrays& host, const Parameters& p) const override {
    return of(p).validate(host, p);
  }
  std::vector<std::type_index> types() const override;
  std::vector<std::string> reals() const override;
  bool is_long_sum() const override { return usual().is_long_sum(); }
  bool has_one_result() const override { return usual().has_one_result(); }
  const Problem& of_case(const Parameters& p) const override { return of(p); }

 private:
  const Problem& usual() const { return *problems_.front().second; }
  const Problem& of(const Parameters& p) const;

  std::vector<OfReal> problems_;
};

}  // namespace detail

template <class Class>
ProblemPointer problem(Class problem) {
  return std::make_shared<detail::TypedProblem<Class>>(std::move(problem));
}

/// One for each type of numbers, by its name.
inline ProblemPointer problem_of_reals(std::vector<detail::ProblemInReals::OfReal> problems) {
  return std::make_shared<detail::ProblemInReals>(std::move(problems));
}

/// One Class<Real>{} for each type of numbers.
template <template <class> class Class, class... Reals>
ProblemPointer problem_in() {
  return problem_of_reals({{real_name<Reals>, problem(Class<Reals>{})}...});
}

/// Class<float>{state…} and Class<double>{state…}.
template <template <class> class Class, class... State>
ProblemPointer problem_in_reals(const State&... state) {
  return problem_of_reals(
      {{"float", problem(Class<float>{state...})}, {"double", problem(Class<double>{state...})}});
}

}  // namespace tilebridge
