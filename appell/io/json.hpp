#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "appell/base/types.hpp"
#include "appell/io/applied_forces.hpp"
#include "appell/model/model.hpp"

/// Not installed: what the readers of JSON files share.
namespace appell::io {

/// Parses JSON text strictly: a repeated key is an error.
/// @throws ModelError "source:line:column: ..." for bad syntax, "source: field: ..." for a repeated
///   key.
nlohmann::json parse_json(const std::string& source_name, const std::string& text);

/// Fields of a JSON document; every message begins with the source and the field.
class JsonFields {
 public:
  JsonFields(std::string source_name, const model::Model& model)
      : source_name_(std::move(source_name)), model_(model) {}

  const model::Model& model() const { return model_; }

  std::vector<double> numbers(const nlohmann::json& list, const std::string& field) const;
  /// [k] is the k-th derivative, three numbers.
  std::vector<Vec3> triples(const nlohmann::json& list, const std::string& field) const;
  /// A whole number in a range.
  int whole(const nlohmann::json& value, const std::string& field, int first, int last) const;
  /// @throws ModelError for a key that is not known, with the nearest one.
  void check_keys(const nlohmann::json& object, const std::string& prefix,
                  const std::vector<std::string>& known) const;
  /// Force, moment and axes of a wrench; its frame is the model's default.
  /// @param own_axes  what its own frame is called: "tool", "link".
  model::Wrench wrench(const nlohmann::json& object, const std::string& field,
                       const std::string& own_axes,
                       const std::vector<std::string>& more_keys) const;
  /// The fields `loads`, `external` and `operators` of a document, where they are.
  void read_applied(const nlohmann::json& document, AppliedForces& forces) const;

  void require(bool condition, const std::string& field, const std::string& problem) const {
    if (!condition) fail(field, problem);
  }
  [[noreturn]] void fail(const std::string& field, const std::string& problem) const;

 private:
  std::string source_name_;
  const model::Model& model_;
};

}  // namespace appell::io
