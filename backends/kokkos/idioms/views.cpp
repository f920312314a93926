// SPDX-License-Identifier: Apache-2.0
// Steps of one short kernel each. Each variant has one idiom of dealing with Views on the host,
// which its rewritten form avoids.
#include "catalogue/idioms/views.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::views_experiment {
namespace {

template <class T, class Exec>
RangePolicy<Exec> numbers_of(const ViewSteps<T>& s, const Exec& exec) {
  return RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(s.n));
}

template <class T, class Exec>
void set(const ViewSteps<T>& s, const OwnedVector<T, Exec>& buffer, T step, const Exec& exec) {
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "views/allocation", numbers_of(s, exec), KOKKOS_LAMBDA(std::int64_t i) {
        buffer(i) = in(i) + step;
        out(i) = buffer(i) * ViewSteps<T>::factor;
      });
}

template <class T, class Exec>
OwnedVector<T, Exec> buffer_without_initializing(const ViewSteps<T>& s) {
  return OwnedVector<T, Exec>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "buffer"), s.n);
}

template <class T, class Exec>
void allocation(const ViewSteps<T>& s, const Exec& exec) {
  for (int step = 0; step < s.steps; ++step) {
    const OwnedVector<T, Exec> buffer("buffer", s.n);
    set(s, buffer, static_cast<T>(step), exec);
  }
}

template <class T, class Exec>
void allocation_rewritten(const ViewSteps<T>& s, const Exec& exec) {
  for (int step = 0; step < s.steps; ++step)
    set(s, buffer_without_initializing<T, Exec>(s), static_cast<T>(step), exec);
}

template <class T, class Exec>
void add(const ViewSteps<T>& s, const OwnedVector<T, Exec>& buffer, T step, const Exec& exec) {
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "views/deep_copy", numbers_of(s, exec), KOKKOS_LAMBDA(std::int64_t i) {
        buffer(i) += in(i) + step;
        out(i) = buffer(i) * ViewSteps<T>::factor;
      });
}

template <class T, class Exec>
auto deep_copy(const ViewSteps<T>& s, const Exec& exec) {
  return [=, buffer = buffer_without_initializing<T, Exec>(s)] {
    for (int step = 0; step < s.steps; ++step) {
      Kokkos::deep_copy(buffer, T{0});
      add(s, buffer, static_cast<T>(step), exec);
    }
  };
}

template <class T, class Exec>
auto deep_copy_rewritten(const ViewSteps<T>& s, const Exec& exec) {
  return [=, buffer = buffer_without_initializing<T, Exec>(s)] {
    for (int step = 0; step < s.steps; ++step) {
      Kokkos::deep_copy(exec, buffer, T{0});
      add(s, buffer, static_cast<T>(step), exec);
    }
  };
}

template <class T, class Exec>
void carry(const ViewSteps<T>& s, T carried, const Exec& exec) {
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "views/mirror", numbers_of(s, exec),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = (in(i) + carried) * ViewSteps<T>::factor; });
}

template <class T, class Exec>
void mirror(const ViewSteps<T>& s, const Exec& exec) {
  const Vector<const T, Exec> out(s.out, s.n);
  T carried = 0;
  for (int step = 0; step < s.steps; ++step) {
    carry(s, carried, exec);
    const auto mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), out);
    carried = mirror(s.n - 1);
  }
}

template <class T, class Exec>
auto mirror_rewritten(const ViewSteps<T>& s, const Exec& exec) {
  const Vector<const T, Exec> out(s.out, s.n);
  const OwnedVector<T, Kokkos::HostSpace> mirror(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "mirror"), s.n);
  return [=] {
    T carried = 0;
    for (int step = 0; step < s.steps; ++step) {
      carry(s, carried, exec);
      Kokkos::deep_copy(exec, mirror, out);
      exec.fence("views/mirror: before the host reads");
      carried = mirror(s.n - 1);
    }
  };
}

using Word = std::uint32_t;

template <class Exec>
Word sum_of(const ViewSteps<Word>& s, const Exec& exec) {
  const Vector<const Word, Exec> out(s.out, s.n);
  Word sum = 0;
  Kokkos::parallel_reduce(
      "views/scalar_result", numbers_of(s, exec),
      KOKKOS_LAMBDA(std::int64_t i, Word & part) { part += out(i); }, sum);
  return sum;
}

