// SPDX-License-Identifier: Apache-2.0
// A small application for libtilebridge_tools.so to look at: atoms of a Lennard-Jones crystal that
// melts, the usual benchmark of molecular dynamics codes (density 0.8442, temperature 1.44, cut off
// at 2.5, velocity Verlet; all in units of the potential).
//
//   molecular_dynamics [STEPS [CELLS]] [--fixed]
//
// In its first form it clears the forces by deep_copy, sums both energies in every step, and makes
// the Views of its cells anew with each list of neighbours. --fixed does none of these.
#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Vectors = Kokkos::View<double* [3]>;

constexpr double density = 0.8442;
constexpr double temperature = 1.44;
constexpr double cutoff = 2.5;
constexpr double skin = 0.3;  // what two atoms may approach each other before the next list
constexpr double time_step = 0.005;
constexpr int steps_per_list = 20;
constexpr int steps_per_line = 100;
constexpr int most_neighbours = 160;
constexpr int most_per_cell = 96;

struct Options {
  int steps = 1000;
  int cells = 20;  // of the crystal, along each axis, 4 atoms in each
  bool fixed = false;
};

struct Energies {
  double kinetic;
  double potential;
};

/// Atoms and their neighbours, in a periodic box.
struct Liquid {
  int atoms;
  double edge;
  Vectors positions;
  Vectors velocities;
  Vectors forces;
  Kokkos::View<double*> potential;  // of each atom
  Kokkos::View<int**> neighbours;   // of each atom, the atom first
  Kokkos::View<int*> neighbour_counts;
};

/// Sorts atoms into cells, each as long as an atom sees or longer.
struct Cells {
  int along;                  // an axis
  Kokkos::View<int*> counts;  // atoms of each cell
  Kokkos::View<int**> atoms;  // their numbers
};

KOKKOS_INLINE_FUNCTION double nearest_image(double distance, double edge) {
  if (distance > edge / 2) return distance - edge;
  return distance < -edge / 2 ? distance + edge : distance;
}

