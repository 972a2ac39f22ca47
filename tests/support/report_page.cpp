#include "tests/support/report_page.hpp"

#include <cstring>
#include <stdexcept>

namespace appell::support {
namespace {

using nlohmann::json;

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) throw std::runtime_error("no " + begin);
  const std::size_t to = text.find(end, from + begin.size());
  if (to == std::string::npos) throw std::runtime_error("no end of " + begin);
  return text.substr(from + begin.size(), to - from - begin.size());
}

/// Not the way in which the library writes it: digit by digit into a row of bits.
std::string bytes_of_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) throw std::runtime_error("base64 of an odd length");
  std::string bytes;
  unsigned bits = 0;
  int num_bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) throw std::runtime_error("no digit of base64");
    bits = (bits << 6 | static_cast<unsigned>(digit)) & 0xFFFFFU;
    num_bits += 6;
    if (num_bits < 8) continue;
    num_bits -= 8;
    bytes += static_cast<char>(bits >> num_bits & 0xFFU);
  }
  return bytes;
}

std::size_t width_of(const json& view) { return view.at("type") == "f64" ? 8 : 4; }

int check_views(const json& value, std::size_t size) {
  if (value.is_object() && value.contains("offset")) {
    const std::size_t offset = value.at("offset"), length = value.at("length");
    if (offset % 8 != 0 || offset + length * width_of(value) > size) {
      throw std::runtime_error("a view is out of place: " + value.dump());
    }
    return 1;
  }
  int count = 0;
  if (value.is_structured()) {
    for (const json& part : value) count += check_views(part, size);
  }
  return count;
}

template <class Number>
std::vector<double> numbers_at(const std::string& bytes, std::size_t offset, std::size_t length) {
  std::vector<Number> raw(length);
  std::memcpy(raw.data(), bytes.data() + offset, length * sizeof(Number));
  return {raw.begin(), raw.end()};
}

}  // namespace

std::vector<double> ReportPage::numbers(const json& view) const {
  const std::size_t offset = view.at("offset"), length = view.at("length");
  if (view.at("type") == "f64") return numbers_at<double>(bytes, offset, length);
  if (view.at("type") == "f32") return numbers_at<float>(bytes, offset, length);
  return numbers_at<std::uint32_t>(bytes, offset, length);
}

int ReportPage::count_views() const { return check_views(fields, bytes.size()); }

const json& ReportPage::group(std::string_view id) const {
  for (const json& group : fields.at("groups")) {
    if (group.at("id") == id) return group;
  }
  throw std::runtime_error("no group " + std::string(id));
}

ReportPage read_report(const std::string& html) {
  const std::string end = "</script>";
  return {
      json::parse(between(html, "<script type=\"application/json\" id=\"appell-report\">", end)),
      bytes_of_base64(between(html, "<script type=\"text/plain\" id=\"appell-numbers\">", end))};
}

}  // namespace appell::support
