// SPDX-License-Identifier: Apache-2.0
// One result per team of 256 threads, of at most 1024 teams, then one team that joins the teams'
// results; or one reduction of Kokkos's over all elements.
#include "catalogue/execution/reducers.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::reducers_experiment {
namespace {

constexpr int block_size = ReduceShares::block_size;

template <class T>
struct ByMinMax {
  template <class Space = Kokkos::HostSpace>
  using Reducer = Kokkos::MinMax<T, Space>;
  using Value = typename Reducer<>::value_type;
  static_assert(sizeof(Value) == sizeof(Extremes<T>));

  KOKKOS_FUNCTION static void add(Value& value, T x, std::int64_t) {
    if (x < value.min_val) value.min_val = x;
    if (x > value.max_val) value.max_val = x;
  }
};

template <class T>
struct ByMinLoc {
  template <class Space = Kokkos::HostSpace>
  using Reducer = Kokkos::MinLoc<T, IntegerBeside<T>, Space>;
  using Value = typename Reducer<>::value_type;
  static_assert(sizeof(Value) == sizeof(Smallest<T>));

  KOKKOS_FUNCTION static void add(Value& value, T x, std::int64_t i) {
    if (!(x < value.val)) return;
    value.val = x;
    value.loc = static_cast<IntegerBeside<T>>(i);
  }
};

/// A reducer as Kokkos asks for: it joins values, and knows where the result goes.
template <class T, class Space>
class SumAndCountReducer {
 public:
  using reducer = SumAndCountReducer;
  using value_type = SumAndCount<T>;
  using result_view_type = Kokkos::View<value_type, Space>;

  KOKKOS_FUNCTION explicit SumAndCountReducer(value_type& value)
      : view_(&value), is_scalar_(true) {}
  KOKKOS_FUNCTION explicit SumAndCountReducer(const result_view_type& view)
      : view_(view), is_scalar_(false) {}

  KOKKOS_FUNCTION void init(value_type& value) const { value = value_type::none(); }
  KOKKOS_FUNCTION void join(value_type& to, const value_type& from) const { to.join(from); }
#if KOKKOS_VERSION < 40000
  KOKKOS_FUNCTION void join(volatile value_type& to, const volatile value_type& from) const {
    to.sum = to.sum + from.sum;
    to.negatives = to.negatives + from.negatives;
  }
#endif
  KOKKOS_FUNCTION value_type& reference() const { return *view_.data(); }
  KOKKOS_FUNCTION const result_view_type& view() const { return view_; }
  KOKKOS_FUNCTION bool references_scalar() const { return is_scalar_; }

 private:
  result_view_type view_;
  bool is_scalar_;
};

template <class T>
struct BySumAndCount {
  template <class Space = Kokkos::HostSpace>
  using Reducer = SumAndCountReducer<T, Space>;
  using Value = SumAndCount<T>;

  KOKKOS_FUNCTION static void add(Value& value, T x, std::int64_t i) { value.add(x, i); }
};

template <class By, class T, class Exec>
void reduce_shares(const Vector<const T, Exec>& in, std::int64_t share,
                   const OwnedVector<typename By::Value, Exec>& partials, const Exec& exec) {
  using Value = typename By::Value;
  const auto n = static_cast<std::int64_t>(in.extent(0));
  const Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(partials.extent(0)),
                                        team_of<Exec, block_size>);
  Kokkos::parallel_for(
      "reducers/shares", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = team.league_rank() * share;
        const std::int64_t last = first + share < n ? first + share : n;
        Value result;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, first, last),
            [&](std::int64_t i, Value& value) { By::add(value, in(i), i); },
            typename By::template Reducer<>(result));
        if (team.team_rank() == 0) partials(team.league_rank()) = result;
      });
}

template <class By, class Exec>
void join_partials(const OwnedVector<typename By::Value, Exec>& partials,
                   const Vector<typename By::Value, Exec>& result, const Exec& exec) {
  using Value = typename By::Value;
  using Reducer = typename By::template Reducer<>;
  Kokkos::parallel_for(
      "reducers/partials", Kokkos::TeamPolicy<Exec>(exec, 1, team_of<Exec, block_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        Value joined;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, partials.extent_int(0)),
            [&](int i, Value& value) { Reducer(value).join(value, partials(i)); }, Reducer(joined));
        if (team.team_rank() == 0) result(0) = joined;
      });
}

