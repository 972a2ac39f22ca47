#pragma once

#include <atomic>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "appell/report/document.hpp"
#include "appell/report/figures.hpp"

/// Not installed: a document as a text, as plots, and as a page; numbers of a result as JSON.
namespace appell::report {

/// For a terminal: the verdict, the opening, the tables, the sentences.
std::string terminal_text(const Document& document);

/// A table as lines, each column as wide as its widest cell. Columns without anything in them are
/// left out.
std::string table_text(const PageTable& table);

/// A figure for each chart, charts with the same file together, more than a few lines in several
/// panels. Of sums with their terms the sums are drawn; limits where they are near.
/// @param most  figures; the highest derivatives are left out first.
/// @param left_out  gets how many were; may be null.
std::vector<Figure> figures_of(const Document& document, std::size_t most = 30,
                               std::size_t* left_out = nullptr);

/// Writes a page as one HTML file: the page of web/dist with these data in it.
/// @param stop  set from outside to stop: then there is no such file.
/// @throws InvalidArgument if the file cannot be created or lines do not have a number for each
///   instant; NumericalError if the disk is full, a number outside of views is not finite, or it is
///   stopped.
void write_page(const Document& document, const std::string& path,
                const std::atomic<bool>* stop = nullptr);

/// The text of such a file.
std::string page_html(const Document& document);

/// As JsonWriter writes it.
/// @throws NumericalError if a number is not finite.
std::string json_text(const nlohmann::ordered_json& value);

}  // namespace appell::report
