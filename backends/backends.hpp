// SPDX-License-Identifier: Apache-2.0
// The platforms that this build supports, ready to run on.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/implementations.hpp"
#include "measure/load.hpp"
#include "measure/platform.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// A platform with everything that runs on it.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual measure::PlatformDevice& device() = 0;
  /// More may be added.
  virtual measure::Implementations& implementations() = 0;
  /// Where GPU work that is prepared now must go, a cudaStream_t or hipStream_t; null on a host.
  virtual void* queue() const = 0;
  /// Why this build has no Kokkos for it; "" if it has.
  virtual std::string missing_kokkos() const = 0;
  /// The models whose shared object could not be used, and why: the others are there.
  virtual const std::map<Model, std::string>& failures() const = 0;
};

/// The platforms compiled into this program, fastest first.
std::vector<Platform> built_platforms();

/// "" if `platform` can be opened here, else the reason in one line.
std::string why_not(Platform platform, int device);

/// Number of devices of `platform` visible to this process; 0 if why_not() gives a reason. A host
/// counts as one.
int device_count(Platform platform);

/// Returns nothing where the vendor's management library cannot tell. Ask before this process uses
/// the device: it cannot tell whose kernels run.
std::optional<measure::DeviceLoad> load_of(Platform platform, int device);

/// Vendor libraries are large: a run that has no kernel of theirs need not wait until they are
/// loaded.
enum class Libraries { loaded, left_out };

/// Loads what lies beside this program: native-PLATFORM.so, kokkos.so, and vendor-PLATFORM.so
/// unless libraries are left out. Throws PlatformError with that reason. Hold a KokkosSession.
std::unique_ptr<Backend> open_backend(Platform platform, int device,
                                      Libraries libraries = Libraries::loaded);

/// Keeps the program's own Kokkos loaded and initialised. Throws PlatformError if it needs a
/// missing GPU; one that cannot be loaded is among the failures of backends.
class KokkosSession {
 public:
  explicit KokkosSession(int device);
  ~KokkosSession();
  KokkosSession(const KokkosSession&) = delete;
  KokkosSession& operator=(const KokkosSession&) = delete;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

/// Compilers, flags and versions, for the result file. Needs a KokkosSession.
Json describe_builds();

}  // namespace tilebridge
