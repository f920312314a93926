// The pair that `tilebridge run build/my_kernel.so` loads: what it asks, its arrays and work, a
// reference, and its models. `tilebridge explain` shows what stands between the [marks].
//- #include <stdexcept>
#include <tilebridge/pair_kokkos.hpp>

#include "my_kernel.hpp"

namespace {

using tilebridge::PairArray;
using tilebridge::PairCase;
using tilebridge::PairLaunch;
using tilebridge::PairPlatform;

class MyKernel final : public tilebridge::KokkosPair<MyKernel> {
 public:
  std::string name() const override { return "my_kernel"; }
  std::string question() const override { return "What does my kernel cost in each model?"; }

  /// Set by `--set n=64Mi`; without, the default.
  std::vector<tilebridge::PairParameter> parameters() const override {
    return {{"n", "elements", 1 << 24, 0, std::int64_t{1} << 32}};
  }

  /// Inputs are random numbers in [-1, 1).
  std::vector<PairArray> arrays(const std::int64_t* p) const override {
    const auto n = static_cast<std::size_t>(p[0]);
    return {PairArray::input<double>("x", n), PairArray::input<double>("y0", n),
            PairArray::output<double>("y", n)};
  }

  /// Counts what the algorithm has to read, write and compute.
  tilebridge_work work(const std::int64_t* p) const override {
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = 16 * n, .bytes_written = 8 * n, .flops = 2 * n};
  }

  /// Leave both out, and the models validate each other.
  bool has_reference() const override { return true; }
  void expected(const PairCase& c, double* const* outputs) const override {
    const Arguments a = arguments(c);
    for (std::int64_t i = 0; i < a.n; ++i) outputs[2][i] = Arguments::a * a.x[i] + a.y0[i];
  }
  /// Relative to the larger of an element and 1. A multiply-add may round once or twice.
  double tolerance() const override { return 1e-15; }

  //= PairLaunch native(const PairCase& c, PairPlatform platform, void* queue) const override {
  //=   const Arguments a = arguments(c);
  //=   if (platform == PairPlatform::host) return [a] { native_on_host(a); };
  //=   return [a, queue] { native_on_gpu(a, queue); };
  //= }
  //* /// The others are compared with the first.
  //* std::vector<std::string> models() const override { return {NAMES}; }
  //- /// Every file is compiled for a GPU, or none.
  //- bool has(PairPlatform platform, const std::string& /* model */) const override {
  //- #if defined(__CUDACC__)
  //-   return platform == PairPlatform::host || platform == PairPlatform::cuda;
  //- #elif defined(__HIPCC__)
  //-   return platform == PairPlatform::host || platform == PairPlatform::hip;
  //- #else
  //-   return platform == PairPlatform::host;
  //- #endif
  //- }
  //* PairLaunch prepare(const std::string& model, const PairCase& c, PairPlatform platform,
  //*                    void* queue) const override {
  //*   if (model == "MODEL") return launch(MODEL_on_host, MODEL_on_gpu, c, platform, queue);
  //*+   return KokkosPair::prepare(model, c, platform, queue);
  //-   throw std::invalid_argument("no model is called " + model);
  //* }

  //+ // [kokkos]
  //+ template <class Space>
  //+ PairLaunch kokkos_on(const Space& space, const PairCase& c) const {
  //+   const Arguments a = arguments(c);
  //+   return [space, a] {
  //+     Kokkos::parallel_for(
  //+         "my_kernel", Kokkos::RangePolicy<Space>(space, 0, a.n),
  //+         KOKKOS_LAMBDA(std::int64_t i) { a.y[i] = Arguments::a * a.x[i] + a.y0[i]; });
  //+   };
  //+ }
  //+ // [/]

 private:
  //* template <class OnHost, class OnGpu>
  //* static PairLaunch launch(OnHost on_host, OnGpu on_gpu, const PairCase& c,
  //*                          PairPlatform platform, void* queue) {
  //*   const Arguments a = arguments(c);
  //*   if (platform == PairPlatform::host) return [on_host, a] { on_host(a); };
  //*   return [on_gpu, a, queue] { on_gpu(a, queue); };
  //* }
  static Arguments arguments(const PairCase& c) {
    return {c.array<const double>(0), c.array<const double>(1), c.array<double>(2),
            c.parameters[0]};
  }
};

}  // namespace

TILEBRIDGE_EXPORT_PAIR(MyKernel)