/// Kokkos's value of the result has the same members.
template <class By, class T, class Result, class Exec>
auto two_passes(const ReduceTo<T, Result>& r, const Exec& exec) {
  using Value = typename By::Value;
  const ReduceShares shares(r.n);
  const OwnedVector<Value, Exec> partials("partials", shares.blocks);
  return [=] {
    reduce_shares<By, T, Exec>(Vector<const T, Exec>(r.in, r.n), shares.share, partials, exec);
    join_partials<By, Exec>(partials, Vector<Value, Exec>(reinterpret_cast<Value*>(r.result), 1),
                            exec);
  };
}

/// Reduces by a reducer, whose View says where the result goes: the host does not wait.
template <class By, class T, class Result, class Exec>
void reduce_range(const ReduceTo<T, Result>& r, const Exec& exec) {
  using Value = typename By::Value;
  using Reducer = typename By::template Reducer<typename Exec::memory_space>;
  const Vector<const T, Exec> in(r.in, r.n);
  const typename Reducer::result_view_type result(reinterpret_cast<Value*>(r.result));
  Kokkos::parallel_reduce(
      "reducers/range", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(r.n)),
      KOKKOS_LAMBDA(std::int64_t i, Value & value) { By::add(value, in(i), i); }, Reducer(result));
}

template <class T, class Exec>
using SumTo = Kokkos::Sum<T, typename Exec::memory_space>;
template <class T, class Exec>
using ResultOfSum = typename SumTo<T, Exec>::result_view_type;

/// With several reducers Kokkos waits for the results and then copies them to their Views.
template <class T, class Exec>
void two_reducers(const ReduceTo<T, SumAndCount<T>>& r, const Exec& exec) {
  const Vector<const T, Exec> in(r.in, r.n);
  Kokkos::parallel_reduce(
      "reducers/two_reducers", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(r.n)),
      KOKKOS_LAMBDA(std::int64_t i, T & sum, IntegerBeside<T> & negatives) {
        sum += in(i);
        negatives += in(i) < 0;
      },
      SumTo<T, Exec>(ResultOfSum<T, Exec>(&r.result->sum)),
      SumTo<IntegerBeside<T>, Exec>(ResultOfSum<IntegerBeside<T>, Exec>(&r.result->negatives)));
}

template <class T, class Exec>
void two_loops(const ReduceTo<T, SumAndCount<T>>& r, const Exec& exec) {
  const RangePolicy<Exec> all(exec, 0, static_cast<std::int64_t>(r.n));
  const Vector<const T, Exec> in(r.in, r.n);
  Kokkos::parallel_reduce(
      "reducers/sum", all, KOKKOS_LAMBDA(std::int64_t i, T & sum) { sum += in(i); },
      ResultOfSum<T, Exec>(&r.result->sum));
  Kokkos::parallel_reduce(
      "reducers/negatives", all,
      KOKKOS_LAMBDA(std::int64_t i, IntegerBeside<T> & negatives) { negatives += in(i) < 0; },
      ResultOfSum<IntegerBeside<T>, Exec>(&r.result->negatives));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add_prepared("reducers/min_max", two_passes<ByMinMax<T>, T, Extremes<T>, Exec>);
    kokkos.add_prepared("reducers/min_location", two_passes<ByMinLoc<T>, T, Smallest<T>, Exec>);
    kokkos.add_prepared("reducers/sum_count",
                        two_passes<BySumAndCount<T>, T, SumAndCount<T>, Exec>);
    kokkos.add("reducers/parallel_min_max", reduce_range<ByMinMax<T>, T, Extremes<T>, Exec>);
    kokkos.add("reducers/parallel_min_location", reduce_range<ByMinLoc<T>, T, Smallest<T>, Exec>);
    kokkos.add("reducers/parallel_sum_count",
               reduce_range<BySumAndCount<T>, T, SumAndCount<T>, Exec>);
    kokkos.add("reducers/two_reducers", two_reducers<T, Exec>);
    kokkos.add("reducers/two_loops", two_loops<T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::reducers_experiment
