#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/study_file.hpp"
#include "appell/study/design.hpp"
#include "appell/study/motion_times.hpp"
#include "appell/study/reduction.hpp"
#include "appell/study/sobol_indices.hpp"
#include "appell/study/statistics.hpp"
#include "appell/study/variation.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::study {

/// One result of every item.
struct ResultColumn {
  std::string name;  ///< "Q_drive.joint1.d1.max_abs", "margin.torque", "legal".
  std::string unit;
  WorstEnd worst_end = WorstEnd::kLargest;
};

/// Which robot, motion and draw an item is.
struct ItemPlace {
  int model = 0;
  int motion = 0;
  long long draw = 0;
};

/// Item = (model · motions + motion) · draws + draw.
inline ItemPlace item_place(long long item, long long draws, int num_motions) {
  const long long pair = item / draws;
  return {static_cast<int>(pair / num_motions), static_cast<int>(pair % num_motions), item % draws};
}

/// What is said of a motion once, however many draws there are.
struct MotionWords {
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

using MotionPointer = std::shared_ptr<const io::Motion>;

/// A study with its models, ready to be computed: models x motions x draws. Motions are read when
/// they are needed, since there may be thousands. Threads share one.
class Study {
 public:
  /// @throws ModelError or InvalidArgument, with file and line, for what cannot be computed.
  explicit Study(io::StudyFile file);

  const io::StudyFile& file() const { return file_; }
  const std::vector<model::Model>& models() const { return models_; }
  int num_motions() const { return static_cast<int>(file_.motions.size()); }
  const Variations& variations() const { return *variations_; }
  const std::vector<Reduction>& reductions() const { return reductions_; }
  const std::vector<ResultColumn>& results() const { return results_; }
  /// What was odd about the models, and what a user should know of the quantities.
  const std::vector<std::string>& warnings() const { return warnings_; }
  const std::vector<model::MotionLimit>& limits(int model) const { return limits_[model]; }
  /// Kinds of limits, each once: the order of the results "margin.KIND".
  const std::vector<std::string>& limit_kinds() const { return limit_kinds_; }

  /// Items of one model and one motion.
  long long draws() const { return draws_; }
  long long num_items() const { return draws_ * num_motions() * std::ssize(models_); }
  ItemPlace place(long long item) const { return item_place(item, draws_, num_motions()); }
  /// "panda, swing.toml, draw 17".
  std::string item_name(long long item) const;

  /// The point of a draw in the unit cube.
  /// @param scratch  2 num_dimensions() numbers.
  /// @note No heap allocation.
  void point(long long draw, std::span<double> scratch, std::span<double> out) const;

  /// What is computed of a model at every sample; none if only limits are checked.
  std::optional<analysis::Selection> selection(const model::Model& model) const;
  /// Order of q that items take.
  int state_order() const { return state_order_; }
  const model::Frame& frame(const model::Model& model) const;
  /// A motion for a model, its joints in the order of the model's coordinates. This is where
  /// motions are read and fitted: the last few are kept, so that what one thread has read, others
  /// and later stages share.
  /// @throws ModelError, InvalidArgument naming the file.
  MotionPointer motion(int model, int motion) const;
  /// Where a motion is looked at.
  /// @throws InvalidArgument, with file and line, if that are no samples or too many, or an item
  ///   would keep more than memory should hold.
  MotionTimes times(int motion, const trajectory::Trajectory& trajectory) const;
  /// Reads every motion for every model, and looks at its states (of very many at some): what would
  /// be refused later is refused now.
  /// @return of each motion where it is looked at.
  /// @throws as motion() and times().
  std::vector<MotionTimes> check_motions() const;
  /// What an item keeps while it is computed, in bytes for each sample: of quantiles and series.
  double bytes_per_sample() const;
  /// What a user should know of a motion: which spline goes through samples; and as warnings what
  /// its reader says, joints beyond limits of the model (unless they are checked; at the highest
  /// speed of the first 1000 draws), and results that are largely noise of its samples.
  /// @throws as motion() and times().
  MotionWords motion_words(int model, int motion) const;
  /// A text about files of the study with their names as the study has them: the same wherever it
  /// is called from.
  std::string with_own_names(std::string text) const;
  /// Whether the samples of an array are kept.
  bool keeps_series(const analysis::NamedArray& array) const;

 private:
  /// Motions that were read last.
  struct KeptMotions;
  static std::shared_ptr<KeptMotions> no_motions();

  const std::string& motion_path(int motion) const { return file_.motions[motion]; }
  io::Motion read_motion(int model, int motion) const;
  double highest_speed(int model) const;
  void add_limit_warnings(int model, int motion, const trajectory::Trajectory& trajectory,
                          std::vector<std::string>& warnings) const;
  void load_models();
  void load_limits();
  void make_design();
  void describe_results();

  io::StudyFile file_;
  std::shared_ptr<KeptMotions> kept_;
  std::vector<model::Model> models_;
  std::vector<std::vector<model::MotionLimit>> limits_;
  std::optional<Variations> variations_;
  std::vector<Reduction> reductions_;
  std::vector<ResultColumn> results_;
  std::vector<std::string> limit_kinds_;
  std::vector<std::string> warnings_;
  std::optional<UnitPoints> points_;
  std::optional<IndexDesign> index_design_;
  long long draws_ = 1;
  int state_order_ = 2;
};

}  // namespace appell::study
