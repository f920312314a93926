// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "pages/explain.hpp"

namespace tilebridge::pages {
namespace {

// Heights in the picture's units.
constexpr double square_height = 10;  // of a lane
constexpr double line_height = 14;    // of a cache line
constexpr double join_height = 26;    // between lanes and the first cache line
constexpr double burst_height = 2.5;
constexpr double word_height = 7;  // in shared memory
constexpr double pass_height = 10;

constexpr std::size_t most_lines = 8;   // of global memory, or wavefronts
constexpr std::size_t most_words = 32;  // rows of shared memory: all of a tile of words

constexpr std::string_view dim_centred = "class=\"dim\" text-anchor=\"middle\"";
constexpr std::string_view dim_to_the_left = "class=\"dim\" text-anchor=\"end\"";
constexpr std::string_view heading = "font-weight=\"600\"";

/// Rows of memory are drawn right of their names, or below the names.
struct Frame {
  double width, edge, left;

  bool has_names_above() const { return left == edge; }
  double across() const { return width - edge - left; }
  double per_byte() const { return across() / segment_bytes; }
  double word() const { return per_byte() * bank_bytes; }
  /// The height between two rows, where the lines to the rows below are seen.
  double gap() const { return has_names_above() ? 18 : 13; }
};

Frame frame_of(Canvas canvas) {
  return canvas == Canvas::narrow ? Frame{360, 8, 8} : Frame{700, 12, 116};
}

/// Shapes of one look, which are one element.
class Path {
 public:
  void add_box(double x, double y, double width, double height) {
    shapes_ += fmt::format("M{:.1f} {:.1f}h{:.1f}v{:.1f}h{:.1f}z", x, y, width, height, -width);
  }
  void add_line(double x1, double y1, double x2, double y2) {
    shapes_ += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", x1, y1, x2, y2);
  }
  std::string element(std::string_view look) const {
    return shapes_.empty() ? "" : fmt::format("<path class=\"{}\" d=\"{}\"/>", look, shapes_);
  }

 private:
  std::string shapes_;
};

std::string sentence_of(const ShownAccess& access, const Architecture& on) {
  return access.memory == Memory::shared ? conflict_sentence(access.request, on)
                                         : moved_sentence(access.request, on);
}

/// Memory moves whole bursts to L2 for a load, where these are larger than what L2 moves. Stores
/// fetch nothing.
bool moves_bursts(const ShownAccess& access, const Architecture& on) {
  return access.memory == Memory::global && access.request.operation == Operation::load &&
         on.memory_bytes > on.unit_bytes;
}

/// Draws the panels of one picture.
class Panels {
 public:
  Panels(svg::Sheet& sheet, const Frame& frame, const Architecture& on)
      : sheet_(sheet), frame_(frame), on_(on) {}

  void add(const ShownAccess& access) {
    sheet_.skip(10);
    sheet_.add_lines(access.title, heading, 6.9);
    if (access.memory == Memory::shared)
      add_shared(access.request);
    else
      add_global(access);
    sheet_.add_lines(sentence_of(access, on_), "", 6.6);
  }

 private:
  /// A row of memory that is drawn: its number, and the height of its upper edge.
  struct Row {
    std::int64_t number;
    double top;
  };

  /// "lane 0", 8, 16, 24, 31 above columns of that width.
  void add_numbers(std::string_view noun, int count, double width) {
    constexpr int numbers = 4;
    const double y = sheet_.y() + 11;
    sheet_.add(svg::words(svg::units(frame_.left), y, fmt::format("{} 0", noun), svg::dim));
    for (int i = 1; i <= numbers; ++i) {
      const int number = i < numbers ? i * count / numbers : count - 1;
      sheet_.add(svg::words(svg::units(frame_.left + (number + 0.5) * width), y,
                            fmt::format("{}", number), dim_centred));
    }
    sheet_.skip(15);
  }

  /// Places rows of that height and with that gap below, the first of `numbers` and the last one,
  /// from here on.
  std::vector<Row> rows_of(const std::vector<std::int64_t>& numbers, std::size_t most,
                           double height, double gap) {
    std::vector<Row> rows;
    const auto [first, left_out] = shown_rows(numbers.size(), most);
    const auto add = [&](std::int64_t number) {
      rows.push_back({number, sheet_.y()});
      sheet_.skip(height + gap);
    };
    for (std::size_t i = 0; i < first; ++i) add(numbers[i]);
    if (left_out > 0) {
      add_name(fmt::format("… {} more", left_out), sheet_.y() + height / 2);
      sheet_.skip(height + gap);
      add(numbers.back());
    }
    return rows;
  }

