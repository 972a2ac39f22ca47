#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <istream>
#include <vector>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/line_reader.hpp"
#include "appell/io/mesh_formats.hpp"
#include "appell/io/numbers.hpp"
#include "appell/io/vertex_welder.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

static_assert(std::endian::native == std::endian::little, "binary STL is read as it is stored");

constexpr std::uint64_t kHeader = 84;    ///< 80 bytes of any text, then the number of triangles.
constexpr std::uint64_t kTriangle = 50;  ///< A normal, three corners, two bytes of attributes.

/// What the first bytes of a file say.
struct StlStart {
  std::string bytes;        ///< 1000 of them, or all.
  bool has_header;          ///< Whether there are enough for a binary file.
  std::uint32_t count = 0;  ///< Of triangles, if it is one.
};

StlStart read_start(std::istream& stream, const std::string& name) {
  StlStart start{.bytes = std::string(1000, '\0'), .has_header = false};
  stream.read(start.bytes.data(), static_cast<std::streamsize>(start.bytes.size()));
  refuse_failed_read(stream, name);
  start.bytes.resize(stream.gcount());
  start.has_header = start.bytes.size() >= kHeader;
  if (start.has_header) std::memcpy(&start.count, start.bytes.data() + 80, sizeof(start.count));
  stream.clear();
  return start;
}

/// The three corners of a triangle in a binary file; `bytes` begins with the normal.
std::array<Vec3, 3> corners_at(const char* bytes) {
  std::array<float, 12> numbers{};
  std::memcpy(numbers.data(), bytes, sizeof(numbers));
  return {Vec3(numbers[3], numbers[4], numbers[5]), Vec3(numbers[6], numbers[7], numbers[8]),
          Vec3(numbers[9], numbers[10], numbers[11])};
}

void require_few(const std::string& name, std::uint64_t num_triangles) {
  if (num_triangles <= kMostTriangles) return;
  throw ModelError(concat(name, ": has ", num_triangles, " triangles; at most ", kMostTriangles,
                          " are read of a mesh"));
}

/// The triangles of a binary file behind its header.
mass::Mesh read_binary(std::istream& stream, const std::string& name, std::uint64_t count) {
  constexpr std::uint64_t kTrianglesAtOnce = 1024;
  require_few(name, count);
  mass::Mesh mesh;
  mesh.triangles.reserve(count);
  mesh.vertices.reserve(count / 2 + 2);  // What a closed surface without a handle has.
  VertexWelder welder(mesh.vertices);
  std::vector<char> block(kTrianglesAtOnce * kTriangle);
  std::vector<Vec3> points;
  for (std::uint64_t first = 0; first < count; first += kTrianglesAtOnce) {
    check_stop();
    const std::uint64_t num_here = std::min(kTrianglesAtOnce, count - first);
    stream.read(block.data(), static_cast<std::streamsize>(num_here * kTriangle));
    refuse_failed_read(stream, name);
    if (static_cast<std::uint64_t>(stream.gcount()) != num_here * kTriangle) {
      throw ModelError(concat(name, ": ends before triangle ", first + num_here, " of ", count));
    }
    points.clear();
    for (std::uint64_t i = 0; i < num_here; ++i) {
      const std::array<Vec3, 3> corners = corners_at(block.data() + i * kTriangle);
      for (std::size_t k = 0; k < 3; ++k) {
        if (corners[k].allFinite()) continue;
        throw ModelError(concat(name, ": triangle ", first + i + 1, " (byte ",
                                kHeader + (first + i) * kTriangle, "): corner ", k + 1,
                                " is not finite; three finite numbers are needed"));
      }
      points.insert(points.end(), corners.begin(), corners.end());
    }
    welder.append_triangles(points, mesh.triangles);
  }
  return mesh;
}

/// Reads a text: solid NAME { facet normal .. outer loop vertex .. x3 endloop endfacet } endsolid.
class AsciiStl {
 public:
  AsciiStl(std::istream& stream, const std::string& name) : lines_(stream, name), name_(name) {}

