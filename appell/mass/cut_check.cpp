#include "appell/mass/cut_check.hpp"

#include <cmath>
#include <optional>

#include "appell/base/text.hpp"
#include "appell/mass/containment.hpp"

namespace appell::mass::detail {
namespace {

using Verdict = Containment::Verdict;

/// A part that is material, with the containment of one cut in it.
struct Host {
  const Part& part;
  const PartMass& mass;
  Containment containment;
};

const Shape* shape_of(const Part& part) { return std::get_if<Shape>(&part.body); }

/// The parts that might hold the cut: a wire or a surface cannot hold a volume.
std::vector<Host> hosts_of(const Part& cut, std::span<const Part> parts,
                           std::span<const PartMass> masses) {
  std::vector<Host> hosts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].cut) continue;
    Containment result{.reason = "it has no shape"};
    if (const Shape* shape = shape_of(parts[i])) {
      if (dimension(*shape) < dimension(*shape_of(cut))) continue;
      result = containment(*shape_of(cut), cut.X_BP, *shape, parts[i].X_BP);
    }
    hosts.push_back({parts[i], masses[i], result});
  }
  return hosts;
}

/// A point of the cut that is outside every host, from those that were found for each.
const Host* witness(const std::vector<Host>& hosts) {
  for (const Host& found : hosts) {
    bool is_outside_all = true;
    for (const Host& host : hosts) {
      const double distance =
          distance_outside(found.containment.point, *shape_of(host.part), host.part.X_BP);
      // A point on the surface of another part is off it by rounding, which proves nothing.
      is_outside_all = is_outside_all && distance > 1e-6 * found.containment.excess;
    }
    if (is_outside_all) return &found;
  }
  return nullptr;
}

void check_density(const std::string& label, const Part& cut, double density, const Host& host,
                   CutReport& report) {
  const double expected = host.mass.density;
  if (cut.density_law || host.part.density_law) {
    report.notes.push_back(concat(label, ": whether it removes what '", host.mass.name,
                                  "' has there was not checked: a density changes from point to "
                                  "point"));
    return;
  }
  if (std::abs(density - expected) <= 1e-9 * expected) return;
  report.notes.push_back(concat(label, " has the density ", density, " kg/m³, but '",
                                host.mass.name, "', in which it lies, has ", expected,
                                " kg/m³: what is removed is not what is there"));
}

void check_cut(const Part& cut, const PartMass& mass, std::span<const Part> parts,
               std::span<const PartMass> masses, CutReport& report) {
  const std::string label = concat("part '", mass.name, "' (cut)");
  const auto not_checked = [&](const std::string& reason) {
    report.notes.push_back(
        concat(label, ": whether it lies inside the material was not checked: ", reason));
  };
  if (!shape_of(cut)) return not_checked("it has no shape");
  const std::vector<Host> hosts = hosts_of(cut, parts, masses);
  bool all_outside = true;
  const Host* unknown = nullptr;
  for (const Host& host : hosts) {
    if (host.containment.verdict == Verdict::kInside) {
      return check_density(label, cut, mass.density, host, report);
    }
    all_outside = all_outside && host.containment.verdict == Verdict::kOutside;
    if (!unknown && host.containment.verdict == Verdict::kNotChecked) unknown = &host;
  }
  if (hosts.empty()) {
    const int dim = dimension(*shape_of(cut));
    report.problems.push_back(
        concat(label, " is a ",
               dim == 3   ? "volume"
               : dim == 2 ? "surface"
                          : "wire",
               ", but no part that is added is one; a cut must lie inside what it is cut from"));
    return;
  }
  if (unknown) {
    return not_checked(concat("'", unknown->mass.name, "': ", unknown->containment.reason));
  }
  const Host* found = all_outside ? witness(hosts) : nullptr;
  if (!found) return not_checked("it reaches across several parts");
  const Vec3& p = found->containment.point;
  report.problems.push_back(concat(label, " reaches ", found->containment.excess,
                                   " m out of the material of '", found->mass.name, "' at (", p.x(),
                                   ", ", p.y(), ", ", p.z(),
                                   "); a cut must lie inside what it is cut from"));
}

}  // namespace

CutReport check_cuts(std::span<const Part> parts, std::span<const PartMass> masses) {
  CutReport report;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].cut) check_cut(parts[i], masses[i], parts, masses, report);
  }
  return report;
}

}  // namespace appell::mass::detail
