#include "appell/io/column_plan.hpp"

#include <algorithm>
#include <map>
#include <numbers>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/io/column_sum.hpp"
#include "appell/io/position_columns.hpp"

namespace appell::io {
namespace {

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

/// Plans one table.
class Planner {
 public:
  Planner(const TableHeader& header, const LogReading& reading, const TablePart& part,
          RecordedJoints& joints, std::vector<std::string>& notes, Diagnostics& diagnostics)
      : header_(header),
        reading_(reading),
        mapping_(*reading.mapping),
        part_(part),
        joints_(joints),
        notes_(notes),
        diagnostics_(diagnostics),
        is_used_(header.num_columns, 0) {}

  TablePlan plan() {
    read_names();
    if (part_.has_time) plan_time();
    for (const ColumnKind kind : part_.kinds) {
      if (kind == ColumnKind::kPosition) plan_positions();
    }
    if (diagnostics_.num_errors() == 0) {
      for (const ColumnKind kind : part_.kinds) {
        if (kind != ColumnKind::kPosition) plan_companions(kind);
      }
    }
    note_unused();
    return std::move(plan_);
  }

 private:
  void error(std::size_t column, const std::string& text) {
    diagnostics_.error(header_.place(column), text);
  }
  /// Of what the mapping asks for.
  void mapping_error(const std::string& what, const std::string& text) {
    error(0, concat(mapping_.source, ": ", what, ": ", text));
  }

  void read_names() {
    known_joints_.insert(mapping_.joints.begin(), mapping_.joints.end());
    if (reading_.coordinates != nullptr) {
      known_joints_.insert(reading_.coordinates->begin(), reading_.coordinates->end());
    }
    for (const auto& [column, joint] : mapping_.rename) known_joints_.insert(joint);
    std::map<std::string, std::string> rename = mapping_.rename;  // That no column has yet.
    for (std::size_t i = 0; i < header_.names.size(); ++i) {
      const std::string& name = header_.names[i];
      if (const auto whole = mapping_.rename.find(name); whole != mapping_.rename.end()) {
        rename.erase(name);
        names_.push_back(ColumnName{.joint = whole->second});
        column_of_.emplace(name, i);
        continue;
      }
      ColumnName parsed = column_name(name);
      if (const auto of = mapping_.rename.find(parsed.joint); of != mapping_.rename.end()) {
        rename.erase(parsed.joint);
        parsed.joint = of->second;
      }
      const bool is_time =
          parsed.kind == ColumnKind::kTime || parsed.kind == ColumnKind::kNanoseconds;
      const bool is_whole =
          known_joints_.contains(name) ||
          (reading_.is_verbatim && parsed.derivative == 0 && !(i == 0 && is_time));
      names_.push_back(is_whole ? ColumnName{.joint = name} : std::move(parsed));
      column_of_.emplace(name, i);  // The first, if it is there twice.
    }
    for (const auto& [column, joint] : rename) {
      if (part_.kinds.empty() || part_.kinds.front() != ColumnKind::kPosition) continue;
      error(0, concat("column '", column, "' is to be joint '", joint, "'",
                      suggestion(column, header_.names), "; the columns are ",
                      comma_list(header_.names)));
    }
  }

  /// The column that a mapping means.
  std::optional<std::size_t> find_column(const ColumnId& id, const std::string& what) {
    if (const auto* number = std::get_if<std::size_t>(&id)) {
      if (*number <= header_.num_columns) return *number - 1;
      mapping_error(what, concat("column ", *number, " is asked for; there are ", header_.text()));
      return std::nullopt;
    }
    const std::string& name = std::get<std::string>(id);
    const auto found = column_of_.find(name);
    if (found != column_of_.end()) return found->second;
    const std::string have = header_.names.empty()
                                 ? header_.text()
                                 : concat(header_.text(), ": ", comma_list(header_.names));
    mapping_error(what, concat("column '", name, "' is asked for", suggestion(name, header_.names),
                               "; there are ", have));
    return std::nullopt;
  }

