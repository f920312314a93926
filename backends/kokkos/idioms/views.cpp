// SPDX-License-Identifier: Apache-2.0
// Steps of one short kernel each; each variant has one idiom of dealing with Views on the host.
// Rewritten: the same kernels without that idiom.
#include "catalogue/idioms/views.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::views_experiment {
namespace {

// [*]
using Word = std::uint32_t;
constexpr Word factor = ViewSteps::factor;

template <class Exec>
RangePolicy<Exec> words_of(const ViewSteps& s, const Exec& exec) {
  return RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(s.n));
}

// [allocation, allocation_matched]
template <class Exec>
void set(const ViewSteps& s, const OwnedVector<Word, Exec>& buffer, Word step, const Exec& exec) {
  const Vector<const Word, Exec> in(s.in, s.n);
  const Vector<Word, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "views/allocation", words_of(s, exec), KOKKOS_LAMBDA(std::int64_t i) {
        buffer(i) = in(i) + step;
        out(i) = buffer(i) * factor;
      });
}

// [allocation]
template <class Exec>
void allocation(const ViewSteps& s, const Exec& exec) {
  for (int step = 0; step < s.steps; ++step) {
    const OwnedVector<Word, Exec> buffer("buffer", s.n);
    set(s, buffer, static_cast<Word>(step), exec);
  }
}

// [deep_copy, deep_copy_matched]
template <class Exec>
void add(const ViewSteps& s, const OwnedVector<Word, Exec>& buffer, Word step, const Exec& exec) {
  const Vector<const Word, Exec> in(s.in, s.n);
  const Vector<Word, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "views/deep_copy", words_of(s, exec), KOKKOS_LAMBDA(std::int64_t i) {
        buffer(i) += in(i) + step;
        out(i) = buffer(i) * factor;
      });
}

// [deep_copy]
template <class Exec>
void cleared(const ViewSteps& s, const OwnedVector<Word, Exec>& buffer, const Exec& exec) {
  for (int step = 0; step < s.steps; ++step) {
    Kokkos::deep_copy(buffer, Word{0});
    add(s, buffer, static_cast<Word>(step), exec);
  }
}

// [mirror, mirror_matched, scalar_result]
template <class Exec>
void carry(const ViewSteps& s, Word carried, const Exec& exec) {
  const Vector<const Word, Exec> in(s.in, s.n);
  const Vector<Word, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "views/mirror", words_of(s, exec),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = (in(i) + carried) * factor; });
}

// [mirror]
template <class Exec>
void mirrored(const ViewSteps& s, const Exec& exec) {
  const Vector<const Word, Exec> out(s.out, s.n);
  Word carried = 0;
  for (int step = 0; step < s.steps; ++step) {
    carry(s, carried, exec);
    const auto mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), out);
    carried = mirror(s.n - 1);
  }
}

// [scalar_result]
template <class Exec>
Word sum_of(const ViewSteps& s, const Exec& exec) {
  const Vector<const Word, Exec> out(s.out, s.n);
  Word sum = 0;
  Kokkos::parallel_reduce(
      "views/scalar_result", words_of(s, exec),
      KOKKOS_LAMBDA(std::int64_t i, Word & part) { part += out(i); }, sum);
  return sum;
}

template <class Exec>
void summed(const ViewSteps& s, const Exec& exec) {
  Word carried = 0;
  for (int step = 0; step < s.steps; ++step) {
    carry(s, carried, exec);
    carried = sum_of(s, exec);
  }
}

// [view_copy, view_copy_matched]
template <class View, class Exec>
void pass(const ViewSteps& s, const View& rows, Word step, const Exec& exec) {
  const Vector<const Word, Exec> in(s.in, s.n);
  const Vector<Word, Exec> out(s.out, s.n);
  const auto a = Kokkos::subview(rows, 0, Kokkos::ALL);
  const auto b = Kokkos::subview(rows, 1, Kokkos::ALL);
  const auto c = Kokkos::subview(rows, 2, Kokkos::ALL);
  const auto d = Kokkos::subview(rows, 3, Kokkos::ALL);
  Kokkos::parallel_for(
      "views/view_copy", words_of(s, exec), KOKKOS_LAMBDA(std::int64_t i) {
        a(i) = in(i);
        b(i) = step;
        c(i) = a(i) + b(i);
        d(i) = c(i) * factor;
        out(i) = d(i);
      });
}

/// The host's launches are timed: they begin when the device is idle.
template <class View, class Exec>
void passed(const ViewSteps& s, const View& rows, const Exec& exec) {
  exec.fence("views/view_copy: before the steps");
  for (int step = 0; step < s.steps; ++step) pass(s, rows, static_cast<Word>(step), exec);
}

