// SPDX-License-Identifier: Apache-2.0
// One thread walks the list; the variants differ in where its nodes are. A pointer to managed or
// page-locked memory is the same on the host and on the device.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/pages.hpp"
#include "catalogue/transfers/linked_list.hpp"

namespace tilebridge::cuda::linked_list_experiment {
namespace {

__global__ void walk(const ListNode* first, std::uint32_t* result) {
  std::uint32_t sum = 0;
  for (const ListNode* node = first; node != nullptr; node = node->next)
    sum = 31 * sum + node->value;
  *result = sum;
}

/// The host's turn is timed too, so it begins when the device is idle.
auto managed(const LinkedList& list, Stream stream) {
  return [=, first = list.link()] {
    check(cudaStreamSynchronize(stream), "waiting before the host's turn");
    touch_pages(list.nodes, list.n * sizeof(ListNode));
    walk<<<1, 1, 0, stream>>>(first, list.result);
  };
}

auto untouched(const LinkedList& list, Stream stream) {
  return [=, first = list.link()] { walk<<<1, 1, 0, stream>>>(first, list.result); };
}

/// `copies` are the device's copies of `nodes`, which are the host's.
__global__ void walk_copies(const ListNode* first, const ListNode* nodes, const ListNode* copies,
                            std::uint32_t* result) {
  std::uint32_t sum = 0;
  const ListNode* node = first;
  while (node != nullptr) {
    const ListNode& copy = copies[node - nodes];
    sum = 31 * sum + copy.value;
    node = copy.next;
  }
  *result = sum;
}

auto copied(const LinkedList& list, Stream stream) {
  return [=, first = list.link(), copies = device_memory<ListNode>(list.n)] {
    check(cudaMemcpyAsync(copies.get(), list.nodes, list.n * sizeof(ListNode),
                          cudaMemcpyHostToDevice, stream),
          "copying the list");
    walk_copies<<<1, 1, 0, stream>>>(first, list.nodes, copies.get(), list.result);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("linked_list/managed", managed);
  native.add_prepared("linked_list/resident", untouched);
  native.add_prepared("linked_list/mapped", untouched);
  native.add_prepared("linked_list/copied", copied);
}

}  // namespace tilebridge::cuda::linked_list_experiment
