// SPDX-License-Identifier: Apache-2.0
// Kokkos's own reduction and copy, and the kernels that are fastest in native code.
#include "catalogue/hierarchy/bandwidth.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/fma_chains.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::bandwidth_experiment {
namespace {

template <class Exec>
void read_range(const ReadBandwidth& r, const Exec& exec) {
  const Vector<const float, Exec> in(r.in, r.n);
  // The result goes into a View: a scalar result would wait for the device.
  const Unmanaged<float, Kokkos::LayoutRight, Exec> result(r.result);
  Kokkos::parallel_reduce(
      "bandwidth/read_range", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(r.n)),
      KOKKOS_LAMBDA(std::int64_t i, float& sum) { sum += in(i); }, result);
}

template <class Exec>
void dram_copy(const CopyBandwidth& c, const Exec& exec) {
  Kokkos::deep_copy(exec, Vector<float, Exec>(c.out, c.n), Vector<const float, Exec>(c.in, c.n));
}

using namespace techniques;

constexpr int block_size = ReadBandwidth::block_size;

template <class T>
KOKKOS_FORCEINLINE_FUNCTION T sum_of(const Pack<T>& pack) {
  return (pack.values[0] + pack.values[1]) + (pack.values[2] + pack.values[3]);
}

/// Differs from the native kernel: Kokkos has no streaming loads.
template <class Exec>
struct Read {
  static constexpr int loads = ReadBandwidth::loads;
  static constexpr std::size_t piece = block_size * loads;
  using Sums = Scratch<float[block_size], Exec>;

  Vector<const Pack<float>, Exec> in;
  Vector<float, Exec> result;  // one element

  explicit Read(const ReadBandwidth& r)
      : in(reinterpret_cast<const Pack<float>*>(r.in), r.n / 4), result(r.result, 1) {}

  /// The sum of a thread's Packs; `first` is the index of the first one.
  KOKKOS_FORCEINLINE_FUNCTION float sum_from(std::size_t first) const {
    float sum = 0;
    if (first + (loads - 1) * block_size < in.extent(0)) {
      Pack<float> held[loads];
      for (int k = 0; k < loads; ++k)
        held[k] = in(first + static_cast<std::size_t>(k * block_size));
      for (int k = 0; k < loads; ++k) sum += sum_of(held[k]);
    } else {
      for (std::size_t i = first; i < in.extent(0); i += block_size) sum += sum_of(in(i));
    }
    return sum;
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto sums = scratch<Sums>(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * piece;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      sums(thread) = sum_from(first + static_cast<std::size_t>(thread));
    });
    team.team_barrier();
    for (int half = block_size / 2; half > 0; half /= 2) {
      for_first_threads<Exec>(team, half, [&](int thread) { sums(thread) += sums(thread + half); });
      team.team_barrier();
    }
    if (team.team_rank() == 0) Kokkos::atomic_add(&result(0), sums(0));
  }
};

template <class Exec>
void dram_read(const ReadBandwidth& r, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  const Read<Exec> functor(r);
  Kokkos::deep_copy(exec, functor.result, 0.0F);
  auto policy = team_policy<Policy>(exec, ceil_div(r.n / 4, Read<Exec>::piece), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Read<Exec>::Sums::shmem_size()));
  if (r.n >= 4) Kokkos::parallel_for("bandwidth/dram_read", policy, functor);
}

template <class Exec>
struct Write {
  Vector<Pack<float>, Exec> out;

  explicit Write(const WriteBandwidth& w) : out(reinterpret_cast<Pack<float>*>(w.out), w.n / 4) {}

  KOKKOS_FUNCTION void operator()(std::size_t pack) const {
    const auto value = [&](std::size_t k) {
      return static_cast<float>(static_cast<int>((4 * pack + k) & 0xffffU));
    };
    out(pack) = Pack<float>{{value(0), value(1), value(2), value(3)}};
  }
};

/// Reads a block's words repeatedly, from wherever `load` gets them. For GPUs only.
template <class Exec>
struct ReadAgain {
  using Staged = Scratch<Pack<std::uint32_t>[BlockRead::vectors], Exec>;

  Vector<const Pack<std::uint32_t>, Exec> in;
  Vector<std::uint32_t, Exec> out;
  int passes;