/// Its memory goes with the last of its copies and subviews.
template <class Exec>
using OwnedMatrix = Kokkos::View<Word**, Kokkos::LayoutRight, typename Exec::memory_space>;

// [/]

}  // namespace

// Matched and tuned kernels. Their names hide those in ranges above.
namespace rewritten {
namespace {

// [allocation_matched]
template <class Exec>
void allocation(const ViewSteps& s, const Exec& exec) {
  for (int step = 0; step < s.steps; ++step) {
    const OwnedVector<Word, Exec> buffer(Kokkos::view_alloc(Kokkos::WithoutInitializing, "buffer"),
                                         s.n);
    set(s, buffer, static_cast<Word>(step), exec);
  }
}

// [deep_copy_matched]
template <class Exec>
void cleared(const ViewSteps& s, const OwnedVector<Word, Exec>& buffer, const Exec& exec) {
  for (int step = 0; step < s.steps; ++step) {
    Kokkos::deep_copy(exec, buffer, Word{0});
    add(s, buffer, static_cast<Word>(step), exec);
  }
}

// [mirror_matched]
template <class Exec>
void mirrored(const ViewSteps& s, const OwnedVector<Word, Kokkos::HostSpace>& mirror,
              const Exec& exec) {
  const Vector<const Word, Exec> out(s.out, s.n);
  Word carried = 0;
  for (int step = 0; step < s.steps; ++step) {
    carry(s, carried, exec);
    Kokkos::deep_copy(exec, mirror, out);
    exec.fence("views/mirror: before the host reads");
    carried = mirror(s.n - 1);
  }
}

// [scalar_result_matched]
template <class Exec>
using Sum = Kokkos::View<Word, typename Exec::memory_space>;

template <class Exec>
void carry_sum(const ViewSteps& s, const Sum<Exec>& sum, const Exec& exec) {
  const Vector<const Word, Exec> in(s.in, s.n);
  const Vector<Word, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "views/carry_sum", words_of(s, exec),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = (in(i) + sum()) * factor; });
}

template <class Exec>
void sum_up(const ViewSteps& s, const Sum<Exec>& sum, const Exec& exec) {
  const Vector<const Word, Exec> out(s.out, s.n);
  Kokkos::parallel_reduce(
      "views/scalar_result", words_of(s, exec),
      KOKKOS_LAMBDA(std::int64_t i, Word & part) { part += out(i); }, sum);
}

template <class Exec>
void summed(const ViewSteps& s, const Sum<Exec>& sum, const Exec& exec) {
  Kokkos::deep_copy(exec, sum, Word{0});
  for (int step = 0; step < s.steps; ++step) {
    carry_sum(s, sum, exec);
    sum_up(s, sum, exec);
  }
}

// [/]

template <class Exec>
void add_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("views/allocation_matched", allocation<Exec>);
    kokkos.add_prepared("views/deep_copy_matched", [](const ViewSteps& s, const Exec& exec) {
      const OwnedVector<Word, Exec> buffer(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "buffer"), s.n);
      return [=] { cleared(s, buffer, exec); };
    });
    kokkos.add_prepared("views/mirror_matched", [](const ViewSteps& s, const Exec& exec) {
      const OwnedVector<Word, Kokkos::HostSpace> mirror(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "mirror"), s.n);
      return [=] { mirrored(s, mirror, exec); };
    });
    kokkos.add_prepared("views/scalar_result_matched", [](const ViewSteps& s, const Exec& exec) {
      const Sum<Exec> sum("sum");
      return [=] { summed(s, sum, exec); };
    });
    kokkos.add_prepared("views/view_copy_matched", [](const ViewSteps& s, const Exec& exec) {
      const OwnedMatrix<Exec> rows(Kokkos::view_alloc(Kokkos::WithoutInitializing, "rows"),
                                   ViewSteps::rows, s.n);
      const Matrix<Word, Exec> unmanaged(rows.data(), ViewSteps::rows, s.n);
      return [s, exec, rows, unmanaged] { passed(s, unmanaged, exec); };
    });
  }
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("views/allocation", allocation<Exec>);
    kokkos.add_prepared("views/deep_copy", [](const ViewSteps& s, const Exec& exec) {
      const OwnedVector<Word, Exec> buffer(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "buffer"), s.n);
      return [=] { cleared(s, buffer, exec); };
    });
    kokkos.add("views/mirror", mirrored<Exec>);
    kokkos.add("views/scalar_result", summed<Exec>);
    kokkos.add_prepared("views/view_copy", [](const ViewSteps& s, const Exec& exec) {
      const OwnedMatrix<Exec> rows(Kokkos::view_alloc(Kokkos::WithoutInitializing, "rows"),
                                   ViewSteps::rows, s.n);
      return [=] { passed(s, rows, exec); };
    });
  }
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::views_experiment
