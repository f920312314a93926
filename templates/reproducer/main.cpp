// SPDX-License-Identifier: Apache-2.0
// Runs the native kernel and the Kokkos kernels on the same buffers, compares their results, and
// prints times and ratios. Where a result is wrong it prints no ratio and ends with status 1.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "backends/kokkos/session.hpp"
#include "cases.hpp"
#include "harness/compare.hpp"
#include "harness/workspace.hpp"

namespace reproducer {
namespace {

using tilebridge::Form, tilebridge::kernels::Owned, tilebridge::kernels::Prepare;

struct Kernel {
  std::string name;
  Launch launch;
  std::vector<double> seconds = {};
};

/// Readies those of the registered kernels that take the case's struct.
class Readied final : public tilebridge::kernels::Registry {
 public:
  /// A kernel that names no form has `usual`.
  Readied(std::string model, std::string usual, const char* type, const Bytes& arguments)
      : model_(std::move(model)), usual_(std::move(usual)), type_(type), arguments_(arguments) {}

  void add(const char* /*key*/, const Form* form, const std::type_info& type,
           Prepare prepare) override {
    if (type_ != type.name()) return;
    std::string name = model_;
    name.append(" ").append(form == nullptr ? usual_ : name_of(*form));
    try {
      kernels.push_back({name, prepare(arguments_.data(), {})});
    } catch (const std::exception& reason) {
      unavailable.append(name).append(" is not available: ").append(reason.what()).append("\n");
    }
  }
  void keep(Owned object) override { kept_.push_back(std::move(object)); }

  std::string unavailable;
  std::vector<Kernel> kernels;

 private:
  std::string model_, usual_, type_;
  const Bytes& arguments_;
  std::vector<Owned> kept_;
};

/// The native kernel, then those in Kokkos.
std::vector<Kernel> kernels_of(Device& device, const Case& c, const Bytes& arguments) {
  Readied native("native", native_form, c.type, arguments);
  Readied kokkos("kokkos", kokkos_form, c.type, arguments);
  device.add_native(native);
  device.add_kokkos(kokkos);
  std::printf("%s%s", native.unavailable.c_str(), kokkos.unavailable.c_str());
  if (native.kernels.empty() || kokkos.kernels.empty())
    throw std::runtime_error("a kernel is missing, so that there is nothing to compare");
  std::vector<Kernel> kernels;
  kernels.push_back(std::move(native.kernels.front()));
  for (Kernel& kernel : kokkos.kernels) kernels.push_back(std::move(kernel));
  return kernels;
}

/// Runs each once and says how the results compare. Throws std::runtime_error for a wrong one.
std::string compared_results(Workspace& workspace, const Case& c,
                             const std::vector<Kernel>& kernels) {
  if (!c.has_one_result) return "  results are not compared: several are right\n";
  std::string text;
  const std::vector<Bytes> native = workspace.outputs_of(kernels[0].launch);
  for (std::size_t k = 1; k < kernels.size(); ++k) {
    const std::vector<Bytes> kokkos = workspace.outputs_of(kernels[k].launch);
    for (std::size_t i = 0; i < c.arrays.size(); ++i)
      if (is_output(c.arrays[i]))
        text += "  " +
                comparison_text(kernels[k].name, c.arrays[i], native[i], kokkos[i], c.tolerance) +
                "\n";
  }
  return text;
}

/// Each round times every kernel once, beginning with another one than the round before.
void time_in_rounds(Device& device, std::vector<Kernel>& kernels) {
  constexpr std::size_t least = 9, most = 101;
  constexpr double enough_seconds = 2;
  double spent = 0;
  for (std::size_t round = 0; round < least || (round < most && spent < enough_seconds); ++round)
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      Kernel& kernel = kernels[(round + k) % kernels.size()];
      kernel.seconds.push_back(device.seconds_of(kernel.launch));
      spent += kernel.seconds.back();
    }
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

std::string times(const Kernel& native, const Kernel& kernel) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < kernel.seconds.size(); ++i)
    ratios.push_back(native.seconds[i] / kernel.seconds[i]);
  char text[200];
  std::snprintf(text, sizeof text,
                "  %-16s %11.2f us   native ÷ Kokkos time: %.3f (quartiles %.3f to %.3f)\n",
                kernel.name.c_str(), 1e6 * quantile(kernel.seconds, 0.5), quantile(ratios, 0.5),
                quantile(ratios, 0.25), quantile(ratios, 0.75));
  const std::string line = text;
  return &kernel == &native ? line.substr(0, line.find("   native ÷")) + "\n" : line;
}

std::string run(Device& device, const Case& c) {
  Workspace workspace(device, c);
  const Bytes arguments = workspace.arguments();
  std::vector<Kernel> kernels = kernels_of(device, c, arguments);
  compared_results(workspace, c, kernels);
  time_in_rounds(device, kernels);
  // Once more: a kernel may be right only the first time.
  std::string text = std::string(c.parameters) + "\n" + compared_results(workspace, c, kernels);
  for (const Kernel& kernel : kernels) text += times(kernels[0], kernel);
  return text;
}

void run_all() {
  const tilebridge::kokkos::Session session(0);
  const std::unique_ptr<Device> device = open_device();
  std::string text;  // printed only if every result is right
  for (const Case& c : cases()) text += run(*device, c);
  std::printf("%s, Kokkos %s (%s)\n%s", device->name().c_str(),
              tilebridge::kokkos::version().c_str(), tilebridge::kokkos::spaces().c_str(),
              text.c_str());
}

}  // namespace
}  // namespace reproducer

int main() {
  try {
    reproducer::run_all();
    return 0;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
