#include "appell/io/xml_file.hpp"

#include <new>
#include <utility>

#include "appell/base/quoted.hpp"
#include "appell/base/text.hpp"

namespace appell::io {

pugi::xml_parse_result parse_xml(std::string_view text, unsigned options,
                                 pugi::xml_document& document, pugi::xml_encoding encoding) {
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), options, encoding);
  if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
  return parsed;
}

XmlFile::XmlFile(std::string name, std::string text, Strictness strictness, std::string_view root)
    : source_(std::move(name), std::move(text)), diagnostics_(source_.name(), strictness) {
  const std::string& bytes = source_.text();
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    diagnostics_.fail(source_.position(0), "is UTF-16 text; save it as UTF-8");
  }
  const std::size_t nul = bytes.find('\0');
  if (nul != std::string::npos)
    diagnostics_.fail(source_.position(nul), "has a zero byte; this is no text file");
  const std::size_t bad = first_byte_outside_utf8(bytes);
  if (bad != std::string::npos)
    diagnostics_.fail(source_.position(bad), "has a byte that is not UTF-8; save it as UTF-8");
  // As a fragment, so that text outside of the outermost element is not dropped silently.
  const pugi::xml_parse_result parsed =
      parse_xml(bytes, pugi::parse_default | pugi::parse_fragment, document_);
  if (!parsed) {
    diagnostics_.fail(source_.position(parsed.offset),
                      concat("not well-formed XML: ", parsed.description()));
  }
  if (root_tag().empty()) {
    const std::string wanted = root.empty() ? "" : concat("<", root, "> ");
    diagnostics_.fail(source_.position(0),
                      concat("there is no element; exactly one ", wanted, "is needed"));
  }
}

XmlElement XmlFile::root(std::string_view tag) {
  const XmlElement document(document_, context_);
  const std::vector<XmlElement> roots = document.children();
  if (roots.front().tag() != tag) {
    roots.front().error(concat("is the outermost element; <", tag, "> is needed"));
  }
  if (roots.size() > 1) {
    roots[1].error(concat("is a second outermost element; one <", tag, "> is needed"));
  }
  document.check_stray_text();
  diagnostics_.throw_if_errors();
  return roots.front();
}

std::string XmlFile::root_tag() const {
  for (const pugi::xml_node node : document_.children()) {
    if (node.type() == pugi::node_element) return node.name();
  }
  return {};
}

void XmlFile::refuse_prefix(std::string_view prefix, const std::string& problem) {
  const pugi::xml_node found = document_.find_node(
      [&](pugi::xml_node node) { return std::string_view(node.name()).starts_with(prefix); });
  if (!found) return;
  XmlElement(found, context_).error(problem);
  diagnostics_.throw_if_errors();
}

}  // namespace appell::io
