#include "tests/support/malloc_guard.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include "tests/support/sanitized.hpp"

#if defined(__GLIBC__) && !APPELL_SANITIZED
#define APPELL_COUNTS_MALLOC 1
#else
#define APPELL_COUNTS_MALLOC 0
#endif

namespace {

constinit thread_local long num_calls = 0;

}  // namespace

#if APPELL_COUNTS_MALLOC
// The functions of the GNU C library under their second names.
extern "C" {
void* __libc_malloc(std::size_t size) noexcept;
void* __libc_calloc(std::size_t count, std::size_t size) noexcept;
void* __libc_realloc(void* block, std::size_t size) noexcept;
void* __libc_memalign(std::size_t alignment, std::size_t size) noexcept;
void __libc_free(void* block) noexcept;

void* malloc(std::size_t size) noexcept {
  ++num_calls;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  ++num_calls;
  return __libc_calloc(count, size);
}

void* realloc(void* block, std::size_t size) noexcept {
  ++num_calls;
  return __libc_realloc(block, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  ++num_calls;
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++num_calls;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size) noexcept {
  ++num_calls;
  const bool is_power_of_two = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!is_power_of_two || alignment % sizeof(void*) != 0) return EINVAL;
  void* const memory = __libc_memalign(alignment, size);
  if (memory == nullptr) return ENOMEM;
  *block = memory;
  return 0;
}

void free(void* block) noexcept {
  if (block != nullptr)
    ++num_calls;  // Eigen frees nothing before it allocates, unless that is inlined.
  __libc_free(block);
}
}
#endif

namespace appell::support {

MallocCount::MallocCount() : before_(num_calls) {}

long MallocCount::calls() const { return is_counting() ? num_calls - before_ : -1; }

bool MallocCount::is_counting() { return APPELL_COUNTS_MALLOC != 0; }

}  // namespace appell::support
