// SPDX-License-Identifier: Apache-2.0
// Graphs of kernels in any release of Kokkos.
#pragma once

#include <Kokkos_Graph.hpp>

namespace tilebridge::kokkos {

// [mentioned]
/// `fill(root)` adds the nodes. Kokkos 5.2 makes a graph for an instance's device, earlier releases
/// for the instance.
template <class Exec, class Fill>
auto create_graph(const Exec& exec, const Fill& fill) {
  using namespace Kokkos::Experimental;
  if constexpr (requires { get_device_handle(exec); })
    return Kokkos::Experimental::create_graph(get_device_handle(exec), fill);
  else
    return Kokkos::Experimental::create_graph(exec, fill);
}

/// Kokkos 3.4 submits a graph to the instance that it was made with; later releases submit it to
/// the default instance if none is given.
template <class Graph, class Exec>
void submit(const Graph& graph, const Exec& exec) {
  if constexpr (requires { graph.submit(exec); })
    graph.submit(exec);
  else
    graph.submit();
}

}  // namespace tilebridge::kokkos
