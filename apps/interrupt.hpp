#pragma once

#include <atomic>

namespace appell::apps {

/// A file that grows beyond what the system allows is an error of writing, not the end of the
/// process. To be called before anything else.
void ignore_file_size_signal();

/// From now on SIGINT, SIGTERM and SIGHUP end the process at once with exit code 3, until
/// catch_interrupts() is called; each only where it was not ignored before (nohup, jobs in the
/// background of a script). To be called before anything is written.
/// @return the flag of catch_interrupts().
const std::atomic<bool>& end_on_interrupts();

/// Keeps these signals until release_interrupts(), also those that come while the process becomes
/// another program.
void hold_interrupts();
void release_interrupts();

/// From now on these signals set the flag that is returned, so that results can be closed properly.
/// One that comes again later, because nobody looks at the flag, ends the process at once
/// with exit code 3.
const std::atomic<bool>& catch_interrupts();

}  // namespace appell::apps
