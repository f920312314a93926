// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/stride.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::stride_experiment {

/// The number of elements that a stride visits out of n.
std::size_t touched(const Parameters& p) {
  return (p.as_size("n") + p.as_size("stride") - 1) / p.as_size("stride");
}

FlatLoop strided_loop(const ModelForm& form, const Parameters& p) {
  return {form, static_cast<std::int64_t>(touched(p)), real_bytes(p)};
}

auto strided(const Parameters& p) {
  return [stride = p["stride"]](std::int64_t i) { return i * stride; };
}

std::vector<Kernel> add(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop = strided_loop(form, p);
  return {loop.kernel(
      {loop.load("a", strided(p)), loop.load("b", strided(p)), loop.store("c", strided(p))})};
}

std::vector<Kernel> copy(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop = strided_loop(form, p);
  return {loop.kernel({loop.load("in", strided(p)), loop.store("out", in_order)})};
}

std::vector<Kernel> wrapped(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], real_bytes(p));
  const auto wrapped = [n = p["n"], stride = p["stride"]](std::int64_t i) {
    return i * stride % n;
  };
  return {loop.kernel({loop.load("in", wrapped), loop.store("out", in_order)})};
}

Cases strides(std::int64_t n, std::vector<Parameters> more_in_full = {}) {
  const std::vector<Value> few = {1, 2, 4, 32};
  return {.quick = every({{"n", {n}}, {"stride", few}}),
          .standard = every({{"n", {n}}, {"stride", {1, 2, 4, 8, 16, 32}}}),
          .more_in_full = std::move(more_in_full),
          .host_quick = every({{"n", {Mi}}, {"stride", few}})};
}

const Cases large_sizes = strides(32 * Mi, {{{"n", 256 * Mi}, {"stride", 1}}});

template <class T>
struct AddProblem {
  StridedAdd<T> make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.a = arrays.uniform<T>("a", n),
            .b = arrays.uniform<T>("b", n),
            .c = arrays.output<T>("c", n),
            .count = touched(p),
            .stride = p.as_size("stride")};
  }
  Work work(const Parameters& p) const { return combined<T>(touched(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto a = host.get<T>("a");
    const auto b = host.get<T>("b");
    return compare_elements(host.get<T>("c"), [&, stride = p.as_size("stride")](std::size_t i) {
      return i % stride == 0 ? sum_of_two(a[i], b[i]) : untouched();
    });
  }
  Cases cases = large_sizes;
};

template <class T>
struct CopyProblem {
  StridedCopy<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", p.as_size("n")),
            .out = arrays.output<T>("out", touched(p)),
            .count = touched(p),
            .stride = p.as_size("stride")};
  }
  Work work(const Parameters& p) const { return copied<T>(touched(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_from<T>(host, [&, stride = p.as_size("stride")](auto in, std::size_t i) {
      return exactly(in[i * stride]);
    });
  }
  Cases cases = large_sizes;
};

template <class T>
struct WrappedProblem {
  WrappedCopy<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in"), arrays.output<T>("out"), p.as_size("n"), p.as_size("stride")};
  }
  Work work(const Parameters& p) const { return copied<T>(p["n"], 1); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_from<T>(host, [&, stride = p.as_size("stride")](auto in, std::size_t i) {
      return exactly(2.0 * in[i * stride % in.size()]);
    });
  }
  Cases cases = strides(4 * Mi);
};

void describe(Experiment& e) {
  const ProblemPointer of_wrapped = problem_in_reals<WrappedProblem>();
  e.problem = problem_in_reals<CopyProblem>();
  e.pattern = Pattern::flat;
  e.known = KnownKernel{"copy", "copy", OnlyAt("stride", 1)};
  e.question = "What does a stride between threads cost?";
  e.parameters = {
      {"n", "elements of each array; a stride of s visits every s-th", 32 * Mi, 0, 16 * Gi},
      {"stride", "distance between neighbouring threads' elements, in elements", 32, 1, 1 << 20},
  };
  e.variants = {
      loops("add", "c[i·s] = a[i·s] + b[i·s], one element per thread",
            problem_in_reals<AddProblem>(), add),
      loops("copy", "out[i] = in[i·s], one element per thread", copy),
      loops("wrapped", "out[i] = 2·in[(i·s) mod n], one element per thread", of_wrapped, wrapped),
      loops("read", "out[i] = 2·in[i]: `wrapped` at a stride of 1, without its remainder",
            OnlyAt("stride", 1), of_wrapped, wrapped),
      tuned_on_gpu("vector_copy", "copy of a 16-byte vector per thread, in blocks of 128 threads",
                   OnlyAt("stride", 1)),
      vendor("driver_copy", "vector_copy", "the driver's own device-to-device copy",
             OnlyAt("stride", 1)),
      vendor("transform_copy", "copy", "CUB's DeviceTransform, which copies in bulk",
             OnlyAt("stride", 1)),
      vendor("transform_add", "add", "the same of a sum of two arrays", OnlyAt("stride", 1),
             problem_in_reals<AddProblem>()),
  };
  add_rewritten(e, {"add", "copy", "wrapped", "read"}, by_raw_rank, {"policies/range"});
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n",
                            {0, 1, 2, 3, 4, 5, 31, 255, 256, 257, 510, 511, 512, 513, 515, 1009,
                             65536, 100003}},
                           {"stride", {1, 2, 3, 32, 1000}}}}};
}

}  // namespace tilebridge::stride_experiment
