#pragma once

namespace appell::apps {

/// From now on there is memory left to clean up and to say so when it ends: std::bad_alloc reaches
/// main(). What would abort the process, as an exception for which there is no memory at all, ends
/// it with exit code 3 and words instead. To be called before anything else.
void prepare_for_no_memory();

}  // namespace appell::apps
