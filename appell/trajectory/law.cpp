#include "appell/trajectory/law.hpp"

namespace appell::trajectory {
namespace {

/// Of a law that has nothing to keep.
class PlainCursor final : public LawCursor {
 public:
  explicit PlainCursor(const Law& law) : law_(law) {}
  void expand(double t, std::span<double> out) override { law_.expand(t, out); }

 private:
  const Law& law_;
};

}  // namespace

std::unique_ptr<LawCursor> Law::cursor() const { return std::make_unique<PlainCursor>(*this); }

}  // namespace appell::trajectory
