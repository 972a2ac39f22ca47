#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <vector>

#include "appell/base/text.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/line_reader.hpp"
#include "appell/io/mesh_formats.hpp"
#include "appell/io/numbers.hpp"
#include "appell/io/vertex_welder.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

/// Statements that bear on no volume. Files that mtllib and maplib name are not opened.
constexpr std::array<std::string_view, 21> kPassedOver{
    "vt",     "vn",       "vp",       "g",          "o",         "s",    "mg",
    "usemtl", "mtllib",   "usemap",   "maplib",     "l",         "p",    "lod",
    "bevel",  "c_interp", "d_interp", "shadow_obj", "trace_obj", "call", "csh"};

class ObjReader {
 public:
  ObjReader(std::istream& stream, const std::string& name) : lines_(stream, name) {}

  mass::Mesh read() {
    while (next_statement()) {
      const std::string_view keyword = take_word(rest_);
      if (keyword.empty()) continue;
      if (keyword == "v") {
        read_vertex();
      } else if (keyword == "f") {
        read_face();
      } else if (std::find(kPassedOver.begin(), kPassedOver.end(), keyword) == kPassedOver.end()) {
        lines_.fail(concat(
            "found ", shown_field(keyword),
            "; v, f and what has no volume (vt, vn, g, o, s, usemtl, mtllib, l, p, ...) are read"));
      }
    }
    resolve_later_points();
    return std::move(mesh_);
  }

 private:
  /// The next line without its comment: a backslash at the end of one joins nothing.
  bool next_line() {
    if (!lines_.next(rest_)) return false;
    rest_ = rest_.substr(0, rest_.find('#'));
    return true;
  }

  /// A line, and those that a backslash at its end joins to it.
  bool next_statement() {
    if (!next_line()) return false;
    if (!rest_.ends_with('\\')) return true;
    joined_.clear();
    for (bool more = true; more;) {
      more = rest_.ends_with('\\');
      joined_ += rest_.substr(0, rest_.size() - (more ? 1 : 0));
      joined_ += ' ';
      if (joined_.size() > kLongestMeshLine) {
        lines_.fail(
            concat("this statement has more than ", kLongestMeshLine, " bytes; no more are read"));
      }
      more = more && next_line();
    }
    rest_ = joined_;
    return true;
  }

  /// v x y z, and perhaps a weight of 1 or a colour.
  void read_vertex() {
    if (points_.size() == kMostMeshVertices) {
      lines_.fail(concat("this is vertex ", points_.size() + 1, "; at most ", kMostMeshVertices,
                         " are read of a mesh"));
    }
    std::array<double, 6> numbers{};
    std::size_t count = 0;
    for (std::string_view word = take_word(rest_); !word.empty() || count < 3;
         word = take_word(rest_)) {
      const std::optional<double> value = number_in(word);
      if (!value) {
        lines_.fail(concat(
            "found ", shown_field(word),
            count < 3 ? "; a vertex has three finite numbers"
                      : "; behind x, y and z of a vertex are a 1 or the 3 numbers of a colour"));
      }
      if (count < numbers.size()) numbers[count] = *value;
      ++count;
    }
    if (count == 4 && numbers[3] != 1.0) {
      lines_.fail(concat("found w = ", numbers[3],
                         " behind x, y and z of a vertex; 1 is needed: divide x, y and z by w"));
    }
    if (count == 5 || count > numbers.size()) {
      lines_.fail(concat("this vertex has ", count,
                         " numbers; 3 (x y z), 4 (a last 1) or 6 (a colour) are needed"));
    }
    points_.emplace_back(numbers[0], numbers[1], numbers[2]);
    vertex_of_.push_back(-1);
  }

