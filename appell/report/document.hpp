#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "appell/report/page_figures.hpp"

/// Not installed: what is shown of a result, and not how (docs/report.md has the fields).
namespace appell::report {

/// Instants that several lines share, s.
using Instants = std::shared_ptr<const std::vector<double>>;

/// What was recorded: dots over a line.
struct PagePoints {
  std::vector<double> times = {};  ///< s
  std::vector<float> y = {};
};

struct PageLine {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  std::string name;
  std::optional<int> joint = {};   ///< Coordinate; none: of the robot as a whole.
  std::string term = {};           ///< Part of a sum: "inertia"; else empty.
  std::optional<int> motion = {};  ///< Where there are several.
  std::vector<float> y = {};       ///< One for each instant of the chart.
  std::vector<float> band = {};    ///< One standard deviation; empty: exact.
  PagePoints points = {};          ///< What it was smoothed from, or is compared with.
  double low = -kNone;             ///< Limits.
  double high = kNone;
  std::vector<std::pair<double, double>> beyond = {};  ///< Times between which they are exceeded.
};

struct PageChart {
  std::string title;
  std::string symbol;
  std::string unit;
  int order = 0;
  Instants time = {};
  std::vector<PageLine> lines = {};
  /// Of its plot, "torque_rate": charts with the same one are panels of one. Empty: made of titles.
  std::string file = {};
};

/// A quantity with its derivatives.
struct PageGroup {
  enum class Where { kEverywhere, kPages, kPlots };
  std::string id;
  std::string title;
  std::vector<PageChart> charts = {};
  Where where = Where::kEverywhere;  ///< It is drawn.
};

/// Nothing, a number, or a text.
using PageCell = std::variant<std::monostate, double, std::string>;

struct PageTable {
  struct Column {
    std::string title;
    std::string unit = {};
  };
  std::string title;
  std::vector<Column> columns = {};
  std::vector<std::vector<PageCell>> rows = {};
  std::vector<int> marked = {};  ///< Rows beyond a limit.
  std::optional<int> time = {};  ///< The column whose numbers are instants of the motion.
};

struct PageCard {
  enum class State { kNone, kGood, kBad };
  std::string title;
  std::vector<std::pair<std::string, std::string>> rows = {};
  std::vector<std::string> notes = {};
  State state = State::kNone;
};

/// x, y, z, qx, qy, qz, qw.
using PagePose = std::array<double, 7>;
using Triple = std::array<double, 3>;

/// Triangles; shapes with the same file share one.
struct PageMesh {
  std::vector<float> points;             ///< Three each.
  std::vector<std::uint32_t> triangles;  ///< Likewise.
};

struct PageShape {
  struct Box {
    Triple size;
  };
  struct Sphere {
    double radius;
  };
  struct Cylinder {
    double radius, length;
  };
  struct Capsule {
    double radius, length;
  };
  PagePose pose{0, 0, 0, 0, 0, 0, 1};
  std::optional<Triple> colour = {};
  std::variant<Box, Sphere, Cylinder, Capsule, std::shared_ptr<const PageMesh>> form = {};
};

struct PageEllipsoid {
  Triple half{};                               ///< Half axes, m.
  std::array<double, 4> rotation{0, 0, 0, 1};  ///< x, y, z, w
};

struct PageBody {
  std::string name;
  int parent = -1;
  std::vector<PageShape> shapes = {};
  double mass = 0.0;  ///< kg
  Triple com{};       ///< m
  std::optional<PageEllipsoid> ellipsoid = {};
};

struct PageJoint {
  std::string name;
  int body = 0;
  bool turns = true;
  Triple axis{};
};

/// What the path of the tip may be coloured by.
struct PathColour {
  std::string title;
  std::string unit;
  std::vector<float> values = {};
};

struct SceneMotion {
  std::string name;
  Instants times = {};
  std::vector<float> poses = {};  ///< Of each instant and body, seven numbers.
  std::string tip;
  std::vector<float> path = {};  ///< x, y, z of each instant.
  std::vector<PathColour> colours = {};
};

struct Scene {
  enum class Drawn { kMeshes, kShapes, kAxes };
  std::vector<PageBody> bodies = {};
  std::vector<PageJoint> joints = {};
  Drawn drawn = Drawn::kAxes;
  std::string note = {};
  double size = 1.0;  ///< m
  std::vector<SceneMotion> motions = {};
};

struct PageVerdict {
  bool is_ok = true;
  std::string text;
};

struct PageCoordinate {
  std::string name;
  std::string unit;
};

/// Terminals, pages, plots and JSON are made of it (rendering.hpp).
struct Document {
  std::string title;
  std::string subtitle = {};
  std::optional<PageVerdict> verdict = {};
  std::vector<std::string> opening = {};    ///< Terminals print it above the tables.
  std::vector<std::string> sentences = {};  ///< Only terminals print them: pages have cards.
  std::vector<std::string> warnings = {};   ///< The most important one first.
  std::vector<std::string> asides = {};     ///< What files have and no result needs: shown folded.
  double start = 0.0;                       ///< s
  double end = 0.0;
  std::vector<PageCoordinate> joints = {};
  std::optional<Scene> scene = {};
  std::vector<PageGroup> groups = {};
  std::vector<PageFigures> figures = {};
  std::vector<PageTable> tables = {};
  std::vector<PageCard> cards = {};
};

}  // namespace appell::report
