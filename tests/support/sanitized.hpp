#pragma once

// Whether a sanitizer is compiled in: g++ says so by macros, clang++ by features. As a macro too,
// for what must not be compiled then.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define APPELL_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define APPELL_SANITIZED 1
#endif
#endif
#ifndef APPELL_SANITIZED
#define APPELL_SANITIZED 0
#endif

namespace appell::support {

/// Sanitizers cost time and memory: by so much bounds of both are wider.
inline constexpr double kPatience = APPELL_SANITIZED ? 10.0 : 1.0;

}  // namespace appell::support
