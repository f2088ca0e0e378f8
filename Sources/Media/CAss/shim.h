#ifndef REPLAY_CASS_H
#define REPLAY_CASS_H

#include <ass/ass.h>

static void replay_ass_no_message(int level, const char *format, va_list arguments, void *data) {}

// libass writes to standard error by itself, and Swift has no va_list to be called back with.
static inline void replay_ass_be_silent(ASS_Library *library) {
    ass_set_message_cb(library, replay_ass_no_message, NULL);
}

#endif
