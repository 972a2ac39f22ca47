#pragma once

#include <string>
#include <vector>

#include "appell/report/figures.hpp"
#include "appell/report/page.hpp"

/// Not installed: a page as a text, and as plots.
namespace appell::report {

/// For a terminal: the verdict, the opening, the tables, the sentences.
std::string terminal_text(const Page& page);

/// A table as lines, each column as wide as its widest cell. Columns without anything in them are
/// left out.
std::string table_text(const PageTable& table);

/// A figure for each chart, charts with the same file together, more than a few lines in several
/// panels. Of sums with their terms the sums are drawn; limits where they are near.
/// @param most  figures; the highest derivatives are left out first.
/// @param left_out  gets how many were; may be null.
std::vector<Figure> figures_of(const Page& page, std::size_t most = 30,
                               std::size_t* left_out = nullptr);

}  // namespace appell::report
