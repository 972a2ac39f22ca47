#include "appell/io/xml_file.hpp"

#include <new>
#include <stdexcept>
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

XmlFile::XmlFile(std::string name, std::string text)
    : source_(std::move(name), std::move(text)), diagnostics_(source_.name()) {
  const std::string& bytes = source_.text();
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    give_up(0, "is UTF-16 text; save it as UTF-8");
  }
  const std::size_t nul = bytes.find('\0');
  if (nul != std::string::npos) give_up(nul, "has a zero byte; this is no text file");
  const std::size_t bad = first_byte_outside_utf8(bytes);
  if (bad != std::string::npos) give_up(bad, "has a byte that is not UTF-8; save it as UTF-8");
  // As a fragment, so that text outside of the outermost element is not dropped silently.
  const pugi::xml_parse_result parsed =
      parse_xml(bytes, pugi::parse_default | pugi::parse_fragment, document_);
  if (!parsed) {
    give_up(static_cast<std::size_t>(parsed.offset),
            concat("not well-formed XML: ", parsed.description()));
  }
  if (root_tag().empty()) give_up(0, "there is no element; exactly one is needed");
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

void XmlFile::give_up(std::size_t offset, const std::string& text) {
  diagnostics_.error(source_.position(offset), text);
  diagnostics_.throw_if_errors();
  throw std::logic_error("unreachable");
}

}  // namespace appell::io