  void plan_time() {
    const TimeMapping& time = mapping_.time;
    if (time.column && part_.needs_time) {
      plan_.columns.time = find_column(*time.column, "time");
      if (time.nanoseconds) plan_.columns.nanoseconds = find_column(*time.nanoseconds, "time");
    } else if (header_.names.empty()) {
      const bool has_room = header_.num_columns == joints_.names.size() + 1;
      if (part_.needs_time || (has_room && !joints_.names.empty())) plan_.columns.time = 0;
    } else {
      find_time();
    }
    if (!plan_.columns.time) return;
    const std::size_t column = *plan_.columns.time;
    is_used_[column] = 1;
    if (plan_.columns.nanoseconds) is_used_[*plan_.columns.nanoseconds] = 1;
    if (!names_.empty()) plan_.time_name = header_.names[column];
    plan_.time_unit = time.unit;
    const bool is_named = !names_.empty() && names_[column].kind == ColumnKind::kTime;
    if (plan_.time_unit.empty() && is_named) plan_.time_unit = names_[column].unit;
    if (plan_.columns.nanoseconds) plan_.time_unit = "s";
  }

  /// The first column with a name of the time.
  void find_time() {
    for (std::size_t i = 0; i < names_.size() && !plan_.columns.time; ++i) {
      if (names_[i].kind == ColumnKind::kTime) plan_.columns.time = i;
    }
    if (!plan_.columns.time) {
      if (!part_.needs_time) return;
      error(0, concat("the first column is ", "'", header_.names.front(), "'",
                      ", and none is called t, time, timestamp or stamp (", header_.text(),
                      "); the header must be t,joint,..., or ", kMappingHelps));
      return;
    }
    const std::size_t next = *plan_.columns.time + 1;
    if (next < names_.size() && names_[next].kind == ColumnKind::kNanoseconds) {
      plan_.columns.nanoseconds = next;
    }
  }

  void add(std::size_t column, ColumnKind kind, std::size_t joint, std::size_t derivative = 0) {
    const KindMapping& mapping = mapping_.of(kind);
    const std::string& name = joints_.names[joint];
    if (is_used_[column] != 0) {
      error(column, concat(header_.column_text(column), " is wanted twice, for the ",
                           kind_text(kind), " of joint '", name, "' and something else"));
    }
    is_used_[column] = 1;
    ColumnRole role{.kind = kind, .joint = joint, .derivative = derivative};
    role.factor = mapping.factor.of(name, joint) * unit_of(column, kind, joint);
    role.offset = derivative == 0 ? mapping.offset.of(name, joint) : 0.0;
    plan_.columns.kept.push_back(column);
    plan_.roles.push_back(role);
  }

  double unit_of(std::size_t column, ColumnKind kind, std::size_t joint) {
    if (mapping_.degrees && kind_turns(kind) && !reading_.slides(joints_.names[joint])) {
      return std::numbers::pi / 180.0;
    }
    const std::string& told = mapping_.of(kind).unit.of(joints_.names[joint], joint);
    if (!told.empty()) return unit_factor(kind, told).value_or(1.0);
    const std::string unit = names_.empty() ? "" : names_[column].unit;
    const std::string& wanted = unit.empty() && kind == ColumnKind::kPosition ? affix_unit_ : unit;
    const double factor = unit_factor(kind, wanted).value_or(1.0);
    if (factor != 1.0) {
      notes_.push_back(
          concat(header_.column_text(column), " is in ", wanted, ", as its name says"));
    }
    return factor;
  }

  static bool kind_turns(ColumnKind kind) {
    return kind == ColumnKind::kPosition || kind == ColumnKind::kVelocity;
  }
  /// The columns that the mapping gives to a kind, by joint; none where it gives none.
  std::vector<std::optional<ColumnId>> given_columns(ColumnKind kind) {
    const KindMapping& mapping = mapping_.of(kind);
    const std::string what(kind_text(kind));
    std::vector<std::optional<ColumnId>> ids(joints_.names.size());
    if (!mapping.list.empty() && mapping.list.size() != ids.size()) {
      mapping_error(what, concat("has ", counted(mapping.list.size(), "column"), " for ",
                                 counted(ids.size(), "joint"), ", ", comma_list(joints_.names)));
      return ids;
    }
    for (std::size_t j = 0; j < ids.size(); ++j) {
      if (mapping.first) ids[j].emplace(*mapping.first + j);
      if (!mapping.list.empty()) ids[j] = mapping.list[j];
      if (!mapping.pattern.empty()) {
        std::string name = replaced(mapping.pattern, "{joint}", joints_.names[j]);
        name = replaced(name, "{index}", std::to_string(j));
        ids[j] = ColumnId(replaced(name, "{number}", std::to_string(j + 1)));
      }
      const auto by_joint = mapping.by_joint.find(joints_.names[j]);
      if (by_joint != mapping.by_joint.end()) ids[j] = by_joint->second;
    }
    for (const auto& [joint, id] : mapping.by_joint) {
      if (std::find(joints_.names.begin(), joints_.names.end(), joint) != joints_.names.end())
        continue;
      mapping_error(what, concat("joint '", joint, "' is no joint of the record, which has ",
                                 comma_list(joints_.names)));
    }
    return ids;
  }

