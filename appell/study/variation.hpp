#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "appell/io/study_file.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/model/variable_model.hpp"
#include "appell/study/design.hpp"
#include "appell/study/distribution.hpp"
#include "appell/study/factor_correlation.hpp"
#include "appell/study/inertia_draw.hpp"

namespace appell::study {

/// A number that is drawn for every item.
struct DrawnNumber {
  std::string name;  ///< "inertia.link5.mass", "speed".
  std::string unit;
};

/// What may be known better: one or several numbers that are drawn together.
struct Factor {
  std::string name;   ///< "inertia link5", "speed".
  FactorRange range;  ///< Of its numbers, and of its coordinates of the unit cube.
};

/// A robot and a motion in which something was changed. Made by Variations::start(), changed by
/// Variations::draw().
struct DrawnItem {
  std::vector<mass::RigidMass> links;      ///< Of the description, in their own frames.
  std::vector<model::Friction> frictions;  ///< Of its joints.
  std::vector<double> rotors;              ///< Likewise: factors.
  std::vector<double> lengths;             ///< Likewise.
  std::vector<model::MotionLimit> limits;
  Vec3 gravity = Vec3::Zero();
  double speed = 1.0;
  std::vector<double> numbers;  ///< As Variations::numbers() describes them.
};

/// What varies in a study: the tables [[vary]] of its file for some models, which have the same
/// links and joints where that matters. Immutable: threads share one.
class Variations {
 public:
  /// @param limits  of each model, for what varies limits.
  /// @throws InvalidArgument, each problem with its place in the file, where a pattern meets
  /// nothing,
  ///   models differ, or a spread is out of range.
  Variations(const std::vector<model::Model>& models,
             const std::vector<std::vector<model::MotionLimit>>& limits,
             const std::vector<io::VaryEntry>& entries);
  ~Variations();
  Variations(Variations&&) noexcept;

  const std::vector<Factor>& factors() const { return factors_; }
  const std::vector<DrawnNumber>& numbers() const { return numbers_; }
  /// Of the unit cube.
  int num_dimensions() const { return static_cast<int>(numbers_.size()); }
  /// @throws InvalidArgument, with its place, for what has no levels.
  std::vector<GridAxis> grid() const;

  /// What the items of a model have in common. Has memory for all that draw() writes.
  DrawnItem start(int model) const;
  /// The item of a model at a point of the unit cube; `item` is one of start(model).
  /// @note No heap allocation.
  void draw(int model, std::span<const double> point, DrawnItem& item) const;

  /// Whether items differ in what needs a model built anew: rotors or lengths.
  bool changes_joints() const { return changes_joints_; }
  /// Whether they differ in masses, friction or gravity.
  bool changes_numbers() const { return changes_numbers_; }
  bool changes_speed() const { return changes_speed_; }

 private:
  struct Source;

  void add_entry(const io::VaryEntry& entry);
  void add_factor(Source source, const std::string& of);
  void change(const Source& source, int model, int target, const double* numbers,
              DrawnItem& item) const;

  const std::vector<model::Model> models_;
  std::vector<std::vector<model::MotionLimit>> limits_;
  std::vector<std::vector<mass::RigidMass>> links_;  ///< Of each model.
  std::vector<Factor> factors_;
  std::vector<DrawnNumber> numbers_;
  std::vector<Source> sources_;  ///< Of each factor.
  bool changes_joints_ = false;
  bool changes_numbers_ = false;
  bool changes_speed_ = false;
};

/// Whether a name fits a pattern, in which * stands for any text and ? for any character.
bool fits(std::string_view name, std::string_view pattern);

}  // namespace appell::study
