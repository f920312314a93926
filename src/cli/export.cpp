#include "cli/export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "catalogue/error.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "export/formats.hpp"

namespace tilebridge {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const ExportFormat& format : export_formats()) all.emplace_back(format.name);
  return all;
}

const ExportFormat& format_of(const std::string& name) {
  for (const ExportFormat& format : export_formats())
    if (format.name == name) return format;
  throw unknown_name("format", name, names());
}

}  // namespace

Command add_export(CLI::App& app) {
  struct Options {
    std::string file;
    std::string format;
    std::string output;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("export", "a result file in the formats of others");
  command->add_option("results", options->file, "result file")
      ->type_name(value_type::file)
      ->required();
  command->add_option("--format", options->format, "for which reader")
      ->type_name(fmt::format("{}", fmt::join(names(), "|")))
      ->required();
  command->add_option("-o,--output", options->output, "file for it (default: standard output)");
  return {command, [options] {
            const ExportFormat& format = format_of(options->format);
            check_output(options->output, {options->file});
            write_output(options->output, format.write(read_timed_results(options->file)));
            return 0;
          }};
}

}  // namespace tilebridge
