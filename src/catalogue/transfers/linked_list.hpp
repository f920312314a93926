// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tilebridge {

/// 256 bytes, of which a walk reads 12.
struct ListNode {
  const ListNode* next;  // null in the last
  std::uint32_t value;
  std::array<std::uint32_t, 61> other;
};

/// Computes from the values v in the list's order: *result = (31 · sum + v) for each in turn, from
/// 0 on, modulo 2³². It has each node once, scattered as objects on a heap are.
struct LinkedList {
  ListNode* nodes;             // n nodes, in memory that host and device can address
  const std::uint32_t* order;  // n numbers of nodes, in host memory
  std::uint32_t* result;       // one, on the device
  std::size_t n;

  /// Before the list is walked, the host points each node at the next.
  /// Returns the first node, null if there is none.
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
