#include "cli/report.hpp"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/grammar.hpp"
#include "report/profile_table.hpp"
#include "report/table.hpp"
#include "results/file.hpp"

namespace tilebridge {

Command add_report(CLI::App& app) {
  const auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* report = app.add_subcommand("report", "the table of a result file");
  report->add_option("results", *files, "result files")->type_name(value_type::file)->required();
  return {report, [files] {
            for (const std::string& file : *files) {
              const Results results = read_results(file);
              std::cout << (is_profile(results) ? profile_table(results)
                                                : table(results, stdout_style()));
            }
            return 0;
          }};
}

}  // namespace tilebridge