template <class Exec>
void scalar_result(const ViewSteps<Word>& s, const Exec& exec) {
  Word carried = 0;
  for (int step = 0; step < s.steps; ++step) {
    carry(s, carried, exec);
    carried = sum_of(s, exec);
  }
}

template <class Exec>
using Sum = Kokkos::View<Word, typename Exec::memory_space>;

template <class Exec>
void carry_sum(const ViewSteps<Word>& s, const Sum<Exec>& sum, const Exec& exec) {
  const Vector<const Word, Exec> in(s.in, s.n);
  const Vector<Word, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "views/carry_sum", numbers_of(s, exec),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = (in(i) + sum()) * ViewSteps<Word>::factor; });
}

template <class Exec>
void sum_up(const ViewSteps<Word>& s, const Sum<Exec>& sum, const Exec& exec) {
  const Vector<const Word, Exec> out(s.out, s.n);
  Kokkos::parallel_reduce(
      "views/scalar_result", numbers_of(s, exec),
      KOKKOS_LAMBDA(std::int64_t i, Word & part) { part += out(i); }, sum);
}

template <class Exec>
auto scalar_result_rewritten(const ViewSteps<Word>& s, const Exec& exec) {
  return [=, sum = Sum<Exec>("sum")] {
    Kokkos::deep_copy(exec, sum, Word{0});
    for (int step = 0; step < s.steps; ++step) {
      carry_sum(s, sum, exec);
      sum_up(s, sum, exec);
    }
  };
}

template <class T, class View, class Exec>
void pass(const ViewSteps<T>& s, const View& rows, T step, const Exec& exec) {
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const auto a = Kokkos::subview(rows, 0, Kokkos::ALL);
  const auto b = Kokkos::subview(rows, 1, Kokkos::ALL);
  const auto c = Kokkos::subview(rows, 2, Kokkos::ALL);
  const auto d = Kokkos::subview(rows, 3, Kokkos::ALL);
  Kokkos::parallel_for(
      "views/view_copy", numbers_of(s, exec), KOKKOS_LAMBDA(std::int64_t i) {
        a(i) = in(i);
        b(i) = step;
        c(i) = a(i) + b(i);
        d(i) = c(i) * ViewSteps<T>::factor;
        out(i) = d(i);
      });
}

/// The host's launches are timed, so they begin when the device is idle.
template <class T, class View, class Exec>
void passed(const ViewSteps<T>& s, const View& rows, const Exec& exec) {
  exec.fence("views/view_copy: before the steps");
  for (int step = 0; step < s.steps; ++step) pass(s, rows, static_cast<T>(step), exec);
}

/// The memory is freed with its last copy or subview.
template <class T, class Exec>
using OwnedMatrix = Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space>;

template <class T, class Exec>
OwnedMatrix<T, Exec> matrix_of(const ViewSteps<T>& s) {
  return OwnedMatrix<T, Exec>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "rows"), s.rows, s.n);
}

template <class T, class Exec>
auto view_copy(const ViewSteps<T>& s, const Exec& exec) {
  return [=, rows = matrix_of<T, Exec>(s)] { passed(s, rows, exec); };
}

template <class T, class Exec>
auto view_copy_rewritten(const ViewSteps<T>& s, const Exec& exec) {
  const auto rows = matrix_of<T, Exec>(s);
  const Matrix<T, Exec> unmanaged(rows.data(), s.rows, s.n);
  return [s, exec, rows, unmanaged] { passed(s, unmanaged, exec); };
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kernels::for_types<float, double>([&]<class T>() {
      kokkos.add("views/allocation", allocation<T, Exec>);
      kokkos.add_prepared("views/deep_copy", deep_copy<T, Exec>);
      kokkos.add("views/mirror", mirror<T, Exec>);
      kokkos.add_prepared("views/view_copy", view_copy<T, Exec>);
      kokkos.add("views/allocation_rewritten", allocation_rewritten<T, Exec>);
      kokkos.add_prepared("views/deep_copy_rewritten", deep_copy_rewritten<T, Exec>);
      kokkos.add_prepared("views/mirror_rewritten", mirror_rewritten<T, Exec>);
      kokkos.add_prepared("views/view_copy_rewritten", view_copy_rewritten<T, Exec>);
    });
    kokkos.add("views/scalar_result", scalar_result<Exec>);
    kokkos.add_prepared("views/scalar_result_rewritten", scalar_result_rewritten<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::views_experiment
