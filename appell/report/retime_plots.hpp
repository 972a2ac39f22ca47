#pragma once

#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/planning/retime.hpp"
#include "appell/report/check_page.hpp"
#include "appell/report/figures.hpp"

/// Not installed: how a retimed motion looks.
namespace appell::report {

/// Which limit decides when, then the figures of a check of the motion.
std::vector<Figure> retime_figures(const model::Model& model, const model::Frame& frame,
                                   const planning::Retiming& retiming);

/// The page of a check of the motion, with what retiming says of it.
Page retime_page(const model::Model& model, const model::Frame& frame,
                 const planning::Retiming& retiming, const PageFacts& facts);

}  // namespace appell::report
