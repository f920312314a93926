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

/// The host's turn is timed too: it begins when the device is idle.
void managed(const LinkedList& list, const ListNode* first, Stream stream) {
  check(cudaStreamSynchronize(stream), "waiting before the host's turn");
  touch_pages(list.nodes, list.n * sizeof(ListNode));
  walk<<<1, 1, 0, stream>>>(first, list.result);
}

auto prepare_walk(const LinkedList& list, Stream stream) {
  return [list, stream, first = list.link()] { walk<<<1, 1, 0, stream>>>(first, list.result); };
}

/// `copies` are those of `nodes`, which are the host's.
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

void copied(const LinkedList& list, const ListNode* first, ListNode* copies, Stream stream) {
  check(cudaMemcpyAsync(copies, list.nodes, list.n * sizeof(ListNode), cudaMemcpyHostToDevice,
                        stream),
        "copying the list");
  walk_copies<<<1, 1, 0, stream>>>(first, list.nodes, copies, list.result);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("linked_list/managed", [](const LinkedList& list, Stream stream) {
    return [list, stream, first = list.link()] { managed(list, first, stream); };
  });
  native.add_prepared("linked_list/resident", prepare_walk);
  native.add_prepared("linked_list/mapped", prepare_walk);
  native.add_prepared("linked_list/copied", [](const LinkedList& list, Stream stream) {
    return [list, stream, first = list.link(), copies = device_memory<ListNode>(list.n)] {
      copied(list, first, copies.get(), stream);
    };
  });
}

}  // namespace tilebridge::cuda::linked_list_experiment
