// SPDX-License-Identifier: Apache-2.0
// One word per index of a RangePolicy, or in the rewritten form per thread of a team, stored apart
// or to the same place by all.
#include "catalogue/execution/same_word.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::same_word_experiment {
namespace {

template <class Exec>
void apart(const SameWord& s, const Exec& exec) {
  const Vector<const std::uint32_t, Exec> in(s.in, s.n);
  const Vector<std::uint32_t, Exec> out(s.out, s.words);
  Kokkos::parallel_for(
      "same_word/apart", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(s.n)),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i); });
}

template <class Exec>
void plain_store(const SameWord& s, const Exec& exec) {
  const Vector<const std::uint32_t, Exec> in(s.in, s.n);
  const Vector<std::uint32_t, Exec> out(s.out, s.words);
  Kokkos::parallel_for(
      "same_word/plain_store", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(s.n)),
      KOKKOS_LAMBDA(std::int64_t i) { out(i % SameWord::block_size) = in(i); });
}

template <class Exec>
void atomic_exchange(const SameWord& s, const Exec& exec) {
  const Vector<const std::uint32_t, Exec> in(s.in, s.n);
  const Vector<std::uint32_t, Exec> out(s.out, s.words);
  Kokkos::parallel_for(
      "same_word/atomic_exchange", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(s.n)),
      KOKKOS_LAMBDA(std::int64_t i) {
        Kokkos::atomic_exchange(&out(i % SameWord::block_size), in(i));
      });
}

using namespace techniques;

template <class Exec>
struct Apart {
  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;

  explicit Apart(const SameWord& s) : in(s.in, s.n), out(s.out, s.words) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

template <class Exec>
void apart_rewritten(const SameWord& s, const Exec& exec) {
  for_each_element<SameWord::block_size>("same_word/apart_rewritten", exec, s.n, Apart<Exec>(s));
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // threads of a host that store to one word have a data race
    kokkos.add("same_word/apart", apart<Exec>);
    kokkos.add("same_word/plain_store", plain_store<Exec>);
    kokkos.add("same_word/atomic_exchange", atomic_exchange<Exec>);
    kokkos.add("same_word/apart_rewritten", apart_rewritten<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::same_word_experiment
