// An outside program that uses the papers' equations: the identities that it could run.
#include <cstdio>

#include <papers/verify/catalogue.hpp>

int main() {
  const auto& identities = appell::verify::identities();
  std::printf("%zu identities\n", identities.size());
  return identities.empty() ? 1 : 0;
}
