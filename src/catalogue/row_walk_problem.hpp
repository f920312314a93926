// SPDX-License-Identifier: Apache-2.0
// Tables for RowWalk, and its reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "catalogue/problem.hpp"
#include "catalogue/row_walk.hpp"

namespace tilebridge {

/// The successor of each of `nodes` nodes: a single cycle through all of them, each such cycle
/// equally likely (Sattolo, Inf. Process. Lett. 22, 1986).
std::vector<std::uint32_t> random_cycle(std::size_t nodes, const Random& random);

/// The table of a RowWalk; its rows form a random cycle.
ArraySpec row_cycle(std::string name, std::size_t rows);

/// A walk of `steps` steps through a table of `rows` rows, called "next".
RowWalk row_walk(ArrayList& arrays, std::size_t rows, int steps);

/// The row that a walk from each row of "next" reaches.
const std::vector<std::uint32_t>& rows_reached(const HostArrays& host, std::size_t steps);

/// Whether last[i] is the row that thread i reaches in "next".
Validation compare_walks(const HostArrays& host, std::span<const std::uint32_t> last,
                         std::size_t steps);

}  // namespace tilebridge