/// A face-centred cubic crystal; velocities are random, their sum is 0.
Liquid crystal(int cells) {
  Liquid l;
  l.atoms = 4 * cells * cells * cells;
  const double spacing = std::cbrt(4 / density);
  l.edge = cells * spacing;
  l.positions = Vectors("positions", l.atoms);
  l.velocities = Vectors("velocities", l.atoms);
  l.forces = Vectors("forces", l.atoms);
  l.potential = Kokkos::View<double*>("potential", l.atoms);
  l.neighbours = Kokkos::View<int**>("neighbours", l.atoms, most_neighbours);
  l.neighbour_counts = Kokkos::View<int*>("neighbour_counts", l.atoms);

  const auto positions = Kokkos::create_mirror_view(l.positions);
  const auto velocities = Kokkos::create_mirror_view(l.velocities);
  const double corners[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  std::mt19937 random(4711);
  std::normal_distribution<double> normal(0, std::sqrt(temperature));
  double sum[3] = {0, 0, 0};
  for (int i = 0; i < l.atoms; ++i) {
    const int cell[3] = {i / 4 % cells, i / 4 / cells % cells, i / 4 / cells / cells};
    for (int d = 0; d < 3; ++d) {
      positions(i, d) = (cell[d] + corners[i % 4][d]) * spacing;
      velocities(i, d) = normal(random);
      sum[d] += velocities(i, d);
    }
  }
  for (int i = 0; i < l.atoms; ++i)
    for (int d = 0; d < 3; ++d) velocities(i, d) -= sum[d] / l.atoms;
  Kokkos::deep_copy(l.positions, positions);
  Kokkos::deep_copy(l.velocities, velocities);
  return l;
}

/// Half a step of the velocities, then a whole step of the positions.
void begin_step(const Liquid& l) {
  Kokkos::parallel_for(
      "begin_step", l.atoms, KOKKOS_LAMBDA(int i) {
        for (int d = 0; d < 3; ++d) {
          l.velocities(i, d) += time_step / 2 * l.forces(i, d);
          l.positions(i, d) += time_step * l.velocities(i, d);
        }
      });
}

/// The other half step of the velocities, by the new forces.
void end_step(const Liquid& l) {
  Kokkos::parallel_for(
      "end_step", l.atoms, KOKKOS_LAMBDA(int i) {
        for (int d = 0; d < 3; ++d) l.velocities(i, d) += time_step / 2 * l.forces(i, d);
      });
}

Cells make_cells(const Liquid& l) {
  Cells cells;
  cells.along = static_cast<int>(l.edge / (cutoff + skin));
  const int all = cells.along * cells.along * cells.along;
  cells.counts = Kokkos::View<int*>("cell_counts", all);
  cells.atoms = Kokkos::View<int**>("cell_atoms", all, most_per_cell);
  return cells;
}

/// Moves atoms that have left the box to its other side.
void sort_into_cells(const Liquid& l, const Cells& cells) {
  Kokkos::deep_copy(cells.counts, 0);
  Kokkos::parallel_for(
      "sort_into_cells", l.atoms, KOKKOS_LAMBDA(int i) {
        int cell = 0;
        for (int d = 0; d < 3; ++d) {
          double& x = l.positions(i, d);
          x -= l.edge * std::floor(x / l.edge);
          const int k = static_cast<int>(x / l.edge * cells.along);
          cell = cell * cells.along + (k < cells.along ? k : cells.along - 1);
        }
        const int place = Kokkos::atomic_fetch_add(&cells.counts(cell), 1);
        if (place < most_per_cell) cells.atoms(cell, place) = i;
      });
}

KOKKOS_INLINE_FUNCTION double squared_distance(const Liquid& l, int i, int j, double (&apart)[3]) {
  double sum = 0;
  for (int d = 0; d < 3; ++d) {
    apart[d] = nearest_image(l.positions(i, d) - l.positions(j, d), l.edge);
    sum += apart[d] * apart[d];
  }
  return sum;
}

/// Lists for each atom all others within the cutoff and the skin.
void list_neighbours(const Liquid& l, const Cells& cells) {
  Kokkos::parallel_for(
      "list_neighbours", l.atoms, KOKKOS_LAMBDA(int i) {
        int own[3];
        for (int d = 0; d < 3; ++d) {
          const int k = static_cast<int>(l.positions(i, d) / l.edge * cells.along);
          own[d] = k < cells.along ? k : cells.along - 1;
        }
        constexpr double reach = (cutoff + skin) * (cutoff + skin);
        const int along = cells.along;
        int count = 0;
        for (int near = 0; near < 27; ++near) {
          const int x = (own[0] + along + near / 9 - 1) % along;
          const int y = (own[1] + along + near / 3 % 3 - 1) % along;
          const int z = (own[2] + along + near % 3 - 1) % along;
          const int cell = (x * along + y) * along + z;
          const int in_cell = cells.counts(cell) < most_per_cell ? cells.counts(cell) : 0;
          for (int k = 0; k < in_cell; ++k) {
            const int j = cells.atoms(cell, k);
            double apart[3];
            if (j == i || squared_distance(l, i, j, apart) >= reach) continue;
            if (count < most_neighbours) l.neighbours(i, count) = j;
            ++count;
          }
        }
        l.neighbour_counts(i) = count;
      });
}

/// The force on each atom, added to what `forces` holds or in its place, and the atom's half of the
/// potential of its pairs.
void compute_forces(const Liquid& l, bool adds) {
  Kokkos::parallel_for(
      "forces", l.atoms, KOKKOS_LAMBDA(int i) {
        constexpr double cutoff_squared = cutoff * cutoff;
        constexpr double c2 = 1 / cutoff_squared, c6 = c2 * c2 * c2;
        constexpr double at_cutoff = 4 * c6 * (c6 - 1);
        double force[3] = {0, 0, 0};
        double potential = 0;
        for (int k = 0; k < l.neighbour_counts(i); ++k) {
          double apart[3];
          const double r = squared_distance(l, i, l.neighbours(i, k), apart);
          if (r >= cutoff_squared) continue;
          const double r2 = 1 / r, r6 = r2 * r2 * r2;
          for (int d = 0; d < 3; ++d) force[d] += 48 * r2 * r6 * (r6 - 0.5) * apart[d];
          potential += (4 * r6 * (r6 - 1) - at_cutoff) / 2;
        }
        for (int d = 0; d < 3; ++d) l.forces(i, d) = adds ? l.forces(i, d) + force[d] : force[d];
        l.potential(i) = potential;
      });
}

Energies energies_of(const Liquid& l) {
  Energies sum = {0, 0};
  Kokkos::parallel_reduce(
      "kinetic_energy", l.atoms,
      KOKKOS_LAMBDA(int i, double& energy) {
        for (int d = 0; d < 3; ++d) energy += l.velocities(i, d) * l.velocities(i, d) / 2;
      },
      sum.kinetic);
  Kokkos::parallel_reduce(
      "potential_energy", l.atoms,
      KOKKOS_LAMBDA(int i, double& energy) { energy += l.potential(i); }, sum.potential);
  return sum;
}

/// Throws std::runtime_error if an atom has more neighbours, or a cell more atoms, than fit.
void check_lists(const Liquid& l, const Cells& cells) {
  int neighbours = 0;
  int in_cell = 0;
  Kokkos::parallel_reduce(
      "most_neighbours", l.atoms,
      KOKKOS_LAMBDA(int i, int& most) {
        if (l.neighbour_counts(i) > most) most = l.neighbour_counts(i);
      },
      Kokkos::Max<int>(neighbours));
  Kokkos::parallel_reduce(
      "most_in_cell", cells.counts.extent(0),
      KOKKOS_LAMBDA(int c, int& most) {
        if (cells.counts(c) > most) most = cells.counts(c);
      },
      Kokkos::Max<int>(in_cell));
  if (neighbours > most_neighbours || in_cell > most_per_cell)
    throw std::runtime_error("an atom has more neighbours, or a cell more atoms, than fit");
}

class Simulation {
 public:
  explicit Simulation(const Options& options)
      : fixed_(options.fixed), liquid_(crystal(options.cells)), cells_(make_cells(liquid_)) {
    list_neighbours_again();
    forces();
    energies_ = energies_of(liquid_);
  }

  void step(int number) {
    begin_step(liquid_);
    if (number % steps_per_list == 0) list_neighbours_again();
    forces();
    end_step(liquid_);
    if (!fixed_ || number % steps_per_line == 0) energies_ = energies_of(liquid_);
  }

  int atoms() const { return liquid_.atoms; }
  double energy() const { return (energies_.kinetic + energies_.potential) / liquid_.atoms; }
  void print(int number) const {
    std::printf("%6d  %11.6f  %15.6f\n", number, 2 * energies_.kinetic / (3.0 * liquid_.atoms),
                energy());
  }

 private:
  void list_neighbours_again() {
    if (!fixed_) cells_ = make_cells(liquid_);
    sort_into_cells(liquid_, cells_);
    list_neighbours(liquid_, cells_);
    check_lists(liquid_, cells_);
  }
  void forces() {
    if (!fixed_) Kokkos::deep_copy(liquid_.forces, 0.0);
    compute_forces(liquid_, /*adds=*/!fixed_);
  }

  bool fixed_;
  Liquid liquid_;
  Cells cells_;
  Energies energies_ = {0, 0};
};

/// Returns 1 if energy was not kept.
int run(const Options& options) {
  Simulation simulation(options);
  const double energy = simulation.energy();
  std::printf("%d atoms\n  step  temperature  energy per atom\n", simulation.atoms());
  simulation.print(0);
  const Kokkos::Timer timer;
  for (int number = 1; number <= options.steps; ++number) {
    simulation.step(number);
    if (number % steps_per_line == 0) simulation.print(number);
  }
  Kokkos::fence();
  std::printf("%.1f us per step\n", 1e6 * timer.seconds() / options.steps);
  const bool is_kept = std::abs(simulation.energy() - energy) < 0.01 * std::abs(energy);
  if (!is_kept) std::fprintf(stderr, "the energy changed by more than 1%%\n");
  return is_kept ? 0 : 1;
}

Options options_of(int count, char** words) {
  constexpr int least_cells = 6;  // else an atom would see the same neighbour twice
  Options options;
  std::vector<int*> numbers = {&options.cells, &options.steps};  // the last one comes first
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--fixed") {
      options.fixed = true;
      continue;
    }
    const int number = std::atoi(word.c_str());
    if (numbers.empty() || number < 1)
      throw std::runtime_error("usage: molecular_dynamics [STEPS [CELLS]] [--fixed]");
    *numbers.back() = number;
    numbers.pop_back();
  }
  if (options.cells < least_cells) throw std::runtime_error("CELLS: 6 at least");
  return options;
}

}  // namespace

int main(int count, char** words) {
  Kokkos::ScopeGuard kokkos(count, words);
  try {
    return run(options_of(count, words));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
