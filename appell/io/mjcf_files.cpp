#include "appell/io/mjcf_files.hpp"

#include <algorithm>
#include <filesystem>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"

namespace appell::io {
namespace {

std::string canonical_path(const std::string& path) {
  std::error_code error;
  const std::string canonical = std::filesystem::weakly_canonical(path, error).string();
  return error ? path : canonical;
}

std::vector<std::unique_ptr<XmlFile>> only_file(const std::string& name, const std::string& text) {
  std::vector<std::unique_ptr<XmlFile>> files;
  files.push_back(std::make_unique<XmlFile>(name, text));
  return files;
}

}  // namespace

MjcfFiles::MjcfFiles(const std::string& name, const std::string& text)
    : files_(only_file(name, text)),
      root_(files_.front()->root("mujoco")),
      paths_{canonical_path(name)} {}

std::vector<XmlElement> MjcfFiles::children(const XmlElement& element) {
  std::vector<XmlElement> found;
  append_children(element, 1, found);
  return found;
}

void MjcfFiles::append_children(const XmlElement& element, std::size_t depth,
                                std::vector<XmlElement>& out) {
  element.check_stray_text();
  for (const XmlElement& child : element.children()) {
    if (child.tag() != "include") {
      out.push_back(child);
    } else if (depth > kLongestFileChain) {
      child.error(concat("is number ", depth, " of a chain of files; at most ", kLongestFileChain,
                         " are read"));
    } else if (const XmlElement* root = included(child)) {
      append_children(*root, depth + 1, out);
    }
  }
}

const XmlElement* MjcfFiles::included(const XmlElement& include) {
  const auto [known, is_new] = roots_.try_emplace(include.id());
  if (is_new) known->second = open(include);
  return known->second.get();
}

std::unique_ptr<XmlElement> MjcfFiles::open(const XmlElement& include) {
  include.check_near_attributes({"file", "prefix"});
  const std::string file = include.required_text("file");
  if (file.empty()) return nullptr;
  // As MuJoCo: beside the main file, and what is not there beside the one that names it.
  std::string path = beside(name(), file);
  std::error_code absent;
  const std::string other = beside(include.source_name(), file);
  if (!std::filesystem::exists(path, absent) && std::filesystem::exists(other, absent)) {
    path = other;
  }
  const std::string canonical = canonical_path(path);
  if (std::find(paths_.begin(), paths_.end(), canonical) != paths_.end()) {
    include.error(concat("file '", file, "' is part of the model already; include it once"));
    return nullptr;
  }
  if (files_.size() >= kMostFiles) {
    include.error(concat("is file ", files_.size() + 1, "; at most ", kMostFiles, " are read"));
    return nullptr;
  }
  try {
    auto opened = std::make_unique<XmlFile>(path, regular_file_text(path, kMjcfLimit));
    auto root = std::make_unique<XmlElement>(opened->root(opened->root_tag()));
    paths_.push_back(canonical);
    files_.push_back(std::move(opened));
    return root;
  } catch (const ModelError& error) {
    include.error(concat("file '", file, "': ", error.what()));
    return nullptr;
  }
}

std::vector<std::string> MjcfFiles::warnings() const {
  std::vector<std::string> all;
  for (const auto& file : files_) {
    for (std::string& warning : file->diagnostics().warnings()) all.push_back(std::move(warning));
  }
  return all;
}

void MjcfFiles::throw_if_errors() const {
  std::vector<std::string> all;
  for (const auto& file : files_) {
    try {
      file->diagnostics().throw_if_errors();
    } catch (const ModelError& error) {
      all.insert(all.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!all.empty()) throw ModelError(std::move(all));
}

}  // namespace appell::io
