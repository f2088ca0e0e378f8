#ifndef REPLAY_CASS_H
#define REPLAY_CASS_H

#include <ass/ass.h>

static void replay_ass_no_message(int level, const char *format, va_list arguments, void *data) {}

// By default libass writes messages to standard error. The callback is in C because Swift cannot receive a va_list.
static inline void replay_ass_be_silent(ASS_Library *library) {
    ass_set_message_cb(library, replay_ass_no_message, NULL);
}

#endif
