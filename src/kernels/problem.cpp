// SPDX-License-Identifier: Apache-2.0
#include "kernels/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "kernels/implementations.hpp"
#include "kernels/object.hpp"

namespace tilebridge::kernels {
namespace {

/// An array of a case. The name is a copy: the pair's may be gone after the call.
struct DescribedArray {
  std::string name;
  std::int32_t type;
  bool is_output;
  Space space;
  std::size_t elements;
  std::int64_t below;
};

/// Calls use(T()) with the type of an array's elements.
template <class Use>
void with_type(std::int32_t type, const Use& use) {
  if (type == TILEBRIDGE_FLOAT) use(float());
  if (type == TILEBRIDGE_DOUBLE) use(double());
  if (type == TILEBRIDGE_INT32) use(std::int32_t());
  if (type == TILEBRIDGE_INT64) use(std::int64_t());
}

template <class T>
void fill(std::span<T> values, const Random& random, std::int64_t below) {
  if constexpr (std::is_floating_point_v<T>) {
    fill_uniform(values, random);
  } else {
    const auto limit = static_cast<std::uint64_t>(std::max<std::int64_t>(below, 1));
#pragma omp parallel for if (values.size() >= worth_threads)
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<T>(random.bits(i) % limit);
  }
}

/// Says what is wrong with a pair's description of an array; "" if nothing is.
std::string problem_of(const tilebridge_array& array) {
  constexpr std::uint64_t most_elements = std::uint64_t{1} << 40U;  // the sizes of all can be added
  if (array.name == nullptr || *array.name == '\0') return "an array has no name";
  const std::string name = line_of(array.name);
  if (array.type < TILEBRIDGE_FLOAT || array.type > TILEBRIDGE_INT64)
    return fmt::format("the array '{}' has the unknown type {}", name, array.type);
  if (array.role < TILEBRIDGE_INPUT || array.role > TILEBRIDGE_PINNED_OUTPUT)
    return fmt::format("the array '{}' has the unknown role {}", name, array.role);
  if (array.elements > most_elements)
    return fmt::format("the array '{}' has {} elements, more than {}", name, array.elements,
                       most_elements);
  return "";
}

/// The first wrong elements, at most this number.
constexpr std::size_t searched_elements = 32;

std::vector<std::size_t> first_wrong_elements(const Validation& v) {
  std::vector<std::size_t> elements;
  for (const ElementRun& run : v.wrong_runs)
    for (std::size_t i = run.first; i < run.end() && elements.size() < searched_elements; ++i)
      elements.push_back(i);
  return elements;
}

/// The elements that are expected to have a value: how many there are, and the last one's index.
struct Place {
  std::size_t times = 0;
  std::size_t last = 0;
};

/// Returns a wrong element whose value is expected of exactly one other, if at least half of the
/// first wrong ones are such: one alone may be by chance.
template <class T>
std::optional<Misplaced> misplaced_of(const Validation& v, std::span<const T> got,
                                      std::span<const double> expected) {
  const std::vector<std::size_t> elements = first_wrong_elements(v);
  std::unordered_map<double, Place> places;  // NaN is never found
  for (const std::size_t i : elements) places.insert({static_cast<double>(got[i]), {}});
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (const auto found = places.find(expected[i]); found != places.end()) {
      ++found->second.times;
      found->second.last = i;
    }
  std::vector<Misplaced> misplaced;
  for (const std::size_t i : elements)
    if (const auto found = places.find(static_cast<double>(got[i]));
        found != places.end() && found->second.times == 1)
      misplaced.push_back({i, found->second.last});
  if (misplaced.empty() || 2 * misplaced.size() < elements.size()) return std::nullopt;
  return misplaced.front();
}

/// The expected elements of an array; none of an input.
struct ExpectedArray {
  std::vector<double> numbers;
  std::vector<std::int64_t> integers;  // of a model's output of TILEBRIDGE_INT64, instead
};
using Outputs = std::vector<ExpectedArray>;  // in the pair's order

class PairProblem final : public Problem {
 public:
  explicit PairProblem(const tilebridge_pair& pair) : pair_(pair) {}

  std::vector<Parameters> cases(Preset, Platform) const override {
    Parameters defaults;
    for (std::uint32_t i = 0; i < pair_.parameter_count; ++i)
      defaults.set(pair_.parameters[i].name, pair_.parameters[i].value);
    return {defaults};
  }

  std::vector<ArraySpec> arrays(const Parameters& p) const override {
    std::vector<ArraySpec> specs;
    for (const DescribedArray& array : described(p)) {
      with_type(array.type, [&]<class T>(T) {
        ArraySpec spec = output<T>(array.name, array.elements);
        spec.space = array.space;
        if (!array.is_output) {
          spec.role = Role::input;
          spec.exchangeable = sizeof(T);
          spec.fill = [below = array.below](std::span<std::byte> bytes, const Random& random) {
            fill(std::span(reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)), random,
                 below);
          };
        }
        specs.push_back(std::move(spec));
      });
    }
    return specs;
  }

  Work work(const Parameters& p) const override {
    tilebridge_work asked = {};
    called<UsageError>(of(p), [&] { pair_.work(values(p).data(), &asked); });
    for (const double amount : {asked.bytes_read, asked.bytes_written, asked.flops})
      if (!std::isfinite(amount) || amount < 0)
        throw UsageError(fmt::format("{}: its work is {} bytes or operations", of(p), amount));
    return {.bytes_read = asked.bytes_read,
            .bytes_written = asked.bytes_written,
            .flops = asked.flops,
            .to_device = pinned_bytes(p, Role::input),
            .to_host = pinned_bytes(p, Role::output)};
  }

