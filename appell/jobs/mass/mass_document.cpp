#include <cmath>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/rounding.hpp"
#include "appell/jobs/mass/mass.hpp"
#include "appell/mass/moments.hpp"

namespace appell::jobs {
namespace {

using report::PageTable;

constexpr std::size_t kMostNumbers = 4;  // Of a row: a row of the pseudo-inertia.

/// Rows of a matrix below each other, behind its name.
void add_rows(const char* name, const Eigen::Ref<const MatX>& m, const char* unit,
              PageTable& table) {
  const double size = m.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    auto& row = table.rows.emplace_back();
    row.emplace_back(std::string(i == 0 ? name : ""));
    for (const double value : m.row(i)) {  // + 0.0: without -0.
      row.emplace_back(fmt::format("{:.6g}", without_rounding(value, size) + 0.0));
    }
    row.resize(1 + kMostNumbers);
    row.emplace_back(std::string(i == 0 ? unit : ""));
  }
}

PageTable properties_table(const mass::RigidMass& total) {
  const mass::PrincipalAxes principal = mass::principal_axes(total);
  PageTable table{.title = "Properties",
                  .columns = {{"property"}, {"x"}, {"y"}, {"z"}, {""}, {"unit"}}};
  const auto number = [](double value) { return MatX::Constant(1, 1, value); };
  add_rows("mass", number(total.mass), "kg", table);
  add_rows("centre of mass", total.p_BBcm.transpose(), "m", table);
  add_rows("inertia about the centre", total.inertia_com(), "kg m²", table);
  add_rows("inertia about the origin", mass::inertia_tensor(total), "kg m²", table);
  add_rows("planar tensor, centre", total.second_moment, "kg m²", table);
  add_rows("planar tensor, origin", mass::planar_tensor(total), "kg m²", table);
  add_rows("static moments, origin", mass::static_moment(total).transpose(), "kg m", table);
  add_rows("polar moment, centre", number(total.second_moment.trace()), "kg m²", table);
  add_rows("polar moment, origin", number(mass::polar_moment(total)), "kg m²", table);
  add_rows("pseudo-inertia, origin", mass::pseudo_inertia(total), "kg m², kg m, kg", table);
  add_rows("principal moments", principal.moments.transpose(), "kg m²", table);
  add_rows("principal axes (columns)", principal.axes, "", table);
  add_rows("radii of gyration", principal.radii_of_gyration.transpose(), "m", table);
  add_rows("equimomental ellipsoid", mass::equimomental_ellipsoid(total).semi_axes.transpose(),
           "m (semi-axes along these)", table);
  return table;
}

PageTable parts_table(const mass::Compound& compound) {
  PageTable table{
      .title = "Parts (measure: m, m² or m³; density: kg per that; centres in the file's frame)",
      .columns = {
          {"part"}, {"mass", "kg"}, {"measure"}, {"density"}, {"centre of mass", "m"}, {"cut"}}};
  const auto number = [](double value) {
    return std::isnan(value) ? std::string("-") : fmt::format("{:.6g}", value);
  };
  for (const mass::PartMass& part : compound.parts) {
    const Vec3& c = part.rigid_mass.p_BBcm;
    table.rows.push_back({part.name, number((part.cut ? -1.0 : 1.0) * part.rigid_mass.mass),
                          number(part.measure), number(part.density),
                          fmt::format("{:.6g}, {:.6g}, {:.6g}", c.x(), c.y(), c.z()),
                          std::string(part.cut ? "cut" : "")});
  }
  return table;
}

}  // namespace

Document show(const MassResult& of, Detail detail) {
  Document document{.title = of.body.name, .subtitle = "mass"};
  if (of.is_urdf && detail == Detail::kWords) {
    document.opening = {urdf(of)};
    document.opening.front().pop_back();  // Its last line ends where the document says so.
    return document;
  }
  const mass::Compound& compound = of.body.compound;
  document.opening = {concat("Body ", of.body.name, ": ", counted(compound.parts.size(), "part")),
                      concat("In ", of.frame.name, "; products of inertia with a minus sign"), ""};
  document.tables = {properties_table(shown_body(of)), parts_table(compound)};
  for (const std::string& note : compound.notes) document.sentences.push_back("note: " + note);
  document.cards = {{.title = "The body",
                     .rows = {{"Parts", concat(compound.parts.size())}, {"In", of.frame.name}},
                     .notes = compound.notes}};
  return document;
}

}  // namespace appell::jobs
