// SPDX-License-Identifier: Apache-2.0
// An exercise is a pair of a good native kernel, the reference, and the learner's kernel, which is
// in CUDA, or in Kokkos where pair_kokkos.hpp is included before this file.
//
//   struct Tile { … };                                 // the problem: see Exercise
//   void reference(const Arguments& a, void* queue);   // native code
//   void yours(const Arguments& a, void* queue);       // or, in Kokkos, const Space& space
//   TILEBRIDGE_EXPORT_EXERCISE(Tile)
//
// `tilebridge new --exercise` writes them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <tilebridge/cuda_on_host.hpp>
#include <tilebridge/pair.hpp>
#include <vector>

namespace tilebridge {

/// Whether this is compiled for a GPU. Otherwise the exercise can be right, but has no grade, and
/// its default sizes are small.
constexpr bool on_gpu = compiled_for != PairPlatform::host;

/// Memory of the platform.
inline std::shared_ptr<void> memory_of(std::size_t bytes) {
  void* memory = nullptr;
#if defined(__HIPCC__)
  if (hipMalloc(&memory, bytes) != hipSuccess) throw std::bad_alloc();
  return {memory, [](void* p) { static_cast<void>(hipFree(p)); }};
#elif defined(__CUDACC__)
  if (cudaMalloc(&memory, bytes) != cudaSuccess) throw std::bad_alloc();
  return {memory, [](void* p) { cudaFree(p); }};
#else
  constexpr std::size_t aligned = 256;  // as on a GPU: sectors are counted
  memory = std::aligned_alloc(aligned, (bytes / aligned + 1) * aligned);
  if (memory == nullptr) throw std::bad_alloc();
  return {memory, [](void* p) { std::free(p); }};
#endif
}

/// Streams besides the queue. They are made once, and kept.
class Streams {
 public:
  Streams() = default;
  explicit Streams(int count) {
    for (int i = 0; i < count; ++i) {
      cudaStream_t stream = nullptr;
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      streams_.emplace_back(stream,
                            [](cudaStream_t s) { static_cast<void>(cudaStreamDestroy(s)); });
    }
  }
  cudaStream_t operator[](std::size_t i) const { return streams_[i].get(); }

 private:
  std::vector<std::shared_ptr<std::remove_pointer_t<cudaStream_t>>> streams_;
};

#ifdef KOKKOS_VERSION
/// Instances of Kokkos's execution space besides the one that is timed. On a GPU each is a stream
/// of its own; a host's have no order of their own.
template <class Space = Kokkos::DefaultExecutionSpace>
std::vector<Space> instances(int count) {
  const Space space;
  if constexpr (on_gpu) {
    using namespace Kokkos::Experimental;  // the namespace of partition_space in Kokkos 4
    return partition_space(space, std::vector<int>(static_cast<std::size_t>(count), 1));
  } else {
    return std::vector(static_cast<std::size_t>(count), space);
  }
}
#endif

/// Sums the (2 · radius + 1)² elements around each one of a matrix; 0 is outside. Rows are summed
/// first: a matrix for a GPU has many elements.
inline void sums_around(const std::int32_t* in, std::int64_t rows, std::int64_t cols, int radius,
                        double* out) {
  std::vector<std::int32_t> of_rows(static_cast<std::size_t>(rows * cols));
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < cols; ++x)
      for (std::int64_t near = std::max(x - radius, std::int64_t{0});
           near <= std::min(x + radius, cols - 1); ++near)
        of_rows[static_cast<std::size_t>(y * cols + x)] += in[y * cols + near];
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < cols; ++x) {
      out[y * cols + x] = 0;
      for (std::int64_t near = std::max(y - radius, std::int64_t{0});
           near <= std::min(y + radius, rows - 1); ++near)
        out[y * cols + x] += of_rows[static_cast<std::size_t>(near * cols + x)];
    }
}

template <class Problem>
class Exercise;

#ifdef KOKKOS_VERSION
template <class Problem>
using ExerciseModels = KokkosPair<Exercise<Problem>>;
#else
template <class Problem>
using ExerciseModels = Pair;
#endif

/// `Problem` has, all static: `name`, `question` and `grade` (tilebridge_pair_exercise() in
/// pair.h); parameters(), arrays() and work() as in Pair; workspace_bytes(); arguments(), what
/// every kernel is given; expected(), which computes the outputs from it.
template <class Problem>
class Exercise final : public ExerciseModels<Problem> {
 public:
  std::string name() const override { return Problem::name; }
  std::string question() const override { return Problem::question; }
  std::vector<PairParameter> parameters() const override { return Problem::parameters(); }
  std::vector<PairArray> arrays(const std::int64_t* p) const override { return Problem::arrays(p); }
  tilebridge_work work(const std::int64_t* p) const override { return Problem::work(p); }

  bool has_reference() const override { return true; }
  void expected(const PairCase& c, double* const* outputs) const override {
    Problem::expected(Problem::arguments(c, nullptr), outputs);
  }

  bool has(PairPlatform platform, const std::string&) const override {
    return platform == compiled_for;
  }
  PairLaunch prepare(const std::string& model, const PairCase& c, PairPlatform platform,
                     void* queue) const override {
    if (model == "native") {
      const auto [a, workspace] = with_workspace(c);
      return
          [a = a, workspace = workspace, queue] { in_order(queue, [&] { reference(a, queue); }); };
    }
#ifdef KOKKOS_VERSION
    return ExerciseModels<Problem>::prepare(model, c, platform, queue);
  }
  template <class Space>
  PairLaunch kokkos_on(const Space& space, const PairCase& c) const {
    if constexpr (std::is_same_v<Space, Kokkos::DefaultExecutionSpace>) {
      const auto [a, workspace] = with_workspace(c);
      return [a = a, workspace = workspace, space] { yours(a, space); };
    } else {
      throw std::runtime_error("built for a GPU");
    }
  }
#else
    static_cast<void>(platform);
    const auto [a, workspace] = with_workspace(c);
    return [a = a, workspace = workspace, queue] { in_order(queue, [&] { yours(a, queue); }); };
  }
  std::vector<std::string> models() const override { return {"native", "yours"}; }
#endif

 private:
  static auto with_workspace(const PairCase& c) {
    const std::shared_ptr<void> workspace = memory_of(Problem::workspace_bytes(c.parameters));
    return std::pair(Problem::arguments(c, workspace.get()), workspace);
  }
};

}  // namespace tilebridge

/// Once per object, outside of namespaces.
#define TILEBRIDGE_EXPORT_EXERCISE(Problem)                                                  \
  TILEBRIDGE_EXPORT_PAIR(tilebridge::Exercise<Problem>)                                      \
  extern "C" __attribute__((visibility("default"))) const char* tilebridge_pair_exercise() { \
    return Problem::grade;                                                                   \
  }
