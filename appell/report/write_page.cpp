#include <cmath>

#include "appell/base/check.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/number_block.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/page_asset.hpp"
#include "appell/report/rendering.hpp"

namespace appell::report {
namespace {

/// Fields of a page as JSON, their numbers in a block.
class PageJson {
 public:
  explicit PageJson(const Document& page) { put(page); }

  const std::string& text() const { return json_.text(); }
  const std::string& bytes() const { return block_.bytes(); }

 private:
  void put(const Document& page) {
    json_.begin_object();
    json_.key("format").value(1);
    text_field("title", page.title);
    text_field("subtitle", page.subtitle);
    if (page.verdict) {
      json_.key("verdict").begin_object();
      json_.key("ok").value(page.verdict->is_ok);
      text_field("text", page.verdict->text);
      json_.end_object();
    }
    json_.key("warnings").value(page.warnings);
    if (!page.asides.empty()) json_.key("asides").value(page.asides);
    json_.key("range").begin_array().value(page.start).value(page.end).end_array();
    list("joints", page.joints, [this](const PageCoordinate& joint) {
      text_field("name", joint.name);
      text_field("unit", joint.unit);
    });
    json_.key("scene");
    page.scene ? put(*page.scene) : void(json_.null());
    std::vector<PageGroup> groups = page.groups;
    std::erase_if(groups,
                  [](const PageGroup& group) { return group.where == PageGroup::Where::kPlots; });
    list("groups", groups, [this](const PageGroup& group) {
      text_field("id", group.id);
      text_field("title", group.title);
      list("charts", group.charts, [this](const PageChart& chart) { put(chart); });
    });
    if (!page.figures.empty()) {
      list("figures", page.figures, [this](const PageFigures& figures) { put(figures); });
    }
    list("tables", page.tables, [this](const PageTable& table) { put(table); });
    list("cards", page.cards, [this](const PageCard& card) { put(card); });
    json_.end_object();
  }

  void put(const PageFigures& figures) {
    text_field("title", figures.title);
    text_field("note", figures.note);
    list("histograms", figures.histograms, [this](const PageHistogram& histogram) {
      text_field("title", histogram.title);
      text_field("unit", histogram.unit);
      json_.key("low").value(histogram.low);
      json_.key("high").value(histogram.high);
      json_.key("counts").begin_array();
      for (const long long count : histogram.counts) json_.value(static_cast<double>(count));
      json_.end_array();
      list("marks", histogram.marks, [this](const PageHistogram::Mark& mark) {
        json_.key("at").value(mark.at);
        text_field("label", mark.label);
        if (mark.is_limit) json_.key("limit").value(true);
      });
    });
    list("shares", figures.shares, [this](const PageShares& shares) {
      text_field("title", shares.title);
      list("rows", shares.rows, [this](const PageShares::Row& row) {
        text_field("label", row.label);
        json_.key("value").value(row.value);
        json_.key("error");
        row.error ? json_.value(*row.error) : json_.null();
      });
    });
  }

  void put(const PageChart& chart) {
    check(chart.time != nullptr, "write_page: chart '", chart.title, "' has no instants.");
    text_field("title", chart.title);
    text_field("symbol", chart.symbol);
    text_field("unit", chart.unit);
    json_.key("order").value(chart.order);
    view("time", *chart.time);
    list("lines", chart.lines, [&](const PageLine& line) {
      const std::size_t size = chart.time->size();
      check(line.y.size() == size && (line.band.empty() || line.band.size() == size),
            "write_page: line '", line.name, "' of '", chart.title, "' has ", line.y.size(),
            " numbers; the chart has ", size, " instants.");
      check(line.points.times.size() == line.points.y.size(), "write_page: line '", line.name,
            "' of '", chart.title, "' has ", line.points.y.size(), " points at ",
            line.points.times.size(), " instants.");
      put(line);
    });
  }

  void put(const PageLine& line) {
    text_field("name", line.name);
    index_field("joint", line.joint);
    json_.key("term");
    line.term.empty() ? json_.null() : json_.value(line.term);
    index_field("motion", line.motion);
    view("y", line.y);
    if (!line.band.empty()) view("band", line.band);
    if (!line.points.y.empty()) {
      json_.key("points").begin_object();
      view("time", line.points.times);
      view("y", line.points.y);
      json_.end_object();
    }
    if (std::isfinite(line.low) || std::isfinite(line.high)) {
      json_.key("limit").begin_array();
      put_or_null(line.low);
      put_or_null(line.high);
      json_.end_array();
    }
    if (line.beyond.empty()) return;
    json_.key("beyond").begin_array();
    for (const auto& [from, to] : line.beyond) {
      json_.begin_array().value(from).value(to).end_array();
    }
    json_.end_array();
  }

  void put(const PageTable& table) {
    text_field("title", table.title);
    list("columns", table.columns, [this](const PageTable::Column& column) {
      text_field("title", column.title);
      text_field("unit", column.unit);
    });
    json_.key("rows").begin_array();
    for (const std::vector<PageCell>& row : table.rows) {
      check(row.size() == table.columns.size(), "write_page: a row of '", table.title, "' has ",
            row.size(), " cells; the table has ", table.columns.size(), " columns.");
      json_.begin_array();
      for (const PageCell& cell : row) put(cell);
      json_.end_array();
    }
    json_.end_array();
    json_.key("marked").begin_array();
    for (const int row : table.marked) json_.value(row);
    json_.end_array();
    index_field("time", table.time);
  }

  void put(const PageCell& cell) {
    if (const auto* number = std::get_if<double>(&cell)) {
      put_or_null(*number);
    } else if (const auto* text = std::get_if<std::string>(&cell)) {
      json_.value(*text);
    } else {
      json_.null();
    }
  }

