// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/vector_load.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::vector_load_experiment {

/// A thread accesses `items` vectors of `width` elements; the first threads each handle one of the
/// elements left over. A thread's vectors are as far apart as a range has indices, in other forms
/// as a block has threads.
template <int width>
std::vector<Kernel> vectors_of(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const bool in_range = form.is_kokkos_in_loops();
  const int block_size = flat_block_size(form), element = real_bytes(p), bytes = width * element;
  const std::int64_t n = p["n"], items = p["items"], vectors = n / width, left_over = n % width;
  const std::int64_t indices = std::max((vectors + items - 1) / items, left_over);

  const Address whole = [=](Thread thread, std::int64_t step) {
    const std::int64_t i = thread.block * block_size + thread.rank;
    if (in_range && i >= indices) return inactive;
    const std::int64_t vector =
        in_range ? i + step * indices : (thread.block * items + step) * block_size + thread.rank;
    return vector < vectors ? vector * bytes : inactive;
  };
  const Address rest =
      each(left_over, block_size, element, [=](std::int64_t i) { return vectors * width + i; });
  const std::int64_t blocks = in_range
                                  ? blocks_for(indices, block_size)
                                  : blocks_for(n, static_cast<int>(width * block_size * items));
  return {{blocks,
           block_size,
           {load("in", bytes, whole, items), store("out", bytes, whole, items),
            load("in", element, rest), store("out", element, rest)}}};
}

template <class T>
struct ScaleProblem {
  VectorScale<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in"), arrays.output<T>("out"), p.as_size("n"), p.as_int("items")};
  }
  Work work(const Parameters& p) const { return copied<T>(p["n"], 1); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_each<T>(host, [](T in) { return exactly(2.0 * static_cast<float>(in)); });
  }
  Cases cases = {.quick = every({{"n", {32 * Mi}}, {"items", {1, 2, 4}}}),
                 .full = {{{"n", 32 * Mi}, {"items", 1}},
                          {{"n", 256 * Mi}, {"items", 1}},
                          {{"n", 32 * Mi}, {"items", 2}},
                          {{"n", 256 * Mi}, {"items", 2}},
                          {{"n", 32 * Mi}, {"items", 4}},
                          {{"n", 256 * Mi}, {"items", 4}}},
                 .host_quick = every({{"n", {Mi}}, {"items", {1, 2, 4}}}),
                 .host = every({{"n", {32 * Mi}}, {"items", {1, 2, 4}}})};
};

void describe(Experiment& e) {
  e.problem = problem_in<ScaleProblem, float, Half, BFloat16>();
  e.pattern = Pattern::flat;
  e.question = "What do wider loads, and more of them per thread, save?";
  e.parameters = {
      {"n", "elements of each array", 32 * Mi, 0, 16 * Gi},
      {"items",
       "vectors per thread, all loaded before the first is stored; a block's width apart, in "
       "ranges the launch's width apart",
       1, 1, 4},
  };
  e.variants = {
      loops("float1",
            "out[i] = 2·in[i] by loads and stores of one element: 4 bytes, 2 in half precision",
            vectors_of<1>),
      loops("float2", "the same by loads and stores of two elements", Pattern::flat_vector,
            vectors_of<2>),
      loops("float4",
            "the same by loads and stores of four elements: 16 bytes, 8 in half precision",
            Pattern::flat_vector, vectors_of<4>),
      tuned_on_gpu("float4_small_blocks", "vectors of 16 bytes in blocks of 128 threads",
                   OnlyAt("items", 1)),
      vendor("transform", "float4_small_blocks", "CUB's DeviceTransform, which copies in bulk",
             OnlyAt("items", 1)),
  };
  add_rewritten(e, {"float1", "float2"},
                "teams of 256 threads by raw team rank, a thread's vectors a block's width apart",
                {"policies/range"});
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0,   1,   2,    3,    4,    5,    255,  256,  257,  511,  512,
                       513, 515, 1023, 1024, 1025, 2047, 2049, 4095, 4097, 4099, 100003}},
                {"items", {1, 2, 3, 4}}}}};
}

}  // namespace tilebridge::vector_load_experiment
