#include "appell/io/position_columns.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "appell/base/text.hpp"

namespace appell::io {
namespace {

std::string in_quotes(std::string_view text) { return concat("'", text, "'"); }

bool is_companion(const ColumnName& name) {
  return name.kind == ColumnKind::kVelocity || name.kind == ColumnKind::kEffort ||
         name.kind == ColumnKind::kCurrent;
}

class PositionFinder {
 public:
  PositionFinder(const NamedColumns& columns, std::vector<std::string>& notes,
                 Diagnostics& diagnostics)
      : header_(columns.header),
        names_(columns.names),
        is_used_(columns.is_used),
        known_joints_(columns.known_joints),
        reading_(columns.reading),
        mapping_(*columns.reading.mapping),
        notes_(notes),
        diagnostics_(diagnostics) {}

  PositionColumns find() {
    find_columns();
    if (found_.columns.empty() && diagnostics_.num_errors() == 0) refuse_without_positions();
    if (diagnostics_.num_errors() > 0) return {};
    name_joints();
    if (diagnostics_.num_errors() == 0) remember_logged();
    find_derivatives();
    return std::move(found_);
  }

 private:
  void error(std::size_t column, const std::string& text) {
    diagnostics_.error(header_.place(column), text);
  }

  /// Which columns are positions. Plain names are, unless others say so outright.
  void find_columns() {
    std::set<std::string> companions;
    bool is_outright = false;
    for (const ColumnName& name : names_) {
      if (is_companion(name)) companions.insert(name.joint);
    }
    for (const ColumnName& name : names_) {
      if (name.kind != ColumnKind::kPosition || name.is_plain) continue;
      is_outright = is_outright || name.index || companions.contains(name.joint) ||
                    name.joint.find('/') != std::string::npos;
    }
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      ColumnName& name = names_[i];
      if (is_used_[i] != 0 || name.kind != ColumnKind::kPosition || name.derivative > 0) continue;
      if (header_.names[i].empty()) continue;
      if (is_outright && name.is_plain && !known_joints_.contains(name.joint)) continue;
      if (!is_outright && !name.is_plain) name.joint = header_.names[i];
      if (!seen.emplace(name.joint, i).second) {
        error(i, concat("column ", in_quotes(name.joint), " is there twice"));
        continue;
      }
      found_.columns.push_back(i);
    }
  }

  void refuse_without_positions() {
    const auto found = std::find_if(names_.begin(), names_.end(), is_companion);
    if (found == names_.end()) {
      if (!report_lone_derivatives()) error(0, "there is no column of a joint");
      return;
    }
    const auto i = static_cast<int>(found - names_.begin());
    error(i, concat(header_.column_text(i), " is a ", kind_text(found->kind),
                    " by its name, and there is no position; positions are needed, or ",
                    kMappingHelps));
  }

  /// The joints' names: those of the log, of the mapping, or of the robot.
  void name_joints() {
    std::vector<std::string> logged;
    for (const std::size_t i : found_.columns) logged.push_back(names_[i].joint);
    found_.joints = {logged, logged};
    if (!mapping_.joints.empty()) return choose_joints(logged);
    if (reading_.coordinates == nullptr || reading_.is_verbatim) return;
    const auto is_known = [this](const std::string& name) { return known_joints_.contains(name); };
    if (std::all_of(logged.begin(), logged.end(), is_known)) return;
    if (name_by_index(*reading_.coordinates, "robot")) return;
    const std::optional<CommonAffix> affix = find_affix(logged, *reading_.coordinates);
    if (!affix) return;  // Who wants the joints of the robot will say what is missing.
    found_.joints.names = affix->joints;
    note_affix(*affix);
  }

  /// position[0], position[1], ... are these joints in order, if they are as many.
  bool name_by_index(const std::vector<std::string>& joints, std::string_view whose) {
    std::set<std::size_t> indices;
    for (const std::size_t i : found_.columns) {
      if (names_[i].index) indices.insert(*names_[i].index);
    }
    if (indices.size() != found_.columns.size() || indices.size() != joints.size()) return false;
    for (std::size_t j = 0; j < found_.columns.size(); ++j) {
      const std::size_t index = *names_[found_.columns[j]].index;
      const auto rank = std::distance(indices.begin(), indices.find(index));
      found_.joints.names[j] = joints[rank];
    }
    notes_.push_back(concat("columns ", header_.names[found_.columns[0]],
                            ", ... are taken for the joints in the order of the ", whose, ": ",
                            comma_list(joints)));
    return true;
  }

