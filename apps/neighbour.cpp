#include "apps/neighbour.hpp"

#include <filesystem>

#include <unistd.h>

#include "apps/interrupt.hpp"

namespace appell::apps {

std::string own_neighbour(const char* name) {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / name).string();
}

void become(std::string program, const std::string& name, std::vector<std::string> words) {
  words.insert(words.begin(), {program, name});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  hold_interrupts();  // Until the other program handles them: it then ends with 3, as this one.
  execv(program.c_str(), arguments.data());
  release_interrupts();
}

}  // namespace appell::apps