  /// Beside a row's middle, or at its beginning where names have no column.
  void add_name(std::string_view name, double middle) {
    names_ += frame_.has_names_above()
                  ? svg::words(svg::units(frame_.left), middle + 4, name, svg::dim)
                  : svg::words(svg::units(frame_.left - 8), middle + 4, name, dim_to_the_left);
  }
  /// Names are above all that is drawn.
  void end_names() {
    sheet_.add(names_);
    names_.clear();
  }

  double lane_width() const { return frame_.across() / on_.lanes; }
  double middle_of_lane(std::size_t lane) const {
    return frame_.left + (static_cast<double>(lane) + 0.5) * lane_width();
  }

  void add_lanes(const WarpAccess& request) {
    add_numbers("lane", on_.lanes, lane_width());
    const double width = std::min(lane_width() - 1.5, square_height);
    Path active, idle;
    for (std::size_t lane = 0; lane < request.addresses.size(); ++lane)
      (request.addresses[lane] == inactive ? idle : active)
          .add_box(middle_of_lane(lane) - width / 2, sheet_.y(), width, square_height);
    sheet_.add(active.element("asked") + idle.element("idle"));
    sheet_.skip(square_height);
  }

  void add_global(const ShownAccess& access) {
    const WarpAccess& request = access.request;
    add_lanes(request);
    const double from = sheet_.y();
    sheet_.skip(join_height);
    const std::vector<Row> rows =
        rows_of(blocks_touched(request, on_.line_bytes), most_lines, line_height, frame_.gap());
    add_joins(request, rows, from);
    for (const Row& row : rows) {
      add_line(request, row);
      if (moves_bursts(access, on_)) add_bursts(request, row);
    }
    end_names();
    sheet_.skip(burst_height - frame_.gap() + 6);
  }

  /// Joins each lane to the middle of what it asks for, behind the rows.
  void add_joins(const WarpAccess& request, const std::vector<Row>& rows, double from) {
    Path joins;
    for (std::size_t lane = 0; lane < request.addresses.size(); ++lane) {
      const std::int64_t address = request.addresses[lane];
      const auto row = std::ranges::find(rows, address / on_.line_bytes, &Row::number);
      if (address == inactive || row == rows.end()) continue;
      joins.add_line(middle_of_lane(lane), from, x_of(address) + request.bytes * per_byte() / 2,
                     row->top);
    }
    sheet_.add(joins.element("join"));
  }

  double per_byte() const { return frame_.per_byte(); }
  double x_of(std::int64_t address) const {
    return frame_.left + static_cast<double>(address % on_.line_bytes) * per_byte();
  }

  /// Draws blocks of `unit` bytes in a row: the touched blocks, or all others.
  Path blocks_in(const Row& row, int unit, const std::vector<std::int64_t>& touched,
                 bool are_touched, double y, double height) const {
    Path blocks;
    for (std::int64_t at = row.number * on_.line_bytes; at < (row.number + 1) * on_.line_bytes;
         at += unit)
      if (std::ranges::binary_search(touched, at / unit) == are_touched)
        blocks.add_box(x_of(at) + 0.5, y, unit * per_byte() - 1, height);
    return blocks;
  }

  /// A cache line: its sectors, and what lanes ask for in them.
  void add_line(const WarpAccess& request, const Row& row) {
    const std::vector<std::int64_t> moved = blocks_touched(request, on_.unit_bytes);
    const auto units = [&](bool are_moved) {
      return blocks_in(row, on_.unit_bytes, moved, are_moved, row.top, line_height);
    };
    sheet_.add(units(true).element("moved") + units(false).element("idle"));
    Path asked;
    for (const std::int64_t element : blocks_touched(request, request.bytes)) {
      const std::int64_t address = element * request.bytes;
      if (address / on_.line_bytes == row.number)
        asked.add_box(x_of(address) + 1, row.top + 1, request.bytes * per_byte() - 2,
                      line_height - 2);
    }
    sheet_.add(asked.element("asked"));
    add_name(fmt::format("{} {}", on_.words.line, row.number),
             frame_.has_names_above() ? row.top - 8 : row.top + line_height / 2);
  }

  void add_bursts(const WarpAccess& request, const Row& row) {
    sheet_.add(blocks_in(row, on_.memory_bytes, blocks_touched(request, on_.memory_bytes), true,
                         row.top + line_height + 1, burst_height)
                   .element("burst"));
  }