  explicit ReadAgain(const BlockRead& r)
      : in(reinterpret_cast<const Pack<std::uint32_t>*>(r.in), BlockRead::vectors),
        out(r.out, r.n),
        passes(r.passes) {}

  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION void read(const TeamMember<Exec>& team, const Source& source) const {
    const int thread = thread_rank(team);
    std::uint32_t sum = 0;
    const auto read_once = [&](int pass) {
      const int first = BlockRead::first_vector(thread, pass);
      for (int k = 0; k < BlockRead::loads; ++k) {
        const Pack<std::uint32_t> pack = source(first + k * BlockRead::block_size);
        sum += sum_of(pack);
      }
    };
    constexpr int written_out = 4;  // as in the native kernel
    int pass = 0;
    for (; pass + written_out <= passes; pass += written_out)
      unrolled<written_out>([&](int k) { read_once(pass + k); });
    for (; pass < passes; ++pass) read_once(pass);
    const std::size_t i = static_cast<std::size_t>(team.league_rank()) * BlockRead::block_size +
                          static_cast<std::size_t>(thread);
    if (i < out.extent(0)) out(i) = sum;
  }
};

template <class Exec>
struct ReadShared : ReadAgain<Exec> {
  using ReadAgain<Exec>::ReadAgain;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto staged = scratch<typename ReadAgain<Exec>::Staged>(team);
    const int thread = thread_rank(team);
    Pack<std::uint32_t> held[BlockRead::loads];
    // All loads before the first store: see techniques.hpp.
    for (int k = 0; k < BlockRead::loads; ++k)
      held[k] = this->in(thread + k * BlockRead::block_size);
    for (int k = 0; k < BlockRead::loads; ++k) staged(thread + k * BlockRead::block_size) = held[k];
    team.team_barrier();
    this->read(team, staged);
  }

  static std::size_t scratch_bytes() { return ReadAgain<Exec>::Staged::shmem_size(); }
};

template <class Exec>
struct ReadL1 : ReadAgain<Exec> {
  using ReadAgain<Exec>::ReadAgain;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    this->read(team, this->in);
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <class Functor, class Exec>
void launch_in_teams(const BlockRead& r, const Exec& exec) {
  constexpr int size = BlockRead::block_size;
  auto policy = team_policy<TeamPolicy<Exec, size>>(exec, ceil_div(r.n, size), size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  Kokkos::parallel_for("bandwidth/on_chip", policy, Functor(r));
}

/// The words are captured by value: on CUDA, Kokkos 4 puts a functor of their size into constant
/// memory.
template <class Exec>
struct ReadConstant {
  Kokkos::Array<float, BroadcastRead::words> words;
  Vector<float, Exec> out;
  int passes;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    auto sum = static_cast<float>(i % BroadcastRead::lanes);
    const auto add_some = [&](int pass) {
      const int first = (pass * BroadcastRead::words_per_pass) & (BroadcastRead::words - 1);
      for (int k = 0; k < BroadcastRead::words_per_pass; ++k) sum += words[first + k];
    };
    constexpr int written_out = 4;  // as in the native kernel
    int pass = 0;
    for (; pass + written_out <= passes; pass += written_out)
      unrolled<written_out>([&](int k) { add_some(pass + k); });
    for (; pass < passes; ++pass) add_some(pass);
    out(i) = sum;
  }
};

template <class Exec>
auto prepare_constant(const BroadcastRead& r, const Exec& exec) {
  ReadConstant<Exec> functor{{}, Vector<float, Exec>(r.out, r.n), r.passes};
  Kokkos::deep_copy(exec, Vector<float, HostExecution>(functor.words.data(), BroadcastRead::words),
                    Vector<const float, Exec>(r.in, BroadcastRead::words));
  exec.fence();
  return [functor, exec] {
    for_each_element<block_size>("bandwidth/constant", exec, functor.out.extent(0), functor);
  };
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("bandwidth/read_range", read_range<Exec>);
  kokkos.add("bandwidth/dram_copy", dram_copy<Exec>);
  kokkos.add("bandwidth/dram_read", dram_read<Exec>);
  kokkos.add("bandwidth/dram_write", [](const WriteBandwidth& w, const Exec& exec) {
    for_each_element<block_size>("bandwidth/dram_write", exec, w.n / 4, Write<Exec>(w));
  });
  kokkos.add("bandwidth/fma", launch_chains<Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("bandwidth/shared", launch_in_teams<ReadShared<Exec>, Exec>);
    kokkos.add("bandwidth/l1", launch_in_teams<ReadL1<Exec>, Exec>);
    kokkos.add_prepared("bandwidth/constant", prepare_constant<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::bandwidth_experiment
