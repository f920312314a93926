// SPDX-License-Identifier: Apache-2.0
// A working set is added again and again to words that stream through, 16 bytes per index of a
// RangePolicy. Rewritten kernels take 16 bytes per thread of a team, or set CUDA's access policy on
// the instance's stream.
#include "catalogue/memory/residency.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"
#include "base/error.hpp"

namespace tilebridge::kokkos::residency_experiment {
namespace {

using Word = std::uint32_t;

struct alignas(16) Words {
  Word values[4];
};

/// Index i takes vector i, and the i-th of the words that fill no vector.
template <class Exec>
void plain(const SetSums& s, const Exec& exec) {
  constexpr int width = sizeof(Words) / sizeof(Word);
  const std::int64_t vectors = s.n / width, rest = s.n % width, whole = s.n - rest;
  const int set_size = s.set_words;
  const Vector<const Word, Exec> set_words(s.set, set_size), in_rest(s.in + whole, rest);
  const Vector<Word, Exec> out_rest(s.out + whole, rest);
  const Vector<const Words, Exec> set(reinterpret_cast<const Words*>(s.set), set_size / width);
  const Vector<const Words, Exec> in(reinterpret_cast<const Words*>(s.in), vectors);
  const Vector<Words, Exec> out(reinterpret_cast<Words*>(s.out), vectors);
  Kokkos::parallel_for(
      "residency", RangePolicy<Exec>(exec, 0, std::max(vectors, rest)),
      KOKKOS_LAMBDA(std::int64_t i) {
        if (i < vectors) {
          const Words own = set(i % (set_size / width));
          Words words = in(i);
          for (int k = 0; k < width; ++k) words.values[k] += own.values[k];
          out(i) = words;
        }
        if (i < rest) out_rest(i) = in_rest(i) + set_words((whole + i) % set_size);
      });
}

using namespace techniques;

template <class Exec>
struct AddSet {
  static constexpr int width = pack_width<Word>;

  Vector<const Pack<Word>, Exec> set;
  Packs<const Word, width, Exec> in;
  Packs<Word, width, Exec> out;
  Vector<const Word, Exec> set_words;

  explicit AddSet(const SetSums& s)
      : set(packs_of<Exec>(s.set, static_cast<std::size_t>(s.set_words))),
        in(s.in, static_cast<std::size_t>(s.n)),
        out(s.out, static_cast<std::size_t>(s.n)),
        set_words(s.set, static_cast<std::size_t>(s.set_words)) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (i < in.whole.extent(0)) {
      const Pack<Word> own = set(static_cast<unsigned>(i) % static_cast<unsigned>(set.extent(0)));
      Pack<Word> words = in.whole(i);
      unrolled<width>([&](int k) { words.values[k] += own.values[k]; });
      out.whole(i) = words;
    }
    if (i < in.rest.extent(0))
      out.rest(i) = in.rest(i) + set_words((in.whole.extent(0) * width + i) % set_words.extent(0));
  }
};

template <class Exec>
void plain_rewritten(const SetSums& s, const Exec& exec) {
  const AddSet<Exec> functor(s);
  for_each_element<SetSums::block_size>("residency/teams", exec, functor.in.threads(), functor);
}

#ifdef TILEBRIDGE_KOKKOS_GPU
#ifdef KOKKOS_ENABLE_CUDA
void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

int attribute(cudaDeviceAttr name) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&value, name, device));
  return value;
}

std::size_t persisting_bytes() {
  std::size_t bytes = 0;
  check(cudaDeviceGetLimit(&bytes, cudaLimitPersistingL2CacheSize));
  return bytes;
}

constexpr std::size_t largest_part = std::numeric_limits<std::size_t>::max();  // of L2, to persist

/// The part of L2 where lines persist, which other data lose. It has `wanted` bytes, or the most
/// that the device allows, while a launch that needs them exists; before and after, it has none.
class SetAside {
 public:
  explicit SetAside(std::size_t wanted) {
    const auto most = static_cast<std::size_t>(attribute(cudaDevAttrMaxPersistingL2CacheSize));
    const cudaError_t status =
        cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::min(wanted, most));
    cudaGetLastError();  // not a sticky error: clear it
    bytes_ = status == cudaSuccess ? persisting_bytes() : 0;
    if (bytes_ == 0) throw Unavailable("this device sets no part of L2 aside");
  }
  SetAside(const SetAside&) = delete;
  SetAside& operator=(const SetAside&) = delete;
  ~SetAside() {
    cudaCtxResetPersistingL2Cache();
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
  }

  std::size_t bytes() const { return bytes_; }
  /// Goes before each launch: the end of another prepared launch may have given the part back.
  void ensure() const {
    if (persisting_bytes() != bytes_)
      check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes_));
  }

 private:
  std::size_t bytes_ = 0;
};

/// Sets the policy of the launches that follow on the stream.
void set_window(const cudaAccessPolicyWindow& window, cudaStream_t stream) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = window;
  check(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
}

/// The window is the set, of which as large a share persists as fits.
cudaAccessPolicyWindow window_of(const SetSums& s, std::size_t set_aside) {
  const auto most = static_cast<std::size_t>(attribute(cudaDevAttrMaxAccessPolicyWindowSize));
  const double share = static_cast<double>(set_aside) / static_cast<double>(s.set_bytes());
  cudaAccessPolicyWindow window = {};
  window.base_ptr = const_cast<Word*>(s.set);
  window.num_bytes = std::min(s.set_bytes(), most);
  window.hitRatio = static_cast<float>(std::min(share, 1.0));
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyStreaming;
  return window;
}

template <bool fitted>
auto prepare_window(const SetSums& s, const GpuExecution& exec) {
  const auto set_aside = std::make_shared<const SetAside>(fitted ? s.set_bytes() : largest_part);
  return [s, exec, set_aside, window = window_of(s, set_aside->bytes())] {
    set_aside->ensure();
    set_window(window, exec.cuda_stream());
    plain(s, exec);
    set_window({}, exec.cuda_stream());
  };
}
#else
template <bool fitted>
auto prepare_window(const SetSums&, const GpuExecution&) -> kernels::PreparedLaunch {
  throw NoEquivalent("HIP has no access policy window");
}
#endif
#endif

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("residency/plain", plain<Exec>);
  kokkos.add("residency/plain_rewritten", plain_rewritten<Exec>);
#ifdef TILEBRIDGE_KOKKOS_GPU
  if constexpr (!is_host<Exec>) {
    kokkos.add_prepared("residency/window_rewritten", prepare_window<false>);
    kokkos.add_prepared("residency/window_fitted_rewritten", prepare_window<true>);
  }
#endif
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::residency_experiment
