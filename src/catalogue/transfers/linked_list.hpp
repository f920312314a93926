// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// A node has 256 bytes, of which a walk reads 12.
struct ListNode {
  const ListNode* next;  // null in the last node
  std::uint32_t value;
  std::uint32_t other[61];
};

/// Computes *result from the values v in the list's order: sum = 31 · sum + v (mod 2³²) for each in
/// turn, from 0 on. The list has each node once, scattered as objects on a heap are.
struct LinkedList {
  ListNode* nodes;             // n nodes, in memory that host and device can address
  const std::uint32_t* order;  // n numbers of nodes, in host memory
  std::uint32_t* result;       // one word, on the device
  std::size_t n;

  /// Points each node at the next, and returns the first one; null if there is none.
  const ListNode* link() const {
    const ListNode* next = nullptr;
    for (std::size_t i = n; i-- > 0;) {
      ListNode& node = nodes[order[i]];
      node.next = next;
      next = &node;
    }
    return next;
  }
};

}  // namespace tilebridge
