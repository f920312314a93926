// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/vector_load.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::vector_load_experiment {

/// `items` vectors of `width` elements per thread; the first threads each handle one of the
/// elements left over.
class Vectors {
 public:
  Vectors(int width, int block_size, const Parameters& p)
      : width_(width),
        block_size_(block_size),
        element_(real_bytes(p)),
        n_(p["n"]),
        items_(p["items"]) {}

  /// A RangePolicy: a thread's vectors are as far apart as the launch has threads.
  Kernel in_range() const {
    const std::int64_t threads = std::max((vectors() + items_ - 1) / items_, n_ % width_);
    return kernel(blocks_for(threads, block_size_),
                  [=, t = *this](Thread thread, std::int64_t step) {
                    const std::int64_t i = thread.block * t.block_size_ + thread.rank;
                    return i < threads ? i + step * threads : t.vectors();
                  });
  }
  /// Each block has its own vectors: those of a thread are as far apart as the block has threads.
  Kernel in_blocks() const {
    const auto elements_of_block = static_cast<int>(width_ * block_size_ * items_);
    return kernel(blocks_for(n_, elements_of_block), [t = *this](Thread thread, std::int64_t step) {
      return (thread.block * t.items_ + step) * t.block_size_ + thread.rank;
    });
  }

 private:
  std::int64_t vectors() const { return n_ / width_; }  // whole ones

  /// A thread accesses vector vector_of(thread, step) at a step, if there is such a vector.
  template <class VectorOf>
  Kernel kernel(std::int64_t blocks, const VectorOf& vector_of) const {
    const int bytes = width_ * element_;
    const Address whole = [=, t = *this](Thread thread, std::int64_t step) {
      const std::int64_t vector = vector_of(thread, step);
      return vector < t.vectors() ? vector * bytes : inactive;
    };
    const Address rest = each(n_ % width_, block_size_, element_,
                              [t = *this](std::int64_t i) { return t.vectors() * t.width_ + i; });
    return {blocks,
            block_size_,
            {load("in", bytes, whole, items_), store("out", bytes, whole, items_),
             load("in", element_, rest), store("out", element_, rest)}};
  }

  int width_;  // elements per vector
  int block_size_;
  int element_;  // bytes
  std::int64_t n_;
  std::int64_t items_;
};

template <int width>
std::vector<Kernel> vectors_of(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const Vectors vectors(width, flat_block_size(form), p);
  return {form.is_kokkos_in_loops() ? vectors.in_range() : vectors.in_blocks()};
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
