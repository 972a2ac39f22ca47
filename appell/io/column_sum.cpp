#include "appell/io/column_sum.hpp"

#include <cctype>
#include <charconv>

namespace appell::io {
namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '[' ||
         c == ']';
}

/// sum := product {(+|-) product}, product := [+|-] factor {(*|/) factor}
class SumReader {
 public:
  explicit SumReader(std::string_view text) : text_(text) {}

  std::optional<ColumnSum> read() {
    ColumnSum sum;
    double sign = 1.0;
    do {
      if (!read_product(sign, sum)) return std::nullopt;
      skip_blanks();
      if (at_ == text_.size()) return sum;
      sign = text_[at_] == '-' ? -1.0 : 1.0;
    } while (take('+') || take('-'));
    return std::nullopt;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<double> number() {
    double value = 0.0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc() || (end != text_.data() + text_.size() && is_name_character(*end)))
      return {};
    at_ = end - text_.data();
    return value;
  }

  std::string name() {
    std::string result;
    if (take('\'')) {
      const std::size_t end = text_.find('\'', at_);
      if (end == std::string_view::npos) return {};
      result = text_.substr(at_, end - at_);
      at_ = end + 1;
      return result;
    }
    while (at_ < text_.size() && is_name_character(text_[at_])) result += text_[at_++];
    return result;
  }

  bool read_product(double factor, ColumnSum& sum) {
    skip_blanks();
    if (take('-')) {
      factor = -factor;
    } else {
      take('+');
    }
    std::string column;
    bool divides = false;
    do {
      skip_blanks();
      if (const auto value = number()) {
        if (divides && *value == 0.0) return false;
        factor = divides ? factor / *value : factor * *value;
      } else {
        const std::string found = name();
        if (found.empty() || !column.empty() || divides) return false;
        column = found;
      }
      skip_blanks();
      divides = at_ < text_.size() && text_[at_] == '/';
    } while (take('*') || take('/'));
    if (column.empty()) {
      sum.offset += factor;
    } else {
      sum.terms.push_back({column, factor});
    }
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<ColumnSum> column_sum_in(std::string_view text) {
  std::optional<ColumnSum> sum = SumReader(text).read();
  if (sum && sum->terms.empty()) return std::nullopt;
  return sum;
}

}  // namespace appell::io
