// SPDX-License-Identifier: Apache-2.0
// The terms that describe an experiment.
#pragma once

#include <string_view>

namespace tilebridge {

/// The subject of a question; also the folder its files lie in. `yours` is of kernels that users
/// wrote, which are in no catalogue.
enum class Family { coalescing, tiling, memory, transfers, execution, hierarchy, idioms, yours };
enum class Platform { host, cuda, hip };      // where code runs
enum class Model { native, kokkos, vendor };  // how it is written
/// For Kokkos code: in ranges and nested ranges; on the way from there to the next, some of its
/// idioms left behind; written to cost what the same native kernel costs; the fastest that we could
/// write, as native code is; another algorithm, by a Kokkos facility.
enum class Level { textbook, step, matched, tuned, idiomatic, vendor };
enum class Preset { quick, standard, full };  // how much is asked
enum class Cache { cold, hot };               // emptied before each launch, or as the last left it
/// What a device does at most a certain number of times per second.
enum class Rate { read, write, copy, l2, fma, to_device, to_host };

std::string_view name_of(Family family);
std::string_view name_of(Platform platform);
std::string_view name_of(Model model);
std::string_view name_of(Level level);
std::string_view name_of(Preset preset);
std::string_view name_of(Cache cache);

/// Who wrote a kernel, and how.
struct Form {
  Model model = Model::native;
  Level level = Level::textbook;

  /// In ranges and nested ranges, other algorithms included.
  bool is_plain_kokkos() const {
    return model == Model::kokkos && (level == Level::textbook || level == Level::idiomatic);
  }
  bool is_matched() const { return level == Level::matched; }
};

}  // namespace tilebridge
