// SPDX-License-Identifier: Apache-2.0
// A working set is added again and again to words that stream through, 16 bytes per index of a
// RangePolicy. Rewritten kernels take 16 bytes per thread of a team, or set CUDA's access policy on
// the instance's stream.
#include "catalogue/memory/residency.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include "backends/cache/persistence.hpp"
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
template <bool fitted>
auto prepare_window(const SetSums& s, const GpuExecution& exec) {
  const std::size_t bytes = s.set_bytes();
  const auto set_aside =
      std::make_shared<const cache::SetAside>(fitted ? bytes : cache::largest_part);
  const double share = set_aside->share_of(bytes);
  return [s, exec, set_aside, window = cache::window_of(s.set, bytes, share)] {
    set_aside->ensure();
    cache::set_window(window, exec.cuda_stream());
    plain(s, exec);
    cache::set_window({}, exec.cuda_stream());
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
