#pragma once

namespace appell::bench {

/// `analyze --only Q_drive` of a long motion to an HDF5 file, from the law to the closed file,
/// beside the sum of what cannot be avoided: the batch kernel alone, and a raw write of the same
/// bytes. Nanoseconds per sample.
struct EndToEnd {
  int n = 0;
  int num_outputs = 0;
  double analysis_ns = 0.0;
  double kernel_ns = 0.0;
  double write_ns = 0.0;
};

EndToEnd end_to_end(long long num_samples, int repeats);

/// All quantities of the same robot and order, computed and not written, on one thread; beside the
/// batch kernel that gives the driving forces alone. Nanoseconds per sample.
struct EverythingTime {
  double all_ns = 0.0;
  double kernel_ns = 0.0;
};

EverythingTime everything(int repeats);

}  // namespace appell::bench