  /// A combination of columns, where a mapping has one: "m6/32 - q5".
  bool plan_sum(const ColumnId& id, ColumnKind kind, std::size_t joint) {
    const auto* text = std::get_if<std::string>(&id);
    if (text == nullptr || column_of_.contains(*text)) return false;
    const std::optional<ColumnSum> sum = column_sum_in(*text);
    if (!sum || (sum->terms.size() == 1 && sum->terms[0].column == *text)) return false;
    bool is_added = false;
    for (const ColumnSum::Term& term : sum->terms) {
      const auto column = find_column(
          term.column, concat(kind_text(kind), " of joint '", joints_.names[joint], "'"));
      if (!column) continue;
      is_used_[*column] = 0;  // Columns of sums may serve others, too.
      add(*column, kind, joint);
      ColumnRole& role = plan_.roles.back();
      const double scale = role.factor;
      role.factor *= term.factor;
      role.offset = is_added ? 0.0 : role.offset + scale * sum->offset;
      role.is_added = std::exchange(is_added, true);
    }
    return true;
  }

  void plan_given(ColumnKind kind) {
    const std::vector<std::optional<ColumnId>> ids = given_columns(kind);
    if (diagnostics_.num_errors() > 0) return;
    for (std::size_t j = 0; j < ids.size(); ++j) {
      if (!ids[j] || plan_sum(*ids[j], kind, j)) continue;
      const auto column =
          find_column(*ids[j], concat(kind_text(kind), " of joint '", joints_.names[j], "'"));
      if (!column) continue;
      if (kind == ColumnKind::kPosition && !names_.empty()) {
        joints_.logged[j] = names_[*column].joint;
      }
      add(*column, kind, j);
    }
  }

  void plan_positions() {
    const KindMapping& mapping = mapping_.of(ColumnKind::kPosition);
    if (mapping.names_columns()) {
      joints_.names = given_joints(mapping);
      joints_.logged.assign(joints_.names.size(), "");
      if (joints_.names.empty()) {
        mapping_error("position",
                      "which joints the columns are of is not said; give joints = [...]");
      }
      return plan_given(ColumnKind::kPosition);
    }
    if (header_.names.empty()) return plan_unnamed_positions();
    PositionColumns found =
        find_positions({header_, names_, is_used_, known_joints_, reading_}, notes_, diagnostics_);
    if (diagnostics_.num_errors() > 0) return;
    joints_ = std::move(found.joints);
    affix_unit_ = found.unit;
    for (std::size_t j = 0; j < found.columns.size(); ++j) {
      add(found.columns[j], ColumnKind::kPosition, j);
    }
    for (const PositionColumns::Derivative& d : found.derivatives) {
      add(d.column, ColumnKind::kPosition, d.joint, d.order);
    }
  }

  /// The joints of columns that the mapping names.
  std::vector<std::string> given_joints(const KindMapping& mapping) {
    if (!mapping_.joints.empty()) return mapping_.joints;
    std::vector<std::string> joints;
    for (const auto& [joint, id] : mapping.by_joint) joints.push_back(joint);
    const std::size_t at = mapping.pattern.find("{joint}");
    if (at != std::string::npos) {
      const std::string before = mapping.pattern.substr(0, at);
      const std::string behind = mapping.pattern.substr(at + 7);
      for (const std::string& name : header_.names) {
        const std::size_t outer = before.size() + behind.size();
        if (name.size() <= outer || !name.starts_with(before) || !name.ends_with(behind)) continue;
        if (column_name(name).kind == ColumnKind::kTime) continue;
        joints.push_back(name.substr(before.size(), name.size() - outer));
      }
    }
    if (joints.empty() && reading_.coordinates != nullptr) return *reading_.coordinates;
    return joints;
  }

  std::vector<std::size_t> free_columns() const {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < header_.num_columns; ++i) {
      if (is_used_[i] == 0) free.push_back(i);
    }
    return free;
  }

