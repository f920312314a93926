// SPDX-License-Identifier: Apache-2.0
#include "backends/kokkos/session.hpp"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

Session::Session([[maybe_unused]] int device) {
#ifdef TILEBRIDGE_KOKKOS_GPU
  Kokkos::initialize(
      Kokkos::InitializationSettings().set_device_id(device).set_disable_warnings(true));
#else
  Kokkos::initialize();
#endif
}

Session::~Session() { Kokkos::finalize(); }

bool has_gpu() {
#ifdef TILEBRIDGE_KOKKOS_GPU
  return true;
#else
  return false;
#endif
}

Platform gpu_platform() {
#ifdef KOKKOS_ENABLE_HIP
  return Platform::hip;
#else
  return Platform::cuda;
#endif
}

int host_threads() { return static_cast<int>(HostExecution().concurrency()); }

void add_host(kernels::Registry& registry) {
  KokkosKernels<HostExecution> registrar(registry, [] { return HostExecution(); });
  add_all(registrar);
  rewritten::add_all(registrar);
  steps::add_all(registrar);
}

void add_gpu([[maybe_unused]] kernels::Registry& registry,
             [[maybe_unused]] std::function<void*()> stream) {
#ifdef TILEBRIDGE_KOKKOS_GPU
  const auto instances = std::make_shared<std::map<void*, GpuExecution>>();
  KokkosKernels<GpuExecution> registrar(registry, [instances, stream] {
    void* const current = stream();
    const auto known = instances->find(current);
    if (known != instances->end()) return known->second;
    return instances->emplace(current, GpuExecution(static_cast<GpuStream>(current))).first->second;
  });
  add_all(registrar);
  rewritten::add_all(registrar);
  steps::add_all(registrar);
#else
  throw std::logic_error("this build's Kokkos has no GPU");
#endif
}

std::string version() {
  char text[16];
  std::snprintf(text, sizeof text, "%d.%d.%02d", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100,
                KOKKOS_VERSION % 100);
  return text;
}

std::string spaces() {
  std::string names = HostExecution::name();
#ifdef TILEBRIDGE_KOKKOS_GPU
  names = std::string(GpuExecution::name()) + ", " + names;
#endif
  return names;
}

std::string configuration() {
  std::ostringstream text;
#if KOKKOS_VERSION >= 30700
  Kokkos::print_configuration(text, /*verbose=*/true);
#else
  Kokkos::print_configuration(text, /*detail=*/true);
#endif
  // A loaded tool affects the measurements.
  if (const char* tools = std::getenv("KOKKOS_TOOLS_LIBS")) text << "tools: " << tools << '\n';
  return text.str();
}

}  // namespace tilebridge::kokkos
