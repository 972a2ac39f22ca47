// Prints python/appell/_jobs.py.
#include <cstdio>

#include "appell/jobs/reference.hpp"

int main() {
  const std::string text = appell::jobs::python_module();
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
