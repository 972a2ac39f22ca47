#include "bench/end_to_end.hpp"

#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <hdf5.h>
#include <unistd.h>

#include "appell/analysis/selection.hpp"
#include "appell/engine/inverse_dynamics.hpp"
#include "appell/io/load_model.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/trajectory/fourier.hpp"
#include "bench/timing.hpp"

namespace appell::bench {
namespace {

constexpr int kOrder = 2;  // Q, Q', Q''.

/// A file of this program in the folder for temporary files, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const char* ending)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("appell_bench_{}{}", static_cast<long>(::getpid()), ending)) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// Ten seconds of a smooth motion of all joints.
trajectory::Trajectory swing(const model::Model& model) {
  std::vector<std::string> joints;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (const model::Coordinate& coordinate : model.coordinates()) {
    joints.push_back(coordinate.name);
    const double size = 0.1 * static_cast<double>(joints.size());
    laws.push_back(std::make_shared<trajectory::FourierLaw>(
        1.0, 0.0, std::vector<double>{size, -0.05}, std::vector<double>{0.2, 0.1}));
  }
  return {joints, laws, {0.0, 10.0}};
}

/// The batch kernel on as many samples as the analysis, block by block.
double kernel_alone(const model::Model& model, long long num_samples, int repeats) {
  constexpr std::size_t kBlock = 256;
  const auto n = static_cast<std::size_t>(model.num_coordinates());
  engine::InverseDynamics engine(model, kOrder + 1);
  std::vector<double> q((kOrder + 3) * n * kBlock, 0.1), tau((kOrder + 1) * n * kBlock);
  return nanoseconds(
      [&] {
        for (long long s = 0; s < num_samples; s += kBlock) {
          engine.compute_batch(q.data(), kBlock, kBlock, tau.data());
        }
      },
      repeats);
}

/// The same number of doubles, in one contiguous dataset.
double raw_write(long long num_samples, std::size_t width, int repeats) {
  const TemporaryFile file("_raw.h5");
  const std::vector<double> values(static_cast<std::size_t>(num_samples) * width, 0.5);
  const hsize_t shape[2] = {static_cast<hsize_t>(num_samples), width};
  return nanoseconds(
      [&] {
        const hid_t f = H5Fcreate(file.path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        const hid_t space = H5Screate_simple(2, shape, nullptr);
        const hid_t data =
            H5Dcreate2(f, "values", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
        H5Dclose(data);
        H5Sclose(space);
        H5Fclose(f);
      },
      repeats);
}

}  // namespace

EndToEnd end_to_end(long long num_samples, int repeats) {
  const model::Model model = io::load_model("panda").model;
  const trajectory::Trajectory motion = swing(model);
  const report::SampleTimes times = report::times_between(motion.range(), num_samples);
  const analysis::Selection selection(
      analysis::along_motion({.model = model, .frame = model.default_frame(), .order = kOrder}),
      {"Q_drive"});
  const report::AnalysisRequest request;
  const TemporaryFile file(".h5");
  EndToEnd result;
  result.n = model.num_coordinates();
  result.num_outputs = kOrder + 1;
  const auto count = static_cast<double>(num_samples);
  const std::size_t width = 1 + static_cast<std::size_t>(result.n * result.num_outputs);
  result.analysis_ns =
      nanoseconds([&] { report::analyze_motion(selection, motion, times, request, file.path()); },
                  repeats) /
      count;
  result.kernel_ns = kernel_alone(model, num_samples, repeats) / count;
  result.write_ns = raw_write(num_samples, width, repeats) / count;
  return result;
}

EverythingTime everything(int repeats) {
  const model::Model model = io::load_model("panda").model;
  const trajectory::Trajectory motion = swing(model);
  const analysis::Selection selection(
      analysis::along_motion({.model = model, .frame = model.default_frame(), .order = kOrder}),
      {});
  const int count = analysis::Evaluator::good_capacity(selection);
  analysis::Evaluator numbers(selection, count);
  model::StateBlock states(model.num_coordinates(), selection.state_order(), count);
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(0.01 * i);
  trajectory::TrajectoryCursor(motion).sample(times, states);
  EverythingTime result;
  result.all_ns = nanoseconds([&] { numbers.compute(states); }, repeats) / count;
  constexpr long long kSamples = 1024;
  result.kernel_ns = kernel_alone(model, kSamples, repeats) / static_cast<double>(kSamples);
  return result;
}

}  // namespace appell::bench