  void add_shared(const WarpAccess& request) {
    constexpr int row_bytes = banks * bank_bytes;
    const std::vector<std::int64_t> rows = blocks_touched(request, row_bytes);
    const bool have_gaps = rows.back() - rows.front() >= std::ssize(rows);
    sheet_.add_note(fmt::format(
        "Where the words are, of bytes {} to {}: a row has {} bytes{}, a column is a bank",
        rows.front() * row_bytes, (rows.back() + 1) * row_bytes - 1, row_bytes,
        have_gaps ? " (rows without a word are left out)" : ""));
    add_numbers("bank", banks, frame_.word());
    const std::vector<std::int64_t> words = blocks_touched(request, bank_bytes);
    const double top = sheet_.y();
    for (const Row& row : rows_of(rows, most_words, word_height, 1)) {
      std::vector<int> in_row;
      for (const std::int64_t word : words)
        if (word / banks == row.number) in_row.push_back(static_cast<int>(word % banks));
      add_banks(in_row, row.top, word_height);
    }
    end_banks(top);
    sheet_.skip(4);
    add_passes(serving_banks(request, on_));
    sheet_.skip(2);
  }

  void add_passes(const std::vector<std::vector<int>>& serving) {
    sheet_.add_note(fmt::format("Which banks serve a word in each {}", on_.words.pass));
    std::vector<std::int64_t> passes(serving.size());
    std::iota(passes.begin(), passes.end(), 0);
    const double from = sheet_.y();
    for (const auto& [pass, top] : rows_of(passes, most_lines, pass_height, 2)) {
      add_banks(serving[static_cast<std::size_t>(pass)], top, pass_height);
      if (!frame_.has_names_above())
        add_name(fmt::format("{} {}", on_.words.pass, pass + 1), top + pass_height / 2);
    }
    end_banks(from);
  }

  /// A row of all banks, these filled.
  void add_banks(const std::vector<int>& filled, double top, double height) {
    sheet_.add(svg::rectangle(svg::units(frame_.left), top, svg::units(frame_.across()), height,
                              svg::filled("parity-band")));
    Path boxes;
    for (const int bank : filled)
      boxes.add_box(frame_.left + bank * frame_.word(), top, frame_.word(), height);
    sheet_.add(boxes.element("asked"));
  }
  /// Separates the banks of the rows from `top` down to here.
  void end_banks(double top) {
    Path edges;
    for (int bank = 1; bank < banks; ++bank) {
      const double x = frame_.left + bank * frame_.word();
      edges.add_line(x, top, x, sheet_.y());
    }
    sheet_.add(edges.element("between"));
    end_names();
  }

  svg::Sheet& sheet_;
  Frame frame_;
  const Architecture& on_;
  std::string names_;
};

void add_legend(svg::Sheet& sheet, const std::vector<ShownAccess>& accesses,
                const Architecture& on) {
  const auto any = [&](const auto& test) { return std::ranges::any_of(accesses, test); };
  sheet.add_colour("asked", "asked for");
  if (any([](const ShownAccess& one) { return one.memory == Memory::global; }))
    sheet.add_colour(
        "moved", fmt::format("moved with it, in a {} of {} bytes", on.words.unit, on.unit_bytes));
  if (any([&](const ShownAccess& one) { return moves_bursts(one, on); }))
    sheet.add_to_legend(
        [](double x, double y) {
          return svg::rectangle(svg::units(x - 4), y, "9", burst_height, svg::filled("dim"));
        },
        fmt::format("moved by memory, in bursts of {} bytes", on.memory_bytes));
  sheet.end_legend();
}

}  // namespace

std::string accesses_svg(std::string_view label, std::span<const Part> parts,
                         const Architecture& on, Canvas canvas) {
  std::vector<ShownAccess> all;
  for (const Part& part : parts)
    std::ranges::move(shown_accesses(part.kernels, on), std::back_inserter(all));
  if (all.empty()) return "";
  const Frame frame = frame_of(canvas);
  svg::Sheet sheet(canvas, frame.width, frame.edge);
  sheet.add_title(fmt::format("What a {} accesses", on.words.warp));
  sheet.add_note(fmt::format("{}, {}", label, on.name));
  add_legend(sheet, all, on);
  Panels panels(sheet, frame, on);
  std::string name = fmt::format("What a {} of {} accesses", on.words.warp, label);
  for (const Part& part : parts) {
    sheet.skip(8);
    sheet.add(svg::line(svg::units(frame.edge), sheet.y(), svg::units(frame.width - frame.edge),
                        sheet.y(), "class=\"grid\""));
    sheet.skip(4);
    sheet.add_note(part.title);
    for (const ShownAccess& access : shown_accesses(part.kernels, on)) {
      panels.add(access);
      name += fmt::format(". {}: {}", access.title, sentence_of(access, on));
    }
  }
  sheet.add_note(unknown_text(on));
  return sheet.finished(name);
}

}  // namespace tilebridge::pages
