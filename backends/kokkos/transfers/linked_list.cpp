// SPDX-License-Identifier: Apache-2.0
// One iteration walks the list; the variants differ in where its nodes are. A pointer into
// SharedSpace or SharedHostPinnedSpace is the same on the host and on the device.
#include "catalogue/transfers/linked_list.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "catalogue/pages.hpp"

namespace tilebridge::kokkos::linked_list_experiment {
namespace {

template <class Exec>
void walk(const LinkedList& list, const ListNode* first, const Exec& exec) {
  const Unmanaged<std::uint32_t, Kokkos::LayoutRight, Exec> result(list.result);
  Kokkos::parallel_for(
      "linked_list/walk", RangePolicy<Exec>(exec, 0, 1), KOKKOS_LAMBDA(std::int64_t) {
        std::uint32_t sum = 0;
        for (const ListNode* node = first; node != nullptr; node = node->next)
          sum = 31 * sum + node->value;
        result() = sum;
      });
}

/// The host's turn is timed too, so it begins when the device is idle.
template <class Exec>
auto managed(const LinkedList& list, const Exec& exec) {
  return [=, first = list.link()] {
    exec.fence("linked_list/managed: before the host's turn");
    touch_pages(list.nodes, list.n * sizeof(ListNode));
    walk(list, first, exec);
  };
}

template <class Exec>
auto untouched(const LinkedList& list, const Exec& exec) {
  return [=, first = list.link()] { walk(list, first, exec); };
}

/// `copies` are the device's copies of the list's nodes, which are the host's.
template <class Exec>
void walk_copies(const LinkedList& list, const ListNode* first,
                 const OwnedVector<ListNode, Exec>& copies, const Exec& exec) {
  const Unmanaged<std::uint32_t, Kokkos::LayoutRight, Exec> result(list.result);
  const ListNode* const nodes = list.nodes;
  Kokkos::parallel_for(
      "linked_list/walk_copies", RangePolicy<Exec>(exec, 0, 1), KOKKOS_LAMBDA(std::int64_t) {
        std::uint32_t sum = 0;
        const ListNode* node = first;
        while (node != nullptr) {
          const ListNode& copy = copies(node - nodes);
          sum = 31 * sum + copy.value;
          node = copy.next;
        }
        result() = sum;
      });
}

template <class Exec>
auto copied(const LinkedList& list, const Exec& exec) {
  const OwnedVector<ListNode, Exec> copies(
      Kokkos::view_alloc("linked_list/copies", Kokkos::WithoutInitializing), list.n);
  return [=, first = list.link()] {
    Kokkos::deep_copy(exec, copies, Vector<const ListNode, PinnedSpace>(list.nodes, list.n));
    walk_copies(list, first, copies, exec);
  };
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no other memory to walk in
    kokkos.add_prepared("linked_list/managed", managed<Exec>);
    kokkos.add_prepared("linked_list/resident", untouched<Exec>);
    kokkos.add_prepared("linked_list/mapped", untouched<Exec>);
    kokkos.add_prepared("linked_list/copied", copied<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::linked_list_experiment