  /// All columns but the time, without names, in the order of the joints.
  void plan_unnamed_positions() {
    const std::vector<std::size_t> free = free_columns();
    joints_.names = mapping_.joints;
    if (joints_.names.empty() && reading_.coordinates != nullptr) {
      joints_.names = *reading_.coordinates;
    }
    for (std::size_t i = 0; joints_.names.size() < free.size() && i < free.size(); ++i) {
      if (!mapping_.joints.empty() || reading_.coordinates != nullptr) break;
      joints_.names.push_back(concat("q", i + 1));
    }
    joints_.logged.assign(joints_.names.size(), "");
    if (joints_.names.size() != free.size() || free.empty()) {
      error(0, concat("there are ", header_.text(), ", ", free.size(),
                      " of them beside the time, for ", counted(joints_.names.size(), "joint"),
                      "; ", kMappingHelps));
      return;
    }
    for (std::size_t j = 0; j < free.size(); ++j) add(free[j], ColumnKind::kPosition, j);
    notes_.push_back(concat(
        "no header: ", header_.text(), ", taken for the positions of ", comma_list(joints_.names),
        plan_.columns.time ? concat(" behind the time in column ", *plan_.columns.time + 1) : ""));
  }

  /// Velocities, efforts or currents of the joints.
  void plan_companions(ColumnKind kind) {
    const KindMapping& mapping = mapping_.of(kind);
    if (mapping.is_off || reading_.is_verbatim) return;
    if (mapping.names_columns()) return plan_given(kind);
    const bool is_own_file = !mapping.file.empty();
    std::size_t count = 0;
    const std::map<std::string, std::size_t> joint_of = joint_of_companion();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const bool is_plain = is_own_file && names_[i].kind == ColumnKind::kPosition;
      if (is_used_[i] != 0 || (names_[i].kind != kind && !is_plain)) continue;
      const auto& index = names_[i].index;
      const auto joint = joint_of.find(index ? concat("[", *index, "]") : names_[i].joint);
      if (joint == joint_of.end()) continue;
      add(i, kind, joint->second);
      ++count;
    }
    if (names_.empty() && is_own_file) count = plan_unnamed_companions(kind);
    if (mapping.is_given && count == 0) {
      mapping_error(std::string(kind_text(kind)), concat("no column is one by its name; there are ",
                                                         header_.text(), "; give columns = ..."));
    }
  }

  /// By what a companion is called: as its joint in the log, as the joint, or by a number.
  std::map<std::string, std::size_t> joint_of_companion() const {
    std::map<std::string, std::size_t> joint_of;
    for (std::size_t j = 0; j < joints_.names.size(); ++j) {
      if (!joints_.logged[j].empty()) joint_of.emplace(joints_.logged[j], j);
      const std::optional<std::size_t> index = column_name(joints_.logged[j]).index;
      if (index) joint_of.emplace(concat("[", *index, "]"), j);
    }
    for (std::size_t j = 0; j < joints_.names.size(); ++j) joint_of.emplace(joints_.names[j], j);
    return joint_of;
  }

  std::size_t plan_unnamed_companions(ColumnKind kind) {
    const std::vector<std::size_t> free = free_columns();
    if (free.size() != joints_.names.size()) return 0;
    for (std::size_t j = 0; j < free.size(); ++j) add(free[j], kind, j);
    return free.size();
  }

  void note_unused() {
    if (reading_.is_verbatim || diagnostics_.num_errors() > 0) return;
    std::vector<std::string> unused;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (is_used_[i] == 0)
        unused.push_back(names_[i].joint.empty() ? concat("column ", i + 1) : header_.names[i]);
    }
    if (!unused.empty()) notes_.push_back(concat("not used: ", comma_list(unused)));
  }

  const TableHeader& header_;
  const LogReading& reading_;
  const ColumnMapping& mapping_;
  const TablePart& part_;
  RecordedJoints& joints_;
  std::vector<std::string>& notes_;
  Diagnostics& diagnostics_;
  std::vector<char> is_used_;
  std::vector<ColumnName> names_;  ///< Of each column; empty without a header.
  std::unordered_map<std::string, std::size_t> column_of_;
  std::unordered_set<std::string> known_joints_;  ///< Of the mapping and of the robot.
  std::string affix_unit_;
  TablePlan plan_;
};

}  // namespace

bool LogReading::slides(const std::string& joint) const {
  if (coordinates == nullptr || is_prismatic == nullptr) return false;
  const auto at = std::find(coordinates->begin(), coordinates->end(), joint);
  return at != coordinates->end() && (*is_prismatic)[at - coordinates->begin()] != 0;
}

TablePlan plan_table(const TableHeader& header, const LogReading& reading, const TablePart& part,
                     RecordedJoints& joints, std::vector<std::string>& notes,
                     Diagnostics& diagnostics) {
  return Planner(header, reading, part, joints, notes, diagnostics).plan();
}

}  // namespace appell::io
