// Names that are awkward in files: each format gives them back as they were; what no file can hold
// is refused when a robot or a motion is read.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/base/error.hpp"
#include "appell/base/quoted.hpp"
#include "appell/io/csv_dialect.hpp"
#include "appell/io/friction_file.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/json_writer.hpp"
#include "tests/support/matchers.hpp"

namespace appell::io {
namespace {

/// A name of pieces that mean something in one format or another.
std::string awkward_name() {
  static const std::vector<std::string> pieces{"a",
                                               "B",
                                               "7",
                                               ",",
                                               ";",
                                               "\"",
                                               "'",
                                               "\\",
                                               "\\n",
                                               " ",
                                               "  ",
                                               "#",
                                               "%",
                                               "//",
                                               "&",
                                               "<",
                                               ">",
                                               "&#10;",
                                               "|",
                                               "=",
                                               "[",
                                               "]",
                                               "{",
                                               "}",
                                               ":",
                                               "-",
                                               "_",
                                               "*",
                                               "`",
                                               "$",
                                               "~",
                                               ".",
                                               "gr\xC3\xBC\xC3\x9F",
                                               "\xE5\x85\xB3\xE8\x8A\x82",
                                               "\xF0\x9F\xA4\x96",
                                               "\xC2\xA0"};
  std::string name;
  for (int i = *rc::gen::inRange(1, 8); i > 0; --i) name += *rc::gen::elementOf(pieces);
  return name;
}

model::Description arm_of(const std::vector<std::string>& names) {
  model::Description arm{.name = names[0]};
  arm.links.push_back({.name = names[1]});
  model::Link moving{.name = names[2]};
  moving.inertial.mass = 1.0;
  moving.inertial.inertia = Mat3::Identity();
  arm.links.push_back(moving);
  model::Joint joint{.name = names[3], .kind = model::JointKind::kContinuous};
  joint.parent = names[1];
  joint.child = names[2];
  arm.joints.push_back(joint);
  return arm;
}

std::vector<std::string> names_of(const model::Description& arm) {
  return {arm.name, arm.links[0].name, arm.links[1].name, arm.joints[0].name};
}

// Property: reading is the inverse of writing, in every format.
RC_GTEST_PROP(AwkwardNames, AreReadAsTheyWereWritten, ()) {
  std::vector<std::string> names{awkward_name(), awkward_name(), awkward_name(), awkward_name()};
  names[2] += "2";  // Links differ.
  const model::Description arm = arm_of(names);
  RC_ASSERT(names_of(read_model_toml("arm.toml", model_toml(arm)).model.description()) == names);
  RC_ASSERT(names_of(read_urdf("arm.urdf", model_urdf(arm).text).model.description()) == names);

  report::JsonWriter json;
  json.begin_object().key(names[0]).value(names).end_object();
  RC_ASSERT(nlohmann::json::parse(json.text()).at(names[0]).get<std::vector<std::string>>() ==
            names);

  std::string header = "t";
  for (const std::string& name : names) header += "," + csv_field(name);
  std::vector<CsvField> fields;
  split_csv(header, {}, fields);
  RC_ASSERT(fields.size() == names.size() + 1);
  for (std::size_t i = 0; i < names.size(); ++i) RC_ASSERT(csv_name(fields[i + 1]) == names[i]);

  FrictionFile friction;
  friction.joints.push_back({.name = names[3]});
  friction.joints[0].friction.viscous = 0.5;
  const FrictionFile read = read_friction_toml("f.toml", friction_file_toml(friction, "", {""}));
  RC_ASSERT(read.joints.at(0).name == names[3]);
}

// Bad input: the name stands in the message on one line.
TEST(AwkwardNames, AreRefusedWhereNoFileCouldHoldThem) {
  const std::string urdf =
      "<robot name='r'><link name='a'/><link name='b'/><joint name='el&#10;bow' type='continuous'>"
      "<parent link='a'/><child link='b'/></joint></robot>";
  EXPECT_THROW_MESSAGE(read_urdf("r.urdf", urdf), ModelError,
                       "byte 3 of its name is the control character \\u000a");
  const std::string toml =
      "name = 'r'\n[[link]]\nname = \"a\\u0085\"\n[[link]]\nname = 'b'\n[[joint]]\nname = 'j'\n"
      "type = 'continuous'\nparent = \"a\\u0085\"\nchild = 'b'\n";
  EXPECT_THROW_MESSAGE(read_model_toml("r.toml", toml), ModelError,
                       "byte 2 of its name is the control character \\u0085");
  EXPECT_THROW_MESSAGE(read_urdf("r.urdf", "<robot name='r&#x7F;'><link name='a'/></robot>"),
                       ModelError, "byte 2 of its name is the control character \\u007f");
}

}  // namespace
}  // namespace appell::io
