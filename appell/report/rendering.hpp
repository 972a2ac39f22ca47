#pragma once

#include <string>
#include <vector>

#include "appell/report/figures.hpp"
#include "appell/report/page.hpp"

/// Not installed: a page as a text, and as plots.
namespace appell::report {

/// For a terminal: the verdict, the tables, the sentences.
std::string terminal_text(const Page& page);

/// A table as lines, each column as wide as its widest cell. Columns without anything in them are
/// left out.
std::string table_text(const PageTable& table);

/// A figure for each chart, at most `most` of them; more than a few lines are several panels.
std::vector<Figure> figures_of(const Page& page, std::size_t most = 30);

}  // namespace appell::report
