// SPDX-License-Identifier: Apache-2.0
#include "catalogue/volume.hpp"

namespace tilebridge::volume {

Blocks::Blocks(const Parameters& p, const Element& threads, const Element& elements, int radius)
    : extent_{p["nz"], p["ny"], p["nx"]},
      threads_(threads),
      elements_(elements),
      across_(blocks_for(extent_.x, static_cast<int>(elements.x))),
      down_(blocks_for(extent_.y, static_cast<int>(elements.y))),
      bytes_(real_bytes(p)),
      radius_(radius) {}

std::vector<Kernel> Blocks::kernel(std::vector<Access> accesses) const {
  return {{across_ * down_ * blocks_for(extent_.z, static_cast<int>(elements_.z)),
           static_cast<int>(block_size()), std::move(accesses)}};
}

Element Blocks::corner(std::int64_t block) const {
  return {block / across_ / down_ * elements_.z, block / across_ % down_ * elements_.y,
          block % across_ * elements_.x};
}

Element Blocks::place(int rank) const {
  return {rank / threads_.x / threads_.y, rank / threads_.x % threads_.y, rank % threads_.x};
}

bool Blocks::holds(const Element& e) const {
  return e.z >= 0 && e.z < extent_.z && e.y >= 0 && e.y < extent_.y && e.x >= 0 && e.x < extent_.x;
}

bool Blocks::is_inside(const Element& e) const {
  const Element far = {radius_, radius_, radius_}, near = {-radius_, -radius_, -radius_};
  return holds(e + near) && holds(e + far);
}

std::int64_t Blocks::address(const Element& e) const {
  return ((e.z * extent_.y + e.y) * extent_.x + e.x) * bytes_;
}

Address Blocks::of_column(const Element& by, Of which) const {
  return [=, *this](Thread thread, std::int64_t step) -> std::int64_t {
    const Element e = own(thread) + Element{step, 0, 0};
    return is_of(e, which) ? address(e + by) : inactive;
  };
}

std::vector<Element> neighbours_in_plane(int radius) {
  std::vector<Element> all;
  for (int k = 1; k <= radius; ++k)
    for (const Element& e :
         {Element{0, 0, -k}, Element{0, 0, k}, Element{0, -k, 0}, Element{0, k, 0}})
      all.push_back(e);
  return all;
}

std::vector<Element> neighbours(int radius) {
  std::vector<Element> all = neighbours_in_plane(radius);
  for (int k = 1; k <= radius; ++k)
    for (const Element& e : {Element{-k, 0, 0}, Element{k, 0, 0}}) all.push_back(e);
  return all;
}

using Of = Blocks::Of;

Kernel direct(const ModelForm& form, const Parameters& p, int radius, const std::string& from,
              const std::string& to) {
  const Blocks blocks(p, {2, 4, 32}, {2, 4, 32}, radius);
  const int bytes = blocks.bytes();
  std::vector<Access> accesses;
  if (form.is_kokkos_in_loops())
    accesses = {load(from, bytes, blocks.of_column({}, Of::interior)),
                load(from, bytes, blocks.of_column({}, Of::boundary))};
  else
    accesses = {load(from, bytes, blocks.of_column({}, Of::all))};
  for (const Element& by : neighbours(radius))
    accesses.push_back(load(from, bytes, blocks.of_column(by, Of::interior)));
  accesses.push_back(store(to, bytes, blocks.of_column({}, Of::all)));
  return blocks.kernel(std::move(accesses)).front();
}

PlaneWalk::PlaneWalk(const Blocks& blocks, const Element& threads, const Element& shift, int planes,
                     int beyond)
    : blocks_(blocks),
      threads_(threads),
      shift_(shift),
      planes_(planes),
      beyond_(beyond),
      tile_{threads.y + 2 * blocks.radius(), threads.x + 2 * blocks.radius(), blocks.bytes()} {}

/// How far beside its own element the `place`-th of `count` threads loads another one.
std::int64_t beside(std::int64_t place, std::int64_t count, int radius) {
  if (place < radius) return -radius;
  return place >= count - radius ? radius : 0;
}

Element PlaneWalk::beside_along_y(Thread thread) const {
  return {0, beside(blocks_.place(thread.rank).y, threads_.y, blocks_.radius()), 0};
}

Element PlaneWalk::beside_along_x(Thread thread) const {
  return {0, 0, beside(blocks_.place(thread.rank).x, threads_.x, blocks_.radius())};
}

std::int64_t PlaneWalk::in_tile(Thread thread, std::int64_t plane, const Element& by) const {
  const int radius = blocks_.radius();
  const std::int64_t turn = (element(thread, plane).z + 2) % 2;
  return tile_(blocks_.place(thread.rank) + Element{turn, radius, radius} + by);
}

Access PlaneWalk::load_plane(std::int64_t shift, std::int64_t steps) const {
  const Address at = [=, *this](Thread thread, std::int64_t step) {
    return blocks_.address_if_held(element(thread, step + shift));
  };
  return load("in", tile_.bytes, at, steps);
}

bool is_none(const Element& by) { return by.y == 0 && by.x == 0; }

Access PlaneWalk::load_beside(Beside beside) const {
  const Address at = [=, *this](Thread thread, std::int64_t plane) {
    const Element by = (this->*beside)(thread);
    return is_none(by) ? inactive : blocks_.address_if_held(element(thread, plane) + by);
  };
  return load("in", tile_.bytes, at, planes_);
}

Access PlaneWalk::stage_own() const {
  const Address at = [*this](Thread thread, std::int64_t plane) {
    return is_walked(element(thread, plane)) ? in_tile(thread, plane, {}) : inactive;
  };
  return in_shared(store("tile", tile_.bytes, at, planes_));
}

Access PlaneWalk::stage_beside(Beside beside) const {
  const Address at = [=, *this](Thread thread, std::int64_t plane) {
    const Element by = (this->*beside)(thread);
    const bool staged = !is_none(by) && is_walked(element(thread, plane));
    return staged ? in_tile(thread, plane, by) : inactive;
  };
  return in_shared(store("tile", tile_.bytes, at, planes_));
}

Access PlaneWalk::take(const Element& by) const {
  const Address at = [=, *this](Thread thread, std::int64_t plane) {
    const bool taken = blocks_.is_of(element(thread, plane), Of::interior);
    return taken ? in_tile(thread, plane, by) : inactive;
  };
  return in_shared(load("tile", tile_.bytes, at, planes_));
}

std::vector<Access> PlaneWalk::accesses() const {
  const int radius = blocks_.radius();
  std::vector<Access> all = {load_plane(-radius, 2 * std::int64_t{radius}),
                             load_plane(radius, planes_),
                             load_beside(&PlaneWalk::beside_along_y),
                             load_beside(&PlaneWalk::beside_along_x),
                             stage_own(),
                             stage_beside(&PlaneWalk::beside_along_y),
                             stage_beside(&PlaneWalk::beside_along_x)};
  for (const Element& by : neighbours_in_plane(radius)) all.push_back(take(by));
  return all;
}

std::vector<Kernel> streamed(const Parameters& p, int radius, int planes) {
  constexpr Element threads = {1, 8, 32};
  const Blocks blocks(p, threads, {planes, threads.y, threads.x}, radius);
  std::vector<Access> accesses = PlaneWalk(blocks, threads, {}, planes).accesses();
  accesses.push_back(store("out", blocks.bytes(), blocks.of_column({}, Of::all), planes));
  return blocks.kernel(std::move(accesses));
}

std::vector<Access> staged_by_range(const Blocks& blocks, const Element& first, const Tile& tile,
                                    int planes, int turns) {
  const std::int64_t size = tile.rows * tile.columns;
  const std::int64_t threads = blocks.block_size();
  const std::int64_t passes = (size + threads - 1) / threads;
  /// The element of a tile that a thread stages in a pass; its plane is one of the grid.
  const auto staged = [=](Thread thread, std::int64_t step) {
    const std::int64_t e = thread.rank + step % passes * threads;
    const std::int64_t z = blocks.corner(thread.block).z + first.z + step / passes;
    return Element{e < size ? z : -1, e / tile.columns, e % tile.columns};
  };
  const auto in_grid = [=](Thread thread, const Element& e) {
    const Element corner = blocks.corner(thread.block);
    return Element{e.z, corner.y + first.y + e.y, corner.x + first.x + e.x};
  };
  const Address read = [=](Thread thread, std::int64_t step) {
    return blocks.address_if_held(in_grid(thread, staged(thread, step)));
  };
  const Address stage = [=](Thread thread, std::int64_t step) {
    const Element e = staged(thread, step);
    return blocks.holds(in_grid(thread, e)) ? tile({e.z % turns, e.y, e.x}) : inactive;
  };
  return {load("in", tile.bytes, read, planes * passes),
          in_shared(store("tile", tile.bytes, stage, planes * passes))};
}

}  // namespace tilebridge::volume