  Arguments bind(const ArrayPointers& at, const Parameters& p) const override {
    PairArguments arguments{values(p), {}};
    for (const DescribedArray& array : described(p))
      arguments.arrays.push_back(at.get<void>(array.name));
    return Arguments(std::move(arguments));
  }

  Validation validate(const HostArrays& host, const Parameters& p) const override {
    const Outputs& expected = host.once<Outputs>("expected", [&] {
      return pair_.reference != nullptr ? of_reference(host, p) : as_they_are(host, p);
    });
    Validation all;
    std::size_t i = 0;
    for (const DescribedArray& array : described(p)) {
      if (array.is_output) {
        const Validation one = compared(host, array, expected[i]);
        all = all.elements == 0 ? one : both(all, one);
      }
      ++i;
    }
    return all;
  }

  std::vector<std::type_index> types() const override { return {typeid(PairArguments)}; }
  bool is_long_sum() const override { return false; }

 private:
  std::vector<std::int64_t> values(const Parameters& p) const {
    std::vector<std::int64_t> all;
    for (std::uint32_t i = 0; i < pair_.parameter_count; ++i)
      all.push_back(p[pair_.parameters[i].name]);
    return all;
  }

  double pinned_bytes(const Parameters& p, Role role) const {
    double bytes = 0;
    for (const ArraySpec& spec : arrays(p))
      if (spec.space == Space::pinned && spec.role == role)
        bytes += static_cast<double>(spec.bytes);
    return bytes;
  }

  /// The pair's description, which is asked for once.
  const std::vector<DescribedArray>& described(const Parameters& p) const {
    std::vector<DescribedArray>& known = described_[to_string(p)];
    if (known.empty()) known = asked_for(p);
    return known;
  }

  std::vector<DescribedArray> asked_for(const Parameters& p) const {
    std::vector<tilebridge_array> given(pair_.array_count);
    called<UsageError>(of(p), [&] { pair_.arrays(values(p).data(), given.data()); });
    std::vector<DescribedArray> arrays;
    for (const tilebridge_array& array : given) {
      if (const std::string problem = problem_of(array); !problem.empty())
        throw UsageError(fmt::format("{}: {}", of(p), problem));
      if (std::ranges::count(arrays, array.name, &DescribedArray::name) > 0)
        throw UsageError(fmt::format("{}: two arrays are called '{}'", of(p), line_of(array.name)));
      arrays.push_back({array.name, array.type,
                        array.role == TILEBRIDGE_OUTPUT || array.role == TILEBRIDGE_PINNED_OUTPUT,
                        array.role >= TILEBRIDGE_PINNED_INPUT ? Space::pinned : Space::device,
                        array.elements, array.below});
    }
    if (std::ranges::none_of(arrays, &DescribedArray::is_output))
      throw UsageError(fmt::format("{}: none of its arrays is an output", of(p)));
    return arrays;
  }

  /// "the pair 'axpy' describes itself wrongly, with n=1000".
  std::string of(const Parameters& p) const {
    return fmt::format("the pair '{}' describes itself wrongly, with {}", pair_.name,
                       p == Parameters() ? "no parameters" : to_string(p));
  }

  Outputs of_reference(const HostArrays& host, const Parameters& p) const {
    Outputs expected;
    std::vector<const void*> at;
    std::vector<double*> out;
    for (const DescribedArray& array : described(p)) {
      at.push_back(host.get<std::byte>(array.name).data());
      expected.push_back({std::vector<double>(array.is_output ? array.elements : 0), {}});
      out.push_back(array.is_output ? expected.back().numbers.data() : nullptr);
    }
    called<KernelFailed>("its reference",
                         [&] { pair_.reference(values(p).data(), at.data(), out.data()); });
    return expected;
  }

  Outputs as_they_are(const HostArrays& host, const Parameters& p) const {
    Outputs outputs;
    for (const DescribedArray& array : described(p)) {
      outputs.emplace_back();
      if (!array.is_output) continue;
      with_type(array.type, [&]<class T>(T) {
        const auto elements = host.get<T>(array.name);
        if constexpr (std::is_same_v<T, std::int64_t>)
          outputs.back().integers.assign(elements.begin(), elements.end());
        else
          outputs.back().numbers.assign(elements.begin(), elements.end());
      });
    }
    return outputs;
  }

  /// How far an element may be from an expected one.
  double bound(double expected) const {
    return std::isfinite(expected) ? pair_.tolerance * std::max(1.0, std::abs(expected)) : 0;
  }

  Validation compared(const HostArrays& host, const DescribedArray& array,
                      const ExpectedArray& expected) const {
    Validation result;
    with_type(array.type, [&]<class T>(T) {
      const std::span<const T> got = host.get<T>(array.name);
      if constexpr (std::is_same_v<T, std::int64_t>) {
        if (expected.integers.size() == got.size()) {
          result = compare_elements(got, [&](std::size_t i) {
            const std::int64_t value = expected.integers[i];
            return ExpectedInteger{value, bound(static_cast<double>(value))};
          });
          return;
        }
      }
      result = compare_elements(got, [&](std::size_t i) {
        return within(expected.numbers[i], bound(expected.numbers[i]));
      });
      if (!result.ok()) result.misplaced = misplaced_of(result, got, expected.numbers);
    });
    return result;
  }

  const tilebridge_pair& pair_;
  mutable std::map<std::string, std::vector<DescribedArray>> described_;  // by the parameters
};

}  // namespace

ProblemPointer problem_of_pair(const tilebridge_pair& pair) {
  return std::make_shared<PairProblem>(pair);
}

}  // namespace tilebridge::kernels
