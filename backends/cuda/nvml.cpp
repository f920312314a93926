// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tilebridge::cuda {
namespace {

// Bits of nvmlDeviceGetCurrentClocksEventReasons, from NVIDIA's NVML API reference. Bit 0 (idle)
// does not throttle anything.
constexpr std::array<std::pair<std::uint64_t, const char*>, 8> reasons = {{
    {0x02, "application clocks setting"},
    {0x04, "software power cap"},
    {0x08, "hardware slowdown"},
    {0x10, "sync boost"},
    {0x20, "software thermal slowdown"},
    {0x40, "hardware thermal slowdown"},
    {0x80, "hardware power brake"},
    {0x100, "display clock setting"},
}};

/// nvmlProcessInfo_t of the functions' second and third version.
struct ProcessInfo {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance;
  unsigned compute_instance;
};

/// nvmlUtilization_t: per cent of the last sample period, a sixth of a second to a second.
struct Utilisation {
  unsigned gpu;
  unsigned memory;
};

}  // namespace

struct Nvml::Library {
  using Handle = void*;
  void* file = nullptr;
  Handle device = nullptr;
  int (*shutdown)() = nullptr;
  int (*driver_version)(char*, unsigned) = nullptr;
  int (*event_reasons)(Handle, unsigned long long*) = nullptr;
  int (*utilisation)(Handle, Utilisation*) = nullptr;
  int (*processes)(Handle, unsigned*, ProcessInfo*) = nullptr;

  ~Library() {
    if (shutdown != nullptr) shutdown();
    if (file != nullptr) dlclose(file);
  }

  template <class Function>
  bool find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(file, name));
    return function != nullptr;
  }

  /// Counts the processes that compute; 0 if unknown.
  int count_processes() const {
    constexpr int too_many = 7;  // NVML_ERROR_INSUFFICIENT_SIZE, which sets the count too
    std::array<ProcessInfo, 64> infos{};
    auto count = static_cast<unsigned>(infos.size());
    if (processes == nullptr) return 0;
    const int status = processes(device, &count, infos.data());
    return status == 0 || status == too_many ? static_cast<int>(count) : 0;
  }

  bool open(const std::string& pci_bus) {
    file = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (file == nullptr) return false;
    int (*init)() = nullptr;
    int (*handle_of)(const char*, Handle*) = nullptr;
    if (!find(init, "nvmlInit_v2") || !find(handle_of, "nvmlDeviceGetHandleByPciBusId_v2") ||
        !find(driver_version, "nvmlSystemGetDriverVersion"))
      return false;
    if (init() != 0) return false;
    find(shutdown, "nvmlShutdown");
    if (!find(event_reasons, "nvmlDeviceGetCurrentClocksEventReasons"))
      find(event_reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");  // its former name
    find(utilisation, "nvmlDeviceGetUtilizationRates");
    if (!find(processes, "nvmlDeviceGetComputeRunningProcesses_v3"))
      find(processes, "nvmlDeviceGetComputeRunningProcesses_v2");
    return handle_of(pci_bus.c_str(), &device) == 0;
  }
};

Nvml::Nvml(const std::string& pci_bus) : library_(std::make_unique<Library>()) {
  if (!library_->open(pci_bus)) library_.reset();
}

Nvml::~Nvml() = default;

std::string Nvml::driver_version() const {
  std::array<char, 96> version{};
  if (!library_ || library_->driver_version(version.data(), version.size()) != 0) return "";
  return version.data();
}

std::optional<kernels::DeviceLoad> Nvml::load() const {
  Utilisation now{};
  if (!library_ || library_->utilisation == nullptr ||
      library_->utilisation(library_->device, &now) != 0)
    return std::nullopt;
  return kernels::DeviceLoad{library_->count_processes(), 0.01 * now.gpu};
}

void Nvml::note_throttling() {
  unsigned long long now = 0;
  if (library_ && library_->event_reasons != nullptr &&
      library_->event_reasons(library_->device, &now) == 0)
    noted_ |= now;
}

std::vector<std::string> Nvml::take_throttle_reasons() {
  std::vector<std::string> words;
  for (const auto& [bit, reason] : reasons)
    if ((noted_ & bit) != 0) words.emplace_back(reason);
  noted_ = 0;
  return words;
}

}  // namespace tilebridge::cuda
