#pragma once

#include <string>
#include <string_view>

namespace appell {

/// "1 part", "3 parts", "0 parts"; `plural` where it is not the singular with an s.
std::string counted(long long count, std::string_view singular, std::string_view plural = {});

}  // namespace appell