  void note_affix(const CommonAffix& affix) {
    const auto parts = [&affix] {
      std::vector<std::string> texts;
      if (!affix.prefix.empty()) texts.push_back(concat("'", affix.prefix, "' before"));
      if (!affix.suffix.empty()) texts.push_back(concat("'", affix.suffix, "' behind"));
      return comma_list(texts);
    };
    notes_.push_back(concat("joints are called ", parts(), " in the ",
                            affix.is_of_log ? "log" : "robot", ": ",
                            in_quotes(header_.names[found_.columns[0]]), " is taken for '",
                            affix.joints.front(), "', and so on"));
    const std::size_t line = affix.suffix.rfind('_');
    if (!affix.is_of_log || line == std::string::npos) return;
    const std::string unit = affix.suffix.substr(line + 1);
    if (unit.size() > 1 && unit_factor(ColumnKind::kPosition, unit)) found_.unit = unit;
  }

  /// Companions are called like the position, without what makes it one.
  void remember_logged() {
    for (std::size_t j = 0; j < found_.columns.size(); ++j) {
      found_.joints.logged[j] = column_name(header_.names[found_.columns[j]]).joint;
    }
  }

  /// Only the mapping's joints, by their names or with something common around them.
  void choose_joints(const std::vector<std::string>& logged) {
    if (name_by_index(mapping_.joints, "mapping")) return;
    const std::optional<CommonAffix> affix = find_affix(mapping_.joints, logged);
    if (!affix) {
      error(0, concat(mapping_.source, ": joints: not all of ", comma_list(mapping_.joints),
                      " are columns of the log, which has ", comma_list(logged)));
      return;
    }
    std::vector<std::size_t> chosen;
    for (const std::string& name : affix->joints) {
      const auto at = std::find(logged.begin(), logged.end(), name);
      chosen.push_back(found_.columns[at - logged.begin()]);
    }
    found_.columns = chosen;
    found_.joints = {mapping_.joints, affix->joints};
  }

  /// j1.d1, j1.d2, ...: without a gap.
  void find_derivatives() {
    std::unordered_map<std::string, std::size_t> joint_of;
    for (std::size_t j = 0; j < found_.columns.size(); ++j)
      joint_of.emplace(names_[found_.columns[j]].joint, j);
    std::vector<std::set<std::size_t>> given(found_.columns.size());
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i].derivative == 0 || is_used_[i] != 0) continue;
      const auto joint = joint_of.find(names_[i].joint);
      if (joint == joint_of.end() && !mapping_.joints.empty()) continue;
      if (joint == joint_of.end()) {
        refuse_derivative(i);
      } else if (!given[joint->second].insert(names_[i].derivative).second) {
        error(i, concat("column ", in_quotes(header_.names[i]), " is there twice"));
      } else {
        found_.derivatives.push_back({i, joint->second, names_[i].derivative});
      }
    }
    for (std::size_t j = 0; j < given.size(); ++j) {
      for (std::size_t k = 1; !given[j].empty() && k < *given[j].rbegin(); ++k) {
        if (given[j].contains(k)) continue;
        error(0, concat("column '", names_[found_.columns[j]].joint, ".d", k,
                        "' is missing; derivatives up to ", *given[j].rbegin(), " are given"));
      }
    }
  }

  void refuse_derivative(std::size_t i) {
    error(i, concat("column ", in_quotes(header_.names[i]), " has no column ",
                    in_quotes(names_[i].joint), " of the joint itself"));
  }

  bool report_lone_derivatives() {
    const std::size_t before = diagnostics_.num_errors();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i].derivative > 0) refuse_derivative(i);
    }
    return diagnostics_.num_errors() > before;
  }

  const TableHeader& header_;
  std::vector<ColumnName> names_;
  const std::vector<char>& is_used_;
  const std::unordered_set<std::string>& known_joints_;
  const LogReading& reading_;
  const ColumnMapping& mapping_;
  std::vector<std::string>& notes_;
  Diagnostics& diagnostics_;
  PositionColumns found_;
};

}  // namespace

PositionColumns find_positions(const NamedColumns& columns, std::vector<std::string>& notes,
                               Diagnostics& diagnostics) {
  return PositionFinder(columns, notes, diagnostics).find();
}

}  // namespace appell::io