  /// f a b c ..., each corner v, v/vt, v//vn or v/vt/vn.
  void read_face() {
    std::array<int, 3> triangle{};
    int num_corners = 0;
    for (std::string_view word = take_word(rest_); !word.empty(); word = take_word(rest_)) {
      const int corner = corner_of(word);
      if (num_corners >= 2) {
        triangle[2] = corner;
        add(triangle);
        triangle[1] = corner;
      } else {
        triangle[num_corners] = corner;
      }
      ++num_corners;
    }
    if (num_corners < 3) {
      lines_.fail(concat("this face has ", num_corners, " corners; at least 3 are needed"));
    }
  }

  void add(const std::array<int, 3>& triangle) {
    if (mesh_.triangles.size() == kMostTriangles) {
      lines_.fail(concat("this is triangle ", kMostTriangles + 1, "; at most ", kMostTriangles,
                         " are read of a mesh"));
    }
    mesh_.triangles.push_back(triangle);
  }

  /// The vertex of the mesh that a corner means; of a point that is still to come, -1 minus its
  /// place in the file.
  int corner_of(std::string_view corner) {
    const std::size_t point = point_of(corner);
    if (point < points_.size()) return welded(point);
    if (point >= last_later_.end) last_later_ = {point + 1, lines_.number(), std::string(corner)};
    // One that is beyond all that are read fails at the end of the file, whatever it is here.
    return -1 - static_cast<int>(std::min<std::size_t>(point, kMostMeshVertices));
  }

  /// Puts vertices in the place of points that came behind their faces.
  void resolve_later_points() {
    if (last_later_.end == 0) return;
    if (last_later_.end > points_.size()) {
      lines_.fail_at(last_later_.line,
                     concat("corner ", shown_field(last_later_.corner), " is vertex ",
                            last_later_.end, "; there are ", points_.size(), " in the file"));
    }
    for (std::array<int, 3>& triangle : mesh_.triangles) {
      for (int& corner : triangle) {
        if (corner < 0) corner = welded(-1 - corner);
      }
    }
  }

  /// Which `v` of the file a corner means: counted from 1, or back from the last one so far.
  std::size_t point_of(std::string_view corner) const {
    std::string_view rest = corner;
    const long long index = take_index(rest, corner);
    for (int i = 0; i < 2 && rest.starts_with('/'); ++i) {  // Texture and normal.
      rest.remove_prefix(1);
      if (!rest.empty() && !rest.starts_with('/')) take_index(rest, corner);
    }
    const auto count = static_cast<long long>(points_.size());
    if (!rest.empty() || index == 0) fail_corner(corner);
    if (index < -count) {
      lines_.fail(concat("corner ", shown_field(corner), " is vertex ", index, "; there are ",
                         count, " before this line"));
    }
    return index > 0 ? index - 1 : count + index;
  }

  long long take_index(std::string_view& text, std::string_view corner) const {
    long long index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc()) fail_corner(corner);
    text.remove_prefix(end - text.data());
    return index;
  }

  [[noreturn]] void fail_corner(std::string_view corner) const {
    lines_.fail(concat("found ", shown_field(corner),
                       "; a corner is v, v/vt, v//vn or v/vt/vn, integers that are not zero"));
  }

  /// The vertex of the mesh at a point of the file.
  int welded(std::size_t point) {
    int& vertex = vertex_of_[point];
    if (vertex < 0) vertex = welder_.index_of(points_[point]);
    return vertex;
  }

  /// The corner that needs the most points, of those that come before theirs.
  struct LaterPoint {
    std::size_t end = 0;  ///< How many the file must have; 0 if there is no such corner.
    std::size_t line = 0;
    std::string corner;
  };

  LineReader lines_;
  std::string_view rest_;  ///< Of the statement that is read.
  std::string joined_;
  std::vector<Vec3> points_;    ///< All that the file has.
  std::vector<int> vertex_of_;  ///< Each one's vertex of the mesh; -1 until a face has it.
  LaterPoint last_later_;
  mass::Mesh mesh_;
  VertexWelder welder_{mesh_.vertices};
};

}  // namespace

mass::Mesh read_obj(std::istream& stream, const std::string& name) {
  return ObjReader(stream, name).read();
}

}  // namespace appell::io
