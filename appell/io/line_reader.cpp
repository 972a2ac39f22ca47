#include "appell/io/line_reader.hpp"

#include <algorithm>
#include <istream>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limits.hpp"

namespace appell::io {
namespace {

constexpr std::size_t kBytesAtOnce = std::size_t{1} << 18;
constexpr std::string_view kBlanksInLine = " \t\r\v\f";

}  // namespace

LineReader::LineReader(std::istream& stream, std::string name)
    : stream_(stream), name_(std::move(name)) {}

bool LineReader::refill() {
  check_stop();
  block_.resize(kBytesAtOnce);
  stream_.read(block_.data(), static_cast<std::streamsize>(kBytesAtOnce));
  refuse_failed_read(stream_, name_);
  block_.resize(stream_.gcount());
  at_ = number_ == 0 && block_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  return at_ < block_.size();
}

bool LineReader::next(std::string_view& line) {
  joined_.clear();
  if (at_ == block_.size() && !refill()) return false;
  ++number_;
  for (;;) {
    const std::size_t end = std::min(block_.find('\n', at_), block_.size());
    const std::string_view piece(block_.data() + at_, end - at_);
    at_ = std::min(end + 1, block_.size());
    if (joined_.empty() && end < block_.size()) {
      line = piece;
      break;
    }
    joined_ += piece;
    if (joined_.size() > kLongestMeshLine) {
      fail(concat("this line has more than ", kLongestMeshLine, " bytes; no more are read"));
    }
    line = joined_;
    if (end < block_.size() || !refill()) break;
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

void LineReader::fail(std::string_view problem) const { fail_at(number_, problem); }

void LineReader::fail_at(std::size_t line, std::string_view problem) const {
  throw ModelError(one_line(concat(name_, ":", line, ": ", problem)));
}

std::string_view take_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(kBlanksInLine), line.size());
  const std::size_t end = std::min(line.find_first_of(kBlanksInLine, begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

}  // namespace appell::io
