// SPDX-License-Identifier: Apache-2.0
// A model of no use: what the smallest model consists of. It has one experiment, for hosts, in two
// forms.
#include "build_info.hpp"
#include "catalogue/coalescing/stride.hpp"
#include "git_state.hpp"
#include "kernels/exported_model.hpp"

namespace tilebridge::sample {
namespace {

using Kernels = kernels::Registrar<int>;

template <class T>
void by_indices(const StridedCopy<T>& s, int) {
  for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
}

template <class T>
void by_loops(const StridedCopy<T>& s, int) {
  const T* in = s.in;
  for (T* out = s.out; out != s.out + s.count; ++out, in += s.stride) *out = *in;
}

class Contents final : public kernels::ModelContents {
 public:
  Description describe() const override {
    return {.build = shared_headers,
            .key = "sample",
            .label = "Sample",
            .release = "0.9",
            .compiler = build_info::cxx_compiler,
            .flags = build_info::cxx_flags,
            .platforms = {Platform::host}};
  }
  void add(Platform /*host*/, int threads, kernels::Registry& registry,
           const CurrentQueue& /*queue*/) override {
    Kernels sample(registry, [threads] { return threads; });
    sample.in(Form::indices).add("stride/copy", by_indices<float>);
    sample.in(Form::indices).add("stride/copy", by_indices<double>);
    sample.in(Form::loops).add("stride/copy", by_loops<float>);
    sample.in(Form::loops).add("stride/copy", by_loops<double>);
  }
};

}  // namespace
}  // namespace tilebridge::sample

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static tilebridge::sample::Contents contents;
  return tilebridge::kernels::exported(contents);
}