  mass::Mesh read() {
    while (next_line()) {
      require("solid");
      while (!next_is("endsolid")) read_facet();
    }
    return std::move(mesh_);
  }

 private:
  /// The next line that is not blank: its first word, and what is behind it.
  bool next_line() {
    while (lines_.next(rest_)) {
      word_ = take_word(rest_);
      if (!word_.empty()) return true;
    }
    return false;
  }

  /// The keyword that the current word is, whatever its case.
  bool is(std::string_view keyword) const {
    return word_.size() == keyword.size() &&
           std::equal(word_.begin(), word_.end(), keyword.begin(), [](char a, char b) {
             return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
           });
  }

  void require(std::string_view keyword) const {
    if (!is(keyword)) {
      lines_.fail(concat("found ", shown_field(word_), "; '", keyword, "' is needed"));
    }
  }

  /// Moves to the next line, which must be there.
  bool next_is(std::string_view keyword) {
    if (!next_line()) lines_.fail(concat("the file ends; '", keyword, "' is needed"));
    return is(keyword);
  }

  /// Moves to the next line, which must begin with these words.
  void expect(std::string_view first, std::string_view second = "") {
    next_is(first);
    require(first);
    if (second.empty()) return;
    word_ = take_word(rest_);
    require(second);
  }

  /// The current line is that of a facet.
  void read_facet() {
    require("facet");
    require_few(name_, mesh_.triangles.size() + 1);
    expect("outer", "loop");
    std::array<int, 3> triangle{};
    for (int& corner : triangle) {
      expect("vertex");
      corner = welder_.index_of(read_point());
    }
    expect("endloop");
    expect("endfacet");
    mesh_.triangles.push_back(triangle);
  }

  Vec3 read_point() {
    Vec3 point;
    for (int i = 0; i < 3; ++i) {
      const std::string_view word = take_word(rest_);
      // Through a float, as in a binary file: whoever wrote the text had no more.
      const std::optional<double> value = number_in(word);
      point[i] = static_cast<float>(value.value_or(0.0));
      if (!value || !std::isfinite(point[i])) {
        lines_.fail(concat("found ", shown_field(word), "; a vertex has three finite numbers"));
      }
    }
    if (const std::string_view more = take_word(rest_); !more.empty()) {
      lines_.fail(concat("found ", shown_field(more), " behind the three numbers of a vertex"));
    }
    return point;
  }

  LineReader lines_;
  const std::string& name_;
  std::string_view word_;
  std::string_view rest_;
  mass::Mesh mesh_;
  VertexWelder welder_{mesh_.vertices};
};

/// What a binary file of this size lacks or has too much.
std::string size_problem(const StlStart& start, std::uint64_t size) {
  if (!start.has_header) {
    return concat(size, " bytes; ", kHeader, " are needed for the header of a binary file");
  }
  return concat(size, " bytes; ", kHeader + kTriangle * start.count, " are needed for the ",
                counted(start.count, "triangle"), " that its header claims");
}

bool begins_like_text(std::string_view bytes) {
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  return bytes.starts_with("solid") || bytes.starts_with("SOLID");
}

bool is_text(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](unsigned char c) {
    return (c < ' ' && (c < '\t' || c > '\r')) || c == 0x7F;
  });
}

}  // namespace

mass::Mesh read_stl(std::istream& stream, const std::string& name, std::uint64_t size) {
  const StlStart start = read_start(stream, name);
  if (start.has_header && size == kHeader + kTriangle * start.count) {
    stream.seekg(kHeader);
    return read_binary(stream, name, start.count);
  }
  if (!begins_like_text(start.bytes)) {
    throw ModelError(concat(name, ": is no STL file: it does not begin with 'solid', and has ",
                            size_problem(start, size)));
  }
  stream.seekg(0);
  try {
    return AsciiStl(stream, name).read();
  } catch (const ModelError& error) {
    if (is_text(start.bytes)) throw;
    throw ModelError(concat(
        name,
        ": looks like a binary STL: it begins with 'solid', but has bytes that are no text, and ",
        size_problem(start, size), " (as a text: ", error.what(), ")"));
  }
}

}  // namespace appell::io