  void put(const PageCard& card) {
    text_field("title", card.title);
    json_.key("rows").begin_array();
    for (const auto& [label, text] : card.rows) {
      json_.begin_array().value(label).value(text).end_array();
    }
    json_.end_array();
    json_.key("notes").value(card.notes);
    json_.key("state").value(card.state == PageCard::State::kGood  ? "good"
                             : card.state == PageCard::State::kBad ? "bad"
                                                                   : "");
  }

  void put(const Scene& scene) {
    json_.begin_object();
    list("bodies", scene.bodies, [this](const PageBody& body) {
      text_field("name", body.name);
      json_.key("parent").value(body.parent);
      list("shapes", body.shapes, [this](const PageShape& shape) { put(shape); });
      json_.key("mass").value(body.mass);
      numbers("com", body.com);
      json_.key("ellipsoid");
      if (!body.ellipsoid) {
        json_.null();
        return;
      }
      json_.begin_object();
      numbers("half", body.ellipsoid->half);
      numbers("rotation", body.ellipsoid->rotation);
      json_.end_object();
    });
    list("joints", scene.joints, [this](const PageJoint& joint) {
      text_field("name", joint.name);
      json_.key("body").value(joint.body);
      json_.key("kind").value(joint.turns ? "turn" : "slide");
      numbers("axis", joint.axis);
    });
    json_.key("drawn").value(scene.drawn == Scene::Drawn::kMeshes   ? "meshes"
                             : scene.drawn == Scene::Drawn::kShapes ? "shapes"
                                                                    : "axes");
    text_field("note", scene.note);
    json_.key("size").value(scene.size);
    list("motions", scene.motions, [this](const SceneMotion& motion) { put(motion); });
    json_.end_object();
  }

  void put(const SceneMotion& motion) {
    text_field("name", motion.name);
    view("times", *motion.times);
    view("poses", motion.poses);
    json_.key("tip").begin_object();
    text_field("name", motion.tip);
    view("path", motion.path);
    list("colours", motion.colours, [this](const PathColour& colour) {
      text_field("title", colour.title);
      text_field("unit", colour.unit);
      view("values", colour.values);
    });
    json_.end_object();
  }

  void put(const PageShape& shape) {
    numbers("pose", shape.pose);
    json_.key("colour");
    if (shape.colour) {
      number_list(*shape.colour);
    } else {
      json_.null();
    }
    const auto round = [this](const char* kind, double radius, double length) {
      json_.key("kind").value(kind);
      json_.key("radius").value(radius);
      json_.key("length").value(length);
    };
    if (const auto* box = std::get_if<PageShape::Box>(&shape.form)) {
      json_.key("kind").value("box");
      numbers("size", box->size);
    } else if (const auto* sphere = std::get_if<PageShape::Sphere>(&shape.form)) {
      json_.key("kind").value("sphere");
      json_.key("radius").value(sphere->radius);
    } else if (const auto* cylinder = std::get_if<PageShape::Cylinder>(&shape.form)) {
      round("cylinder", cylinder->radius, cylinder->length);
    } else if (const auto* capsule = std::get_if<PageShape::Capsule>(&shape.form)) {
      round("capsule", capsule->radius, capsule->length);
    } else {
      const auto& mesh = std::get<std::shared_ptr<const PageMesh>>(shape.form);
      json_.key("kind").value("mesh");
      view("points", mesh->points);
      view("triangles", mesh->triangles);
    }
  }

  void text_field(const char* name, const std::string& text) { json_.key(name).value(text); }
  void put_or_null(double number) { std::isfinite(number) ? json_.value(number) : json_.null(); }
  void index_field(const char* name, const std::optional<int>& index) {
    json_.key(name);
    index ? json_.value(*index) : json_.null();
  }
  template <class Numbers>
  void number_list(const Numbers& some) {
    json_.begin_array();
    for (const double number : some) json_.value(number);
    json_.end_array();
  }
  template <class Numbers>
  void numbers(const char* name, const Numbers& some) {
    json_.key(name);
    number_list(some);
  }
  template <class Numbers>
  void view(const char* name, const Numbers& some) {
    const NumberView view = block_.add(some);
    json_.key(name).begin_object();
    json_.key("type").value(view.type);
    json_.key("offset").value(static_cast<double>(view.offset));
    json_.key("length").value(static_cast<double>(view.length));
    json_.end_object();
  }
  template <class Item, class Put>
  void list(const char* name, const std::vector<Item>& items, const Put& put_item) {
    json_.key(name).begin_array();
    for (const Item& item : items) {
      json_.begin_object();
      put_item(item);
      json_.end_object();
    }
    json_.end_array();
  }

  JsonWriter json_;
  NumberBlock block_;
};

}  // namespace

std::string page_html(const Document& page) {
  const std::string_view asset = page_asset();
  const std::size_t at = asset.find(kDataLine);
  check(at != std::string_view::npos, "write_page: the page that is built in has no line for data");
  const PageJson data(page);
  std::string html(asset.substr(0, at));
  html += "<script type=\"application/json\" id=\"appell-report\">";
  // "<" is in texts only; so no name can end the element.
  for (const char c : data.text()) c == '<' ? html += "\\u003c" : html += c;
  html += "</script>\n<script type=\"text/plain\" id=\"appell-numbers\">";
  html += base64(data.bytes());
  html += "</script>";
  html += asset.substr(at + kDataLine.size());
  return html;
}

void write_page(const Document& page, const std::string& path, const std::atomic<bool>* stop) {
  throw_if_stopped(stop, path);  // The page was made meanwhile.
  const std::string html = page_html(page);
  OutputFile file(path);
  file.write(html);
  throw_if_stopped(stop, path);
  file.commit();
}

}  // namespace appell::report
