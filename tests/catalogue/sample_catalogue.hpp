// SPDX-License-Identifier: Apache-2.0
// Two small experiments, for tests of what is handed a catalogue: a variant of every level and of
// every model, for both platforms or for GPUs only.
#pragma once

#include "catalogue/catalogue.hpp"

namespace tilebridge {

template <class T>
struct Scaled {
  const T* in;  // null where the numbers are scaled in place
  T* out;
  std::size_t n;
};

template <class T>
struct ScaleProblem {
  bool in_place = false;

  Scaled<T> make(ArrayList& arrays, const Parameters& p) const {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {in_place ? nullptr : arrays.uniform<T>("in", n), arrays.output<T>("out", n), n};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(p["n"]) * sizeof(T);
    return {.bytes_read = bytes, .bytes_written = bytes};
  }
  Validation validate(const HostArrays&, const Parameters&) const { return {}; }
  std::vector<Parameters> cases(Preset preset, Platform) const {
    const Parameters small = {{"n", 1024}, {"stride", 2}};
    if (preset == Preset::quick) return {small};
    return {small, {{"n", 4096}, {"stride", 1}}};
  }
};

inline std::vector<Parameter> scale_parameters() {
  return {{"n", "numbers", 1024, 0, 1 << 20}, {"stride", "between them", 1, 1, 32}};
}

inline Experiment scale() {
  const ProblemPointer to_another = problem_in_reals<ScaleProblem>();
  const ProblemPointer in_place = problem_in_reals<ScaleProblem>(true);
  const std::vector<Support> kokkos = {{Model::kokkos, {Platform::host, Platform::cuda}}};
  Experiment e;
  e.name = "scale";
  e.family = Family::coalescing;
  e.question = "What does it cost to scale numbers?";
  e.parameters = scale_parameters();
  e.variants = {
      {.name = "direct",
       .technique = "one number per thread",
       .models = native_and_kokkos(),
       .problem = to_another},
      {.name = "in_place",
       .technique = "the same, over the input",
       .models = native_and_kokkos(),
       .problem = in_place},
      rewritten("direct", "raw team ranks"),
      {.name = "contiguous",
       .technique = "neighbouring numbers only",
       .models = native_and_kokkos(),
       .only_at = std::pair("stride", 1),
       .problem = to_another},
      {.name = "vectors",
       .form = Form::tuned,
       .technique = "four numbers per thread",
       .models = native_and_kokkos_on_gpu(),
       .problem = to_another},
      {.name = "range",
       .form = Form::builtin,
       .technique = "a RangePolicy",
       .models = kokkos,
       .stands_for = "direct",
       .problem = to_another},
      {.name = "library",
       .form = Form::vendor,
       .technique = "a vendor's library",
       .models = {{Model::native, {Platform::cuda}}},
       .stands_for = "vectors",
       .problem = to_another},
  };
  return e;
}

/// Measures two ceilings, one of them on GPUs only.
inline Experiment peak() {
  Experiment e;
  e.name = "peak";
  e.family = Family::hierarchy;
  e.question = "How fast can it be?";
  e.parameters = scale_parameters();
  e.variants = {
      {.name = "copy",
       .form = Form::tuned,
       .technique = "all numbers",
       .models = native_and_kokkos(),
       .ceiling_of = Rate::copy,
       .problem = problem(ScaleProblem<float>{})},
      {.name = "cached",
       .form = Form::tuned,
       .technique = "the same numbers again",
       .models = {{Model::native, {Platform::cuda}}, {Model::kokkos, {}, "Kokkos has none"}},
       .ceiling_of = Rate::l2,
       .problem = problem(ScaleProblem<float>{})},
  };
  return e;
}

inline Catalogue sample_catalogue() { return Catalogue({scale(), peak()}); }

}  // namespace tilebridge
